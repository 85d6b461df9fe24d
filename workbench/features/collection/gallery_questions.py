"""What a gallery asks: how to make more, in which order, which of them, where to save."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files.storage import absolute
from workbench.commands import Action, Unless, keymap, lacking
from workbench.features import navigation
from workbench.features.collection import cataloguing, keeping
from workbench.features.collection.asking import ask_bar, ask_filter, ask_order
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.making import narrowed
from workbench.features.collection.showing import Showing, condition
from workbench.features.collection.words import fact_name, find_orders, gallery_bars
from workbench.folders.catalogues import free_name, wrong_name
from workbench.folders.resources import as_path, brief
from workbench.text.status import count
from workbench.ui.dialogs import Ask
from workbench.ui.screen import CommandScreen, finish_work
from workbench.ui.wall.bars import Bar

if TYPE_CHECKING:
    from workbench.ui.host import Host

_SAVING = "levels are being saved"
"""Why no others can be saved now."""


class GalleryQuestions:
    """Asks on the screen of a gallery.

    Args:
        screen: that shows it.
        gallery: what is chosen among.
        show: shows other levels, or in another order.
    """

    def __init__(
        self, screen: CommandScreen, gallery: Gallery, show: Callable[[Showing], None]
    ) -> None:
        self._screen, self._gallery, self._show = screen, gallery, show

    @property
    def _app(self) -> Host:
        return self._screen.workbench

    def commands(self) -> Mapping[str, Action]:
        """What has to be asked for."""
        ask = self._screen.ask
        some = lacking(lambda: self._gallery.stacks, "no level hangs here")
        return {
            "gallery.order": Unless(some, lambda: ask(self._order())),
            "gallery.narrow": lambda: ask(self._narrow()),
            "gallery.filter": lambda: ask(self._filter()),
            "gallery.save": Unless(self._unsavable, lambda: ask(self._save())),
            "gallery.pack": Unless(self._unpackable, lambda: ask(self._pack())),
            "gallery.save-as": Unless(self._unaddable, lambda: ask(self._catalogue())),
        }

    async def _order(self) -> None:
        gallery = self._gallery
        first, keys = "as they were found", find_orders(gallery)
        showing = await ask_order(self._app, first, keys, gallery.showing)
        if showing is not None:
            self._show(showing)

    async def _filter(self) -> None:
        gallery, example = self._gallery, "not tag:rejected"
        parse = partial(condition, gallery.game)
        showing = await ask_filter(self._app, example, parse, gallery.showing)
        if showing is not None:
            self._show(showing)

    async def _narrow(self) -> None:
        """Asks for a bar of the histogram: such levels are shown and made from then on."""
        key, found = gallery_bars(self._gallery)
        others = ["all of them again"] if self._gallery.showing.narrowed else []
        if not found and not others:
            self._screen.say("no fact of these levels differs")
            return
        only = f"Show and make only levels with which {fact_name(key)}?"
        question = only if found else "Show which levels?"
        at = await ask_bar(self._app, question, found, *others)
        if at is not None:
            self.narrow_to(key, found[at] if at < len(found) else None)

    def narrow_to(self, key: str, bar: Bar | None) -> None:
        """Shows and makes only levels of a bar; None: whatever was wished for at first."""
        gallery = self._gallery
        if bar is None:
            gallery.make_by(gallery.first_wish, "")
        else:
            gallery.make_by(narrowed(gallery.game, gallery.wish, key, bar), bar.asks(key))
        self._show(gallery.showing)

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
