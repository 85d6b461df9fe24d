"""Transforms for Linjat boards: rotating, reflecting and resizing."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import EngineError
from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.board_problems import find_reachable_cells
from engine.values.grid import Grid, Symmetry, iterate_cells


def transform_board(board: LinjatBoard, symmetry: Symmetry) -> LinjatBoard:
    """Return the board rotated or reflected by ``symmetry``, including its locks."""
    return replace(
        board,
        cells=symmetry.transform_grid(board.cells),
        locked=symmetry.transform_grid(board.locked) if board.locked is not None else None,
    )


def resize_board(board: LinjatBoard, top: int, bottom: int, left: int, right: int) -> LinjatBoard:
    """Return the board with rows and columns added to or removed from its sides.

    Each count is the number of empty rows or columns to add at that side. A negative count removes
    rows or columns instead.

    Raises:
        EngineError: The resulting board would be too large or too small.
    """
    for side, what in ((board.rows + top + bottom, "rows"), (board.cols + left + right, "columns")):
        if side > glyph_codes.MAX_SIDE:
            raise EngineError(f"at most {glyph_codes.MAX_SIDE} {what} are allowed")
        if side < glyph_codes.LEAST_SIDE:
            raise EngineError(f"at least {glyph_codes.LEAST_SIDE} {what} are needed")

    def resize_grid(cells: Grid) -> Grid:
        return tuple(
            "".join(
                cells[row][col] if board.has_cell(row, col) else glyph_codes.EMPTY_GLYPH
                for col in range(-left, board.cols + right)
            )
            for row in range(-top, board.rows + bottom)
        )

    locked = resize_grid(board.locked) if board.locked is not None else None
    return replace(board, cells=resize_grid(board.cells), locked=locked)


def measure_margins(board: LinjatBoard) -> tuple[int, int, int, int]:
    """Return how many rows and columns can be cropped at the top, bottom, left and right.

    The cells in these rows and columns are empty and unlocked, and no line can reach them. The
    counts are limited so that the cropped board still has the minimum size. They are all 0 for an
    empty board.
    """
    used = find_reachable_cells(board) | {
        (row, col)
        for row, col, glyph in iterate_cells(board.cells)
        if glyph != glyph_codes.EMPTY_GLYPH or board.is_locked(row, col)
    }
    if not used:
        return 0, 0, 0, 0
    rows, cols = [row for row, _ in used], [col for _, col in used]
    top, bottom = _limit_margins(min(rows), board.rows - 1 - max(rows), board.rows)
    left, right = _limit_margins(min(cols), board.cols - 1 - max(cols), board.cols)
    return top, bottom, left, right


def _limit_margins(before: int, after: int, length: int) -> tuple[int, int]:
    """Return how many rows or columns to crop at each end so that the minimum length is left."""
    most = max(0, length - glyph_codes.LEAST_SIDE)
    first = min(before, most)
    return first, min(after, most - first)
