"""Linjat as text: the workbench's own way, the rows of the published game, and a board string.

The usual format is one character a cell, as in level files::

    linjat
    title: Easy 1

    .4.*2.
    ...*2.
    ......

    locked 0,1

``.`` empty, ``*`` dot; rows and columns count from 0. The published puzzles and the original
program write a dot as ``.`` and an empty cell as a blank instead: the *rows* of a puzzle, one a
line, and the *board string*, the same rows with a comma before each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from engine.errors import LevelError, quoted
from engine.game.boards import TextFormat
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.tiles.text import joined, locked_at, take_words
from engine.values.grid import Grid, cells_of
from engine.values.level import Level

NAME = "linjat"
_OWN = re.compile(r"[.*1-9]+")
_PUBLISHED = re.compile(r"[. 1-9]*")

_FROM_PUBLISHED = str.maketrans({".": codes.DOT_GLYPH, " ": codes.EMPTY_GLYPH})
_TO_PUBLISHED = str.maketrans({codes.DOT_GLYPH: ".", codes.EMPTY_GLYPH: " "})


class LinjatText(TextFormat):
    """The usual text format of Linjat."""

    name: ClassVar[str] = "text"
    title: ClassVar[str] = "one character a cell, . empty, * dot"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.game.boards.TextFormat.recognises`."""
        return text.lstrip().partition("\n")[0].rstrip() == NAME

    def read(self, text: str) -> Level:
        """See :meth:`TextFormat.read`; the line with the name may be missing."""
        lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
        lines = [(number, line) for number, line in lines if line]
        if lines and lines[0][1] == NAME:
            del lines[0]
        words = take_words(lines)
        shown = [entry for entry in lines if not entry[1].startswith("locked")]
        board = read_rows([line for _, line in shown], [number for number, _ in shown])
        locked = None
        for number, line in lines:
            if line.startswith("locked"):
                locked = locked_at(board, locked, line.split()[1:], number)
        board = LinjatBoard(board.cells, locked)
        return Level(NAME, board, words.get("title", ""), words.get("author"))

    def write(self, level: Level) -> str:
        """See :meth:`engine.game.boards.TextFormat.write`."""
        board = _own(level)
        locked = [f"{row},{col}" for row, col, mark in cells_of(board.locked or ()) if mark == "x"]
        return joined(level, board.cells, [" ".join(["locked", *locked])] if locked else [])


class PublishedRows(TextFormat):
    """The rows of a published puzzle."""

    name: ClassVar[str] = "rows"
    title: ClassVar[str] = "the rows of a published puzzle, . dot, blank empty"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.game.boards.TextFormat.recognises`."""
        lines = text.rstrip("\n").split("\n")
        return (
            len(lines) >= codes.LEAST_SIDE
            and all(_PUBLISHED.fullmatch(line) for line in lines)
            and any(glyph.isdigit() for glyph in text)
        )

    def read(self, text: str) -> Level:
        """See :meth:`engine.game.boards.TextFormat.read`; blanks at the end may be missing."""
        lines = text.removesuffix("\n").split("\n")
        return Level(NAME, read_published(lines, range(1, len(lines) + 1)))

    def write(self, level: Level) -> str:
        """See :meth:`engine.game.boards.TextFormat.write`."""
        return "".join(line + "\n" for line in published_rows(_own(level)))


class BoardString(TextFormat):
    """What the original program takes to solve one board: a comma before every row."""

    name: ClassVar[str] = "solve"
    title: ClassVar[str] = "the original program's board string, a comma before every row"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.game.boards.TextFormat.recognises`."""
        return re.fullmatch(r",?[. 1-9]+(,[. 1-9]+){3,}\n?", text) is not None

    def read(self, text: str) -> Level:
        """See :meth:`engine.game.boards.TextFormat.read`; the first comma may be missing."""
        rows = text.removesuffix("\n").removeprefix(",").split(",")
        return Level(NAME, read_published(rows, [1] * len(rows)))

    def write(self, level: Level) -> str:
        """See :meth:`engine.game.boards.TextFormat.write`."""
        return "".join("," + line for line in published_rows(_own(level))) + "\n"


def published_rows(board: LinjatBoard) -> Grid:
    """The rows of a board as published puzzles have them."""
    return tuple(line.translate(_TO_PUBLISHED) for line in board.cells)


def read_published(rows: Sequence[str], numbers: Sequence[int] | None = None) -> LinjatBoard:
    """The board of rows as published puzzles have them; short ones end in empty cells.

    ``numbers`` are the lines of a text that they stand on, for errors.

    Raises:
        LevelError: no cells, or an unknown character.
    """
    width = max(map(len, rows), default=0)
    for index, row in enumerate(rows):
        for col, glyph in enumerate(row):
            if glyph not in ". " and glyph not in codes.DIGITS:
                raise LevelError(
                    f"unknown character {quoted(glyph)} at column {col + 1}; expected . dot, "
                    "a blank for an empty cell, or a number 1 to 9",
                    line=numbers[index] if numbers else None,
                    row=None if numbers else index,
                )
    return read_rows([row.ljust(width).translate(_FROM_PUBLISHED) for row in rows], numbers)


def read_rows(rows: Sequence[str], numbers: Sequence[int] | None = None) -> LinjatBoard:
    """The board of rows as level files have them; for ``numbers`` see :func:`read_published`.

    Raises:
        LevelError: no cells, rows of different lengths, or an unknown character.
    """
    if not rows or not rows[0]:
        raise LevelError("expected a board with at least one row, found none")
    for index, row in enumerate(rows):
        line = numbers[index] if numbers else None
        if not _OWN.fullmatch(row):
            col = next(n for n, glyph in enumerate(row) if glyph not in codes.GLYPHS)
            raise LevelError(
                f"unknown character {quoted(row[col])} at column {col + 1}; {codes.MEANING}",
                line=line,
            )
        if len(row) != len(rows[0]):
            raise LevelError(
                f"expected {len(rows[0])} characters like the first row, found {len(row)}",
                line=line,
            )
    return LinjatBoard(tuple(rows))


def _own(level: Level) -> LinjatBoard:
    assert isinstance(level.board, LinjatBoard)
    return level.board
