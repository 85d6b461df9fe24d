"""Boards of tiles and pieces as text: one character a cell, and a line for whatever that hides.

The first line names the game, then come ``title:`` and ``author:``, the rows of the board, and
lines such as ``piece 2,3 b`` and ``locked 1,1 1,6``; rows and columns count from 0. A cell shows
its piece if it stands on floor, else its tile, by the characters of level files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import ClassVar, Generic, TypeVar

from engine.errors import LevelError, quoted
from engine.game.boards import TextFormat
from engine.tiles.board import TileBoard
from engine.values import grid
from engine.values.grid import Grid
from engine.values.level import Board, Level

B = TypeVar("B", bound=TileBoard)

Lines = list[tuple[int, str]]
"""Lines with their numbers from 1; none is blank."""
Shown = Mapping[tuple[str, str], str]
"""The character of a tile and a piece."""

_PLACE = re.compile(r"(\d{1,4}),(\d{1,4})")
_WORDS = ("title", "author")


def plainly_shown(board_type: type[TileBoard]) -> dict[tuple[str, str], str]:
    """The characters of tiles without a piece, and of pieces on floor."""
    tiles, pieces = board_type.tile_glyphs.codes, board_type.piece_glyphs.codes
    return {(".", piece): piece for piece in pieces} | {(tile, "."): tile for tile in tiles}


class TileText(TextFormat, Generic[B]):
    """The usual text format of a game on boards of tiles and pieces.

    Attributes:
        shown: the character of every tile and piece that one shows.
        glyphs: what the characters are, in words, for errors.
        keywords: the first words of lines after the board.
        blank: a character that is floor too, also at the beginning of a row; empty for none.
        title_mark: begins a line above the board that is a title too; empty for none.
    """

    name: ClassVar[str] = "text"
    title: ClassVar[str] = "one character a cell"
    game: ClassVar[str]
    board_type: type[B]
    shown: ClassVar[Shown]
    glyphs: ClassVar[str]
    keywords: ClassVar[tuple[str, ...]] = ("piece", "locked")
    blank: ClassVar[str] = ""
    title_mark: ClassVar[str] = ""

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.game.boards.TextFormat.recognises`."""
        return text.lstrip().partition("\n")[0].rstrip() == self.game

    def read(self, text: str) -> Level:
        """See :meth:`TextFormat.read`; the line with the name may be missing."""
        stripped = str.rstrip if self.blank else str.strip
        lines = [(number, stripped(line)) for number, line in enumerate(text.split("\n"), 1)]
        lines = [(number, line) for number, line in lines if line]
        if lines and lines[0][1].strip() == self.game:
            del lines[0]
        words = take_words(lines, self.title_mark)
        shown = [*takewhile(lambda entry: entry[1].split()[0] not in self.keywords, lines)]
        board = self.read_rows(shown)
        for number, line in lines[len(shown) :]:
            keyword, *rest = line.split()
            if keyword not in self.keywords:
                known = f"{', '.join(self.keywords[:-1])} or {self.keywords[-1]}"
                raise LevelError(f"expected {known}, found {quoted(keyword)}", line=number)
            board = self.with_line(board, number, keyword, rest)
        return Level(self.game, board, words.get("title", ""), words.get("author"))

    def write(self, level: Level) -> str:
        """See :meth:`engine.game.boards.TextFormat.write`."""
        board = level.board
        assert isinstance(board, self.board_type)
        return joined(level, self.cells(board), [*self.beside(board)])

    def cells(self, board: TileBoard) -> Grid:
        """A board with one character a cell; where none shows both, the tile."""
        return tuple(
            "".join(self.shown.get(pair, pair[0]) for pair in zip(tiles, pieces, strict=True))
            for tiles, pieces in zip(board.tiles, board.pieces, strict=True)
        )

    def beside(self, board: B) -> Iterator[str]:
        """A line for everything that the characters do not show."""
        for row, col, glyph in board.pieces_in_order():
            if (board.tiles[row][col], glyph) not in self.shown:
                yield f"piece {row},{col} {glyph}"
        yield from self.further(board)
        if locked := board.locked_cells():
            yield " ".join(["locked", *(f"{row},{col}" for row, col in locked)])

    def further(self, board: B) -> Iterator[str]:
        """Lines for what the game has besides tiles and pieces; by default none."""
        yield from ()

    def with_line(self, board: B, number: int, keyword: str, words: list[str]) -> B:
        """The board with what a line after it says.

        Raises:
            LevelError: the words after the keyword are not what is expected.
        """
        if keyword == "piece":
            row, col, glyph = placed(number, words, board, tuple(board.piece_glyphs.names))
            return replace(board, pieces=grid.replace(board.pieces, row, col, glyph))
        return replace(board, locked=locked_at(board, board.locked, words, number))

    def read_rows(self, lines: Sequence[tuple[int, str]]) -> B:
        """The board of numbered rows with one character a cell.

        Raises:
            LevelError: no rows, rows of different lengths, or an unknown character.
        """
        if not lines:
            raise LevelError("expected a board with at least one row, found none")
        known = {glyph: pair for pair, glyph in self.shown.items()} | {self.blank: (".", ".")}
        width = len(lines[0][1])
        for number, line in lines:
            for col, glyph in enumerate(line, 1):
                if glyph not in known:
                    raise LevelError(
                        f"unknown character {quoted(glyph)} at column {col}; "
                        f"expected {self.glyphs}",
                        line=number,
                    )
            if len(line) != width:
                found = f"expected {width} characters like the first row, found {len(line)}"
                raise LevelError(found, line=number)
        pairs = [[known[glyph] for glyph in line] for _, line in lines]
        tiles, pieces = (tuple("".join(pair[at] for pair in row) for row in pairs) for at in (0, 1))
        return self.board_type(tiles, pieces)


def take_words(lines: Lines, title_mark: str = "") -> dict[str, str]:
    """The entries above the board, taken off the lines.

    Raises:
        LevelError: an entry of another name.
    """
    words: dict[str, str] = {}
    while lines:
        number, line = lines[0]
        if title_mark and line.startswith(title_mark):
            words.setdefault("title", line.removeprefix(title_mark).strip())
        elif ":" in line:
            key, _, value = line.partition(":")
            if key.strip() not in _WORDS:
                found = quoted(key + ":")
                raise LevelError(f"expected title: or author:, found {found}", line=number)
            words[key.strip()] = value.strip()
        else:
            break
        del lines[0]
    return words


def joined(level: Level, cells: Grid, beside: Sequence[str]) -> str:
    """The text of a level: its game and entries, the rows of its board, and lines after them."""
    words = zip(_WORDS, (level.title, level.author), strict=True)
    head = [level.game, *(f"{key}: {' '.join(value.split())}" for key, value in words if value)]
    parts = (head, cells, beside)
    return "\n".join("".join(line + "\n" for line in part) for part in parts if part)


def locked_at(board: Board, locked: Grid | None, words: Sequence[str], number: int) -> Grid | None:
    """The locked cells of a board with those that words such as ``0,1`` on a line name.

    Raises:
        LevelError: a word names none.
    """
    for word in words:
        locked = locked or tuple("." * board.cols for _ in range(board.rows))
        locked = grid.replace(locked, *place_on(board, word, number), "x")
    return locked


def placed(
    number: int, words: list[str], board: TileBoard, known: tuple[str, ...]
) -> tuple[int, int, str]:
    """The row, column and word of ``ROW,COL WORD``.

    Raises:
        LevelError: the words of line ``number`` are not a cell and one of those known.
    """
    if len(words) != 2 or words[1] not in known:
        raise LevelError(
            f"expected ROW,COL and one of {' '.join(known)}, found {quoted(' '.join(words))}",
            line=number,
        )
    return (*place_on(board, words[0], number), words[1])


def place_on(board: Board, word: str, number: int) -> tuple[int, int]:
    """The cell of a board that ``ROW,COL`` names.

    Raises:
        LevelError: the word on line ``number`` names none.
    """
    found = _PLACE.fullmatch(word)
    if found is None:
        raise LevelError(f"expected ROW,COL, found {quoted(word)}", line=number)
    row, col = int(found[1]), int(found[2])
    if row >= board.rows or col >= board.cols:
        raise LevelError(f"{word} is outside the board", line=number)
    return row, col
