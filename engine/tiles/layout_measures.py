"""Removable objects on boards of tiles and pieces, and measures of a board's layout.

The measures are computed on a single long word with one bit per cell, in which the last cell has
the lowest bit. A shift by one bit moves all cells sideways, and a shift by the width of a row moves
them up or down. Therefore, four shifts find the neighbours of all cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.game.boards import BoardObject
from engine.tiles.board import TileBoard
from engine.tiles.symmetry import (
    encode_empty_cells,
    encode_solid_cells,
    measure_piece_symmetry,
    measure_wall_symmetry,
)
from engine.values.grid import iterate_cells

_WALL, _FLOOR, _NO_PIECE = "#", ".", "."


def list_objects(board: TileBoard) -> Iterator[BoardObject]:
    """Yield the removable pieces and tiles on a board, including the walls inside its border.

    The piece on a cell comes before the tile.
    """
    for row, col, tile in iterate_cells(board.tiles):
        piece = board.pieces[row][col]
        if piece in board.movable:
            yield BoardObject(board.movable[piece], row, col, board.with_piece(_NO_PIECE, row, col))
        if tile in board.features:
            kind, left = board.features[tile]
            yield BoardObject(kind, row, col, board.with_tile(left, row, col))
        # The border must stay closed, so only inner walls can be removed.
        elif tile == _WALL and not board.is_border(row, col):
            opened = board.with_tile(_FLOOR, row, col)
            yield BoardObject("wall", row, col, opened, counted=False)


def measure_structure(board: TileBoard) -> Mapping[str, float]:
    """Measure the openness, division and symmetry of a board; see ``docs/reference/facts.md``."""
    inner = (board.rows - 2 * board.ring) * (board.cols - 2 * board.ring)
    # A solid cell between rows keeps shifts from moving a cell into the row above or below.
    width = board.cols + 1
    solid = encode_solid_cells(board, board.tiles, between="1")
    free = ~solid & (1 << width * board.rows - 1) - 1
    return {
        "open_cells": free.bit_count(),
        "open_share": free.bit_count() / inner,
        "largest_block": _find_largest_block(board),
        "corridors": _count_corridors(free, width),
        "regions": _count_regions(free, width),
        "wall_symmetry": measure_wall_symmetry(board).share,
        "piece_symmetry": measure_piece_symmetry(board).share,
    }


def _count_corridors(free: int, width: int) -> int:
    """Count the open cells with exactly two solid neighbours, on opposite sides."""
    left, right, above, below = free << 1, free >> 1, free << width, free >> width
    # Such a cell has two open neighbours along one axis and none along the other.
    across, along = left & right & ~(above | below), above & below & ~(left | right)
    return (free & (across | along)).bit_count()


def _count_regions(free: int, width: int) -> int:
    """Count the connected regions of open cells."""
    found = 0
    while free:
        found += 1
        # Start a region from the lowest bit, and add neighbours until it no longer grows.
        part, last = free & -free, 0
        while part != last:
            near = part | part << 1 | part >> 1 | part << width | part >> width
            part, last = near & free, part
        free &= ~part
    return found


def _find_largest_block(board: TileBoard) -> int:
    """Return the number of cells in the largest rectangle of open cells without pieces."""
    rows = [
        encode_empty_cells(board, pieces) & ~encode_solid_cells(board, tiles)
        for tiles, pieces in zip(board.tiles, board.pieces, strict=True)
    ]
    most = 0
    for top in range(len(rows)):
        common = rows[top]
        for height, row in enumerate(rows[top:], 1):
            # The remaining bits are the columns that are free in all rows from ``top`` to ``row``.
            common &= row
            most = max(most, height * _find_longest_run(common))
    return most


def _find_longest_run(word: int) -> int:
    """Return the length of the longest run of ones in ``word``."""
    run = 0
    while word:
        # Each step shortens every run by one bit.
        word &= word >> 1
        run += 1
    return run
