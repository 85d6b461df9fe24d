"""The grid of a catalogue: which two facts it is of, and cells of it being filled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from engine.archive.asking import Wish
from engine.archive.grid import Archive
from engine.values.budget import Control
from workbench.commands import Action, Unless
from workbench.document.status import count
from workbench.features.catalogue import grid
from workbench.features.catalogue.elsewhere import LANE
from workbench.features.catalogue.host import CatalogueHost
from workbench.service.lanes import Outcome
from workbench.ui.dialogs import Ask, number_between

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.archive.filling import Filling

USUAL, MOST = 10, 86_400
"""Seconds that are proposed, and that can be asked for."""


class Fillings:
    """Has cells of the grid filled.

    Attributes:
        going_on: whether that is being done.
        far: how far it is, in words; empty before the first.
    """

    def __init__(self, screen: CatalogueHost) -> None:
        self._screen = screen
        self.going_on = False
        self.far = ""

    def commands(self) -> Mapping[str, Action]:
        """What chooses the facts, and fills cells."""
        ask = self._screen.ask
        return {
            "catalogue.facts": Unless(self._no_grid, lambda: ask(self._choose())),
            "catalogue.generate": Unless(self._no_filling, lambda: ask(self._ask())),
        }

    def _no_grid(self) -> str | None:
        return None if self._screen.facts else "no two facts that are numbers differ"

    def _no_filling(self) -> str | None:
        """Why no cell can be filled now."""
        screen = self._screen
        if not screen.on_grid or screen.grid.archive is None:
            return "cells are filled in the grid, the third view"
        if screen.pages.listing.showing.where:
            return "filling goes over all levels: take the filter away"
        if len(screen.pages.listing.games) != 1:
            return "the levels are of several games"
        return "cells are being filled" if self.going_on else None

    async def _choose(self) -> None:
        """Asks for the two facts."""
        screen = self._screen
        question = "Two facts, each KEY or KEY:LOW..HIGH:BINS, such as moves:1..15,open_share"
        text = await screen.workbench.push_screen_wait(Ask(question, screen.facts))
        if text is None:
            return
        wanted, showing = text.strip(), screen.pages.listing.showing
        await screen.shelf.run(partial(screen.shelf.archive, showing, wanted))  # or says why not
        screen.facts = wanted
        await screen.to_grid()

    async def _ask(self) -> None:
        """Asks for how long cells are to be filled."""
        screen = self._screen
        number = len(screen.grid.targets)
        what = count(number, "target") if number else "empty cells"
        question = f"Fill {what} for how many seconds? What is found is added to the catalogue."
        seconds = await screen.workbench.push_screen_wait(
            Ask(question, str(USUAL), number_between(1, MOST))
        )
        if seconds is not None:
            self._begin(int(seconds))

    def _begin(self, seconds: int) -> None:
        screen, archive = self._screen, self._screen.grid.archive
        assert archive is not None
        targets = tuple(grid.target(archive, cell) for cell in screen.grid.targets)
        wish, game = Wish(screen.facts, targets=targets), screen.pages.listing.games[0]
        solver, path = screen.workbench.solver, screen.shelf.path

        def job(control: Control) -> Filling:
            """Rounds of mutations, by processes of their own."""
            from engine.archive.filling import Effort, fill

            solver.await_kernels(game, control)
            told = partial(self._told_in_thread, control)
            return fill(path, wish, Effort(seconds=float(seconds)), told=told, control=control)

        def ended(outcome: Outcome[Filling]) -> None:
            """In the lane's thread: hands it over."""
            screen.hop(partial(self._ended, outcome))

        self.going_on, self.far = True, "cells are being filled"
        solver.background(job, ended, LANE)
        screen.renew()

    def stop(self) -> None:
        """Fills no more; what was added stays."""
        self._screen.workbench.solver.stop(LANE)

    def _told_in_thread(self, control: Control, filling: Filling) -> None:
        if not control.cancelled:
            self._screen.hop(partial(self._told, filling))

    def _told(self, filling: Filling) -> None:
        """Shows the cells as they are now."""
        self.far = far(filling)
        self._screen.grid.show(filling.archive)
        self._screen.renew()

    def _ended(self, outcome: Outcome[Filling]) -> None:
        self.going_on, before, self.far = False, self.far, ""
        if outcome.error is not None:
            self._screen.say(outcome.error, "bad")
        elif outcome.value is not None:
            self._screen.say(far(outcome.value), "good")
        else:
            self._screen.say(f"stopped; {before}", "warning")
        self._screen.ask(self._screen.read_again())


def far(filling: Filling) -> str:
    """How far a filling is, in words."""
    done = count(filling.done, "mutation")
    return f"{done}, {count(filling.added, 'level')} added, {covered(filling.archive)}"


def covered(archive: Archive) -> str:
    """How much of a grid has levels, in words."""
    filled = f"{len(archive.elites):,} of {archive.space.size:,} cells"
    return f"{filled}, coverage {archive.coverage:.0%}, QD score {archive.qd_score:,.1f}"
