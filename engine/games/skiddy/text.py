"""Skiddy as text: one character a cell.

::

    skiddy
    title: Level 1-1

    #####
    #r.r#
    #...#
    #R###

    locked 0,1

``#`` block, ``.`` or a blank floor, ``o`` pit, ``R`` ``B`` goals, ``r`` ``b`` Skiddies, ``c``
crate, ``i`` ice cube; a piece on a pit is ``1`` red, ``2`` blue, ``3`` crate, ``4`` ice cube. Rows
and columns count from 0. What cannot be shown so, a piece on a block or a goal in a draft, has a
line ``piece ROW,COL GLYPH``. A line that begins with ``;`` above the board is a title too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.errors import LevelError
from engine.game import Position
from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.table import GONE
from engine.grid import Grid, cells_of, replace
from engine.level import Level
from engine.textformat import TextFormat

NAME = "skiddy"
_PLACE = re.compile(r"(\d{1,4}),(\d{1,4})")
_KEYS = ("title", "author")
_KEYWORDS = ("piece", "locked")

_ON_PIT = dict(zip("rbci", "1234", strict=True))
_SHOWN: dict[tuple[str, str], str] = {
    **{(tile, "."): tile for tile in codes.TILE_GLYPHS},
    **{(".", piece): piece for piece in _ON_PIT},
    **{("o", piece): digit for piece, digit in _ON_PIT.items()},
}
"""The character of a tile and a piece."""
_READ = {glyph: pair for pair, glyph in _SHOWN.items()} | {" ": (".", ".")}

Lines = list[tuple[int, str]]
"""Lines with their numbers from 1; none is blank."""


class SkiddyText(TextFormat):
    """The usual text format of Skiddy."""

    name: ClassVar[str] = "text"
    title: ClassVar[str] = "one character a cell"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.textformat.TextFormat.recognises`."""
        return text.lstrip().partition("\n")[0].rstrip() == NAME

    def read(self, text: str) -> Level:
        """See :meth:`engine.textformat.TextFormat.read`; the line with the name may be missing."""
        lines = [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]
        lines = [(number, line) for number, line in lines if line]
        if lines and lines[0][1].strip() == NAME:
            del lines[0]
        words = _take_words(lines)
        board = _read_board(lines)
        return Level(NAME, board, words.get("title", ""), words.get("author"))

    def write(self, level: Level) -> str:
        """See :meth:`engine.textformat.TextFormat.write`."""
        assert isinstance(level.board, SkiddyBoard)
        words = zip(_KEYS, (level.title, level.author), strict=True)
        head = [NAME, *(f"{key}: {' '.join(value.split())}" for key, value in words if value)]
        parts = [head, [*show_cells(level.board)], [*_beside(level.board)]]
        return "\n".join("".join(line + "\n" for line in part) for part in parts if part)


def show_cells(board: SkiddyBoard) -> Grid:
    """A board with one character a cell; a piece on a block or a goal does not show."""
    return tuple(
        "".join(_SHOWN.get(pair, pair[0]) for pair in zip(tiles, pieces, strict=True))
        for tiles, pieces in zip(board.tiles, board.pieces, strict=True)
    )


def show_position(position: Position) -> Grid:
    """A position with one character a cell."""
    board = position.board
    assert isinstance(board, SkiddyBoard)
    pieces: Grid = tuple("." * board.cols for _ in range(board.rows))
    glyphs = [glyph for _, _, glyph in board.pieces_in_order()]
    for glyph, cell in zip(glyphs, position.pieces[0], strict=True):
        if cell != GONE:
            pieces = replace(pieces, cell // board.cols, cell % board.cols, glyph)
    return show_cells(SkiddyBoard(board.tiles, pieces))


def read_cells(rows: Sequence[str]) -> SkiddyBoard:
    """The board of rows with one character a cell.

    Raises:
        LevelError: no rows, rows of different lengths, or an unknown character.
    """
    return _read_rows([*enumerate(rows, 1)])


def _read_rows(shown: Lines) -> SkiddyBoard:
    if not shown:
        raise LevelError("expected a board with at least one row, found none")
    for number, line in shown:
        _check_row(number, line, len(shown[0][1]))
    pairs = [[_READ[glyph] for glyph in line] for _, line in shown]
    tiles = tuple("".join(tile for tile, _ in line) for line in pairs)
    return SkiddyBoard(tiles, tuple("".join(piece for _, piece in line) for line in pairs))


def _check_row(number: int, line: str, width: int) -> None:
    for col, glyph in enumerate(line, 1):
        if glyph not in _READ:
            raise LevelError(
                f"unknown character {glyph!r} at column {col}; expected # . o R B, a piece "
                "(r b c i), or 1 2 3 4 for a piece on a pit",
                line=number,
            )
    if len(line) != width:
        raise LevelError(
            f"expected {width} characters like the first row, found {len(line)}", line=number
        )


def _beside(board: SkiddyBoard) -> Iterator[str]:
    """A line for everything that the characters do not show."""
    for row, col, glyph in board.pieces_in_order():
        if (board.tiles[row][col], glyph) not in _SHOWN:
            yield f"piece {row},{col} {glyph}"
    locked = [f"{row},{col}" for row, col, mark in cells_of(board.locked or ()) if mark == "x"]
    if locked:
        yield " ".join(["locked", *locked])


def _take_words(lines: Lines) -> dict[str, str]:
    """The entries above the board, taken off the lines."""
    words: dict[str, str] = {}
    while lines and (":" in lines[0][1] or lines[0][1].startswith(";")):
        number, line = lines.pop(0)
        if line.startswith(";"):
            words.setdefault("title", line[1:].strip())
            continue
        key, _, value = line.partition(":")
        if key.strip() not in _KEYS:
            raise LevelError(f"expected title: or author:, found {key + ':'!r}", line=number)
        words[key.strip()] = value.strip()
    return words


def _read_board(lines: Lines) -> SkiddyBoard:
    shown = [*_before_keywords(lines)]
    board = _read_rows(shown)
    pieces, locked = board.pieces, tuple("." * board.cols for _ in range(board.rows))
    for number, line in lines[len(shown) :]:
        keyword, *rest = line.split()
        if keyword == "piece":
            if len(rest) != 2 or rest[1] not in _ON_PIT:
                found = " ".join(rest)
                raise LevelError(f"expected ROW,COL and r, b, c or i, found {found!r}", line=number)
            pieces = replace(pieces, *_place(number, rest[0], board), rest[1])
        elif keyword == "locked":
            for place in rest:
                locked = replace(locked, *_place(number, place, board), "x")
        else:
            raise LevelError(f"expected piece or locked, found {keyword!r}", line=number)
    has_locks = any("x" in line for line in locked)
    return SkiddyBoard(board.tiles, pieces, locked if has_locks else None)


def _before_keywords(lines: Lines) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        if line.split()[0] in _KEYWORDS:
            return
        yield number, line


def _place(number: int, word: str, board: SkiddyBoard) -> tuple[int, int]:
    found = _PLACE.fullmatch(word)
    if found is None:
        raise LevelError(f"expected ROW,COL, found {word!r}", line=number)
    row, col = int(found[1]), int(found[2])
    if not board.inside(row, col):
        raise LevelError(f"{word} is outside the board", line=number)
    return row, col
