"""A board that a search is considering, with its facts and a check that it qualifies as a level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.errors import ParameterError
from engine.evaluation.board_facts import BoardFacts
from engine.evaluation.level_verdicts import solve_board
from engine.game.game import Game
from engine.game.generator import Mutations
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control
from engine.values.level import Board

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


class EvaluatedBoard:
    """A playable board with its facts. Expensive facts are computed on first access.

    Args:
        game: The game of the board.
        board: The board to evaluate.
        budget: The budget for solving the board.
        control: The control that can cancel the searches.
        whole: True to solve the board completely right away; False to begin with the facts that
            relevance compares.

    Attributes:
        facts: The solver's facts, including at least those that relevance compares.
    """

    def __init__(
        self, game: Game, board: Board, budget: Budget, control: Control, *, whole: bool = False
    ) -> None:
        self.game, self.board, self.budget, self.control = game, board, budget, control
        # A search rejects most boards because of the cheaper facts, so these are usually enough.
        self.facts: Mapping[str, Any] = (
            self.result.facts
            if whole
            else game.solver.compute_facts_without(board, budget, control)
        )

    @cached_property
    def result(self) -> SolverResult:
        """The solver's complete result."""
        return solve_board(self.game, self.board, None, self.budget, self.control)

    @cached_property
    def board_facts(self) -> Mapping[str, Any]:
        """All facts that a constraint can use, each computed on first access."""
        return BoardFacts(self.game, self.board, self.control)

    @property
    def missing_facts(self) -> Iterator[str]:
        """The facts that every level of the game must have but this board lacks."""
        return (need for need in get_mutations(self.game).required_facts if not self.facts[need])

    @property
    def is_level(self) -> bool:
        """True if the board has every fact that a level of the game must have."""
        return not any(self.missing_facts)

    @property
    def length(self) -> int:
        """The number of moves in the shortest solution, or 0 if there is none."""
        return int(self.facts["moves"] or 0)

    @property
    def object_count(self) -> int:
        """The number of objects on the board that the game counts."""
        return sum(thing.counted for thing in self.game.boards.list_objects(self.board))

    @cached_property
    def trap_share(self) -> float:
        """The fraction of moves from live states that are traps, from 0 to 1."""
        traps = self.result.traps
        return 0.0 if traps is None else traps.share


class _NoMutations(Mutations):
    """A substitute for the mutations of a game that has none. A level only has to be solvable."""

    def mutate(self, board: Any, random: RandomNumbers) -> Board:
        changed: Board = board
        return changed


_NO_MUTATIONS = _NoMutations()


def get_mutations(game: Game) -> Mutations:
    """Return the mutations of a game, or a substitute that never changes a board."""
    return game.mutations or _NO_MUTATIONS


def require_mutations(game: Game) -> Mutations:
    """Return the mutations of a game.

    Raises:
        ParameterError: The game has no mutations.
    """
    if game.mutations is None:
        raise ParameterError(f"levels of {game.title} cannot be improved: it has no mutations")
    return game.mutations
