"""Levels of a catalogue on other screens and in files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from engine.catalogue import exporting
from engine.catalogue.query import Selection
from engine.catalogue.store import Catalogue
from engine.errors import LevelError
from engine.files.endings import ENDINGS, ending_of
from engine.files.storage import absolute
from engine.values.budget import Control
from engine.values.level import Level
from workbench.commands import Action, Unless, each_unless, lacking
from workbench.features import navigation
from workbench.features.collection.shelf import query_of
from workbench.features.collection.showing import Showing
from workbench.features.collection.views import CatalogueViews
from workbench.folders.resources import as_path, brief, lacks_folder
from workbench.service.lanes import Outcome
from workbench.session.sides import Side
from workbench.text.status import count
from workbench.ui.dialogs import Ask
from workbench.ui.screen import CommandScreen

LANE = "catalogue"
"""The lane that writes files, and has cells filled."""
KEPT = "tag:kept"


class Elsewhere:
    """Opens, compares and writes levels.

    Attributes:
        writing: whether files are being written.
    """

    def __init__(self, screen: CommandScreen, views: CatalogueViews) -> None:
        self._screen, self._views = screen, views
        self.writing = False

    def commands(self) -> Mapping[str, Action]:
        """What takes levels to other screens and to files."""
        ask = self._screen.ask
        here = lacking(lambda: self._views.level, "no level is under the cursor")
        of_one: dict[str, Action] = {
            "catalogue.more": lambda: ask(self._more()),
            "catalogue.compare": lambda: ask(self._compare()),
        }
        some = lacking(lambda: self._views.pages.count, "no level is shown")
        any_ = lacking(lambda: self._views.pages.listing.total, "no level is in it")
        of_any: dict[str, Action] = {
            "catalogue.save": lambda: ask(self._export(Showing(KEPT))),
            "catalogue.pack": lambda: ask(self._pack()),
        }
        return {
            **each_unless(here, of_one),
            "catalogue.export": Unless(
                some, lambda: ask(self._export(self._views.pages.listing.showing))
            ),
            **each_unless(any_, of_any),
        }

    async def _whole(self) -> tuple[int, Level]:
        """The number and the whole of the level under the cursor."""
        number, shelf = self._views.number, self._views.shelf
        assert number is not None
        shown = self._views.pages.of(number)
        if shown is None:  # it is being read
            shown = (await shelf.run(partial(shelf.page, [number])))[number]
        return number, await shelf.run(partial(shelf.level, shown.entry))

    async def open(self) -> None:
        """Opens the level in the design screen, from where esc leads back here."""
        workbench, shelf = self._screen.workbench, self._views.shelf
        number, level = await self._whole()
        self._screen.dismiss(None)
        back = partial(navigation.open_catalogue, workbench, shelf.path)
        workbench.call_later(
            navigation.show_level, workbench, level, f"catalogue level {number}", back
        )

    async def _more(self) -> None:
        """Makes levels by its parameters, on the wall of a gallery."""
        _, level = await self._whole()
        navigation.open_gallery(self._screen.workbench, level)

    async def _compare(self) -> None:
        """Marks the level; again on another one, compares the two; again on the same, unmarks."""
        pages, shelf = self._views.pages, self._views.shelf
        number, two = await self._whole()
        marked = pages.marked
        if marked is None or marked == number:
            pages.marked = number if marked is None else None
        else:
            other = (await shelf.run(partial(shelf.page, [marked])))[marked]
            one = await shelf.run(partial(shelf.level, other.entry))
            pages.marked = None
            sides = Side(f"level {marked}", one), Side(f"level {number}", two)
            navigation.open_comparison(self._screen.workbench, *sides)
        self._screen.renew()

    async def _export(self, showing: Showing) -> None:
        kept = showing.where == KEPT
        what = "what is kept" if kept else "what is shown"
        folder = absolute(self._screen.workbench.browser.target_folder)
        stem = self._views.shelf.path.stem
        proposed = brief(folder / f"{stem}-{'kept' if kept else 'shown'}")
        prompt = f"Write {what} to a folder, or to one table (.csv or .jsonl)"
        name = await self._screen.workbench.push_screen_wait(
            Ask(prompt, proposed, wrong_output, path=True)
        )
        if name is not None:
            self._write(showing, absolute(as_path(name)))

    async def _pack(self) -> None:
        """Asks for a folder, writes what is kept to it, and shows a pack of that."""
        shelf, kept = self._views.shelf, Showing(KEPT)
        if not (await shelf.run(partial(shelf.listing, kept))).ids:
            self._screen.say("no level is kept yet")
            return
        folder = absolute(self._screen.workbench.browser.target_folder)
        proposed = brief(folder / f"{shelf.path.stem}-kept")
        prompt = "Write what is kept to which folder? The pack is of these levels."
        name = await self._screen.workbench.push_screen_wait(
            Ask(prompt, proposed, wrong_folder, path=True)
        )
        if name is not None:
            self._write(kept, absolute(as_path(name)), pack=True)

    def _write(self, showing: Showing, out: Path, *, pack: bool = False) -> None:
        """Writes levels to files, in the background; back stops it. Then shows a pack of them."""
        screen, shelf = self._screen, self._views.shelf
        kinds = self._views.pages.listing.kinds

        def job(control: Control) -> tuple[int, list[Path]]:
            """Reads them by itself: the visible levels need not wait."""
            shelf.require_same()
            with Catalogue.open(shelf.path) as catalogue:
                selection = Selection(catalogue, query_of(showing, kinds))

                def step(_: int) -> None:
                    """After each level."""
                    control.require_going_on()

                number = exporting.export([selection], out, step)
                names = exporting.names([selection]) if pack else []
                return number, [out / name for name in names]

        def ended(outcome: Outcome[tuple[int, list[Path]]]) -> None:
            """In the lane's thread: hands it over."""
            screen.hop(partial(self._written, out, outcome))

        self.writing = True
        screen.say(f"writing to {brief(out)}")
        screen.workbench.solver.background(job, ended, LANE)

    def _written(self, out: Path, outcome: Outcome[tuple[int, list[Path]]]) -> None:
        self.writing = False
        if outcome.error is not None:
            self._screen.say(outcome.error, "bad")
        elif outcome.cancelled or outcome.value is None:
            self._screen.say(f"stopped; what was written to {brief(out)} is there", "warning")
        else:
            number, files = outcome.value
            workbench = self._screen.workbench
            self._screen.say(f"{count(number, 'level')} written to {brief(out)}", "good")
            workbench.notify_screens(lambda screen: screen.file_seen())
            if files:
                self._screen.ask(navigation.open_new_pack(workbench, files))


def wrong_folder(text: str) -> str | None:
    """Return what is wrong with a folder to write levels to; None if nothing is."""
    path = as_path(text)
    if ending_of(path) in ENDINGS.values() or os.path.isfile(path):  # noqa: PTH113
        return "a folder, please"
    return wrong_output(text)


def wrong_output(text: str) -> str | None:
    """Return what is wrong with a folder or table to write levels to; None if nothing is."""
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
