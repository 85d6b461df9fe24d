"""Placements of a number as bits, and what can be said of all of them at once.

A number of value n at (r, c) has at most 2n placements, stretches of n cells along its row or its
column. All that concerns one number therefore lies on the *cross* of its row and its column, and
fits into one 64-bit word: bits 0 to 15 are the columns of the row, bits 32 to 47 the rows of the
column. The number's own cell, its *home*, has a bit in either half.

A word is read in two ways. As *cells* it is a set of cells of the cross. As *starts* it is a set of
placements, each named by its first cell, the leftmost or the topmost one. Three operations lead
from one reading to the other, each a handful of shifts, whatever the number of placements:

- :func:`covered`: the cells of any placement of a set (each start smeared n - 1 cells ahead);
- :func:`meeting`: the placements that meet a set of cells (the cells smeared n - 1 cells back);
- :func:`shared`: the cells of every placement of a set (from the last start to where the first
  placement ends; nothing but home if both axes are still open).

Smearing a stretch of n takes shifts by 1, 2, 4 and the rest, each at most as wide as what is there
already. The gap between the halves is wider than any smear, so nothing leaks from one to the other
that a mask with the set of placements would not take away again.

What concerns the whole board (which cells are owned, which are dots) is kept twice, by row and by
column, so that a number's view of it is the union of two words; see :func:`view`.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import codes
from engine.jit.bits import popcount, signed
from engine.jit.marks import Words, kernel

NONE = np.uint64(0)
ONE = np.uint64(1)
EVERY = np.uint64(0xFFFF0000FFFF)
"""Every cell of a cross, on the largest board."""
LEVEL = np.uint64(0xFFFF)
"""The half of the row."""
UPRIGHT = np.uint64(0xFFFF00000000)
"""The half of the column."""
ROW_AT = codes.ROW_AT
"""The bit of row 0; columns begin at bit 0."""


@kernel
def bit(index: int) -> np.uint64:
    """The word with one bit."""
    return ONE << np.uint64(index)


@kernel
def lowest(word: np.uint64) -> np.uint64:
    """The lowest one of a word, alone."""
    return word & (~word + ONE)


@kernel
def ones(word: np.uint64) -> int:
    """The number of ones of a word."""
    return signed(np.uint64(popcount(word)))


@kernel
def bit_index(single: np.uint64) -> int:
    """The index of the only one in a word."""
    return ones(single - ONE)


@kernel
def is_single(word: np.uint64) -> bool:
    """Whether a word has exactly one one."""
    return word != NONE and word & (word - ONE) == NONE


@kernel
def has_several(word: np.uint64) -> bool:
    """Whether a word has at least two ones."""
    return word & (word - ONE) != NONE and word != NONE


@kernel
def home_of(row: int, col: int) -> np.uint64:
    """Both bits of a number's own cell."""
    return bit(col) | bit(ROW_AT + row)


@kernel
def covered(starts: np.uint64, value: int) -> np.uint64:
    """The cells of any of some placements."""
    rest = value - 1
    first = min(rest, 1)
    second = min(rest - first, 2)
    third = min(rest - first - second, 4)
    cells = starts | starts << np.uint64(first)
    cells |= cells << np.uint64(second)
    cells |= cells << np.uint64(third)
    return cells | cells << np.uint64(rest - first - second - third)


@kernel
def meeting(cells: np.uint64, value: int) -> np.uint64:
    """The placements, inside the board or not, that meet any of some cells."""
    rest = value - 1
    first = min(rest, 1)
    second = min(rest - first, 2)
    third = min(rest - first - second, 4)
    starts = cells | cells >> np.uint64(first)
    starts |= starts >> np.uint64(second)
    starts |= starts >> np.uint64(third)
    return starts | starts >> np.uint64(rest - first - second - third)


@kernel
def shared(starts: np.uint64, value: int, home: np.uint64) -> np.uint64:
    """The cells of every one of some placements; those of the whole cross if there are none."""
    if starts == NONE:
        return EVERY
    if starts & LEVEL != NONE and starts & UPRIGHT != NONE:
        return home
    # Starts lie within nine cells of each other, so this fills all below the last one.
    below = starts >> ONE
    below |= below >> ONE
    below |= below >> np.uint64(2)
    below |= below >> np.uint64(4)
    return covered(lowest(starts), value) & ~below


@kernel
def first_cell(row: int, col: int, starts: np.uint64) -> np.uint64:
    """Of some placements of a number, the one that reaches furthest up or left.

    Of two that reach as far, the one along the row.
    """
    level, upright = lowest(starts & LEVEL), lowest(starts & UPRIGHT)
    if upright == NONE:
        return level
    if level == NONE:
        return upright
    back, up = col - bit_index(level), ROW_AT + row - bit_index(upright)
    return level if back >= up else upright


@kernel
def start_list(row: int, col: int, value: int, rows: int, cols: int) -> np.uint64:
    """All placements of a number that lie inside the board."""
    left, up = max(0, col - value + 1), max(0, row - value + 1)
    right, down = min(col, cols - value), min(row, rows - value)
    starts = NONE
    if right >= left:
        starts |= (bit(right - left + 1) - ONE) << np.uint64(left)
    if down >= up:
        starts |= (bit(down - up + 1) - ONE) << np.uint64(ROW_AT + up)
    return starts


@kernel
def bit_in(row: int, col: int, at_row: int, at_col: int) -> np.uint64:
    """The bit of a cell on the cross of a number, nothing if it lies off it.

    The cell is not the number's own.
    """
    if at_row == row:
        return bit(at_col)
    if at_col == col:
        return bit(ROW_AT + at_row)
    return NONE


@kernel
def view(words: Words, lanes: int, row: int, col: int) -> np.uint64:
    """What a number sees of something kept by row and by column, on its cross."""
    return words[lanes + row] | words[lanes + 16 + col]


@kernel
def put(words: Words, lanes: int, row: int, col: int) -> None:
    """Adds a cell to something kept by row and by column."""
    words[lanes + row] |= bit(col)
    words[lanes + 16 + col] |= bit(ROW_AT + row)


@kernel
def drop(words: Words, lanes: int, row: int, col: int) -> None:
    """Takes a cell from something kept by row and by column."""
    words[lanes + row] &= ~bit(col)
    words[lanes + 16 + col] &= ~bit(ROW_AT + row)
