"""Boards that may be levels: what is known of them, and what makes a board a level at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.errors import ParameterError
from engine.evaluation.boardfacts import KnownOfBoard
from engine.evaluation.solving import timed
from engine.game.game import Game
from engine.game.generator import Mutations
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.level import Board

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


class AssessedBoard:
    """A playable board, and what is known of it; what takes longer is found out when it is asked.

    Of a ``whole`` one all that the solver says is found out at once.

    Attributes:
        facts: of the solver; those by which levels differ, at the least.
    """

    def __init__(
        self, game: Game, board: Board, budget: Budget, control: Control, *, whole: bool = False
    ) -> None:
        self.game, self.board, self.budget, self.control = game, board, budget, control
        self.facts: Mapping[str, Any] = (
            self.solved.facts if whole else game.solver.facts_without(board, budget, control)
        )

    @cached_property
    def solved(self) -> Solved:
        """All that the solver leaves behind."""
        return timed(self.game, self.board, None, self.budget, self.control)

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """All that a wish can ask for."""
        return KnownOfBoard(self.game, self.board, self.control)

    @property
    def lacking(self) -> Iterator[str]:
        """The facts that make a board of its game a level, and that it does not have."""
        return (need for need in standards_of(self.game).needs if not self.facts[need])

    @property
    def is_level(self) -> bool:
        """Whether it has all that makes a board of its game a level."""
        return not any(self.lacking)

    @property
    def length(self) -> int:
        """Moves of the shortest solution, 0 without one."""
        return int(self.facts["moves"] or 0)

    @property
    def objects(self) -> int:
        """How many counted things there are."""
        return sum(thing.counted for thing in self.game.boards.things(self.board))

    @cached_property
    def trap_share(self) -> float:
        """The share of moves that lead into dead states or lose, of those where a win is ahead."""
        traps = self.solved.traps
        return 0.0 if traps is None else traps.share


class _Immutable(Mutations):
    """Of a game that has none: its levels are to be solvable, and there is their length."""

    def mutate(self, board: Any, random: RandomNumbers) -> Board:
        """Returns the board as it is."""
        changed: Board = board
        return changed


_IMMUTABLE = _Immutable()


def standards_of(game: Game) -> Mutations:
    """What levels of a game can be for, and what is not to suffer by a change of them."""
    return game.mutations or _IMMUTABLE


def mutations_of(game: Game) -> Mutations:
    """How the levels of a game are changed.

    Raises:
        ParameterError: they are not.
    """
    if game.mutations is None:
        raise ParameterError(f"levels of {game.title} cannot be improved: it has no mutations")
    return game.mutations
