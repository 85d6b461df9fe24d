"""The mutations of Fruit Dating levels, which also move gates and turn anteaters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.games.fruit_dating import fruit_codes
from engine.games.fruit_dating.board import FruitBoard
from engine.tiles.mutations import TileMutations, iterate_inner_cells
from engine.values import grid
from engine.values.grid import DIRECTIONS, STEPS

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


def turn_anteater(board: FruitBoard, random: RandomNumbers) -> FruitBoard:
    """Turn a random anteater so that it looks in another direction."""
    found = [
        cell
        for cell in iterate_inner_cells(board)
        if board.tiles[cell[0]][cell[1]] in fruit_codes.LOOKS
    ]
    if not found:
        return board
    row, col = random.draw_item(found)
    look = random.draw_item(fruit_codes.LOOKS.replace(board.tiles[row][col], ""))
    return board.with_tile(look, row, col)


def move_gate(board: FruitBoard, random: RandomNumbers) -> FruitBoard:
    """Move a random gate to another edge between free tiles, or reverse it."""
    gates = [gate for gate in board.gates if not _is_fixed(board, *gate)]
    if not gates:
        return board
    gate = random.draw_item(gates)
    left = replace(board, gates=tuple(other for other in board.gates if other != gate))
    # In one case out of three, reverse the gate without moving it.
    if not random.draw_below(3):
        row, col, way = gate
        target = (row + STEPS[way][0], col + STEPS[way][1], grid.reverse_direction(way))
    else:
        # An edge can have only one gate, so exclude each edge that has one, seen from either side.
        held = {edge for row, col, way in left.gates for edge in _list_edge_names(row, col, way)}
        free = [
            (row, col, way)
            for row, col in iterate_inner_cells(board)
            for way in range(len(DIRECTIONS))
            if (row, col, way) not in held and _is_open(board, row, col, way)
        ]
        if not free:
            return board
        target = random.draw_item(free)
    return replace(left, gates=tuple(sorted((*left.gates, target))))


def _list_edge_names(row: int, col: int, direction: int) -> tuple[tuple[int, int, int], ...]:
    """Return the two ways to identify an edge.

    Each is a cell next to the edge and the direction from that cell across it.
    """
    down, right = STEPS[direction]
    return (row, col, direction), (row + down, col + right, grid.reverse_direction(direction))


def _is_fixed(board: FruitBoard, row: int, col: int, direction: int) -> bool:
    """Return True if the cell on either side of an edge is locked."""
    return any(board.is_locked(*edge[:2]) for edge in _list_edge_names(row, col, direction))


def _is_open(board: FruitBoard, row: int, col: int, direction: int) -> bool:
    """Return True if an edge lies between two free tiles that are not locked."""
    if _is_fixed(board, row, col, direction):
        return False
    return all(
        board.tiles[r][c] not in board.solid for r, c, _ in _list_edge_names(row, col, direction)
    )


class FruitMutations(TileMutations):
    """The mutations of Fruit Dating levels."""

    solution_count = tie_breaker = "shortest_solutions"
    shows_traps = True
    near_conditions = MappingProxyType(
        {"fewer-dead-ends": "dead_states=0", "fair": "dead_states=0 and losing_moves=0"}
    )
    kinds = (*TileMutations.kinds, turn_anteater, move_gate)

    def count_faults(self, board: FruitBoard) -> Mapping[str, int]:
        """Return the number of faults of each kind, including pairs that touch at the start."""
        return {"touching pairs": board.count_touching(), **super().count_faults(board)}
