"""How long play is: in moves, or in whatever a game counts first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.game import Game
from engine.game.steering import SteeredMoves
from engine.values.guide import Guide
from engine.values.level import Board
from workbench.document.status import count

Moves = tuple[str, ...]

_REMEMBERED = 256
"""Tallies that are kept: those of some moves are asked for again and again."""


def units(game: Game | None, facts: Mapping[str, Any]) -> tuple[str, ...]:
    """What the length of a solution is counted in, as keys of facts, what matters most first."""
    return next(
        (each for each in (("layers",), ("turns", "walks")) if each[0] in facts), ("moves",)
    )


class PlayCounter:
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

    def text(self, tally: Mapping[str, int]) -> str:
        """A tally in words, without what decides nothing."""
        first = [(name, tally[name]) for name in self.names if name in tally][:2]
        return " and ".join(count(number, _one(name)) for name, number in first)

    def played(self, moves: Moves) -> str:
        """How much play some moves are, in words."""
        return self.text(self.tally(moves))

    def ahead(self, moves: Moves, rest: Moves) -> str:
        """How much is still to come after some moves, in words such as ``3 turns and 1 walk``."""
        now, whole = self.tally(moves), self.tally(moves + rest)
        more = [(name, whole[name] - now[name]) for name in self.names]
        told = [count(number, _one(name)) for name, number in more[:2] if number]
        # The rest of a walk begun is none of its own.
        return " and ".join(told) or count(more[-1][1], _one(more[-1][0]))


def _one(plural: str) -> str:
    return plural.removesuffix("s")


def ahead(game: Game, board: Board, guide: Guide, moves: Moves) -> str:
    """How much play the way to the nearest win is, in words; empty where it is not known.

    Args:
        game: the board's game.
        board: a valid one.
        guide: knows the way.
        moves: legal moves from the start to where the way begins.
    """
    measure, prospect, rest = PlayCounter(game, board), guide.prospect(moves), list[str]()
    if prospect is None or prospect.remaining is None:
        return ""
    if measure.plain:
        return count(prospect.remaining, measure.unit)
    while prospect is not None and prospect.remaining and prospect.best:
        rest.append(prospect.best[0])
        prospect = guide.prospect((*moves, *rest))
    return measure.ahead(moves, tuple(rest))
