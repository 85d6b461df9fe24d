"""How long play is: in moves, or in whatever a game counts first."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.game import Game
from engine.game.steering import SteeredMoves
from engine.values.level import Board
from workbench.document.status import count

Moves = tuple[str, ...]

_REMEMBERED = 256
"""Tallies that are kept: those of some moves are asked for again and again."""


class Measure:
    """Counts play on one board.

    Args:
        game: the game played.
        board: the board that moves begin on, one that breaks no rule.

    Attributes:
        names: what is counted, in plurals, what matters most first; the facts of a verdict have
            the same names.
    """

    def __init__(self, game: Game, board: Board) -> None:
        self._steered = game if isinstance(game, SteeredMoves) else None
        self._board = board
        self._known: dict[Moves, Mapping[str, int]] = {}
        self.names = tuple(self.tally(()))

    @property
    def plain(self) -> bool:
        """Whether moves are counted, and nothing else."""
        return self._steered is None

    @property
    def unit(self) -> str:
        """What length is counted in, one of them, such as ``move``."""
        return _one(self.names[0])

    def tally(self, moves: Moves) -> Mapping[str, int]:
        """How much some moves from the start are, by name."""
        if self._steered is None:
            return {"moves": len(moves)}
        if moves not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[moves] = self._steered.tally(self._board, moves)
        return self._known[moves]

    def length(self, moves: Moves) -> int:
        """The length of some moves from the start, in units."""
        return self.tally(moves)[self.names[0]]

    def told(self, tally: Mapping[str, int]) -> str:
        """A tally in words, without what decides nothing."""
        first = [(name, tally[name]) for name in self.names if name in tally][:2]
        return " and ".join(count(number, _one(name)) for name, number in first)

    def ahead(self, moves: Moves, rest: Moves) -> str:
        """How much is still to come after some moves, in words such as ``3 turns and 1 walk``."""
        now, whole = self.tally(moves), self.tally(moves + rest)
        more = [(name, whole[name] - now[name]) for name in self.names]
        told = [count(number, _one(name)) for name, number in more[:2] if number]
        # The rest of a walk begun is none of its own.
        return " and ".join(told) or count(more[-1][1], _one(more[-1][0]))


def _one(plural: str) -> str:
    return plural.removesuffix("s")
