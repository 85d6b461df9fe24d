"""Immutable boards of tiles and pieces, which can be read, changed and drawn.

In every game with such boards, ``.`` means floor among the tiles and no piece among the pieces, and
``#`` is the wall tile that forms the border.

A board is two text grids of the same shape, one for each plane, as in level files::

    tiles           pieces
    ######          ......
    #....#          .A....
    #..#.#          ......
    ######          ......

A game derives its board class from :class:`TileBoard` and lists its characters in two
:class:`Glyphs`. Every change to a board returns a new board.
:mod:`engine.tiles.compiled_tiles` converts boards to arrays for compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from engine.errors import LevelError
from engine.game.boards import Tool
from engine.values import grid
from engine.values.grid import (
    Grid,
    Symmetry,
    format_grid,
    iterate_cells,
    map_resized_lines,
    read_grid,
    resize_grid,
)
from engine.values.level import Problem, Table
from engine.values.picture import DrawnPiece, Picture
from engine.values.similarity import CellToken, CellTokens
from engine.values.toml_fields import select_unknown

MAX_SIDE = 16
MAX_CELLS = MAX_SIDE * MAX_SIDE

GONE = 255
"""The cell number of a piece that has left the board.

No piece can be on the cell with this number, because it is a corner of the largest board.
"""


@dataclass(frozen=True)
class Glyphs:
    """The characters for one plane of a game's boards in level files.

    Attributes:
        codes: The number of each character in compiled code. The characters are in the order of the
            editor's tools.
        names: The theme name of each character. The character for no piece has none.
        titles: The title of each character, in words.
        expected: A description of the allowed characters, for error messages.
    """

    codes: Mapping[str, int]
    names: Mapping[str, str]
    titles: Mapping[str, str]
    expected: str

    @cached_property
    def text(self) -> str:
        """All characters in one string."""
        return "".join(self.codes)

    @property
    def glyph_by_code(self) -> dict[int, str]:
        """The character for each number in compiled code."""
        return {code: glyph for glyph, code in self.codes.items()}

    def list_tools(self, plane: str) -> Iterator[Tool]:
        """Yield an editor's tool for each character that has a theme name."""
        for glyph in self.codes:
            if glyph in self.names:
                yield Tool(self.names[glyph], self.titles[glyph], plane, glyph)


@dataclass(frozen=True)
class TileBoard:
    """An immutable board of tiles, pieces and locked cells.

    Attributes:
        tile_glyphs, piece_glyphs: The characters for tiles and for pieces.
        ring: The width of the border of walls that closes every board: 1, or 0 for none.
        solid: The tiles that cannot hold a piece.
        unique: The pieces and tiles of which every board has exactly one. Painting one moves it. A
            character that means both a piece and a tile means the piece here.
        movable: A mapping from each piece that can be removed to its name.
        features: A mapping from each tile that can be removed to its name and the tile that
            replaces it.
        coloured: A mapping from each tile or piece that has a colour to its kind and its colour.
        merged: A mapping from each piece that states do not distinguish from other pieces in the
            mapping to the title that they have in common.
        known_keys: The keys of a ``[board]`` table that the game knows.
        tiles, pieces: Text grids of the same shape, written in the characters of level files.
        locked: A grid of ``x`` (locked) and ``.``; None if no cell is locked.
        extra: The unknown keys of the ``[board]`` table, which are preserved.
    """

    tile_glyphs: ClassVar[Glyphs]
    piece_glyphs: ClassVar[Glyphs]
    ring: ClassVar[int] = 1
    solid: ClassVar[str]
    unique: ClassVar[str] = ""
    movable: ClassVar[Mapping[str, str]] = {}
    features: ClassVar[Mapping[str, tuple[str, str]]] = {}
    coloured: ClassVar[Mapping[str, tuple[str, str]]] = {}
    merged: ClassVar[Mapping[str, str]] = {}
    known_keys: ClassVar[tuple[str, ...]] = ("tiles", "pieces", "locked")

    tiles: Grid
    pieces: Grid
    locked: Grid | None = None
    extra: Table = field(default_factory=dict, hash=False)

    @classmethod
    def from_table(cls, table: Table) -> Self:
        """Read a board from a ``[board]`` table.

        Raises:
            LevelError: A key is missing or its value is invalid. The message names the key, the row
                and the column.
        """
        for key in ("tiles", "pieces"):
            if key not in table:
                raise LevelError("missing; expected a multi-line string", key=f"board.{key}")
        tiles = _read_plane(table["tiles"], "board.tiles", cls.tile_glyphs)
        pieces = _read_plane(table["pieces"], "board.pieces", cls.piece_glyphs)
        grid.require_shape(pieces, tiles, "board.pieces", "board.tiles")
        locked = grid.read_locked(table, tiles, "board.tiles")
        return cls(tiles, pieces, locked, select_unknown(table, cls.known_keys))

    @classmethod
    def create_blank(cls, rows: int, cols: int) -> Self:
        """Return a board of floor inside a closed border, without any pieces."""
        if not cls.ring:
            return cls(("." * cols,) * rows, ("." * cols,) * rows)
        edge = "#" * cols
        inner = "#" + "." * (cols - 2) + "#" if cols > 1 else "#"
        tiles = (edge, *(inner for _ in range(rows - 2)), edge)[:rows]
        return cls(tiles, tuple("." * cols for _ in range(rows)))

    def to_table(self) -> dict[str, Any]:
        """Return the canonical ``[board]`` table."""
        tiles, pieces = format_grid(self.tiles), format_grid(self.pieces)
        table: dict[str, Any] = {"tiles": tiles, "pieces": pieces}
        if self.locked is not None:
            table["locked"] = format_grid(self.locked)
        return table | dict(self.extra)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.tiles)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.tiles[0])

    def has_cell(self, row: int, col: int) -> bool:
        """Return whether a cell is on the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def is_border(self, row: int, col: int) -> bool:
        """Return whether a cell is on the border."""
        return bool(self.ring) and (row in (0, self.rows - 1) or col in (0, self.cols - 1))

    def is_locked(self, row: int, col: int) -> bool:
        """Return whether generation must leave a cell unchanged."""
        return self.locked is not None and self.locked[row][col] == "x"

    def list_locked_cells(self) -> list[tuple[int, int]]:
        """Return the cells that generation must leave unchanged, in reading order."""
        return [(row, col) for row, col, mark in iterate_cells(self.locked or ()) if mark == "x"]

    def iterate_pieces(self) -> Iterator[tuple[int, int, str]]:
        """Yield each piece as (row, column, glyph), in reading order."""
        return ((row, col, glyph) for row, col, glyph in iterate_cells(self.pieces) if glyph != ".")

    def list_tokens(self) -> CellTokens:
        """Return a token for each inner wall, each piece, and each tile except walls and floor."""
        tiles = [(row, col, tile) for row, col, tile in iterate_cells(self.tiles) if tile != "."]
        inner = {cell for cell in tiles if cell[2] == "#" and not self.is_border(*cell[:2])}
        features = (cell for cell in tiles if cell[2] != "#")
        return {
            "wall": frozenset(CellToken(*cell) for cell in inner),
            "piece": frozenset(map(self._create_token, self.iterate_pieces())),
            "feature": frozenset(map(self._create_token, features)),
        }

    def _create_token(self, there: tuple[int, int, str]) -> CellToken:
        row, col, glyph = there
        return CellToken(row, col, *self.coloured.get(glyph, (glyph,)))

    def find_misplaced(self) -> Iterator[Problem]:
        """Yield a problem for each piece on a tile that cannot hold a piece."""
        for row, col, glyph in self.iterate_pieces():
            tile = self.tiles[row][col]
            if tile in self.solid:
                title, under = self.piece_glyphs.titles[glyph], self.tile_glyphs.titles[tile]
                yield Problem(f"{title} is on a {under}", row, col, "board.pieces")

    def find_miscounted(self) -> Iterator[Problem]:
        """Yield a problem for each missing unique piece or tile, and for each extra copy of one."""
        for glyph in self.unique:
            key, plane, glyphs = "board.tiles", self.tiles, self.tile_glyphs
            if glyph in self.piece_glyphs.codes:
                key, plane, glyphs = "board.pieces", self.pieces, self.piece_glyphs
            cells = [(row, col) for row, col, found in iterate_cells(plane) if found == glyph]
            title = glyphs.titles[glyph]
            if not cells:
                yield Problem(f"no {title}; a level has one", key=key)
            for cell in cells[1:]:
                yield Problem(f"a second {title}; a level has one", *cell, key)

    def draw_picture(self, cells: Sequence[int] | None = None) -> Picture:
        """Draw the board, with its pieces numbered in reading order.

        During play, ``cells`` gives the current cell of each piece, or GONE if the piece has left.
        """
        pieces = [*self.iterate_pieces()]
        if cells is None:
            cells = [row * self.cols + col for row, col, _ in pieces]
        names = self.tile_glyphs.names
        return Picture(
            tiles=tuple(tuple(names[glyph] for glyph in line) for line in self.tiles),
            pieces={
                divmod(cell, self.cols): DrawnPiece(self.piece_glyphs.names[glyph], identity)
                for identity, ((_, _, glyph), cell) in enumerate(zip(pieces, cells, strict=True))
                if cell != GONE
            },
            locked=frozenset(self.list_locked_cells()),
        )

    def describe_cell(self, row: int, col: int, *others: str) -> str:
        """Describe the contents of a cell in words, including ``others``, which the game adds."""
        piece, tile = self.pieces[row][col], self.tiles[row][col]
        words = [] if piece == "." else [self.piece_glyphs.titles[piece]]
        # Do not mention plain floor under a piece.
        if piece == "." or tile != ".":
            words.append(self.tile_glyphs.titles[tile])
        words += others
        if self.is_locked(row, col):
            words.append("locked")
        return ", ".join(words)

    def has_tool_value(self, tool: Tool, row: int, col: int) -> bool:
        """Return whether a cell already contains exactly the object that a tool would put there."""
        if tool.plane == "tiles":
            return self.tiles[row][col] == tool.key
        if tool.plane == "pieces":
            return self.pieces[row][col] == tool.key
        return self.is_locked(row, col)

    def paint_cell(self, tool: Tool, row: int, col: int) -> Self:
        """Return the board with a tool applied to one cell."""
        if tool.plane == "tiles":
            return self.with_tile(tool.key, row, col)
        if tool.plane == "pieces":
            return self.with_piece(tool.key, row, col)
        return self.with_lock_toggled(row, col)

    def with_tile(self, glyph: str, row: int, col: int) -> Self:
        """Return the board with one tile replaced. A solid tile removes any piece on it.

        A unique tile leaves a wall on its old cell if that is on the border, or else floor or the
        tile that ``features`` names.
        """
        tiles, pieces = self.tiles, self.pieces
        if glyph in self.unique and glyph not in self.piece_glyphs.codes:
            _, under = self.features.get(glyph, ("", "."))
            for old_row, old_col, found in iterate_cells(self.tiles):
                if found == glyph:
                    left = "#" if self.is_border(old_row, old_col) else under
                    tiles = grid.replace_cell(tiles, old_row, old_col, left)
        if glyph in self.solid:
            pieces = grid.replace_cell(pieces, row, col, ".")
        return replace(self, tiles=grid.replace_cell(tiles, row, col, glyph), pieces=pieces)

    def with_piece(self, glyph: str, row: int, col: int) -> Self:
        """Return the board with a piece placed, or removed if ``glyph`` is ``.``.

        If the piece is placed on a solid tile, the tile becomes floor.
        """
        tiles = self.tiles
        if glyph != "." and tiles[row][col] in self.solid:
            tiles = grid.replace_cell(tiles, row, col, ".")
        pieces = self.pieces
        if glyph in self.unique:
            pieces = tuple(line.replace(glyph, ".") for line in pieces)
        return replace(self, tiles=tiles, pieces=grid.replace_cell(pieces, row, col, glyph))

    def with_lock_toggled(self, row: int, col: int) -> Self:
        """Return the board with the lock of one cell toggled."""
        return replace(self, locked=grid.toggle_lock(self.locked, self.rows, self.cols, row, col))

    def transform(self, symmetry: Symmetry) -> Self:
        """Return the board rotated or mirrored. The tiles and pieces themselves do not change."""
        return replace(
            self,
            tiles=symmetry.transform_grid(self.tiles),
            pieces=symmetry.transform_grid(self.pieces),
            locked=symmetry.transform_grid(self.locked) if self.locked is not None else None,
        )

    def resize(self, top: int, bottom: int, left: int, right: int) -> Self:
        """Return the board with rows and columns of floor added or removed inside its border.

        Raises:
            EngineError: The board would be too large or too small.
        """
        rows, cols = self.map_resized_lines(top, bottom, left, right)
        tiles = resize_grid(self.tiles, rows, cols, ".", "#" if self.ring else ".")
        pieces = resize_grid(self.pieces, rows, cols, ".", ".")
        locked = self.locked and resize_grid(self.locked, rows, cols, ".", ".")
        return replace(self, tiles=tiles, pieces=pieces, locked=locked)

    def map_resized_lines(
        self, top: int, bottom: int, left: int, right: int
    ) -> tuple[list[int | None], list[int | None]]:
        """Map each row and column after :meth:`resize` to its old index, or None if it is new.

        Raises:
            EngineError: The board would be too large or too small.
        """
        rows = map_resized_lines(self.rows, top, bottom, MAX_SIDE, "rows", self.ring)
        return rows, map_resized_lines(self.cols, left, right, MAX_SIDE, "columns", self.ring)

    def list_used_cells(self) -> list[tuple[int, int]]:
        """Return the cells that contain anything other than a wall, or are locked."""
        return [
            (row, col)
            for row, col, tile in iterate_cells(self.tiles)
            if tile != "#" or self.pieces[row][col] != "." or self.is_locked(row, col)
        ]


def _read_plane(value: Any, key: str, glyphs: Glyphs) -> Grid:
    return read_grid(value, key, "".join(glyphs.codes), glyphs.expected)
