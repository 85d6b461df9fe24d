"""Functions that put the length of a solution into words, in moves or other units of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game.game import Game
from engine.game.play import MOVES, Measure
from engine.values.level import Board
from workbench.text.quantity_text import format_count

MoveTuple = tuple[str, ...]

_LAYERS = Measure("layers", "layer", "layers")
_CACHE_SIZE = 256
"""The maximum number of cached counts. The cache exists because screens recount the same moves."""


def list_units(game: Game | None, facts: Mapping[str, Any]) -> tuple[Measure, ...]:
    """Return the units in which to give the length of a solution, the most important one first.

    A solution by deduction is measured in layers. Any other solution is measured in up to two of
    the game's units, or in moves if ``game`` is None.
    """
    if facts.get("layers") is not None:
        return (_LAYERS,)
    return (MOVES if game is None else game.measure).list_units()[:2]


def format_total(units: Sequence[Measure], number: int) -> str:
    """Format ``number``, a total over all ``units``, for example as ``7 turns and walks``."""
    first = units[0].singular if number == 1 and len(units) == 1 else units[0].plural
    return " and ".join((f"{number:,} {first}", *(unit.plural for unit in units[1:])))


class PlayCounter:
    """A counter that measures sequences of legal moves on one board in the units of its game.

    Attributes:
        units: The units of the game, the most important one first.
    """

    def __init__(self, game: Game, board: Board) -> None:
        self._play = game.play
        self._board = board
        self._known: dict[MoveTuple, Mapping[str, int]] = {}
        self.units: tuple[Measure, ...] = game.measure.list_units()

    @property
    def has_one_unit(self) -> bool:
        """True if the game has only one unit."""
        return len(self.units) == 1

    @property
    def unit(self) -> str:
        """The name of the most important unit in the singular, for example ``move``."""
        return self.units[0].singular

    def count_units(self, moves: MoveTuple) -> Mapping[str, int]:
        """Return a mapping from the key of each unit to the length of ``moves`` in that unit.

        The moves are played from the board's starting position.
        """
        if moves not in self._known:
            # Clearing the whole cache is cheap enough: the moves in use are soon cached again.
            if len(self._known) >= _CACHE_SIZE:
                self._known.clear()
            self._known[moves] = self._play.count_play(self._board, moves)
        return self._known[moves]

    def measure_length(self, moves: MoveTuple) -> int:
        """Return the length of ``moves`` in the most important unit."""
        return self.count_units(moves)[self.units[0].key]

    def format_tally(self, tally: Mapping[str, int]) -> str:
        """Format the counts of the two most important units in ``tally``."""
        known = [unit for unit in self.units if unit.key in tally][:2]
        return " and ".join(format_count(tally[unit.key], unit.singular) for unit in known)

    def format_moves(self, moves: MoveTuple) -> str:
        """Format the length of ``moves``, played from the board's starting position."""
        return self.format_tally(self.count_units(moves))

    def format_remaining(self, moves: MoveTuple, rest: MoveTuple) -> str:
        """Format the length that ``rest`` adds to ``moves``, such as ``3 turns and 1 walk``."""
        now, whole = self.count_units(moves), self.count_units(moves + rest)
        more = [(unit.singular, whole[unit.key] - now[unit.key]) for unit in self.units]
        words = [format_count(number, name) for name, number in more[:2] if number]
        # Finishing a walk that has already begun adds nothing in any unit. In that case, show a
        # count of zero in the last unit.
        return " and ".join(words) or format_count(more[-1][1], more[-1][0])
