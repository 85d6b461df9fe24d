"""Mutations of Fruit Dating levels: those of all boards of tiles, gates moved, anteaters turned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.games.fruit_dating import codes
from engine.games.fruit_dating.board import FruitBoard
from engine.tiles.mutations import TileMutations, inner_cells
from engine.values import grid
from engine.values.grid import DIRECTIONS, STEPS

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


def turn_anteater(board: FruitBoard, random: RandomNumbers) -> FruitBoard:
    """An anteater looks another way."""
    found = [cell for cell in inner_cells(board) if board.tiles[cell[0]][cell[1]] in codes.LOOKS]
    if not found:
        return board
    row, col = random.choice(found)
    look = random.choice(codes.LOOKS.replace(board.tiles[row][col], ""))
    return board.with_tile(look, row, col)


def move_gate(board: FruitBoard, random: RandomNumbers) -> FruitBoard:
    """A gate goes to another edge between free tiles, or is passed the other way."""
    gates = [gate for gate in board.gates if not _is_fixed(board, *gate)]
    if not gates:
        return board
    gate = random.choice(gates)
    left = replace(board, gates=tuple(other for other in board.gates if other != gate))
    if not random.below(3):
        row, col, way = gate
        target = (row + STEPS[way][0], col + STEPS[way][1], grid.opposite(way))
    else:
        held = {edge for row, col, way in left.gates for edge in _edges(row, col, way)}
        free = [
            (row, col, way)
            for row, col in inner_cells(board)
            for way in range(len(DIRECTIONS))
            if (row, col, way) not in held and _is_open(board, row, col, way)
        ]
        if not free:
            return board
        target = random.choice(free)
    return replace(left, gates=tuple(sorted((*left.gates, target))))


def _edges(row: int, col: int, way: int) -> tuple[tuple[int, int, int], ...]:
    """An edge as it is named from both of its sides."""
    down, right = STEPS[way]
    return (row, col, way), (row + down, col + right, grid.opposite(way))


def _is_fixed(board: FruitBoard, row: int, col: int, way: int) -> bool:
    """Whether an edge is one of a locked cell."""
    return any(board.is_locked(*edge[:2]) for edge in _edges(row, col, way))


def _is_open(board: FruitBoard, row: int, col: int, way: int) -> bool:
    """Whether an edge lies between two free tiles that are not locked."""
    if _is_fixed(board, row, col, way):
        return False
    return all(board.tiles[r][c] not in board.solid for r, c, _ in _edges(row, col, way))


class FruitMutations(TileMutations):
    """How Fruit Dating levels are changed."""

    solutions = best = "shortest_solutions"
    trapped = True
    wishes = MappingProxyType(
        {"fewer-dead-ends": "dead_states=0", "fair": "dead_states=0 and losing_moves=0"}
    )
    kinds = (*TileMutations.kinds, turn_anteater, move_gate)

    def faults(self, board: FruitBoard) -> Mapping[str, int]:
        """Also the pairs that touch at the start."""
        return {"touching pairs": board.touching(), **super().faults(board)}
