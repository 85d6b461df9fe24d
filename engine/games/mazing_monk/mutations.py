"""Mutations of the monk's cubes: cells exchanged, obstacles put up and taken away."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.game.generator import Mutations
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard, with_tile
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers

_EXCHANGED = 4
"""So many changes exchange cells, for every one that flips an obstacle."""


class MonkMutations(Mutations):
    """How the monk's cubes are changed."""

    solutions = best = "optimal_solutions"
    rising = MappingProxyType({"turns": ("turns", "walks")})

    def mutate(self, board: MonkBoard, random: RandomNumbers) -> MonkBoard:
        """Two different cells in each other's place, or an obstacle for path, or path for it."""
        cells = [cell for cell in range(CELLS) if cell != ENTRANCE and cell not in board.locked]
        if not random.below(_EXCHANGED + 1):
            return _flipped(board, cells, random)
        if not cells:
            return board
        one = random.choice(cells)
        others = [other for other in cells if board.cells[other] != board.cells[one]]
        if not others:
            return board
        other = random.choice(others)
        swapped = list(board.cells)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        return replace(board, cells="".join(swapped))


def _flipped(board: MonkBoard, cells: list[int], random: RandomNumbers) -> MonkBoard:
    """The board with an obstacle more, or one less."""
    plain = codes.OBSTACLE_GLYPH + codes.PATH_GLYPH
    chosen = [cell for cell in cells if board.cells[cell] in plain]
    if not chosen:
        return board
    cell = random.choice(chosen)
    return with_tile(board, plain.replace(board.cells[cell], ""), cell)
