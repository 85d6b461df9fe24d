"""The two arrays that deduction works on: one of 64-bit words and one of integers.

The index of a cell is row * 16 + column, whatever the width of the board. Numbers are indexed in
reading order. A set of cells on the whole board is stored as 32 *masks*, one word for each row and
then one for each column (see :mod:`engine.games.linjat.deduction.placement_masks`).

No line passes another number, so at most four numbers reach a cell without a number: the nearest
one in each direction. The cell's *reach* therefore has four bits, one for each direction, and the
array NEAREST names the four numbers. In the row ``3 . . 3``, both numbers reach the second cell, so
its reach is 1 << LEFT | 1 << RIGHT until a rule removes one of them.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board.glyph_codes import DOT, MAX_CELLS, MAX_SIDE
from engine.games.linjat.deduction.placement_masks import (
    NONE,
    ROW_BIT,
    UPRIGHT,
    add_cell,
    count_ones,
    cover_cells,
    find_bit_index,
    find_meeting_starts,
    get_bit,
    get_cross_bit,
    get_home_bits,
    is_single,
    isolate_lowest,
    list_starts,
    remove_cell,
    view_cross,
)
from engine.jit.decorators import Longs, Words, kernel, subroutine

# Offsets in the array of words.

ALIVE = 0
"""For each number, the starts of its *alive* placements, which no rule has eliminated yet."""
LAST_ALIVE = ALIVE + MAX_CELLS
"""For each number, its alive placements when the reach was last updated."""
REACHED = LAST_ALIVE + MAX_CELLS
"""For each number, the cells that it reaches."""
OWN = REACHED + MAX_CELLS
"""For each number, the cells that it owns."""
FITTED = OWN + MAX_CELLS
"""For each number, its alive placements when the rule ``fit`` was last applied to it."""
MASK_WORDS = 2 * MAX_SIDE
OWNED = FITTED + MAX_CELLS
"""Offset of the masks for owned cells. The masks for unowned dots, for cells that several numbers
reach and for all dots follow."""
OPEN_DOTS = OWNED + MASK_WORDS
CONTESTED = OPEN_DOTS + MASK_WORDS
DOTS = CONTESTED + MASK_WORDS
WORDS = DOTS + MASK_WORDS

# Offsets in the array of integers.

ROWS, COLS, NUMBERS, SWITCHES = range(4)
OPEN, DEAD, LOST, KILLED, EDITED = range(4, 9)
"""Indices of the number of unowned dots and of four flags: a number has no placement left; a dot is
reached by no number; a rule about pairs eliminated placements in this layer; and a rule edited the
reach directly."""
ROW = 16
"""Offset of the row of each number. The offsets of its column and value follow."""
COL = ROW + MAX_CELLS
VALUE = COL + MAX_CELLS
REACH = VALUE + MAX_CELLS
"""For each cell, its reach: bit 1 << direction is set if a number in that direction reaches it."""
NEAREST = REACH + MAX_CELLS
"""For each cell and direction, the number in that direction that reaches the cell. It is valid only
if the direction's bit is set in the cell's reach."""
INTEGERS = NEAREST + 4 * MAX_CELLS

RIGHT, UP, LEFT, DOWN = range(4)
"""The directions from a cell to a number that reaches it."""
LEVEL_PAIR, UPRIGHT_PAIR = 1 << RIGHT | 1 << LEFT, 1 << UP | 1 << DOWN


@kernel
def get_cell_index(row: int, col: int) -> int:
    """Return the index of the cell at (row, col)."""
    return row * MAX_SIDE + col


@kernel
def view_masks(words: Words, integers: Longs, number: int, masks: int) -> np.uint64:
    """Return the cells of the set at offset ``masks`` that lie on a number's cross."""
    return view_cross(words, masks, integers[ROW + number], integers[COL + number])


@kernel
def find_cell(integers: Longs, number: int, single: np.uint64) -> int:
    """Return the index of the cell whose bit on the number's cross is ``single``."""
    index = find_bit_index(single)
    if index < ROW_BIT:
        return get_cell_index(integers[ROW + number], index)
    return get_cell_index(index - ROW_BIT, integers[COL + number])


@kernel
def find_cell_bit(integers: Longs, number: int, cell: int) -> np.uint64:
    """Return a cell's bit on a number's cross, or NONE if the cell is not on it.

    The cell must not contain a number.
    """
    row, col = cell // MAX_SIDE, cell % MAX_SIDE
    return get_cross_bit(integers[ROW + number], integers[COL + number], row, col)


@kernel
def find_common_reach(words: Words, integers: Longs, cell: int, other: int) -> int:
    """Return the directions from ``cell`` to the numbers that reach both ``cell`` and ``other``."""
    found = 0
    for direction in range(4):
        if integers[REACH + cell] >> direction & 1:
            number = integers[NEAREST + 4 * cell + direction]
            if words[REACHED + number] & find_cell_bit(integers, number, other) != NONE:
                found |= 1 << direction
    return found


@kernel
def find_direction(integers: Longs, number: int, single: np.uint64) -> int:
    """Return the direction to a number from the cell at bit ``single`` on the number's cross."""
    index = find_bit_index(single)
    if index < ROW_BIT:
        return RIGHT if index < integers[COL + number] else LEFT
    return DOWN if index - ROW_BIT < integers[ROW + number] else UP


@kernel
def occupy_cells(words: Words, integers: Longs, number: int, cells: np.uint64) -> bool:
    """Mark cells on a number's cross as owned; stop and return False if one is owned already."""
    left = cells
    # Every kernel loops like this over the set bits of a word, from the lowest to the highest.
    while left != NONE:
        single = isolate_lowest(left)
        left ^= single
        cell = find_cell(integers, number, single)
        row, col = cell // MAX_SIDE, cell % MAX_SIDE
        if words[OWNED + row] & get_bit(col) != NONE:
            return False
        add_cell(words, OWNED, row, col)
    return True


@kernel
def set_board(
    cells: Longs, rows: int, cols: int, switches: int, words: Words, integers: Longs
) -> None:
    """Store a board in the arrays; call ``reset_table`` afterwards to begin a deduction.

    ``cells`` holds the codes of the cells in reading order, and ``switches`` has one bit for each
    correction to the rules. The arrays need room for WORDS words and INTEGERS integers.
    """
    numbers = 0
    for word in range(MASK_WORDS):
        words[DOTS + word] = NONE
    for row in range(rows):
        for col in range(cols):
            code = cells[row * cols + col]
            if code == DOT:
                add_cell(words, DOTS, row, col)
            elif code != 0:
                integers[ROW + numbers] = row
                integers[COL + numbers] = col
                integers[VALUE + numbers] = code
                numbers += 1
    integers[ROWS] = rows
    integers[COLS] = cols
    integers[NUMBERS] = numbers
    integers[SWITCHES] = switches


@kernel
def reset_table(words: Words, integers: Longs, single_one: bool) -> None:
    """Reset all conclusions, so that each number owns only its own cell and has all its placements.

    If ``single_one`` is true, a 1 has one placement instead of one along each axis.
    """
    for word in range(MASK_WORDS):
        words[OWNED + word] = NONE
        words[OPEN_DOTS + word] = words[DOTS + word]
    integers[OPEN] = 0
    for row in range(integers[ROWS]):
        integers[OPEN] += count_ones(words[DOTS + row])
    for number in range(integers[NUMBERS]):
        add_cell(words, OWNED, integers[ROW + number], integers[COL + number])
    integers[DEAD] = 0
    for number in range(integers[NUMBERS]):
        row, col, value = integers[ROW + number], integers[COL + number], integers[VALUE + number]
        home = get_home_bits(row, col)
        starts = list_starts(row, col, value, integers[ROWS], integers[COLS])
        # A placement always covers the number's own cell, so that cell must not rule it out.
        starts &= ~find_meeting_starts(view_cross(words, OWNED, row, col) & ~home, value)
        if value == 1 and single_one:
            starts &= ~UPRIGHT
        words[ALIVE + number] = starts
        words[OWN + number] = home
        words[FITTED + number] = NONE
        if starts == NONE:
            integers[DEAD] = 1
    # The first update of reach must start from scratch.
    integers[EDITED] = 1


@kernel
def kill_placements(words: Words, integers: Longs, number: int, starts: np.uint64) -> None:
    """Eliminate the placements in ``starts`` from the alive placements of a number."""
    words[ALIVE + number] &= ~starts
    if words[ALIVE + number] == NONE:
        integers[DEAD] = 1


@subroutine
def claim_cells(words: Words, integers: Longs, number: int, cells: np.uint64) -> None:
    """Make a number the owner of ``cells`` on its cross, none of which may have an owner yet."""
    value = integers[VALUE + number]
    words[OWN + number] |= cells
    left = cells
    while left != NONE:
        single = isolate_lowest(left)
        left ^= single
        cell = find_cell(integers, number, single)
        at_row, at_col = cell // MAX_SIDE, cell % MAX_SIDE
        add_cell(words, OWNED, at_row, at_col)
        if words[OPEN_DOTS + at_row] & get_bit(at_col) != NONE:
            remove_cell(words, OPEN_DOTS, at_row, at_col)
            integers[OPEN] -= 1
        # From now on, every placement of the number must cover this cell.
        kill_placements(words, integers, number, ~find_meeting_starts(single, value))


@subroutine
def update_reach(words: Words, integers: Longs) -> None:
    """Eliminate placements that cover other numbers' cells, then update the reach of all cells."""
    if integers[EDITED]:
        _rebuild_reach(words, integers)
        return
    for number in range(integers[NUMBERS]):
        _kill_foreign(words, integers, number)
        starts = words[ALIVE + number]
        # Most numbers have not changed since the last update. For the others it is enough to remove
        # cells, because reach never grows unless a rule has edited it.
        if starts == words[LAST_ALIVE + number]:
            continue
        words[LAST_ALIVE + number] = starts
        row, col = integers[ROW + number], integers[COL + number]
        reached = cover_cells(starts, integers[VALUE + number])
        left = words[REACHED + number] & ~reached & ~get_home_bits(row, col)
        words[REACHED + number] = reached
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            _remove_reach(words, integers, number, single)


@kernel
def _kill_foreign(words: Words, integers: Longs, number: int) -> None:
    foreign = view_masks(words, integers, number, OWNED) & ~words[OWN + number]
    # Unless reach was edited, no placement covers a cell outside the last known reach.
    if foreign & words[REACHED + number] != NONE or integers[EDITED]:
        kill_placements(
            words, integers, number, find_meeting_starts(foreign, integers[VALUE + number])
        )


@kernel
def _remove_reach(words: Words, integers: Longs, number: int, single: np.uint64) -> None:
    """Remove a number from the reach of the cell whose bit on the number's cross is ``single``."""
    cell = find_cell(integers, number, single)
    reach = integers[REACH + cell] & ~(1 << find_direction(integers, number, single))
    integers[REACH + cell] = reach
    row, col = cell // MAX_SIDE, cell % MAX_SIDE
    # Clearing the lowest set bit leaves 0 if fewer than two numbers reach the cell.
    if reach & (reach - 1) == 0:
        remove_cell(words, CONTESTED, row, col)
    if reach == 0 and words[DOTS + row] & get_bit(col) != NONE:
        integers[LOST] = 1


@kernel
def _rebuild_reach(words: Words, integers: Longs) -> None:
    """Compute the reach of all cells from scratch."""
    rows, cols = integers[ROWS], integers[COLS]
    for word in range(MASK_WORDS):
        words[CONTESTED + word] = NONE
    for row in range(rows):
        for col in range(cols):
            integers[REACH + get_cell_index(row, col)] = 0
    for number in range(integers[NUMBERS]):
        _kill_foreign(words, integers, number)
        starts = words[ALIVE + number]
        words[LAST_ALIVE + number] = starts
        reached = cover_cells(starts, integers[VALUE + number])
        words[REACHED + number] = reached
        left = reached & ~get_home_bits(integers[ROW + number], integers[COL + number])
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            _add_reach(words, integers, number, single)
    integers[EDITED] = 0
    # A dot may be reported as lost only now, after every number has added the cells it reaches.
    integers[LOST] = 0
    for row in range(rows):
        left = words[DOTS + row]
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            if integers[REACH + get_cell_index(row, find_bit_index(single))] == 0:
                integers[LOST] = 1


@kernel
def _add_reach(words: Words, integers: Longs, number: int, single: np.uint64) -> None:
    """Add a number to the reach of the cell whose bit on the number's cross is ``single``."""
    cell = find_cell(integers, number, single)
    direction = find_direction(integers, number, single)
    if integers[REACH + cell] != 0:
        add_cell(words, CONTESTED, cell // MAX_SIDE, cell % MAX_SIDE)
    integers[REACH + cell] |= 1 << direction
    integers[NEAREST + 4 * cell + direction] = number


@kernel
def is_decided(words: Words, integers: Longs) -> bool:
    """Return True if every number has exactly one placement left and every dot has an owner."""
    if integers[OPEN] != 0:
        return False
    for number in range(integers[NUMBERS]):
        if not is_single(words[ALIVE + number]):
            return False
    return True


@kernel
def has_overlap(words: Words, integers: Longs) -> bool:
    """Return True if two lines on a decided board share a cell; overwrite the masks at OWNED."""
    for word in range(MASK_WORDS):
        words[OWNED + word] = NONE
    for number in range(integers[NUMBERS]):
        cells = cover_cells(words[ALIVE + number], integers[VALUE + number])
        if not occupy_cells(words, integers, number, cells):
            return True
    return False
