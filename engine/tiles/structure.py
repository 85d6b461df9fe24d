"""What can be taken away from boards of tiles and pieces, and figures of their layout."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from engine.game.boards import Thing
from engine.tiles.board import TileBoard
from engine.tiles.symmetry import piece_symmetry, wall_symmetry
from engine.values.grid import STEPS, Cell, cells_of

_WALL, _FLOOR, _NO_PIECE = "#", ".", "."


def things(board: TileBoard) -> Iterator[Thing]:
    """The pieces and tiles of the game's own choice, and the walls within the ring.

    Of a cell its piece comes first.
    """
    for row, col, tile in cells_of(board.tiles):
        piece = board.pieces[row][col]
        if piece in board.movable:
            yield Thing(board.movable[piece], row, col, board.with_piece(_NO_PIECE, row, col))
        if tile in board.features:
            kind, left = board.features[tile]
            yield Thing(kind, row, col, board.with_tile(left, row, col))
        elif tile == _WALL and not board.is_border(row, col):
            opened = board.with_tile(_FLOOR, row, col)
            yield Thing("wall", row, col, opened, counted=False)


def structure(board: TileBoard) -> Mapping[str, float]:
    """How open, how divided and how symmetric a board is, see ``docs/rating.md``."""
    inner = (board.rows - 2) * (board.cols - 2)
    open_cells = {(row, col) for row, col, tile in cells_of(board.tiles) if tile not in board.solid}
    return {
        "open_cells": len(open_cells),
        "open_share": len(open_cells) / inner,
        "largest_block": _largest_block(board, open_cells),
        "corridors": sum(map(partial(_is_corridor, open_cells), open_cells)),
        "regions": _regions(open_cells),
        "wall_symmetry": wall_symmetry(board).share,
        "piece_symmetry": piece_symmetry(board).share,
    }


def instant_wins(facts: Mapping[str, Any], *ways: Mapping[str, Any] | None) -> int | None:
    """The moves that win at once, by length and number of each kind of solution in a verdict.

    None where not every position is known.
    """
    if not facts.get("complete") or "states" not in facts:
        return None
    return sum(int(way["shortest_solutions"]) for way in ways if way and way["moves"] == 1)


def _is_corridor(open_cells: Collection[Cell], cell: Cell) -> bool:
    """Whether a cell has two opposite solid sides, and no others."""
    row, col = cell
    open_sides = [(row + down, col + right) in open_cells for down, right in STEPS]
    return sum(open_sides) == 2 and open_sides[0] == open_sides[2]


def _regions(open_cells: Collection[Cell]) -> int:
    """In how many parts the open cells fall, by their sides."""
    left, found = set(open_cells), 0
    while left:
        found += 1
        frontier = [left.pop()]
        while frontier:
            row, col = frontier.pop()
            beside = {(row + down, col + right) for down, right in STEPS} & left
            left -= beside
            frontier += beside
    return found


def _largest_block(board: TileBoard, open_cells: Collection[Cell]) -> int:
    """The cells of the largest rectangle of open cells without pieces."""
    most = 0
    heights = [0] * board.cols
    for row in range(board.rows):
        for col in range(board.cols):
            empty = (row, col) in open_cells and board.pieces[row][col] == _NO_PIECE
            heights[col] = heights[col] + 1 if empty else 0
        for first in range(board.cols):
            height = heights[first]
            for last in range(first, board.cols):
                height = min(height, heights[last])
                most = max(most, height * (last - first + 1))
    return most
