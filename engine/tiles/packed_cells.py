"""Cell numbers, packed states and slides of pieces, for kernels on small boards.

Cells are numbered in reading order. There are at most 256, so a cell number fits into a byte. A
state has one byte per piece, which holds the number of the piece's cell. Eight bytes form a word.

If pieces cannot pass each other, a slide can be computed without moving the pieces one by one.
Every row and every column has an *occupancy line*: a word with one bit per cell, which is set if
there is a piece on the cell. Lines 0 to 15 are rows, whose bits are columns. Lines 16 to 31 are
columns, whose bits are rows. For each direction and cell, the table of a level has a *slide entry*:
the cell at the end of the free stretch ahead, the bits of that stretch, and the number of its line.
A piece stops before the end of the stretch, leaving one cell for each other piece in it. So a slide
takes one load, one AND and one bit count.

For example, a piece in column 1 slides right along a row whose free stretch ends at column 6. The
stretch has bits 2 to 6. If other pieces are in columns 3 and 5, the bit count is 2, and the piece
stops in column 6 - 2 = 4, because the others slide to columns 5 and 6.

Anything else that limits a stretch, or happens at its end, depends on the game. The bits of an
entry from MORE_AT upwards are reserved for that.
"""

from __future__ import annotations

import numpy as np

from engine.jit.bits import popcount
from engine.jit.decorators import Ints, Words, kernel
from engine.tiles import board

MAX_SIDE, MAX_CELLS, GONE = board.MAX_SIDE, board.MAX_CELLS, board.GONE

CELL_BITS = 0xFF
"""A mask for a cell number. It does not change the number, but shows the compiler that the number
is not negative, so that indexing needs no code for negative indices.
"""
_LOWEST_BITS = np.uint64(0x0101010101010101)
"""The lowest bit of each byte in a word."""


@kernel
def pack_cells(
    scratch: Ints, base: int, pieces: int, words: int, states: Words, offset: int
) -> None:
    """Pack the cells of all pieces, which begin at ``base`` in the scratch memory, into a state.

    Here and below, a loop over all eight bytes of a word compiles to a few instructions.
    """
    # Unused bytes must be 0, so that equal states have equal words.
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
    """Unpack a state into the cells of its pieces, starting at ``base`` in the scratch memory."""
    for word in range(words):
        packed = states[offset + word]
        for byte in range(8):
            cell = (packed >> np.uint64(8 * byte)) & np.uint64(0xFF)
            scratch[base + 8 * word + byte] = np.int64(cell)


@kernel
def count_gone(word: np.uint64) -> int:
    """Count the pieces in a word of a state that have left the board (bytes equal to GONE)."""
    # Fold each byte onto its lowest bit, which stays set only if all of its bits are set. Bits
    # shifted in from the next byte affect only the upper bits, which the final mask drops.
    word &= word >> np.uint64(4)
    word &= word >> np.uint64(2)
    word &= word >> np.uint64(1)
    return np.int64(popcount(word & _LOWEST_BITS))  # type: ignore[return-value]


END_BITS = 0xFF
AHEAD_AT, AHEAD_BITS = 8, 0xFFFF
LINE_AT, LINE_BITS = 24, 0x1F
MORE_AT = 29
"""The positions and masks of the fields in a slide entry."""

LINE_COUNT = 2 * MAX_SIDE


@kernel
def create_slide_entry(end: int, ahead: int, line: int) -> int:
    """Create the slide entry for a free stretch, given its last cell, its bits and its line."""
    return end | ahead << AHEAD_AT | line << LINE_AT


@kernel
def get_free_bits(entry: int) -> int:
    """Return the bits of the free stretch ahead, or 0 if the piece cannot move."""
    return (entry >> AHEAD_AT) & AHEAD_BITS


@kernel
def get_line(entry: int) -> int:
    """Return the number of the line along which a piece slides."""
    return (entry >> LINE_AT) & LINE_BITS


@kernel
def count_pieces_ahead(entry: int, scratch: Ints, lines: int) -> int:
    """Count the pieces in the free stretch of a slide entry.

    The occupancy lines begin at ``lines`` in the scratch memory.
    """
    return popcount(scratch[lines + get_line(entry)] & get_free_bits(entry))


@kernel
def get_slide_end(entry: int, short: int, step: int) -> int:
    """Return the cell that is ``short`` steps before the end of the stretch.

    ``step`` is the change of the cell number in one step.
    """
    return ((entry & END_BITS) - short * step) & CELL_BITS


@kernel
def clear_lines(scratch: Ints, lines: int) -> None:
    """Clear all occupancy lines."""
    for lane in range(LINE_COUNT):
        scratch[lines + lane] = 0


@kernel
def add_piece(scratch: Ints, lines: int, row: int, col: int) -> None:
    """Mark a piece in the occupancy lines of its row and its column."""
    scratch[lines + row] |= 1 << col
    scratch[lines + MAX_SIDE + col] |= 1 << row
