"""Conversion between boards of tiles and pieces and the arrays that kernels use.

Kernels may keep pieces in an order other than the reading order of the board, for example with
pieces of the same kind next to each other. The *identity* of a piece is its index in reading order.
The *table order* is the order that the kernel uses.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from engine.jit.decorators import Bytes, Ints, Longs, Words
from engine.tiles.board import TileBoard
from engine.values.grid import iterate_cells
from engine.values.solver_trace import MIXED, NOTHING

Cells = tuple[int, ...]
"""The cell of each piece, in the order of identities; GONE for a piece that has left the board."""


@dataclass(frozen=True)
class CompiledTiles:
    """A board converted to the form that play and search use.

    Attributes:
        table: The board as an array for the game's kernels.
        order: The identity of each piece, in table order.
        glyphs: The character of each piece, in the order of identities.
        starts: The starting cell of each piece, in table order.
    """

    table: Ints
    order: tuple[int, ...]
    glyphs: tuple[str, ...]
    starts: Cells

    def get_start_cells(self) -> Cells:
        """Return the starting cell of each piece, in the order of identities."""
        return self.sort_by_identity(self.starts)

    def sort_by_identity(self, cells_in_order: Sequence[int] | Ints) -> Cells:
        """Rearrange cells from table order into the order of identities."""
        cells = [0] * len(self.order)
        for cell, identity in zip(cells_in_order, self.order, strict=True):
            cells[identity] = int(cell)
        return tuple(cells)

    def sort_by_table(self, cells: Cells) -> list[int]:
        """Rearrange cells from the order of identities into table order."""
        return [cells[identity] for identity in self.order]

    def find_occupants(self, states: Words, cell: int, merged: Collection[str] = ()) -> Bytes:
        """Return the contents of a cell in each of several packed states.

        Args:
            states: The packed states, shape (states, words).
            cell: The number of the cell.
            merged: The glyphs of the pieces that the states do not distinguish.

        Returns:
            One code per state: a code from :mod:`engine.values.solver_trace`, or the code point of
            a glyph.
        """
        # View each state as bytes. In little-endian words, byte n is the cell of piece n.
        packed = np.ascontiguousarray(states, "<u8").view(np.uint8)
        found = np.full(len(states), NOTHING, np.uint8)
        for piece, identity in enumerate(self.order):
            glyph = self.glyphs[identity]
            found[packed[:, piece] == cell] = MIXED if glyph in merged else ord(glyph)
        return found


def number_pieces(
    board: TileBoard, starts: Sequence[int] | Ints
) -> tuple[tuple[int, ...], tuple[str, ...], Cells]:
    """Return the fields ``order``, ``glyphs`` and ``starts`` of a compiled board."""
    found = list(board.iterate_pieces())
    # The starting cells identify the pieces, because no two pieces share a cell.
    identity = {row * board.cols + col: number for number, (row, col, _) in enumerate(found)}
    cells = tuple(int(cell) for cell in starts[: len(found)])
    return tuple(identity[cell] for cell in cells), tuple(glyph for _, _, glyph in found), cells


def encode_planes(board: TileBoard) -> tuple[Longs, Longs]:
    """Return the tile code and the piece code of each cell, in reading order."""
    tiles, pieces = board.tile_glyphs.codes, board.piece_glyphs.codes
    return (
        np.array([tiles[glyph] for _, _, glyph in iterate_cells(board.tiles)], np.int64),
        np.array([pieces[glyph] for _, _, glyph in iterate_cells(board.pieces)], np.int64),
    )
