"""A Linjat board as a value: reading, checking, changing, drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import LevelError
from engine.games.linjat.board import codes
from engine.values import grid
from engine.values.grid import Grid, cells_of, grid_text, read_grid
from engine.values.level import Table
from engine.values.picture import Picture, Piece

Number = tuple[int, int, int]
"""A number of the board: row, column, value."""

_KNOWN = ("cells", "locked")


@dataclass(frozen=True, slots=True)
class LinjatBoard:
    """Numbers, dots and locked cells, immutable.

    Attributes:
        cells: a text grid, glyphs as in level files: ``.`` empty, ``*`` dot, ``1`` to ``9``.
        locked: a grid of ``x`` and ``.``, or None.
        extra: unknown keys of the ``[board]`` table, kept.
    """

    cells: Grid
    locked: Grid | None = None
    extra: Table = field(default_factory=dict, hash=False)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.cells[0])

    def table(self) -> dict[str, Any]:
        """The canonical ``[board]`` table."""
        table: dict[str, Any] = {"cells": grid_text(self.cells)}
        if self.locked is not None:
            table["locked"] = grid_text(self.locked)
        return table | dict(self.extra)

    def inside(self, row: int, col: int) -> bool:
        """Whether a cell lies on the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def is_locked(self, row: int, col: int) -> bool:
        """Whether generation must leave a cell as it is."""
        return self.locked is not None and self.locked[row][col] == "x"

    def numbers(self) -> Iterator[Number]:
        """The numbers, in reading order."""
        return (
            (row, col, int(glyph))
            for row, col, glyph in cells_of(self.cells)
            if glyph in codes.DIGITS
        )

    def dots(self) -> Iterator[tuple[int, int]]:
        """The dots as (row, column), in reading order."""
        return ((row, col) for row, col, glyph in cells_of(self.cells) if glyph == codes.DOT_GLYPH)


def read_board(table: Table) -> LinjatBoard:
    """The board of a ``[board]`` table.

    Raises:
        LevelError: a key is missing or of another form; names key, row and column.
    """
    if "cells" not in table:
        raise LevelError("missing; expected a multi-line string", key="board.cells")
    cells = read_grid(table["cells"], "board.cells", codes.GLYPHS, codes.MEANING)
    locked = grid.read_locked(table, cells, "board.cells")
    extra = {key: value for key, value in table.items() if key not in _KNOWN}
    return LinjatBoard(cells, locked, extra)


def picture(board: LinjatBoard) -> Picture:
    """What the board looks like, numbers being pieces, counted in reading order."""
    return Picture(
        tiles=tuple(
            tuple(
                codes.NAMES[codes.DOT_GLYPH if glyph == codes.DOT_GLYPH else "."] for glyph in line
            )
            for line in board.cells
        ),
        pieces={
            (row, col): Piece(codes.NAMES[str(value)], identity)
            for identity, (row, col, value) in enumerate(board.numbers())
        },
        locked=frozenset(
            (row, col) for row, col, mark in cells_of(board.locked or ()) if mark == "x"
        ),
    )


def contents(board: LinjatBoard, row: int, col: int) -> str:
    """What stands on a cell, in words."""
    words = codes.TITLES[board.cells[row][col]]
    return f"{words}, locked" if board.is_locked(row, col) else words


def blank(rows: int, cols: int) -> LinjatBoard:
    """Nothing but empty cells."""
    return LinjatBoard(tuple(codes.EMPTY_GLYPH * cols for _ in range(rows)))


def with_cell(board: LinjatBoard, glyph: str, row: int, col: int) -> LinjatBoard:
    """The board with another glyph on a cell."""
    return replace(board, cells=grid.replace(board.cells, row, col, glyph))


def with_lock(board: LinjatBoard, row: int, col: int) -> LinjatBoard:
    """The board with a cell locked, or unlocked if it was."""
    return replace(board, locked=grid.with_lock(board.locked, board.rows, board.cols, row, col))
