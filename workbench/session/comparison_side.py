"""A level on one side of a comparison, with its verdict and its generation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.search.solver_result import SolverResult
from engine.values.level import Level, compute_digest
from workbench.service.solver_service import GenerationResult
from workbench.session.board_verdicts import CallInUi


@dataclass(frozen=True, slots=True)
class ComparisonSide:
    """A level on one side of a comparison.

    Attributes:
        label: The name of the version being compared.
        level: The level, or None while it is being generated.
        generation: The generation of the level (or of its original if it was edited), or None if
            that is unknown.
        solved: The solver's result, or None if there is none yet or the level is a draft.
        problem: The reason why the level or the result is missing, or an empty string.
    """

    label: str
    level: Level | None = None
    generation: GenerationResult | None = None
    solved: SolverResult | None = None
    problem: str = ""

    @property
    def is_edited(self) -> bool:
        """True if the board differs from the one that was generated."""
        if self.level is None or self.generation is None:
            return False
        return compute_digest(self.level.board) != compute_digest(self.generation.candidate.board)

    def share_generation(self, other: ComparisonSide) -> ComparisonSide:
        """Return this side, completed with the generation of ``other`` if the recipes match."""
        if self.generation is not None or other.generation is None or self.level is None:
            return self
        # Only the same recipe guarantees the same timeline.
        same = self.level.is_made_like(other.generation.level)
        return replace(self, generation=other.generation) if same else self


FetchSide = Callable[[CallInUi, Callable[[ComparisonSide], None]], None]
"""A function that starts computing one side and delivers it to a callback in the UI thread."""
