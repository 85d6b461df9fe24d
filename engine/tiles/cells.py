"""How cells of small boards are numbered in compiled code, packed into states, and slid along.

Cells are numbered in reading order, at most 256 of them, so that each fits into a byte. A state is
one byte a piece, the number of its cell, eight to a word.

Slides of pieces that cannot pass each other are worked out without moving them in turn. Every row
and every column has a *lane*, a word with one bit a cell that says where pieces stand: lanes 0 to
15 are rows, whose bits are columns, 16 to 31 are columns, whose bits are rows. For each direction
and cell a level's table has a *slide entry*: the cell at the end of the free stretch ahead, the
bits of that stretch, and the lane they are in. A piece stops as many cells short of the end as
there are pieces in the stretch, so a slide is one load, one AND and one count of bits. What else
shapes a stretch, or happens at its end, is the game's: an entry has room for more from MORE_AT on.
"""

from __future__ import annotations

import numpy as np

from engine.jit.bits import popcount
from engine.jit.marks import Ints, Words, kernel
from engine.tiles import board

MAX_SIDE, MAX_CELLS, GONE = board.MAX_SIDE, board.MAX_CELLS, board.GONE

CELL_BITS = 0xFF
"""Masks a cell number. It changes nothing, but shows the compiler that the number is not negative
and spares it the handling of indices from the end at every access."""
_LOWEST_BITS = np.uint64(0x0101010101010101)
"""The lowest bit of every byte."""


@kernel
def pack_cells(
    scratch: Ints, base: int, pieces: int, words: int, states: Words, offset: int
) -> None:
    """Packs the cells of pieces from ``base`` on in the scratch memory into a state.

    Loops over all eight bytes of a word, here and below, become a few instructions each.
    """
    for piece in range(pieces, 8 * words):
        scratch[base + piece] = 0
    for word in range(words):
        packed = np.uint64(0)
        for byte in range(8):
            cell = np.uint64(scratch[base + 8 * word + byte])
            packed |= cell << np.uint64(8 * byte)
        states[offset + word] = packed


@kernel
def unpack_cells(states: Words, offset: int, words: int, scratch: Ints, base: int) -> None:
    """Unpacks a state to the cells of pieces from ``base`` on in the scratch memory."""
    for word in range(words):
        packed = states[offset + word]
        for byte in range(8):
            cell = (packed >> np.uint64(8 * byte)) & np.uint64(0xFF)
            scratch[base + 8 * word + byte] = np.int64(cell)


@kernel
def count_gone(word: np.uint64) -> int:
    """How many of the eight pieces in a word of a state have left: bytes with all bits set."""
    word &= word >> np.uint64(4)
    word &= word >> np.uint64(2)
    word &= word >> np.uint64(1)
    return np.int64(popcount(word & _LOWEST_BITS))  # type: ignore[return-value]


END_BITS = 0xFF
AHEAD_AT, AHEAD_BITS = 8, 0xFFFF
LANE_AT, LANE_BITS = 24, 0x1F
MORE_AT = 29
"""Fields of a slide entry."""

LANE_COUNT = 2 * MAX_SIDE


@kernel
def slide_entry(end: int, ahead: int, lane: int) -> int:
    """The entry of a slide to ``end`` over the bits ``ahead`` of a lane."""
    return end | ahead << AHEAD_AT | lane << LANE_AT


@kernel
def free_ahead(entry: int) -> int:
    """The bits of the free stretch ahead; 0 for a piece that cannot move."""
    return (entry >> AHEAD_AT) & AHEAD_BITS


@kernel
def lane_of(entry: int) -> int:
    """The number of the lane that a slide goes along."""
    return (entry >> LANE_AT) & LANE_BITS


@kernel
def pieces_ahead(entry: int, scratch: Ints, lanes: int) -> int:
    """How many pieces stand in the stretch; ``lanes`` is the index of the lanes in the scratch."""
    return popcount(scratch[lanes + lane_of(entry)] & free_ahead(entry))


@kernel
def slide_end(entry: int, short: int, step: int) -> int:
    """The cell so many steps short of the end of the stretch."""
    return ((entry & END_BITS) - short * step) & CELL_BITS


@kernel
def clear_lanes(scratch: Ints, lanes: int) -> None:
    """Takes all pieces out of the lanes."""
    for lane in range(LANE_COUNT):
        scratch[lanes + lane] = 0


@kernel
def enter_lanes(scratch: Ints, lanes: int, row: int, col: int) -> None:
    """Enters a piece into its row's and its column's lane."""
    scratch[lanes + row] |= 1 << col
    scratch[lanes + MAX_SIDE + col] |= 1 << row
