"""Linjat boards as immutable values, and functions that read, change, describe and draw them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import LevelError
from engine.games.linjat.board import glyph_codes
from engine.values import grid
from engine.values.grid import Grid, format_grid, iterate_cells, read_grid
from engine.values.level import Table
from engine.values.picture import DrawnPiece, Picture

Number = tuple[int, int, int]
"""A number on the board, as (row, column, value)."""

_KNOWN = ("cells", "locked")


@dataclass(frozen=True, slots=True)
class LinjatBoard:
    """An immutable board with numbers, dots and locked cells.

    Attributes:
        cells: A text grid with the glyphs of level files: ``.`` empty, ``*`` dot, ``1`` to ``9``.
        locked: A text grid with ``x`` on locked cells and ``.`` elsewhere, or None if no cell is
            locked.
        extra: The unknown keys of the ``[board]`` table and their values, preserved for saving.
    """

    cells: Grid
    locked: Grid | None = None
    extra: Table = field(default_factory=dict, hash=False)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.cells[0])

    def to_table(self) -> dict[str, Any]:
        """Return the board as a canonical ``[board]`` table."""
        table: dict[str, Any] = {"cells": format_grid(self.cells)}
        if self.locked is not None:
            table["locked"] = format_grid(self.locked)
        return table | dict(self.extra)

    def has_cell(self, row: int, col: int) -> bool:
        """Return True if the board has a cell at (row, col)."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def is_locked(self, row: int, col: int) -> bool:
        """Return True if the cell at (row, col) is locked, so that generators keep it."""
        return self.locked is not None and self.locked[row][col] == "x"

    def list_numbers(self) -> Iterator[Number]:
        """Return an iterator over the board's numbers in reading order."""
        return (
            (row, col, int(glyph))
            for row, col, glyph in iterate_cells(self.cells)
            if glyph in glyph_codes.DIGITS
        )

    def list_dots(self) -> Iterator[tuple[int, int]]:
        """Return an iterator over the board's dots in reading order, as (row, column)."""
        return (
            (row, col)
            for row, col, glyph in iterate_cells(self.cells)
            if glyph == glyph_codes.DOT_GLYPH
        )


def read_board(table: Table) -> LinjatBoard:
    """Read a board from a ``[board]`` table.

    Raises:
        LevelError: A key is missing or malformed. The error names the key and, for a bad character,
            its row and column.
    """
    if "cells" not in table:
        raise LevelError("missing; expected a multi-line string", key="board.cells")
    cells = read_grid(table["cells"], "board.cells", glyph_codes.GLYPHS, glyph_codes.MEANING)
    locked = grid.read_locked(table, cells, "board.cells")
    extra = {key: value for key, value in table.items() if key not in _KNOWN}
    return LinjatBoard(cells, locked, extra)


def draw_picture(board: LinjatBoard) -> Picture:
    """Return a picture of a board, with its numbers as pieces, indexed in reading order."""
    return Picture(
        tiles=tuple(
            tuple(
                glyph_codes.NAMES[glyph_codes.DOT_GLYPH if glyph == glyph_codes.DOT_GLYPH else "."]
                for glyph in line
            )
            for line in board.cells
        ),
        pieces={
            (row, col): DrawnPiece(glyph_codes.NAMES[str(value)], identity)
            for identity, (row, col, value) in enumerate(board.list_numbers())
        },
        locked=frozenset(
            (row, col) for row, col, mark in iterate_cells(board.locked or ()) if mark == "x"
        ),
    )


def describe_cell(board: LinjatBoard, row: int, col: int) -> str:
    """Return a description of the contents of the cell at (row, col)."""
    words = glyph_codes.TITLES[board.cells[row][col]]
    return f"{words}, locked" if board.is_locked(row, col) else words


def create_blank(rows: int, cols: int) -> LinjatBoard:
    """Create a board with only empty cells."""
    return LinjatBoard(tuple(glyph_codes.EMPTY_GLYPH * cols for _ in range(rows)))


def with_cell(board: LinjatBoard, glyph: str, row: int, col: int) -> LinjatBoard:
    """Return a copy of the board with the cell at (row, col) set to ``glyph``."""
    return replace(board, cells=grid.replace_cell(board.cells, row, col, glyph))


def with_lock(board: LinjatBoard, row: int, col: int) -> LinjatBoard:
    """Return a copy of the board with the lock on the cell at (row, col) toggled."""
    return replace(board, locked=grid.toggle_lock(board.locked, board.rows, board.cols, row, col))
