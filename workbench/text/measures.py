"""How long play is: in moves, or in whatever a game counts first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game.game import Game
from engine.game.play import MOVES, Measure
from engine.values.level import Board
from workbench.text.status import count

Moves = tuple[str, ...]

_LAYERS = Measure("layers", "layer", "layers")
_REMEMBERED = 256
"""Tallies that are kept: those of some moves are asked for again and again."""


def units(game: Game | None, facts: Mapping[str, Any]) -> tuple[Measure, ...]:
    """What the length of a solution is counted in, what matters most first.

    A deduction has layers; play of the same game is counted in moves.
    """
    if facts.get("layers") is not None:
        return (_LAYERS,)
    return (MOVES if game is None else game.measure).units()[:2]


def counted(units: Sequence[Measure], number: int) -> str:
    """A length of all its units together, such as ``7 turns and walks``."""
    first = units[0].singular if number == 1 and len(units) == 1 else units[0].plural
    return " and ".join((f"{number:,} {first}", *(unit.plural for unit in units[1:])))


class PlayCounter:
    """Counts play on one board, which breaks no rule.

    Attributes:
        units: what is counted, what matters most first.
    """

    def __init__(self, game: Game, board: Board) -> None:
        self._play = game.play
        self._board = board
        self._known: dict[Moves, Mapping[str, int]] = {}
        self.units: tuple[Measure, ...] = game.measure.units()

    @property
    def plain(self) -> bool:
        """Whether one unit is counted, and nothing else."""
        return len(self.units) == 1

    @property
    def unit(self) -> str:
        """What length is counted in, one of them, such as ``move``."""
        return self.units[0].singular

    def tally(self, moves: Moves) -> Mapping[str, int]:
        """How much some moves from the start are, by the keys of the units."""
        if moves not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[moves] = self._play.tally(self._board, moves)
        return self._known[moves]

    def length(self, moves: Moves) -> int:
        """The length of some moves from the start, in units."""
        return self.tally(moves)[self.units[0].key]

    def text(self, tally: Mapping[str, int]) -> str:
        """A tally in words, without what decides nothing."""
        known = [unit for unit in self.units if unit.key in tally][:2]
        return " and ".join(count(tally[unit.key], unit.singular) for unit in known)

    def played(self, moves: Moves) -> str:
        """How much play some moves are, in words."""
        return self.text(self.tally(moves))

    def ahead(self, moves: Moves, rest: Moves) -> str:
        """How much is still to come after some moves, in words such as ``3 turns and 1 walk``."""
        now, whole = self.tally(moves), self.tally(moves + rest)
        more = [(unit.singular, whole[unit.key] - now[unit.key]) for unit in self.units]
        words = [count(number, name) for name, number in more[:2] if number]
        # The rest of a walk begun is none of its own.
        return " and ".join(words) or count(more[-1][1], more[-1][0])
