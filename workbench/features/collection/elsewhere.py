"""Levels of a catalogue on other screens and in files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from engine.catalogue import exporting
from engine.catalogue.query import Selection
from engine.catalogue.store import Catalogue
from engine.values.budget import Control
from engine.values.level import Level
from workbench.commands import Action, each_unless, lacking
from workbench.features import navigation
from workbench.features.collection.host import CatalogueHost
from workbench.features.collection.shelf import query_of
from workbench.features.collection.showing import Showing
from workbench.folders.resources import brief
from workbench.service.lanes import Outcome
from workbench.session.sides import Side
from workbench.text.status import count

LANE = "catalogue"
"""The lane that writes files, and has cells filled."""


class Elsewhere:
    """Opens, compares and writes levels.

    Attributes:
        writing: whether files are being written.
    """

    def __init__(self, screen: CatalogueHost) -> None:
        self._screen = screen
        self.writing = False

    def commands(self) -> Mapping[str, Action]:
        """What takes the level under the cursor to another screen."""
        ask = self._screen.ask
        here = lacking(lambda: self._screen.level, "no level is under the cursor")
        of_one: dict[str, Action] = {
            "catalogue.more": lambda: ask(self._more()),
            "catalogue.compare": lambda: ask(self._compare()),
        }
        return each_unless(here, of_one)

    async def _whole(self) -> tuple[int, Level]:
        """The number and the whole of the level under the cursor."""
        number, shelf = self._screen.views.number, self._screen.shelf
        assert number is not None
        shown = self._screen.pages.of(number)
        if shown is None:  # it is being read
            shown = (await shelf.run(partial(shelf.page, [number])))[number]
        return number, await shelf.run(partial(shelf.level, shown.entry))

    async def open(self) -> None:
        """Opens the level in the design screen, from where esc leads back here."""
        workbench, shelf = self._screen.workbench, self._screen.shelf
        number, level = await self._whole()
        self._screen.leave()
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
        pages, shelf = self._screen.pages, self._screen.shelf
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

    def write(self, showing: Showing, out: Path, *, pack: bool = False) -> None:
        """Writes levels to files, in the background; back stops it. Then shows a pack of them."""
        screen, path = self._screen, self._screen.shelf.path
        kinds = screen.pages.listing.kinds

        def job(control: Control) -> tuple[int, list[Path]]:
            """Reads them by itself: the visible levels need not wait."""
            screen.shelf.require_same()
            with Catalogue.open(path) as catalogue:
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
