"""A number's placements as bits in one word, and operations on all of them together.

A number with value n has at most 2n placements: the stretches of n cells along its row or column
that contain it. All of them lie on its *cross* (the whole row and column), which fits into one
64-bit word. Bits 0 to 15 are the columns in its row, and bits 32 to 47 are the rows in its column.
The number's own cell, its *home*, has a bit in each half.

A word can be read in two ways. As *cells*, it is a set of cells on the cross. As *starts*, it is a
set of placements, each represented by its leftmost or topmost cell. For example, a 3 in column 2 of
a row of 6 cells can start in columns 0, 1 and 2. With bit 0 on the right::

    starts   000111    covered   011111    shared   000100
    cells    001000    meeting   001110    (starts of 3 that reach column 3)

Three operations convert between the two readings. Each takes only a few shifts, however many
placements there are:

- :func:`cover_cells`: the cells that at least one placement covers (each start is extended n - 1
  cells ahead);
- :func:`find_meeting_starts`: the placements that cover at least one of some cells (each cell is
  extended n - 1 cells back);
- :func:`intersect_cells`: the cells that every placement covers (those from the last start to the
  end of the first placement, or only the home if the line could lie along either axis).

A run of n ones takes shifts by 1, 2, 4 and the rest, each at most as long as the run so far. The
gap between the halves of a word is longer than any run, so no bit crosses from one half to the
other. Stray bits in the gap disappear when a result is combined with the number's placements.

Sets of cells on the whole board (such as owned cells or dots) are stored twice, by row and by
column, so that the part on a number's cross is the union of two words (see :func:`view_cross`).
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import glyph_codes
from engine.jit.bits import popcount, to_signed
from engine.jit.decorators import Words, kernel

NONE = np.uint64(0)
ONE = np.uint64(1)
WHOLE_CROSS = np.uint64(0xFFFF0000FFFF)
"""All cells on a cross on the largest board."""
LEVEL = np.uint64(0xFFFF)
"""The half of a word for the number's row."""
UPRIGHT = np.uint64(0xFFFF00000000)
"""The half of a word for the number's column."""
ROW_BIT = glyph_codes.ROW_BIT
"""The position of the bit for row 0. The bits for the columns begin at position 0."""


@kernel
def get_bit(index: int) -> np.uint64:
    """Return a word with only the bit at ``index`` set."""
    return ONE << np.uint64(index)


@kernel
def isolate_lowest(word: np.uint64) -> np.uint64:
    """Return ``word`` with all bits cleared except the lowest set bit."""
    # Negation inverts every bit above the lowest set bit, so only that bit is common to both.
    return word & (~word + ONE)


@kernel
def count_ones(word: np.uint64) -> int:
    """Return the number of set bits in a word."""
    return to_signed(np.uint64(popcount(word)))


@kernel
def find_bit_index(single: np.uint64) -> int:
    """Return the index of the only set bit in a word."""
    # Subtracting one clears the bit and sets all bits below it.
    return count_ones(single - ONE)


@kernel
def is_single(word: np.uint64) -> bool:
    """Return True if exactly one bit in a word is set."""
    return word != NONE and word & (word - ONE) == NONE


@kernel
def has_several(word: np.uint64) -> bool:
    """Return True if at least two bits in a word are set."""
    return word & (word - ONE) != NONE and word != NONE


@kernel
def get_home_bits(row: int, col: int) -> np.uint64:
    """Return a word in which both bits for the home of the number at (row, col) are set."""
    return get_bit(col) | get_bit(ROW_BIT + row)


@kernel
def cover_cells(starts: np.uint64, value: int) -> np.uint64:
    """Return the cells that at least one placement in ``starts`` covers."""
    # The shifts add up to value - 1. Four are enough for a value up to 9, without a branch. Each is
    # at most as long as the run so far, so no gaps arise.
    rest = value - 1
    first = min(rest, 1)
    second = min(rest - first, 2)
    third = min(rest - first - second, 4)
    cells = starts | starts << np.uint64(first)
    cells |= cells << np.uint64(second)
    cells |= cells << np.uint64(third)
    return cells | cells << np.uint64(rest - first - second - third)


@kernel
def find_meeting_starts(cells: np.uint64, value: int) -> np.uint64:
    """Return the placements that cover any of ``cells``, including those that leave the board."""
    rest = value - 1
    first = min(rest, 1)
    second = min(rest - first, 2)
    third = min(rest - first - second, 4)
    starts = cells | cells >> np.uint64(first)
    starts |= starts >> np.uint64(second)
    starts |= starts >> np.uint64(third)
    return starts | starts >> np.uint64(rest - first - second - third)


@kernel
def intersect_cells(starts: np.uint64, value: int, home: np.uint64) -> np.uint64:
    """Return the cells common to all placements in ``starts``, or WHOLE_CROSS if there are none."""
    if starts == NONE:
        return WHOLE_CROSS
    if starts & LEVEL != NONE and starts & UPRIGHT != NONE:
        return home
    # ``below`` has ones from the first start to just before the last one. These shifts are enough,
    # because no two starts are more than eight cells apart.
    below = starts >> ONE
    below |= below >> ONE
    below |= below >> np.uint64(2)
    below |= below >> np.uint64(4)
    return cover_cells(isolate_lowest(starts), value) & ~below


@kernel
def choose_first_start(row: int, col: int, starts: np.uint64) -> np.uint64:
    """Return the start in ``starts`` whose placement extends furthest up or left.

    Of two placements that extend equally far, the one along the row is chosen.
    """
    level, upright = isolate_lowest(starts & LEVEL), isolate_lowest(starts & UPRIGHT)
    if upright == NONE:
        return level
    if level == NONE:
        return upright
    back, up = col - find_bit_index(level), ROW_BIT + row - find_bit_index(upright)
    return level if back >= up else upright


@kernel
def list_starts(row: int, col: int, value: int, rows: int, cols: int) -> np.uint64:
    """Return the starts of all placements inside the board for the number at (row, col)."""
    left, up = max(0, col - value + 1), max(0, row - value + 1)
    right, down = min(col, cols - value), min(row, rows - value)
    starts = NONE
    # In each half of the word, the starts form one run of ones.
    if right >= left:
        starts |= (get_bit(right - left + 1) - ONE) << np.uint64(left)
    if down >= up:
        starts |= (get_bit(down - up + 1) - ONE) << np.uint64(ROW_BIT + up)
    return starts


@kernel
def get_cross_bit(row: int, col: int, at_row: int, at_col: int) -> np.uint64:
    """Return the bit for the cell at (at_row, at_col) on the cross of the number at (row, col).

    Return NONE if the cell is not on the cross. The cell must not be the number's own, which has
    two bits.
    """
    if at_row == row:
        return get_bit(at_col)
    if at_col == col:
        return get_bit(ROW_BIT + at_row)
    return NONE


@kernel
def view_cross(words: Words, masks: int, row: int, col: int) -> np.uint64:
    """Return the cells of the set at offset ``masks`` on the cross of the number at (row, col)."""
    # Row masks use only the low half of a word and column masks only the high half.
    return words[masks + row] | words[masks + 16 + col]


@kernel
def add_cell(words: Words, masks: int, row: int, col: int) -> None:
    """Add a cell to the set whose masks begin at offset ``masks``."""
    words[masks + row] |= get_bit(col)
    words[masks + 16 + col] |= get_bit(ROW_BIT + row)


@kernel
def remove_cell(words: Words, masks: int, row: int, col: int) -> None:
    """Remove a cell from the set whose masks begin at offset ``masks``."""
    words[masks + row] &= ~get_bit(col)
    words[masks + 16 + col] &= ~get_bit(ROW_BIT + row)
