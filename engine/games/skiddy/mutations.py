"""Mutations of Skiddy levels: those of all boards of tiles, and goals moved along the border."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.fun import FAIR
from engine.tiles.board import TileBoard
from engine.tiles.mutations import TileMutations, exchanged

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


def move_goal(board: SkiddyBoard, random: RandomNumbers) -> TileBoard:
    """Two tiles of the border change places, corners left out."""
    last_row, last_col = board.rows - 1, board.cols - 1
    sides = [(row, col) for row in range(1, last_row) for col in (0, last_col)]
    sides += [(row, col) for col in range(1, last_col) for row in (0, last_row)]
    return exchanged(board, [cell for cell in sides if not board.is_locked(*cell)], random)


class SkiddyMutations(TileMutations):
    """How Skiddy levels are changed; their stars do not fall."""

    guarded = ("stars",)
    solutions = "max_combo.shortest_solutions"
    trapped = True
    rising = MappingProxyType({"stars": ("stars", "max_combo.moves")})
    nearing = MappingProxyType({"perfect": ("stars", "max_combo.moves")})
    wishes = MappingProxyType({"fewer-dead-ends": "dead_states=0", "fair": f"stars={FAIR}"})
    kinds = (*TileMutations.kinds, move_goal)
