"""Text formats for Linjat: the workbench's own format, published rows, and board strings.

The workbench's format has one character for each cell, as in level files::

    linjat
    title: Easy 1

    .4.*2.
    ...*2.
    ......

    locked 0,1

``.`` is an empty cell and ``*`` a dot. Rows and columns are counted from 0. The other two formats
write a dot as ``.`` and an empty cell as a blank. Published puzzles are *rows*, one on each line.
The original program reads a *board string*, in which a comma precedes each row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from engine.errors import LevelError, quote_input
from engine.game.boards import TextFormat
from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.tiles.text import join_text, lock_cells, take_entries
from engine.values.grid import Grid, iterate_cells
from engine.values.level import Level

NAME = "linjat"
_LEVEL_ROW = re.compile(r"[.*1-9]+")
_PUBLISHED_ROW = re.compile(r"[. 1-9]*")

_FROM_PUBLISHED = str.maketrans({".": glyph_codes.DOT_GLYPH, " ": glyph_codes.EMPTY_GLYPH})
_TO_PUBLISHED = str.maketrans({glyph_codes.DOT_GLYPH: ".", glyph_codes.EMPTY_GLYPH: " "})


class LinjatText(TextFormat):
    """The workbench's text format for Linjat."""

    name: ClassVar[str] = "text"
    title: ClassVar[str] = "one character a cell, . empty, * dot"

    def can_read(self, text: str) -> bool:
        return text.lstrip().partition("\n")[0].rstrip() == NAME

    def read(self, text: str) -> Level:
        """Read a level; the line with the game's name may be missing."""
        lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
        lines = [(number, line) for number, line in lines if line]
        if lines and lines[0][1] == NAME:
            del lines[0]
        words = take_entries(lines)
        # The remaining lines are rows of the board and lines that list locked cells.
        shown = [entry for entry in lines if not entry[1].startswith("locked")]
        board = read_rows([line for _, line in shown], [number for number, _ in shown])
        locked = None
        for number, line in lines:
            if line.startswith("locked"):
                locked = lock_cells(board, locked, line.split()[1:], number)
        board = LinjatBoard(board.cells, locked)
        return Level(NAME, board, words.get("title", ""), words.get("author"))

    def write(self, level: Level) -> str:
        board = _get_board(level)
        locked = [
            f"{row},{col}" for row, col, mark in iterate_cells(board.locked or ()) if mark == "x"
        ]
        return join_text(level, board.cells, [" ".join(["locked", *locked])] if locked else [])


class PublishedRows(TextFormat):
    """The format of published puzzles: one row on each line."""

    name: ClassVar[str] = "rows"
    title: ClassVar[str] = "the rows of a published puzzle, . dot, blank empty"

    def can_read(self, text: str) -> bool:
        lines = text.rstrip("\n").split("\n")
        return (
            len(lines) >= glyph_codes.LEAST_SIDE
            and all(_PUBLISHED_ROW.fullmatch(line) for line in lines)
            and any(glyph.isdigit() for glyph in text)
        )

    def read(self, text: str) -> Level:
        """Read a level; the trailing blanks in a row may be missing."""
        lines = text.removesuffix("\n").split("\n")
        return Level(NAME, read_published(lines, range(1, len(lines) + 1)))

    def write(self, level: Level) -> str:
        return "".join(line + "\n" for line in format_published_rows(_get_board(level)))


class BoardString(TextFormat):
    """The input format of the original program's solver: a comma in front of every row."""

    name: ClassVar[str] = "solve"
    title: ClassVar[str] = "the original program's board string, a comma before every row"

    def can_read(self, text: str) -> bool:
        return re.fullmatch(r",?[. 1-9]+(,[. 1-9]+){3,}\n?", text) is not None

    def read(self, text: str) -> Level:
        """Read a level; the first comma may be missing."""
        rows = text.removesuffix("\n").removeprefix(",").split(",")
        return Level(NAME, read_published(rows, [1] * len(rows)))

    def write(self, level: Level) -> str:
        return "".join("," + line for line in format_published_rows(_get_board(level))) + "\n"


def format_published_rows(board: LinjatBoard) -> Grid:
    """Return a board's rows, written with the characters that published puzzles use."""
    return tuple(line.translate(_TO_PUBLISHED) for line in board.cells)


def read_published(rows: Sequence[str], numbers: Sequence[int] | None = None) -> LinjatBoard:
    """Read a board from the rows of a published puzzle, filling short rows with empty cells.

    Args:
        rows: A string for each row, in which ``.`` is a dot and a blank is an empty cell.
        numbers: The line number of each row in the text, for error messages.

    Raises:
        LevelError: The board has no cells, or a character is unknown.
    """
    width = max(map(len, rows), default=0)
    for index, row in enumerate(rows):
        for col, glyph in enumerate(row):
            if glyph not in ". " and glyph not in glyph_codes.DIGITS:
                raise LevelError(
                    f"unknown character {quote_input(glyph)} at column {col + 1}; expected . dot, "
                    "a blank for an empty cell, or a number 1 to 9",
                    line=numbers[index] if numbers else None,
                    row=None if numbers else index,
                )
    return read_rows([row.ljust(width).translate(_FROM_PUBLISHED) for row in rows], numbers)


def read_rows(rows: Sequence[str], numbers: Sequence[int] | None = None) -> LinjatBoard:
    """Read a board from rows written with the characters of level files.

    Args:
        rows: A string for each row, in which ``*`` is a dot and ``.`` is an empty cell.
        numbers: The line number of each row in the text, for error messages.

    Raises:
        LevelError: The board has no cells, its rows differ in length, or a character is unknown.
    """
    if not rows or not rows[0]:
        raise LevelError("expected a board with at least one row, found none")
    for index, row in enumerate(rows):
        line = numbers[index] if numbers else None
        if not _LEVEL_ROW.fullmatch(row):
            col = next(n for n, glyph in enumerate(row) if glyph not in glyph_codes.GLYPHS)
            raise LevelError(
                f"unknown character {quote_input(row[col])} at column {col + 1}; "
                f"{glyph_codes.MEANING}",
                line=line,
            )
        if len(row) != len(rows[0]):
            raise LevelError(
                f"expected {len(rows[0])} characters like the first row, found {len(row)}",
                line=line,
            )
    return LinjatBoard(tuple(rows))


def _get_board(level: Level) -> LinjatBoard:
    assert isinstance(level.board, LinjatBoard)
    return level.board
