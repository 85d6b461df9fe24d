"""What a catalogue asks: in which order, which levels, what is said of one, where to write them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.catalogue import exporting
from engine.catalogue.keys import asked
from engine.catalogue.marking import LONGEST_NOTE, is_tag
from engine.errors import LevelError
from engine.files.endings import ENDINGS, ending_of
from engine.files.storage import absolute
from engine.values.expression import ExpressionError
from workbench.commands import Action, each_unless, lacking
from workbench.features.collection import catalogue_words
from workbench.features.collection.catalogue_words import named
from workbench.features.collection.elsewhere import Elsewhere
from workbench.features.collection.host import CatalogueHost
from workbench.features.collection.sayings import Sayings
from workbench.features.collection.showing import Showing
from workbench.folders.resources import as_path, brief, lacks_folder
from workbench.text.status import count
from workbench.ui.dialogs import Ask
from workbench.ui.lists import PickableRow, PickRow
from workbench.ui.wall.bars import Bar, bar_lines

if TYPE_CHECKING:
    from workbench.ui.host import Host

_BARS = 44
"""Columns of a bar with its label and its number."""
LISTED = 500
"""Values of a fact that are listed."""
KEPT = "tag:kept"


class CatalogueQuestions:
    """Asks on the screen of a catalogue."""

    def __init__(self, screen: CatalogueHost, sayings: Sayings, elsewhere: Elsewhere) -> None:
        self._screen, self._sayings, self._elsewhere = screen, sayings, elsewhere

    @property
    def _app(self) -> Host:
        return self._screen.workbench

    def commands(self) -> Mapping[str, Action]:
        """What has to be asked for."""
        ask, screen = self._screen.ask, self._screen
        some = lacking(lambda: screen.pages.count, "no level is shown")
        any_ = lacking(lambda: screen.pages.listing.total, "no level is in it")
        of_one: dict[str, Action] = {
            "catalogue.tag": lambda: ask(self._tag()),
            "catalogue.note": lambda: ask(self._note()),
        }
        of_some: dict[str, Action] = {
            "catalogue.narrow": lambda: ask(self._narrow()),
            "catalogue.export": lambda: ask(self._export(screen.pages.listing.showing)),
        }
        of_any: dict[str, Action] = {
            "catalogue.order": lambda: ask(self._order()),
            "catalogue.filter": lambda: ask(self._filter()),
            "catalogue.frequencies": lambda: ask(self._frequencies()),
            "catalogue.save": lambda: ask(self._export(Showing(KEPT))),
            "catalogue.pack": lambda: ask(self._pack()),
        }
        here = lacking(lambda: screen.level, "no level is under the cursor")
        return {
            **each_unless(here, of_one),
            **each_unless(some, of_some),
            **each_unless(any_, of_any),
        }

    async def _pick(self, question: str, keys: Sequence[str], now: str | None) -> str | None:
        rows = [PickableRow(named(key)) for key in keys]
        cursor = keys.index(now) if now in keys else 0
        at = await self._app.push_screen_wait(PickRow(question, rows, cursor))
        return None if at is None else keys[at]

    async def _order(self) -> None:
        listing = self._screen.pages.listing
        showing, first = listing.showing, "as they came"
        question = "Order by which fact? The same again turns it round."
        picked = await self._pick(question, [first, *listing.keys], showing.sort)
        if picked is None:
            return
        key = None if picked == first else picked
        again = key is not None and key == showing.sort
        falling = again and not showing.falling
        await self._screen.show(replace(showing, sort=key, falling=falling))

    async def _filter(self) -> None:
        showing = self._screen.pages.listing.showing
        prompt = "Show only levels such as: moves>8, tag:kept, own.stars>=3 (empty: all)"
        text = await self._app.push_screen_wait(Ask(prompt, showing.where, self._fault))
        if text is not None:
            await self._screen.show(replace(showing, where=text.strip()))

    def _fault(self, text: str) -> str | None:
        """What is wrong with an expression; None if nothing is, and for an empty text."""
        try:
            _ = text.strip() and asked(text.strip(), self._screen.pages.listing.kinds)
        except ExpressionError as problem:
            return str(problem)
        return None

    async def _narrow(self) -> None:
        """Asks for a bar of the histogram."""
        listing, plain = self._screen.pages.listing, self._app.theme_glyphs.ascii
        rows = [
            PickableRow("".join(text for text, _ in line))
            for line in (bar_lines(listing.bars, _BARS, plain=plain) if listing.bars else ())
        ]
        if not rows:
            self._screen.say(f"no level has {named(listing.key)}")
            return
        question = f"Show only levels with which {named(listing.key)}?"
        at = await self._app.push_screen_wait(PickRow(question, rows))
        if at is not None:
            await self.narrow_to(listing.key, listing.bars[at])

    async def narrow_to(self, key: str, bar: Bar) -> None:
        """Shows only levels of a bar, of those that are shown."""
        await self._also(bar.asks(key))

    async def _also(self, condition: str) -> None:
        showing = self._screen.pages.listing.showing
        where = f"({showing.where}) and {condition}" if showing.where else condition
        await self._screen.show(replace(showing, where=where))

    async def _frequencies(self) -> None:
        """Lists the values of a fact; shows the levels of one."""
        listing, shelf = self._screen.pages.listing, self._screen.shelf
        key = await self._pick("Frequencies of which fact?", listing.keys, listing.key)
        if key is None:
            return
        found = await shelf.run(partial(shelf.frequencies, listing.showing, key))
        most = max((number for _, number in found), default=1)
        rows = [_frequency(value, number, most) for value, number in found[:LISTED]]
        more = f", the first {LISTED}" if len(found) > LISTED else ""
        question = f"{named(key)}: {count(len(found), 'value')}{more}. Show those of which?"
        at = await self._app.push_screen_wait(PickRow(question, rows))
        if at is not None:
            value = found[at][0]
            assert isinstance(value, str | int | float)
            await self._also(Bar("", value, value, 0).asks(key))

    async def _tag(self) -> None:
        shown = self._screen.level
        assert shown is not None
        before = ", ".join(sorted(self._sayings.said_of(shown).tags))
        prompt = "Tags, with commas between them"
        text = await self._app.push_screen_wait(Ask(prompt, before, _wrong_tags))
        if text is not None:
            said = self._sayings.said_of(shown)
            self._sayings.say_of(shown, replace(said, tags=frozenset(_tags(text))))

    async def _note(self) -> None:
        shown = self._screen.level
        assert shown is not None
        prompt = f"Note on level {shown.entry.id} (empty: none)"
        before = self._sayings.said_of(shown).note
        text = await self._app.push_screen_wait(Ask(prompt, before, _wrong_note))
        if text is not None:
            said = self._sayings.said_of(shown)
            self._sayings.say_of(shown, replace(said, note=text.strip()))

    async def _export(self, showing: Showing) -> None:
        kept = showing.where == KEPT
        what = "what is kept" if kept else "what is shown"
        folder = absolute(self._app.browser.target_folder)
        stem = self._screen.shelf.path.stem
        proposed = brief(folder / f"{stem}-{'kept' if kept else 'shown'}")
        prompt = f"Write {what} to a folder, or to one table (.csv or .jsonl)"
        name = await self._app.push_screen_wait(Ask(prompt, proposed, _wrong_out, path=True))
        if name is not None:
            self._elsewhere.write(showing, absolute(as_path(name)))

    async def _pack(self) -> None:
        """Asks for a folder, writes what is kept to it, and shows a pack of that."""
        shelf, kept = self._screen.shelf, Showing(KEPT)
        if not (await shelf.run(partial(shelf.listing, kept))).ids:
            self._screen.say("no level is kept yet")
            return
        folder = absolute(self._app.browser.target_folder)
        proposed = brief(folder / f"{shelf.path.stem}-kept")
        prompt = "Write what is kept to which folder? The pack is of these levels."
        name = await self._app.push_screen_wait(Ask(prompt, proposed, _wrong_folder, path=True))
        if name is not None:
            self._elsewhere.write(kept, absolute(as_path(name)), pack=True)


def _frequency(value: object, number: int, most: int) -> PickableRow:
    bar = "#" * max(round(number / most * 20), 1)
    refused = "what is not there cannot be asked for" if value is None else None
    return PickableRow(catalogue_words.value(value), note=f"{number:>9,} {bar}", refused=refused)


def _tags(text: str) -> list[str]:
    return [tag.strip() for tag in text.split(",") if tag.strip()]


def _wrong_tags(text: str) -> str | None:
    wrong = next((tag for tag in _tags(text) if not is_tag(tag)), None)
    return None if wrong is None else f"no tag: {wrong[:20]}"


def _wrong_note(text: str) -> str | None:
    return None if len(text) <= LONGEST_NOTE else f"at most {LONGEST_NOTE:,} characters"


def _wrong_folder(text: str) -> str | None:
    path = as_path(text)
    if ending_of(path) in ENDINGS.values() or os.path.isfile(path):  # noqa: PTH113
        return "a folder, please"
    return _wrong_out(text)


def _wrong_out(text: str) -> str | None:
    path = as_path(text)
    if not path.name:
        return "a name, please"
    try:
        table = exporting.table_of(path)
    except LevelError as error:
        return error.message
    if table is not None and os.path.isdir(path):  # noqa: PTH112 - false for what can be no name
        return f"{path} is a folder"
    return lacks_folder(path)
