"""What can be taken away from boards of tiles and pieces, and figures of their layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.game.boards import Thing
from engine.tiles.board import TileBoard
from engine.tiles.symmetry import empty_cells, piece_symmetry, solid_cells, wall_symmetry
from engine.values.grid import cells_of

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
    # A wall at the end of each row keeps rows apart in one long word.
    walled = "#".join(board.tiles)
    width, free = board.cols + 1, ~solid_cells(board, walled) & (1 << len(walled)) - 1
    return {
        "open_cells": free.bit_count(),
        "open_share": free.bit_count() / inner,
        "largest_block": _largest_block(board),
        "corridors": _corridors(free, width),
        "regions": _regions(free, width),
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


def _corridors(free: int, width: int) -> int:
    """How many open cells have two opposite solid sides, and no others."""
    left, right, above, below = free << 1, free >> 1, free << width, free >> width
    across, along = left & right & ~(above | below), above & below & ~(left | right)
    return (free & (across | along)).bit_count()


def _regions(free: int, width: int) -> int:
    """In how many parts the open cells fall, by their sides."""
    found = 0
    while free:
        found += 1
        part, last = free & -free, 0
        while part != last:
            near = part | part << 1 | part >> 1 | part << width | part >> width
            part, last = near & free, part
        free &= ~part
    return found


def _largest_block(board: TileBoard) -> int:
    """The cells of the largest rectangle of open cells without pieces."""
    rows = [
        empty_cells(board, pieces) & ~solid_cells(board, tiles)
        for tiles, pieces in zip(board.tiles, board.pieces, strict=True)
    ]
    most = 0
    for top in range(len(rows)):
        common = rows[top]
        for height, row in enumerate(rows[top:], 1):
            common &= row
            most = max(most, height * _longest_run(common))
    return most


def _longest_run(word: int) -> int:
    """The most bits of a word that follow one another."""
    run = 0
    while word:
        word &= word >> 1
        run += 1
    return run
