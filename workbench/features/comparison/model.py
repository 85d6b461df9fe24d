"""The state of a comparison: two levels, their common steps, and their differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.features.comparison import differences, side_completion
from workbench.features.comparison.lockstep_playback import (
    Lockstep,
    SolutionLockstep,
    TimelineLockstep,
    build_final_view,
)
from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi
from workbench.session.comparison_side import ComparisonSide
from workbench.session.playback_players import View

StepsKind = Literal["timeline", "solution"]
_NO_BOARD = View(Picture(()), "")


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The views of both boards, and the cells in which they differ."""

    left: View
    right: View
    cells: tuple[Cell, ...]


class LevelComparison:
    """Two levels of one game, which are stepped through together.

    Args:
        game: The game of both levels.
        current: The current level.
        other: The level to compare it with.
        solver: The service that solves and generates levels.
        hop: A function that runs another function in the UI thread.
        changed: A function to call in the UI thread whenever the display must be updated.

    Attributes:
        game: The game of both levels.
        current: The current level.
        other: The level that the current level is compared with.
        is_swapped: True if the current level is shown on the right.
        steps_kind: The kind of steps that the step keys move through.
    """

    def __init__(
        self,
        game: Game,
        current: ComparisonSide,
        other: ComparisonSide,
        solver: SolverService,
        hop: CallInUi,
        changed: Callable[[], None],
    ) -> None:
        self.game = game
        self.current = current
        self.other = other.share_generation(current)
        self.is_swapped = False
        self.steps_kind: StepsKind = "timeline"
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._steps: dict[StepsKind, Lockstep | None] = {}

    @property
    def left(self) -> ComparisonSide:
        """The level on the left."""
        return self.other if self.is_swapped else self.current

    @property
    def right(self) -> ComparisonSide:
        """The level on the right."""
        return self.current if self.is_swapped else self.other

    def complete_sides(self) -> None:
        """Compute the missing timelines and solutions of both levels in the background."""
        side_completion.complete_sides(
            self._solver, (self.current, self.other), self._hop, self._handle_completion
        )

    def set_other(self, other: ComparisonSide) -> None:
        """Replace the other side once its level has been generated, or if that has failed."""
        self.other = other.share_generation(self.current)
        self._steps.clear()
        self.complete_sides()
        self._changed()

    def _handle_completion(self, sides: tuple[ComparisonSide, ...]) -> None:
        # The steps are recreated for the new sides, so restore the moments shown before.
        moments = self._list_moments()
        self.current, self.other = sides
        self._restore_moments(moments)
        # If there are no timelines, only the solutions can be stepped through.
        if self.steps is None and self._get_steps("solution") is not None:
            self.steps_kind = "solution"
        self._changed()

    def swap_sides(self) -> None:
        """Swap the left and right levels."""
        moments = self._list_moments()
        self.is_swapped = not self.is_swapped
        self._restore_moments(moments)

    def _list_moments(self) -> dict[StepsKind, int]:
        """Return the current moment of each kind of steps, unless it is still the initial one."""
        return {
            kind: steps.moment
            for kind, steps in self._steps.items()
            if steps is not None and steps.moment != steps.first_shown
        }

    def _restore_moments(self, moments: dict[StepsKind, int]) -> None:
        """Recreate the steps, and move each kind to its moment in ``moments``."""
        self._steps.clear()
        for kind, moment in moments.items():
            steps = self._get_steps(kind)
            if steps is not None:
                steps.seek(moment)

    @property
    def steps(self) -> Lockstep | None:
        """The steps of the current kind, or None if there are none."""
        return self._get_steps(self.steps_kind)

    def toggle_steps(self) -> str:
        """Switch between timelines and solutions.

        Returns:
            The reason why the steps cannot be switched; empty if they were switched.
        """
        wanted: StepsKind = "solution" if self.steps_kind == "timeline" else "timeline"
        if self._get_steps(wanted) is None:
            return (
                "There is no solution to step through."
                if wanted == "solution"
                else ("There is no timeline.")
            )
        self.steps_kind = wanted
        return ""

    def _get_steps(self, kind: StepsKind) -> Lockstep | None:
        if kind not in self._steps:
            self._steps[kind] = self._create_steps(kind)
        return self._steps[kind]

    def _create_steps(self, kind: StepsKind) -> Lockstep | None:
        left, right = self.left, self.right
        if left.level is None or right.level is None:
            return None
        if kind == "timeline":
            known = left.generation is not None or right.generation is not None
            return TimelineLockstep(self.game, left, right) if known else None
        solved = [side.solved.moves for side in (left, right) if side.solved is not None]
        drafts = any(side.solved is None for side in (left, right))
        return None if drafts or not any(solved) else SolutionLockstep(self.game, left, right)

    def build_side_by_side(self) -> SideBySide:
        """Build the current views of both boards, and find the cells in which they differ."""
        steps = self.steps
        if steps is not None:
            left, right = steps.build_views()
        else:
            left, right = self._build_final_view(self.left), self._build_final_view(self.right)
        missing = not left.picture.rows or not right.picture.rows
        cells = () if missing else differences.find_differing_cells(left.picture, right.picture)
        return SideBySide(left, right, cells)

    def _build_final_view(self, side: ComparisonSide) -> View:
        return build_final_view(self.game, side.level) if side.level is not None else _NO_BOARD
