"""A Skiddy board as a value: reading, checking, changing, drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine import grid
from engine.errors import LevelError
from engine.games.skiddy import codes
from engine.grid import Grid, cells_of, grid_text, read_grid
from engine.level import Table
from engine.picture import Picture, Piece

_KNOWN = ("tiles", "pieces", "locked")


@dataclass(frozen=True, slots=True)
class SkiddyBoard:
    """Tiles, pieces and locked cells, immutable.

    Attributes:
        tiles, pieces: text grids of the same shape, glyphs as in level files.
        locked: a grid of ``x`` and ``.``, or None.
        extra: unknown keys of the ``[board]`` table, kept.
    """

    tiles: Grid
    pieces: Grid
    locked: Grid | None = None
    extra: Table = field(default_factory=dict, hash=False)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.tiles[0])

    def table(self) -> dict[str, Any]:
        """The canonical ``[board]`` table."""
        table: dict[str, Any] = {
            "tiles": grid_text(self.tiles),
            "pieces": grid_text(self.pieces),
        }
        if self.locked is not None:
            table["locked"] = grid_text(self.locked)
        return table | dict(self.extra)

    def inside(self, row: int, col: int) -> bool:
        """Whether a cell lies on the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def is_locked(self, row: int, col: int) -> bool:
        """Whether generation must leave a cell as it is."""
        return self.locked is not None and self.locked[row][col] == "x"

    def pieces_in_order(self) -> Iterator[tuple[int, int, str]]:
        """The pieces as (row, column, glyph), in reading order."""
        return ((row, col, glyph) for row, col, glyph in cells_of(self.pieces) if glyph != ".")

    def is_border(self, row: int, col: int) -> bool:
        """Whether a cell lies on the outer ring."""
        return row in (0, self.rows - 1) or col in (0, self.cols - 1)


def read_board(table: Table) -> SkiddyBoard:
    """The board of a ``[board]`` table.

    Raises:
        LevelError: a key is missing or of another form; names key, row and column.
    """
    for key in ("tiles", "pieces"):
        if key not in table:
            raise LevelError("missing; expected a multi-line string", key=f"board.{key}")
    tiles = read_grid(
        table["tiles"],
        "board.tiles",
        codes.TILE_GLYPHS,
        "expected # block, . floor, o pit, R red goal or B blue goal",
    )
    pieces = read_grid(
        table["pieces"],
        "board.pieces",
        codes.PIECE_GLYPHS,
        "expected r red Skiddy, b blue Skiddy, c crate, i ice cube or . none",
    )
    _require_shape(pieces, tiles, "board.pieces")
    locked = None
    if "locked" in table:
        locked = read_grid(table["locked"], "board.locked", "x.", "expected x or .")
        _require_shape(locked, tiles, "board.locked")
    extra = {key: value for key, value in table.items() if key not in _KNOWN}
    return SkiddyBoard(tiles, pieces, locked, extra)


def _require_shape(found: Grid, tiles: Grid, key: str) -> None:
    if (len(found), len(found[0])) != (len(tiles), len(tiles[0])):
        raise LevelError(
            f"expected {len(tiles)} rows of {len(tiles[0])} characters like board.tiles, "
            f"found {len(found)} of {len(found[0])}",
            key=key,
        )


def picture(board: SkiddyBoard) -> Picture:
    """What the board looks like, pieces numbered in reading order."""
    return Picture(
        tiles=tuple(tuple(codes.TILE_NAMES[glyph] for glyph in line) for line in board.tiles),
        pieces={
            (row, col): Piece(codes.PIECE_NAMES[glyph], identity)
            for identity, (row, col, glyph) in enumerate(board.pieces_in_order())
        },
        locked=frozenset(
            (row, col) for row, col, mark in cells_of(board.locked or ()) if mark == "x"
        ),
    )


def contents(board: SkiddyBoard, row: int, col: int) -> str:
    """What stands on a cell, in words."""
    piece, tile = board.pieces[row][col], board.tiles[row][col]
    words = []
    if piece != ".":
        words.append(codes.PIECE_TITLES[piece])
    if piece == "." or tile != ".":
        words.append(codes.TILE_TITLES[tile])
    if board.is_locked(row, col):
        words.append("locked")
    return ", ".join(words)


def blank(rows: int, cols: int) -> SkiddyBoard:
    """Floor within a ring of blocks, no pieces."""
    edge = "#" * cols
    inner = "#" + "." * (cols - 2) + "#" if cols > 1 else "#"
    tiles = (edge, *(inner for _ in range(rows - 2)), edge)[:rows]
    return SkiddyBoard(tiles, tuple("." * cols for _ in range(rows)))


def with_tile(board: SkiddyBoard, glyph: str, row: int, col: int) -> SkiddyBoard:
    """The board with a tile changed; a solid tile takes the place of a piece."""
    pieces = board.pieces
    if glyph in codes.SOLID:
        pieces = grid.replace(pieces, row, col, ".")
    return replace(board, tiles=grid.replace(board.tiles, row, col, glyph), pieces=pieces)


def with_piece(board: SkiddyBoard, glyph: str, row: int, col: int) -> SkiddyBoard:
    """The board with a piece put down or (``.``) taken away; solid tiles give way to floor."""
    tiles = board.tiles
    if glyph != "." and tiles[row][col] in codes.SOLID:
        tiles = grid.replace(tiles, row, col, ".")
    return replace(board, tiles=tiles, pieces=grid.replace(board.pieces, row, col, glyph))


def with_lock(board: SkiddyBoard, row: int, col: int) -> SkiddyBoard:
    """The board with a cell locked, or unlocked if it was."""
    locked = board.locked or tuple("." * board.cols for _ in range(board.rows))
    locked = grid.replace(locked, row, col, "." if locked[row][col] == "x" else "x")
    empty = all(mark == "." for _, _, mark in cells_of(locked))
    return replace(board, locked=None if empty else locked)
