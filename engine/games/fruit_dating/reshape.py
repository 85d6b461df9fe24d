"""Fruit Dating boards turned, mirrored, cropped and grown, with all that has a direction."""

from __future__ import annotations

from dataclasses import replace

from engine.games.fruit_dating import codes
from engine.games.fruit_dating.board import FruitBoard
from engine.grid import Symmetry, cells_of
from engine.regrid import kept, regrid

ANTEATERS = ">^<v"
"""Glyphs of anteaters, and keys of gates, by direction."""


def turned_glyph(glyph: str, symmetry: Symmetry) -> str:
    """The glyph of an anteater looking where a symmetry takes its look; others as they are."""
    if glyph not in ANTEATERS:
        return glyph
    return ANTEATERS[symmetry.direction(ANTEATERS.index(glyph))]


def transformed(board: FruitBoard, symmetry: Symmetry) -> FruitBoard:
    """The board turned or mirrored."""
    shape = board.rows, board.cols
    moved = {
        (row, col, way): (*symmetry.cell(row, col, *shape), symmetry.direction(way))
        for row, col, way in board.gates
    }
    tiles = symmetry.grid(board.tiles)
    return replace(
        board,
        tiles=tuple("".join(turned_glyph(glyph, symmetry) for glyph in line) for line in tiles),
        pieces=symmetry.grid(board.pieces),
        locked=symmetry.grid(board.locked) if board.locked is not None else None,
        gates=tuple(sorted(moved.values())),
        gate_extra={moved[gate]: extra for gate, extra in board.gate_extra.items()},
    )


def resized(board: FruitBoard, top: int, bottom: int, left: int, right: int) -> FruitBoard:
    """The board with rows and columns of floor put in, or taken out, just within its ring.

    Raises:
        EngineError: the board would be too large or too small.
    """
    rows = kept(board.rows, top, bottom, codes.MAX_SIDE, "rows")
    cols = kept(board.cols, left, right, codes.MAX_SIDE, "columns")
    new_row = {old: new for new, old in enumerate(rows) if old is not None}
    new_col = {old: new for new, old in enumerate(cols) if old is not None}
    moved = {
        (row, col, way): (new_row[row], new_col[col], way)
        for row, col, way in board.gates
        if row in new_row and col in new_col
    }
    return replace(
        board,
        tiles=regrid(board.tiles, rows, cols, ".", "#"),
        pieces=regrid(board.pieces, rows, cols, ".", "."),
        locked=regrid(board.locked, rows, cols, ".", ".") if board.locked is not None else None,
        gates=tuple(sorted(moved.values())),
        gate_extra={moved[g]: extra for g, extra in board.gate_extra.items() if g in moved},
    )


def margins(board: FruitBoard) -> tuple[int, int, int, int]:
    """The rows and columns of nothing but plain wall that the ring does not need."""
    inside = [
        (row, col)
        for row, col, tile in cells_of(board.tiles)
        if tile != "#" or board.pieces[row][col] != "." or board.is_locked(row, col)
    ]
    inside += [(row, col) for row, col, _ in board.gates]
    if not inside:
        return 0, 0, 0, 0
    rows, cols = [row for row, _ in inside], [col for _, col in inside]
    spare = (min(rows) - 1, board.rows - 2 - max(rows), min(cols) - 1, board.cols - 2 - max(cols))
    top, bottom, left, right = (max(0, number) for number in spare)
    return top, bottom, left, right
