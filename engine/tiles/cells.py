"""How cells of small boards are numbered in compiled code, and packed into states.

Cells are numbered in reading order, at most 256 of them, so that each fits into a byte. A state is
one byte a piece, the number of its cell, eight to a word.
"""

from __future__ import annotations

import numpy as np

from engine.jit.arrays import Ints, Words
from engine.jit.marks import kernel

MAX_SIDE = 16
MAX_CELLS = MAX_SIDE * MAX_SIDE

GONE = 255
"""The cell of a piece that has left: a corner of the largest board, and so always solid."""

CELL_BITS = 0xFF
"""Masks a cell number. It changes nothing, but shows the compiler that the number is not negative
and spares it the handling of indices from the end at every access."""


@kernel
def pack_cells(
    scratch: Ints, place: int, pieces: int, words: int, states: Words, offset: int
) -> None:
    """Packs the cells of pieces at a place of the scratch memory into a state."""
    for word in range(words):
        packed = np.uint64(0)
        for piece in range(8 * word, min(8 * word + 8, pieces)):
            packed |= np.uint64(scratch[place + piece]) << np.uint64(8 * (piece - 8 * word))
        states[offset + word] = packed


@kernel
def unpack_cells(states: Words, offset: int, pieces: int, scratch: Ints, place: int) -> None:
    """Unpacks a state to the cells of pieces at a place of the scratch memory."""
    for piece in range(pieces):
        word = states[offset + (piece >> 3)]
        scratch[place + piece] = np.int64((word >> np.uint64(8 * (piece & 7))) & np.uint64(0xFF))
