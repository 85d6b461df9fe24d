"""Finishing early, in tests of generators that go on improving."""

from __future__ import annotations

from engine import workshop
from engine.game.game import Game
from engine.stages.candidate import Candidate
from engine.values.budget import Control
from engine.values.level import Level


class FinishedAt(Control):
    """A control that asks to finish once so many iterations are reported."""

    def __init__(self, iterations: int) -> None:
        super().__init__()
        self.at = iterations

    @property
    def is_finishing(self) -> bool:
        return self.snapshot is not None and self.snapshot.done >= self.at

    @is_finishing.setter
    def is_finishing(self, value: bool) -> None:
        """What the constructor sets."""


def finished_early(game: Game, chosen: dict[str, object]) -> tuple[Level, Candidate]:
    """A level that was finished early, which records how far it came."""
    far = 10_000_000
    control = FinishedAt(30)
    level, candidate, attempts = workshop.generate(
        game, 3, chosen | {"iterations": far}, control=control
    )
    reached = candidate.recipe.parameters.get_integer("iterations")
    assert 30 <= reached < far
    assert level.provenance is not None
    assert level.provenance.parameters["iterations"] == reached
    assert attempts.reached == candidate.recipe.parameters
    assert candidate.snapshot is not None
    assert candidate.snapshot.done == candidate.snapshot.total == reached
    return level, candidate
