"""Boards of tiles and pieces as values: reading, changing, drawing.

In every such game ``.`` is floor among the tiles and no piece among the pieces, and ``#`` is what
the ring round a board is made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from engine.errors import LevelError
from engine.game.boards import Tool
from engine.values import grid
from engine.values.entries import unknown
from engine.values.grid import Grid, Symmetry, cells_of, grid_text, kept, read_grid, regrid
from engine.values.level import Problem, Table
from engine.values.likeness import Mark, Marks
from engine.values.picture import Picture, Piece

MAX_SIDE = 16
MAX_CELLS = MAX_SIDE * MAX_SIDE

GONE = 255
"""The cell of a piece that has left: a corner of the largest board, and so always solid."""


@dataclass(frozen=True)
class Glyphs:
    """The characters that level files have for one plane of a game's boards.

    Attributes:
        codes: by character the number that stands for it in compiled code, in the order of the
            editor's tools.
        names: by character the name by which themes draw it; none for no piece.
        titles: by character what it is, in words.
        expected: what is allowed, in words, for errors.
    """

    codes: Mapping[str, int]
    names: Mapping[str, str]
    titles: Mapping[str, str]
    expected: str

    @cached_property
    def text(self) -> str:
        """All of the characters."""
        return "".join(self.codes)

    @property
    def of_code(self) -> dict[int, str]:
        """The character of every number."""
        return {code: glyph for glyph, code in self.codes.items()}

    def tools(self, plane: str) -> Iterator[Tool]:
        """The editor's tools for everything that has a name."""
        for glyph in self.codes:
            if glyph in self.names:
                yield Tool(self.names[glyph], self.titles[glyph], plane, glyph)


@dataclass(frozen=True)
class TileBoard:
    """Tiles, pieces and locked cells, immutable; a game derives its own kind of board from it.

    Attributes:
        tile_glyphs, piece_glyphs: the characters of tiles and of pieces.
        solid: tiles that hold no piece.
        movable: pieces that can be taken away, by glyph what they are called.
        features: tiles that can be, by glyph what they are called and what stays in their place.
        coloured: tiles and pieces that come in colours, by glyph what they are and the colour.
        keys: what the game knows of a ``[board]`` table.
        tiles, pieces: text grids of the same shape, glyphs as in level files.
        locked: a grid of ``x`` and ``.``, or None.
        extra: unknown keys of the ``[board]`` table, kept.
    """

    tile_glyphs: ClassVar[Glyphs]
    piece_glyphs: ClassVar[Glyphs]
    solid: ClassVar[str]
    movable: ClassVar[Mapping[str, str]] = {}
    features: ClassVar[Mapping[str, tuple[str, str]]] = {}
    coloured: ClassVar[Mapping[str, tuple[str, str]]] = {}
    keys: ClassVar[tuple[str, ...]] = ("tiles", "pieces", "locked")

    tiles: Grid
    pieces: Grid
    locked: Grid | None = None
    extra: Table = field(default_factory=dict, hash=False)

    @classmethod
    def read(cls, table: Table) -> Self:
        """The board of a ``[board]`` table.

        Raises:
            LevelError: a key is missing or of another form; names key, row and column.
        """
        for key in ("tiles", "pieces"):
            if key not in table:
                raise LevelError("missing; expected a multi-line string", key=f"board.{key}")
        tiles = _read_plane(table["tiles"], "board.tiles", cls.tile_glyphs)
        pieces = _read_plane(table["pieces"], "board.pieces", cls.piece_glyphs)
        grid.require_shape(pieces, tiles, "board.pieces", "board.tiles")
        locked = grid.read_locked(table, tiles, "board.tiles")
        return cls(tiles, pieces, locked, unknown(table, cls.keys))

    @classmethod
    def blank(cls, rows: int, cols: int) -> Self:
        """Floor within a closed ring, no pieces."""
        edge = "#" * cols
        inner = "#" + "." * (cols - 2) + "#" if cols > 1 else "#"
        tiles = (edge, *(inner for _ in range(rows - 2)), edge)[:rows]
        return cls(tiles, tuple("." * cols for _ in range(rows)))

    def table(self) -> dict[str, Any]:
        """The canonical ``[board]`` table."""
        table: dict[str, Any] = {"tiles": grid_text(self.tiles), "pieces": grid_text(self.pieces)}
        if self.locked is not None:
            table["locked"] = grid_text(self.locked)
        return table | dict(self.extra)

    # Looking.

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.tiles[0])

    def inside(self, row: int, col: int) -> bool:
        """Whether a cell lies on the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def is_border(self, row: int, col: int) -> bool:
        """Whether a cell lies on the outer ring."""
        return row in (0, self.rows - 1) or col in (0, self.cols - 1)

    def is_locked(self, row: int, col: int) -> bool:
        """Whether generation must leave a cell as it is."""
        return self.locked is not None and self.locked[row][col] == "x"

    def locked_cells(self) -> list[tuple[int, int]]:
        """The cells that generation must leave as they are, in reading order."""
        return [(row, col) for row, col, mark in cells_of(self.locked or ()) if mark == "x"]

    def pieces_in_order(self) -> Iterator[tuple[int, int, str]]:
        """The pieces as (row, column, glyph), in reading order."""
        return ((row, col, glyph) for row, col, glyph in cells_of(self.pieces) if glyph != ".")

    def marks(self) -> Marks:
        """Walls within the ring, pieces, and all other tiles but floor."""
        tiles = [(row, col, tile) for row, col, tile in cells_of(self.tiles) if tile != "."]
        inner = {cell for cell in tiles if cell[2] == "#" and not self.is_border(*cell[:2])}
        features = (cell for cell in tiles if cell[2] != "#")
        return {
            "wall": frozenset(Mark(*cell) for cell in inner),
            "piece": frozenset(map(self._mark, self.pieces_in_order())),
            "feature": frozenset(map(self._mark, features)),
        }

    def _mark(self, there: tuple[int, int, str]) -> Mark:
        row, col, glyph = there
        return Mark(row, col, *self.coloured.get(glyph, (glyph,)))

    def misplaced(self) -> Iterator[Problem]:
        """The pieces on tiles that hold none."""
        for row, col, glyph in self.pieces_in_order():
            tile = self.tiles[row][col]
            if tile in self.solid:
                title, under = self.piece_glyphs.titles[glyph], self.tile_glyphs.titles[tile]
                yield Problem(f"{title} stands on a {under}", row, col, "board.pieces")

    def picture(self, cells: Sequence[int] | None = None) -> Picture:
        """What the board looks like, its pieces numbered in reading order.

        During play, ``cells`` says where each piece is, GONE for one that has left.
        """
        pieces = [*self.pieces_in_order()]
        if cells is None:
            cells = [row * self.cols + col for row, col, _ in pieces]
        names = self.tile_glyphs.names
        return Picture(
            tiles=tuple(tuple(names[glyph] for glyph in line) for line in self.tiles),
            pieces={
                divmod(cell, self.cols): Piece(self.piece_glyphs.names[glyph], identity)
                for identity, ((_, _, glyph), cell) in enumerate(zip(pieces, cells, strict=True))
                if cell != GONE
            },
            locked=frozenset(self.locked_cells()),
        )

    def contents(self, row: int, col: int, *others: str) -> str:
        """What stands on a cell, in words; ``others`` are what the game has there besides."""
        piece, tile = self.pieces[row][col], self.tiles[row][col]
        words = [] if piece == "." else [self.piece_glyphs.titles[piece]]
        if piece == "." or tile != ".":
            words.append(self.tile_glyphs.titles[tile])
        words += others
        if self.is_locked(row, col):
            words.append("locked")
        return ", ".join(words)

    def holds(self, tool: Tool, row: int, col: int) -> bool:
        """Whether a cell of the board holds just what a tool puts there."""
        if tool.plane == "tiles":
            return self.tiles[row][col] == tool.key
        if tool.plane == "pieces":
            return self.pieces[row][col] == tool.key
        return self.is_locked(row, col)

    # Changing.

    def painted(self, tool: Tool, row: int, col: int) -> Self:
        """The board with a tool applied to one of its cells."""
        if tool.plane == "tiles":
            return self.with_tile(tool.key, row, col)
        if tool.plane == "pieces":
            return self.with_piece(tool.key, row, col)
        return self.with_lock(row, col)

    def with_tile(self, glyph: str, row: int, col: int) -> Self:
        """The board with a tile changed; a solid tile takes the place of a piece."""
        pieces = self.pieces
        if glyph in self.solid:
            pieces = grid.replace(pieces, row, col, ".")
        return replace(self, tiles=grid.replace(self.tiles, row, col, glyph), pieces=pieces)

    def with_piece(self, glyph: str, row: int, col: int) -> Self:
        """The board with a piece put down or (``.``) taken away; solid tiles give way to floor."""
        tiles = self.tiles
        if glyph != "." and tiles[row][col] in self.solid:
            tiles = grid.replace(tiles, row, col, ".")
        return replace(self, tiles=tiles, pieces=grid.replace(self.pieces, row, col, glyph))

    def with_lock(self, row: int, col: int) -> Self:
        """The board with a cell locked, or unlocked if it was."""
        return replace(self, locked=grid.with_lock(self.locked, self.rows, self.cols, row, col))

    def transformed(self, symmetry: Symmetry) -> Self:
        """The board turned or mirrored; tiles and pieces have no direction of their own."""
        return replace(
            self,
            tiles=symmetry.grid(self.tiles),
            pieces=symmetry.grid(self.pieces),
            locked=symmetry.grid(self.locked) if self.locked is not None else None,
        )

    def resized(self, top: int, bottom: int, left: int, right: int) -> Self:
        """The board with rows and columns of floor put in, or taken out, just within its ring.

        Raises:
            EngineError: the board would be too large or too small.
        """
        rows, cols = self.kept_lines(top, bottom, left, right)
        return replace(
            self,
            tiles=regrid(self.tiles, rows, cols, ".", "#"),
            pieces=regrid(self.pieces, rows, cols, ".", "."),
            locked=regrid(self.locked, rows, cols, ".", ".") if self.locked is not None else None,
        )

    def kept_lines(
        self, top: int, bottom: int, left: int, right: int
    ) -> tuple[list[int | None], list[int | None]]:
        """The old number of every row and column after :meth:`resized`, None for a new one.

        Raises:
            EngineError: the board would be too large or too small.
        """
        rows = kept(self.rows, top, bottom, MAX_SIDE, "rows")
        return rows, kept(self.cols, left, right, MAX_SIDE, "columns")

    def used_cells(self) -> list[tuple[int, int]]:
        """The cells that hold more than what the ring is made of."""
        return [
            (row, col)
            for row, col, tile in cells_of(self.tiles)
            if tile != "#" or self.pieces[row][col] != "." or self.is_locked(row, col)
        ]

    def margins(self) -> tuple[int, int, int, int]:
        """The rows and columns of nothing of interest that the ring does not need."""
        used = self.used_cells()
        if not used:
            return 0, 0, 0, 0
        rows, cols = [row for row, _ in used], [col for _, col in used]
        spare = (min(rows) - 1, self.rows - 2 - max(rows), min(cols) - 1, self.cols - 2 - max(cols))
        top, bottom, left, right = (max(0, number) for number in spare)
        return top, bottom, left, right


def _read_plane(value: Any, key: str, glyphs: Glyphs) -> Grid:
    return read_grid(value, key, "".join(glyphs.codes), glyphs.expected)
