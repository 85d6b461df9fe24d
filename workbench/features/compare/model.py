"""A comparison of two levels: which is where, what both show, and how they differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.features.compare import differences, sides
from workbench.features.compare.lockstep import Lockstep, Making, Solving, standing
from workbench.service.solving import SolverService
from workbench.session.players import View
from workbench.session.sides import Side
from workbench.session.verdicts import Hop

StepsKind = Literal["timeline", "solution"]
_NO_BOARD = View(Picture(()), "")


@dataclass(frozen=True, slots=True)
class SideBySide:
    """What both boards show, and the cells that differ."""

    left: View
    right: View
    cells: tuple[Cell, ...]


class LevelComparison:
    """Two levels of one game that are stepped through together.

    Attributes:
        game: whose levels.
        own: the level at hand.
        other: what it is compared with.
        swapped: the level at hand stands on the right.
        steps_kind: what the step keys move through.
    """

    def __init__(
        self,
        game: Game,
        own: Side,
        other: Side,
        solver: SolverService,
        hop: Hop,
        changed: Callable[[], None],
    ) -> None:
        self.game = game
        self.own = own
        self.other = other.sharing(own)
        self.swapped = False
        self.steps_kind: StepsKind = "timeline"
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._steps: dict[StepsKind, Lockstep | None] = {}

    # What is compared.

    @property
    def left(self) -> Side:
        """The level on the left."""
        return self.other if self.swapped else self.own

    @property
    def right(self) -> Side:
        """The level on the right."""
        return self.own if self.swapped else self.other

    def begin(self) -> None:
        """Find out what is not known yet about both."""
        sides.complete(self._solver, (self.own, self.other), self._hop, self._completed)

    def arrive(self, other: Side) -> None:
        """What the level at hand is compared with has been made, or could not be."""
        self.other = other.sharing(self.own)
        self._steps.clear()
        self.begin()
        self._changed()

    def _completed(self, found: tuple[Side, ...]) -> None:
        moments = self._moments()
        self.own, self.other = found
        self._return_to(moments)
        if self.steps is None and self._made("solution") is not None:
            self.steps_kind = "solution"
        self._changed()

    def swap(self) -> None:
        """Left becomes right."""
        moments = self._moments()
        self.swapped = not self.swapped
        self._return_to(moments)

    def _moments(self) -> dict[StepsKind, int]:
        """Where everything is that has been stepped away from where it began."""
        return {
            kind: steps.moment
            for kind, steps in self._steps.items()
            if steps is not None and steps.moment != steps.first_shown
        }

    def _return_to(self, moments: dict[StepsKind, int]) -> None:
        """Make the steps anew, at the moments where they were."""
        self._steps.clear()
        for kind, moment in moments.items():
            steps = self._made(kind)
            if steps is not None:
                steps.seek(moment)

    # Stepping.

    @property
    def steps(self) -> Lockstep | None:
        """What the step keys move through; None while there is nothing."""
        return self._made(self.steps_kind)

    def turn_solutions(self) -> str:
        """From the making to the solutions and back; why not, if that cannot be."""
        wanted: StepsKind = "solution" if self.steps_kind == "timeline" else "timeline"
        if self._made(wanted) is None:
            return "no solution to step through" if wanted == "solution" else "no timeline"
        self.steps_kind = wanted
        return ""

    def _made(self, kind: StepsKind) -> Lockstep | None:
        if kind not in self._steps:
            self._steps[kind] = self._make(kind)
        return self._steps[kind]

    def _make(self, kind: StepsKind) -> Lockstep | None:
        left, right = self.left, self.right
        if left.level is None or right.level is None:
            return None
        if kind == "timeline":
            known = left.made is not None or right.made is not None
            return Making(self.game, left, right) if known else None
        solved = [side.solved.moves for side in (left, right) if side.solved is not None]
        drafts = any(side.solved is None for side in (left, right))
        return None if drafts or not any(solved) else Solving(self.game, left, right)

    # Showing.

    def showing(self) -> SideBySide:
        """What both boards show now."""
        steps = self.steps
        if steps is not None:
            left, right = steps.views()
        else:
            left, right = self._standing(self.left), self._standing(self.right)
        missing = not left.picture.rows or not right.picture.rows
        cells = () if missing else differences.cells(left.picture, right.picture)
        return SideBySide(left, right, cells)

    def _standing(self, side: Side) -> View:
        return standing(self.game, side.level) if side.level is not None else _NO_BOARD
