"""What a gallery asks: how to make more, in which order, which of them, where to save."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.files.storage import absolute
from workbench.commands import Action, Unless, each_unless, keymap, lacking
from workbench.features import navigation
from workbench.features.collection import beside, cataloguing, keeping
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.making import WAYS, GalleryFilling, narrowed
from workbench.features.collection.showing import Showing
from workbench.folders.catalogues import free_name, wrong_name
from workbench.folders.resources import as_path, brief
from workbench.text.status import count
from workbench.ui.dialogs import Ask, Choose
from workbench.ui.host import Speaker, finish_work
from workbench.ui.lists import PickableRow, PickRow
from workbench.ui.wall.bars import Bar, bar_lines

if TYPE_CHECKING:
    from workbench.ui.host import Host

_SAVING = "levels are being saved"
"""Why no others can be saved now."""
_BARS = 44
"""Columns of a bar with its label and its number."""


class GalleryHost(Speaker, Protocol):
    """What the questions need of the screen."""

    filling: GalleryFilling

    @property
    def number(self) -> int | None:
        """The number of the level under the cursor; None where nothing hangs."""

    def begin(self, begin: Action) -> None:
        """Begins to make levels, or says why none can be made."""

    def show(self, showing: Showing) -> None:
        """Shows other levels or in another order."""

    def renew(self) -> None:
        """Shows what is known now."""


class GalleryQuestions:
    """Asks on the screen of a gallery."""

    def __init__(self, screen: GalleryHost, gallery: Gallery) -> None:
        self._screen, self._gallery = screen, gallery

    @property
    def _app(self) -> Host:
        return self._screen.workbench

    def commands(self) -> Mapping[str, Action]:
        """What has to be asked for."""
        ask = self._screen.ask
        some = lacking(lambda: self._gallery.stacks, "no level hangs here")
        of_some: dict[str, Action] = {
            "gallery.more": lambda: ask(self._more()),
            "gallery.order": lambda: ask(self._order()),
        }
        return {
            **each_unless(some, of_some),
            "gallery.narrow": lambda: ask(self._narrow()),
            "gallery.filter": lambda: ask(self._filter()),
            "gallery.save": Unless(self._unsavable, lambda: ask(self._save())),
            "gallery.pack": Unless(self._unpackable, lambda: ask(self._pack())),
            "gallery.save-as": Unless(self._unaddable, lambda: ask(self._catalogue())),
        }

    async def _more(self) -> None:
        number = self._screen.number
        answers = [(key, words) for key, (_, words) in WAYS.items()]
        answer = await self._app.push_screen_wait(Choose("More like this one:", answers))
        if answer is not None and number is not None:
            self._screen.begin(partial(self._screen.filling.vary, number, WAYS[answer][0]))

    async def _order(self) -> None:
        showing = self._gallery.showing
        keys = [None, *beside.orders(self._gallery)]
        rows = [
            PickableRow("as they were found" if key is None else key.replace("_", " "))
            for key in keys
        ]
        cursor = keys.index(showing.sort) if showing.sort in keys else 0
        question = "Order by which fact? The same again turns it round."
        at = await self._app.push_screen_wait(PickRow(question, rows, cursor))
        if at is not None:
            again = keys[at] is not None and keys[at] == showing.sort
            falling = again and not showing.falling
            self._screen.show(replace(showing, sort=keys[at], falling=falling))

    async def _narrow(self) -> None:
        """Asks for a bar of the histogram: such levels are shown and made from then on."""
        gallery, plain = self._gallery, self._app.theme_glyphs.ascii
        key, found = beside.histogram(gallery)
        rows = [
            PickableRow("".join(text for text, _ in line))
            for line in (bar_lines(found, _BARS, plain=plain) if found else ())
        ]
        if gallery.showing.narrowed:
            rows.append(PickableRow("all of them again"))
        if not rows:
            self._screen.say("no fact of these levels differs")
            return
        name = key.replace("_", " ")
        question = (
            f"Show and make only levels with which {name}?" if found else "Show which levels?"
        )
        at = await self._app.push_screen_wait(PickRow(question, rows))
        if at is not None:
            self.narrow_to(key, found[at] if at < len(found) else None)

    def narrow_to(self, key: str, bar: Bar | None) -> None:
        """Shows and makes only levels of a bar; None: whatever was wished for at first."""
        gallery = self._gallery
        if bar is None:
            gallery.make_by(gallery.first_wish, "")
        else:
            gallery.make_by(narrowed(gallery.game, gallery.wish, key, bar), bar.asks(key))
        self._screen.show(gallery.showing)

    async def _filter(self) -> None:
        showing = self._gallery.showing
        prompt = "Show only levels such as: moves>8, tag:kept, not tag:rejected (empty: all)"
        question = Ask(prompt, showing.where, self._gallery.fault)
        text = await self._app.push_screen_wait(question)
        if text is not None:
            self._screen.show(replace(showing, where=text.strip()))

    def _unsavable(self) -> str | None:
        if self._gallery.saving:
            return _SAVING
        return None if keeping.unsaved(self._gallery) else "nothing kept that is not saved"

    def _unpackable(self) -> str | None:
        if self._gallery.saving:
            return _SAVING
        return None if self._gallery.kept else "no level is kept yet"

    async def _pack(self) -> None:
        """Shows a pack of all that is kept, once it is in files."""
        gallery = self._gallery
        if not keeping.unsaved(gallery) or await self._all_saved():
            files = [Path(gallery.saved[number]) for number in gallery.kept]
            await navigation.open_new_pack(self._app, files)

    async def _save(self) -> None:
        await self._all_saved()

    async def _all_saved(self) -> bool:
        """Asks for a pattern of names, and saves what is kept and in no file; whether all is."""
        gallery = self._gallery
        number = count(len(keeping.unsaved(gallery)), "kept level")
        folder = absolute(self._app.browser.target_folder)
        proposed = brief(folder / f"{gallery.game.name}-{{n}}.toml")
        prompt = f"Save {number} as ({{n}} counts; facts such as {{moves}} can be named)"
        question = Ask(prompt, proposed, partial(keeping.wrong, gallery), path=True)
        pattern = await self._app.push_screen_wait(question)
        if pattern is None:
            return False
        return await finish_work(self._screen, self._save_kept(pattern))

    async def _save_kept(self, pattern: str) -> bool:
        """Saves what is kept now, and writes down where; whether all of it is saved."""
        gallery = self._gallery
        gallery.saving = True
        try:
            levels = keeping.to_save(gallery)
            saved = await asyncio.to_thread(keeping.save_all, pattern, levels)
            if saved.paths:
                table = {str(n): str(absolute(path)) for n, path in saved.paths.items()}
                gallery.apply({"saved": table})
        finally:
            gallery.saving = False
        self._say_saved(saved)
        self._app.notify_screens(lambda screen: screen.file_seen())
        self._screen.renew()
        return not saved.problem

    def _unaddable(self) -> str | None:
        if cataloguing.is_adding(self._app):
            return "levels are being added to a catalogue"
        return None if self._gallery.exhibits else "no level hangs here"

    async def _catalogue(self) -> None:
        """Asks for a catalogue, and adds all levels to it."""
        gallery, folder = self._gallery, absolute(self._app.browser.target_folder)
        stem = f"{gallery.game.name}-{'seen' if gallery.seen else 'gallery'}"
        number = count(len(gallery.exhibits), "level")
        prompt = f"Add {number} to which catalogue? Kept and rejected become tags."
        proposed = brief(free_name(folder, stem))
        name = await self._app.push_screen_wait(Ask(prompt, proposed, wrong_name, path=True))
        if name is not None:
            cataloguing.begin_adding(self._app, gallery, as_path(name))

    def _say_saved(self, saved: keeping.Saved) -> None:
        paths = [*saved.paths.values()]
        last = f" to {paths[-1].name}" if len(paths) > 1 else ""
        words = f"saved {brief(absolute(paths[0]))}{last}" if paths else "nothing saved"
        if saved.problem:
            self._screen.say(f"{words}; not the rest: {saved.problem}", "bad")
        else:
            orders = f"; {keymap.key('gallery.pack')} puts what is kept in order" if paths else ""
            self._screen.say(words + orders, "good")
