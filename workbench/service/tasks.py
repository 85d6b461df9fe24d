"""What the solver is asked to do, as values that a thread or the helper process can run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from engine.budget import Budget, Control
from engine.game import Game, Solved
from engine.generation import DEFAULT_MAX_ATTEMPTS, Attempts, Recipe, first_accepted
from engine.level import Board

HELPER_STATES = 20_000
"""States that the helper process, which runs plain Python, may see."""

T_co = TypeVar("T_co", covariant=True)


class Task(Protocol[T_co]):
    """One computation that can be pickled."""

    def run(self, control: Control) -> T_co:
        """Do it, polling ``control``."""
        ...

    def for_helper(self) -> Task[T_co]:
        """The same task, cut to what plain Python can do in a moment."""
        ...


@dataclass(frozen=True, slots=True)
class SolveTask:
    """Solve one valid board."""

    game: Game
    board: Board
    strategy: str | None = None
    budget: Budget | None = None

    def run(self, control: Control) -> Solved:
        """The verdict."""
        solved = self.game.solve(self.board, self.strategy, self.budget, control)
        if len(solved.trace):
            # What a trace of millions of rows prepares for its last ones is prepared here, not
            # when the screen first shows them.
            solved.trace[len(solved.trace) - 1]
        return solved

    def for_helper(self) -> SolveTask:
        """The task with a small budget."""
        return replace(self, budget=Budget(max_states=HELPER_STATES))


@dataclass(frozen=True, slots=True)
class FindTask:
    """Find the first accepted candidate of a recipe."""

    game: Game
    recipe: Recipe
    max_attempts: int = DEFAULT_MAX_ATTEMPTS

    def run(self, control: Control) -> tuple[Recipe, Attempts]:
        """The accepted recipe and what was tried before it."""
        return first_accepted(self.game, self.recipe, self.max_attempts, control)

    def for_helper(self) -> FindTask:
        """The task itself: candidates are small boards, and it can be cancelled."""
        return self
