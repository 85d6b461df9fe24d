"""From board values to what kernels take, and back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from engine.jit.marks import Bytes, Ints, Longs, Words
from engine.tiles.board import GONE, TileBoard
from engine.values.grid import cells_of
from engine.values.trace import MIXED, NOTHING

Cells = tuple[int, ...]
"""The cell of every piece by identity, GONE for one that has left."""


@dataclass(frozen=True)
class CompiledTiles:
    """A board ready for play and search.

    Attributes:
        table: the level as the game's kernels take it.
        order: for every piece of the table, its identity (number in reading order).
        glyphs: for every identity, its glyph.
        starts: for every piece of the table, its cell at the start.
    """

    table: Ints
    order: tuple[int, ...]
    glyphs: tuple[str, ...]
    starts: Cells

    def cells(self) -> Cells:
        """Where the pieces are at the start."""
        return self.by_identity(self.starts)

    def by_identity(self, cells_in_order: Sequence[int] | Ints) -> Cells:
        """Cells in the order of the table, put in the order of identities."""
        cells = [0] * len(self.order)
        for cell, identity in zip(cells_in_order, self.order, strict=True):
            cells[identity] = int(cell)
        return tuple(cells)

    def in_order(self, cells: Cells) -> list[int]:
        """Cells in the order of identities, put in the order of the table."""
        return [cells[identity] for identity in self.order]

    def occupants(self, states: Words, cell: int, alike: Collection[str] = ()) -> Bytes:
        """What stands on a cell in each of some packed states.

        The states have the shape (states, words); glyphs that are ``alike`` they do not keep apart.

        Returns:
            Codes of :mod:`engine.values.trace`; others are those of glyphs.
        """
        packed = np.ascontiguousarray(states, "<u8").view(np.uint8)
        found = np.full(len(states), NOTHING, np.uint8)
        for piece, identity in enumerate(self.order):
            glyph = self.glyphs[identity]
            found[packed[:, piece] == cell] = MIXED if glyph in alike else ord(glyph)
        return found

    def gone(self, before: Cells, after: Cells) -> list[str]:
        """The glyphs of the pieces that left in between."""
        return [
            glyph
            for glyph, old, new in zip(self.glyphs, before, after, strict=True)
            if new == GONE != old
        ]


def pieces_of(
    board: TileBoard, starts: Sequence[int] | Ints
) -> tuple[tuple[int, ...], tuple[str, ...], Cells]:
    """Order, glyphs and starts of a compiled board, of which ``starts`` begins with the cells."""
    found = list(board.pieces_in_order())
    identity = {row * board.cols + col: number for number, (row, col, _) in enumerate(found)}
    cells = tuple(int(cell) for cell in starts[: len(found)])
    return tuple(identity[cell] for cell in cells), tuple(glyph for _, _, glyph in found), cells


def code_planes(board: TileBoard) -> tuple[Longs, Longs]:
    """Tile codes and piece codes by cell, in reading order."""
    tiles, pieces = board.tile_glyphs.codes, board.piece_glyphs.codes
    return (
        np.array([tiles[glyph] for _, _, glyph in cells_of(board.tiles)], np.int64),
        np.array([pieces[glyph] for _, _, glyph in cells_of(board.pieces)], np.int64),
    )
