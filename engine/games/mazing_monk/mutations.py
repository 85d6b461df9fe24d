"""Mutations for A Mazing Monk: swapping two cells, and adding or removing an obstacle."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.game.generator import Mutations
from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard, replace_tile
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers

_EXCHANGES_PER_FLIP = 4
"""The average number of swaps for every mutation that adds or removes an obstacle."""


class MonkMutations(Mutations):
    """Random mutations for the monk's cubes."""

    solution_count = tie_breaker = "optimal_solutions"
    raised_facts = MappingProxyType({"turns": ("turns", "walks")})

    def mutate(self, board: MonkBoard, random: RandomNumbers) -> MonkBoard:
        """Return the board with two cells swapped, or with an obstacle added or removed."""
        # The monk must stay on the entrance, and locked cells must not change.
        cells = [cell for cell in range(CELLS) if cell != ENTRANCE and cell not in board.locked]
        if not random.draw_below(_EXCHANGES_PER_FLIP + 1):
            return _flip_obstacle(board, cells, random)
        if not cells:
            return board
        one = random.draw_item(cells)
        others = [other for other in cells if board.cells[other] != board.cells[one]]
        if not others:
            return board
        other = random.draw_item(others)
        swapped = list(board.cells)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        return replace(board, cells="".join(swapped))


def _flip_obstacle(board: MonkBoard, cells: list[int], random: RandomNumbers) -> MonkBoard:
    """Return the board with a random obstacle added or removed."""
    plain = cube_codes.OBSTACLE_GLYPH + cube_codes.PATH_GLYPH
    chosen = [cell for cell in cells if board.cells[cell] in plain]
    if not chosen:
        return board
    cell = random.draw_item(chosen)
    return replace_tile(board, plain.replace(board.cells[cell], ""), cell)
