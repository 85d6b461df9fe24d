"""Skiddy boards turned, mirrored, cropped and grown."""

from __future__ import annotations

from dataclasses import replace

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.codes import MAX_SIDE
from engine.grid import Symmetry, cells_of
from engine.regrid import kept, regrid


def transformed(board: SkiddyBoard, symmetry: Symmetry) -> SkiddyBoard:
    """The board turned or mirrored; nothing on it has a direction of its own."""
    return replace(
        board,
        tiles=symmetry.grid(board.tiles),
        pieces=symmetry.grid(board.pieces),
        locked=symmetry.grid(board.locked) if board.locked is not None else None,
    )


def resized(board: SkiddyBoard, top: int, bottom: int, left: int, right: int) -> SkiddyBoard:
    """The board with rows and columns of floor put in, or taken out, just within its ring.

    Raises:
        EngineError: the board would be too large or too small.
    """
    rows = kept(board.rows, top, bottom, MAX_SIDE, "rows")
    cols = kept(board.cols, left, right, MAX_SIDE, "columns")
    return replace(
        board,
        tiles=regrid(board.tiles, rows, cols, ".", "#"),
        pieces=regrid(board.pieces, rows, cols, ".", "."),
        locked=regrid(board.locked, rows, cols, ".", ".") if board.locked is not None else None,
    )


def margins(board: SkiddyBoard) -> tuple[int, int, int, int]:
    """The rows and columns of nothing but blocks that the ring does not need."""
    inside = [
        (row, col)
        for row, col, tile in cells_of(board.tiles)
        if tile != "#" or board.pieces[row][col] != "." or board.is_locked(row, col)
    ]
    if not inside:
        return 0, 0, 0, 0
    rows, cols = [row for row, _ in inside], [col for _, col in inside]
    spare = (min(rows) - 1, board.rows - 2 - max(rows), min(cols) - 1, board.cols - 2 - max(cols))
    top, bottom, left, right = (max(0, number) for number in spare)
    return top, bottom, left, right
