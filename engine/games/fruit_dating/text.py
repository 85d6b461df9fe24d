"""Fruit Dating as text: one character a cell, and a line for whatever that cannot show.

::

    fruit-dating
    title: First date

    ########
    #A...oA#
    #..~...#
    ########

    piece 2,3 b
    gate 1,4 right
    locked 1,1 1,6

A cell shows its piece if it stands on floor, else its tile, by the characters of level files.
Rows and columns count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import ClassVar

from engine.errors import LevelError
from engine.games.fruit_dating import codes
from engine.games.fruit_dating.board import FruitBoard, Gate
from engine.grid import DIRECTIONS, Grid, cells_of, replace
from engine.level import Level
from engine.textformat import TextFormat

NAME = "fruit-dating"
_FLOOR, _NONE = ".", "."
_PLACE = re.compile(r"(\d{1,4}),(\d{1,4})")
_KEYS = ("title", "author")
_KEYWORDS = ("piece", "gate", "locked")

Lines = list[tuple[int, str]]
"""Lines with their numbers from 1, blanks at both ends taken away."""


class FruitText(TextFormat):
    """The usual text format of Fruit Dating."""

    name: ClassVar[str] = "text"
    title: ClassVar[str] = "one character a cell"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.textformat.TextFormat.recognises`."""
        return text.lstrip().partition("\n")[0].rstrip() == NAME

    def read(self, text: str) -> Level:
        """See :meth:`engine.textformat.TextFormat.read`; the line with the name may be missing."""
        lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
        lines = [(number, line) for number, line in lines if line]
        if lines and lines[0][1] == NAME:
            del lines[0]
        words = _take_words(lines)
        board = _read_board(lines)
        return Level(NAME, board, words.get("title", ""), words.get("author"))

    def write(self, level: Level) -> str:
        """See :meth:`engine.textformat.TextFormat.write`."""
        assert isinstance(level.board, FruitBoard)
        words = zip(_KEYS, (level.title, level.author), strict=True)
        head = [NAME, *(f"{key}: {' '.join(value.split())}" for key, value in words if value)]
        parts = [head, _shown(level.board), [*_beside(level.board)]]
        return "\n".join("".join(line + "\n" for line in part) for part in parts if part)


def _shown(board: FruitBoard) -> list[str]:
    """What one character a cell shows."""
    return [
        "".join(
            piece if tile == _FLOOR and piece != _NONE else tile
            for tile, piece in zip(tiles, pieces, strict=True)
        )
        for tiles, pieces in zip(board.tiles, board.pieces, strict=True)
    ]


def _beside(board: FruitBoard) -> Iterator[str]:
    """A line for everything that the characters do not show."""
    for row, col, glyph in board.pieces_in_order():
        if board.tiles[row][col] != _FLOOR:
            yield f"piece {row},{col} {glyph}"
    for row, col, direction in board.gates:
        yield f"gate {row},{col} {DIRECTIONS[direction]}"
    locked = [f"{row},{col}" for row, col, mark in cells_of(board.locked or ()) if mark == "x"]
    if locked:
        yield " ".join(["locked", *locked])


def _take_words(lines: Lines) -> dict[str, str]:
    """The entries above the board, taken off the lines."""
    words: dict[str, str] = {}
    while lines and ":" in lines[0][1]:
        number, line = lines.pop(0)
        key, _, value = line.partition(":")
        if key not in _KEYS:
            raise LevelError(f"expected title: or author:, found {key + ':'!r}", line=number)
        words[key] = value.strip()
    return words


def _read_board(lines: Lines) -> FruitBoard:
    shown = [*takewhile(lambda entry: entry[1].split()[0] not in _KEYWORDS, lines)]
    if not shown:
        raise LevelError("expected a board with at least one row, found none")
    for number, line in shown:
        _check_row(number, line, len(shown[0][1]))
    tiles = tuple(_each(line, codes.TILE_GLYPHS, _FLOOR) for _, line in shown)
    pieces = tuple(_each(line, codes.PIECE_GLYPHS, _NONE) for _, line in shown)
    locked: Grid = tuple("." * len(line) for line in tiles)
    gates: list[Gate] = []
    for number, line in lines[len(shown) :]:
        keyword, *rest = line.split()
        if keyword == "piece":
            row, col, glyph = _placed(number, rest, tiles, codes.PIECE_GLYPHS[1:])
            pieces = replace(pieces, row, col, glyph)
        elif keyword == "gate":
            row, col, word = _placed(number, rest, tiles, DIRECTIONS)
            gates.append((row, col, DIRECTIONS.index(word)))
        elif keyword == "locked":
            for place in rest:
                locked = replace(locked, *_place(number, place, tiles), "x")
        else:
            raise LevelError(f"expected piece, gate or locked, found {keyword!r}", line=number)
    has_locks = any("x" in line for line in locked)
    return FruitBoard(tiles, pieces, tuple(sorted(gates)), locked if has_locks else None)


def _check_row(number: int, line: str, width: int) -> None:
    for col, glyph in enumerate(line, 1):
        if glyph not in codes.TILE_GLYPHS and glyph not in codes.PIECE_GLYPHS:
            raise LevelError(
                f"unknown character {glyph!r} at column {col}; expected a tile (# . ~ > ^ < v h) "
                "or a piece (A-H o c b)",
                line=number,
            )
    if len(line) != width:
        raise LevelError(
            f"expected {width} characters like the first row, found {len(line)}", line=number
        )


def _each(line: str, glyphs: str, other: str) -> str:
    return "".join(glyph if glyph in glyphs else other for glyph in line)


def _placed(
    number: int, words: list[str], tiles: Grid, known: str | tuple[str, ...]
) -> tuple[int, int, str]:
    """ROW,COL and one of some known words."""
    if len(words) != 2 or words[1] not in tuple(known):
        raise LevelError(
            f"expected ROW,COL and one of {' '.join(known)}, found {' '.join(words)!r}", line=number
        )
    return (*_place(number, words[0], tiles), words[1])


def _place(number: int, word: str, tiles: Grid) -> tuple[int, int]:
    found = _PLACE.fullmatch(word)
    if found is None:
        raise LevelError(f"expected ROW,COL, found {word!r}", line=number)
    row, col = int(found[1]), int(found[2])
    if row >= len(tiles) or col >= len(tiles[0]):
        raise LevelError(f"{word} is outside the board", line=number)
    return row, col
