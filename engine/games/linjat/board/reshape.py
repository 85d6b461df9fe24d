"""Linjat boards turned, mirrored, cropped and grown."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import EngineError
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.checks import within_reach
from engine.values.grid import Grid, Symmetry, cells_of


def transformed(board: LinjatBoard, symmetry: Symmetry) -> LinjatBoard:
    """The board turned or mirrored; nothing on it has a direction of its own."""
    return replace(
        board,
        cells=symmetry.grid(board.cells),
        locked=symmetry.grid(board.locked) if board.locked is not None else None,
    )


def resized(board: LinjatBoard, top: int, bottom: int, left: int, right: int) -> LinjatBoard:
    """The board with empty rows and columns added at its sides, or taken away there.

    Raises:
        EngineError: the board would be too large or too small.
    """
    for side, what in ((board.rows + top + bottom, "rows"), (board.cols + left + right, "columns")):
        if side > codes.MAX_SIDE:
            raise EngineError(f"at most {codes.MAX_SIDE} {what} are allowed")
        if side < codes.LEAST_SIDE:
            raise EngineError(f"at least {codes.LEAST_SIDE} {what} are needed")

    def moved(cells: Grid) -> Grid:
        """A grid of the board with the rows and columns added or taken away."""
        return tuple(
            "".join(
                cells[row][col] if board.inside(row, col) else codes.EMPTY_GLYPH
                for col in range(-left, board.cols + right)
            )
            for row in range(-top, board.rows + bottom)
        )

    locked = moved(board.locked) if board.locked is not None else None
    return replace(board, cells=moved(board.cells), locked=locked)


def margins(board: LinjatBoard) -> tuple[int, int, int, int]:
    """The rows and columns at the sides that are empty and that no line can come to."""
    used = within_reach(board) | {
        (row, col)
        for row, col, glyph in cells_of(board.cells)
        if glyph != codes.EMPTY_GLYPH or board.is_locked(row, col)
    }
    if not used:
        return 0, 0, 0, 0
    rows, cols = [row for row, _ in used], [col for _, col in used]
    top, bottom = _spare(min(rows), board.rows - 1 - max(rows), board.rows)
    left, right = _spare(min(cols), board.cols - 1 - max(cols), board.cols)
    return top, bottom, left, right


def _spare(before: int, after: int, length: int) -> tuple[int, int]:
    """As much of both ends as can go while the least side is left."""
    most = max(0, length - codes.LEAST_SIDE)
    first = min(before, most)
    return first, min(after, most - first)
