"""A text format for boards of tiles and pieces: one character per cell, and extra lines.

The first line names the game. Lines for ``title:`` and ``author:`` and the rows of the board
follow. The last lines are of the form ``piece 2,3 b`` and ``locked 1,1 1,6``, in which rows and
columns count from 0. A cell shows its piece if the piece is on floor, and its tile otherwise, using
the characters of level files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import ClassVar, Generic, TypeVar

from engine.errors import LevelError, quote_input
from engine.game.boards import TextFormat
from engine.tiles.board import TileBoard
from engine.values import grid
from engine.values.grid import Grid
from engine.values.level import Board, Level

B = TypeVar("B", bound=TileBoard)

Lines = list[tuple[int, str]]
"""The lines that are not blank, each paired with its line number."""
CharacterMap = Mapping[tuple[str, str], str]
"""The character for each combination of a tile and a piece."""

_CELL_PATTERN = re.compile(r"(\d{1,4}),(\d{1,4})")
_ENTRY_KEYS = ("title", "author")


def list_plain_characters(board_type: type[TileBoard]) -> dict[tuple[str, str], str]:
    """Return the characters for tiles without a piece and for pieces on floor."""
    tiles, pieces = board_type.tile_glyphs.codes, board_type.piece_glyphs.codes
    # A character that means both a tile and a piece is read as the tile.
    plain = {(".", piece): piece for piece in pieces if piece == "." or piece not in tiles}
    return plain | {(tile, "."): tile for tile in tiles}


class TileText(TextFormat, Generic[B]):
    """The usual text format for a game on boards of tiles and pieces.

    Attributes:
        characters: The character for each combination of a tile and a piece that has one.
        expected_glyphs: A description of the allowed characters, for error messages.
        keywords: The words that can begin a line after the board.
        blank: A blank character that means floor; empty if there is none.
        title_mark: A prefix, other than ``title:``, that marks a line above the board as the title;
            empty if there is none.
    """

    name: ClassVar[str] = "text"
    title: ClassVar[str] = "one character a cell"
    game: str
    board_type: type[B]
    characters: CharacterMap
    expected_glyphs: str
    keywords: ClassVar[tuple[str, ...]] = ("piece", "locked")
    blank: ClassVar[str] = ""
    title_mark: ClassVar[str] = ""

    def can_read(self, text: str) -> bool:
        """Return whether the first line is the name of the game."""
        return text.lstrip().partition("\n")[0].rstrip() == self.game

    def read(self, text: str) -> Level:
        """Read a level from text, in which the line that names the game is optional."""
        # If a blank means floor, keep the blanks at the beginning of a row.
        stripped = str.rstrip if self.blank else str.strip
        lines = [(number, stripped(line)) for number, line in enumerate(text.split("\n"), 1)]
        lines = [(number, line) for number, line in lines if line]
        if lines and lines[0][1].strip() == self.game:
            del lines[0]
        words = take_entries(lines, self.title_mark)
        # The rows of the board end at the first line that begins with a keyword.
        shown = [*takewhile(lambda entry: entry[1].split()[0] not in self.keywords, lines)]
        board = self.read_rows(shown)
        for number, line in lines[len(shown) :]:
            keyword, *rest = line.split()
            if keyword not in self.keywords:
                known = f"{', '.join(self.keywords[:-1])} or {self.keywords[-1]}"
                raise LevelError(f"expected {known}, found {quote_input(keyword)}", line=number)
            board = self.apply_line(board, number, keyword, rest)
        return Level(self.game, board, words.get("title", ""), words.get("author"))

    def write(self, level: Level) -> str:
        """Format a level as text."""
        board = level.board
        assert isinstance(board, self.board_type)
        return join_text(level, self.format_rows(board), [*self.list_extra_lines(board)])

    def format_rows(self, board: TileBoard) -> Grid:
        """Format a board with one character per cell.

        A combination of tile and piece that has no character shows its tile.
        """
        return tuple(
            "".join(self.characters.get(pair, pair[0]) for pair in zip(tiles, pieces, strict=True))
            for tiles, pieces in zip(board.tiles, board.pieces, strict=True)
        )

    def list_extra_lines(self, board: B) -> Iterator[str]:
        """Yield lines for the details that the rows of characters do not show."""
        for row, col, glyph in board.iterate_pieces():
            if (board.tiles[row][col], glyph) not in self.characters:
                yield f"piece {row},{col} {glyph}"
        yield from self.list_further_lines(board)
        if locked := board.list_locked_cells():
            yield " ".join(["locked", *(f"{row},{col}" for row, col in locked)])

    def list_further_lines(self, board: B) -> Iterator[str]:
        """Yield lines for details that only this game has. The base class yields none."""
        yield from ()

    def apply_line(self, board: B, number: int, keyword: str, words: list[str]) -> B:
        """Return the board after applying one of the lines that follow its rows.

        Raises:
            LevelError: The words after the keyword are invalid.
        """
        if keyword == "piece":
            row, col, glyph = read_placement(number, words, board, tuple(board.piece_glyphs.names))
            return replace(board, pieces=grid.replace_cell(board.pieces, row, col, glyph))
        return replace(board, locked=lock_cells(board, board.locked, words, number))

    def read_rows(self, lines: Sequence[tuple[int, str]]) -> B:
        """Build a board from numbered rows with one character per cell.

        Raises:
            LevelError: There are no rows, their lengths differ, or a character is unknown.
        """
        if not lines:
            raise LevelError("expected a board with at least one row, found none")
        # The game's blank character, if there is one, also means floor.
        known = {glyph: pair for pair, glyph in self.characters.items()} | {self.blank: (".", ".")}
        width = len(lines[0][1])
        for number, line in lines:
            for col, glyph in enumerate(line, 1):
                if glyph not in known:
                    raise LevelError(
                        f"unknown character {quote_input(glyph)} at column {col}; "
                        f"expected {self.expected_glyphs}",
                        line=number,
                    )
            if len(line) != width:
                found = f"expected {width} characters like the first row, found {len(line)}"
                raise LevelError(found, line=number)
        pairs = [[known[glyph] for glyph in line] for _, line in lines]
        tiles, pieces = (tuple("".join(pair[at] for pair in row) for row in pairs) for at in (0, 1))
        return self.board_type(tiles, pieces)


def take_entries(lines: Lines, title_mark: str = "") -> dict[str, str]:
    """Remove the entries above the board from ``lines``, and return their values, keyed by name.

    Raises:
        LevelError: An entry has an unknown name.
    """
    words: dict[str, str] = {}
    while lines:
        number, line = lines[0]
        if title_mark and line.startswith(title_mark):
            words.setdefault("title", line.removeprefix(title_mark).strip())
        elif ":" in line:
            key, _, value = line.partition(":")
            if key.strip() not in _ENTRY_KEYS:
                found = quote_input(key + ":")
                raise LevelError(f"expected title: or author:, found {found}", line=number)
            words[key.strip()] = value.strip()
        else:
            break
        del lines[0]
    return words


def join_text(level: Level, cells: Grid, extra_lines: Sequence[str]) -> str:
    """Join the game's name, the title and author, the board's rows and the extra lines."""
    words = zip(_ENTRY_KEYS, (level.title, level.author), strict=True)
    head = [level.game, *(f"{key}: {' '.join(value.split())}" for key, value in words if value)]
    parts = (head, cells, extra_lines)
    return "\n".join("".join(line + "\n" for line in part) for part in parts if part)


def lock_cells(board: Board, locked: Grid | None, words: Sequence[str], number: int) -> Grid | None:
    """Return the grid of locked cells after locking the cells named in ``words``, such as ``0,1``.

    Raises:
        LevelError: A word does not name a cell on the board.
    """
    for word in words:
        locked = locked or tuple("." * board.cols for _ in range(board.rows))
        locked = grid.replace_cell(locked, *read_cell(board, word, number), "x")
    return locked


def read_placement(
    number: int, words: list[str], board: TileBoard, known: tuple[str, ...]
) -> tuple[int, int, str]:
    """Read a row, a column and a word from a line of the form ``KEYWORD ROW,COL WORD``.

    Raises:
        LevelError: The words after the keyword are not a cell and one of the known words.
    """
    if len(words) != 2 or words[1] not in known:
        raise LevelError(
            f"expected ROW,COL and one of {' '.join(known)}, found {quote_input(' '.join(words))}",
            line=number,
        )
    return (*read_cell(board, words[0], number), words[1])


def read_cell(board: Board, word: str, number: int) -> tuple[int, int]:
    """Read a cell from text of the form ``ROW,COL``.

    ``number`` is the line number, for error messages.

    Raises:
        LevelError: The word does not name a cell on the board.
    """
    found = _CELL_PATTERN.fullmatch(word)
    if found is None:
        raise LevelError(f"expected ROW,COL, found {quote_input(word)}", line=number)
    row, col = int(found[1]), int(found[2])
    if row >= board.rows or col >= board.cols:
        raise LevelError(f"{word} is outside the board", line=number)
    return row, col
