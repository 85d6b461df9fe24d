"""The two arrays that deduction works on: words, and plain integers.

Cells are numbered row * 16 + column whatever the width of the board; numbers as the caller lists
them. *Lanes* are 32 words, one for each row and then one for each column (see
:mod:`engine.games.linjat.deduce.crosses`).

A cell without a number is reached by at most four numbers, the nearest ones in each direction,
because no line passes another number. Its reach is therefore four bits, beside a fixed list of who
stands in which direction.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board.codes import DOT, MAX_CELLS, MAX_SIDE
from engine.games.linjat.deduce.crosses import (
    NONE,
    ROW_AT,
    UPRIGHT,
    bit,
    bit_in,
    bit_index,
    covered,
    drop,
    home_of,
    is_single,
    lowest,
    meeting,
    ones,
    put,
    start_list,
    view,
)
from engine.jit.marks import Longs, Words, kernel, subroutine

# Words.

ALIVE = 0
"""For every number its alive placements, as starts."""
LOOKED = ALIVE + MAX_CELLS
"""What they were when reach was last computed."""
REACHED = LOOKED + MAX_CELLS
"""For every number the cells that have it in their reach."""
OWN = REACHED + MAX_CELLS
"""For every number the cells it owns."""
FITTED = OWN + MAX_CELLS
"""What the alive placements were when fit last found nothing."""
LANES = 2 * MAX_SIDE
OWNED = FITTED + MAX_CELLS
"""Lanes of owned cells, of unowned dots, of cells reached by two numbers or more, and of dots."""
OPEN_DOTS = OWNED + LANES
CONTESTED = OPEN_DOTS + LANES
DOTS = CONTESTED + LANES
WORDS = DOTS + LANES

# Integers.

ROWS, COLS, NUMBERS, SWITCHES = range(4)
OPEN, DEAD, LOST, KILLED, EDITED = range(4, 9)
"""Unowned dots left; whether some number has no placement left; whether some dot has nothing in
its reach; whether placements died in the layer by rules that claim no cells; whether a rule has
edited the reach."""
ROW = 16
"""For every number its row, its column and its value."""
COL = ROW + MAX_CELLS
VALUE = COL + MAX_CELLS
REACH = VALUE + MAX_CELLS
"""For every cell its reach, one bit (1 << direction) for each number that reaches it."""
NEAREST = REACH + MAX_CELLS
"""For every cell and direction the number that reaches it from there, if its bit is set."""
INTEGERS = NEAREST + 4 * MAX_CELLS

RIGHT, UP, LEFT, DOWN = range(4)
"""Where the reaching number stands, seen from the cell."""
LEVEL_PAIR, UPRIGHT_PAIR = 1 << RIGHT | 1 << LEFT, 1 << UP | 1 << DOWN


@kernel
def cell_of(row: int, col: int) -> int:
    """The number of a cell."""
    return row * MAX_SIDE + col


@kernel
def own_view(words: Words, integers: Longs, number: int, lanes: int) -> np.uint64:
    """What a number sees of a set of cells kept in lanes."""
    return view(words, lanes, integers[ROW + number], integers[COL + number])


@kernel
def at(integers: Longs, number: int, single: np.uint64) -> int:
    """The cell of the board that one bit of a number's cross stands for."""
    index = bit_index(single)
    if index < ROW_AT:
        return cell_of(integers[ROW + number], index)
    return cell_of(index - ROW_AT, integers[COL + number])


@kernel
def bit_of(integers: Longs, number: int, cell: int) -> np.uint64:
    """The bit of a cell without a number on a number's cross, nothing if it lies off it."""
    row, col = cell // MAX_SIDE, cell % MAX_SIDE
    return bit_in(integers[ROW + number], integers[COL + number], row, col)


@kernel
def reaching(words: Words, integers: Longs, cell: int, other: int) -> int:
    """The directions of those numbers that reach a cell which have another in their reach too."""
    found = 0
    for direction in range(4):
        if integers[REACH + cell] >> direction & 1:
            number = integers[NEAREST + 4 * cell + direction]
            if words[REACHED + number] & bit_of(integers, number, other) != NONE:
                found |= 1 << direction
    return found


@kernel
def direction_of(integers: Longs, number: int, single: np.uint64) -> int:
    """The direction in which a number stands, seen from a cell of its cross."""
    index = bit_index(single)
    if index < ROW_AT:
        return RIGHT if index < integers[COL + number] else LEFT
    return DOWN if index - ROW_AT < integers[ROW + number] else UP


@kernel
def occupy(words: Words, integers: Longs, number: int, cells: np.uint64) -> bool:
    """Makes cells of a number's cross owned ones; stops, and is false, at one that is already."""
    left = cells
    while left != NONE:
        single = lowest(left)
        left ^= single
        cell = at(integers, number, single)
        row, col = cell // MAX_SIDE, cell % MAX_SIDE
        if words[OWNED + row] & bit(col) != NONE:
            return False
        put(words, OWNED, row, col)
    return True


@kernel
def set_board(
    cells: Longs, rows: int, cols: int, switches: int, words: Words, integers: Longs
) -> None:
    """Lists what is on a board, numbers in reading order, and prepares a deduction.

    The cells are codes in reading order, the ``switches`` corrections, one bit each. There is room
    for WORDS words and INTEGERS integers.
    """
    numbers = 0
    for lane in range(LANES):
        words[DOTS + lane] = NONE
    for row in range(rows):
        for col in range(cols):
            code = cells[row * cols + col]
            if code == DOT:
                put(words, DOTS, row, col)
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
def begin(words: Words, integers: Longs, single_one: bool) -> None:
    """Forgets all conclusions: every number owns its cell, and has its start list.

    With ``single_one`` a number of 1 has one placement rather than one along each axis.
    """
    for lane in range(LANES):
        words[OWNED + lane] = NONE
        words[OPEN_DOTS + lane] = words[DOTS + lane]
    integers[OPEN] = 0
    for row in range(integers[ROWS]):
        integers[OPEN] += ones(words[DOTS + row])
    for number in range(integers[NUMBERS]):
        put(words, OWNED, integers[ROW + number], integers[COL + number])
    integers[DEAD] = 0
    for number in range(integers[NUMBERS]):
        row, col, value = integers[ROW + number], integers[COL + number], integers[VALUE + number]
        home = home_of(row, col)
        starts = start_list(row, col, value, integers[ROWS], integers[COLS])
        starts &= ~meeting(view(words, OWNED, row, col) & ~home, value)
        if value == 1 and single_one:
            starts &= ~UPRIGHT
        words[ALIVE + number] = starts
        words[OWN + number] = home
        words[FITTED + number] = NONE
        if starts == NONE:
            integers[DEAD] = 1
    integers[EDITED] = 1


@kernel
def kill(words: Words, integers: Longs, number: int, starts: np.uint64) -> None:
    """Placements of a number that die."""
    words[ALIVE + number] &= ~starts
    if words[ALIVE + number] == NONE:
        integers[DEAD] = 1


@subroutine
def claim(words: Words, integers: Longs, number: int, cells: np.uint64) -> None:
    """Unowned cells of a number's cross that become its own."""
    value = integers[VALUE + number]
    words[OWN + number] |= cells
    left = cells
    while left != NONE:
        single = lowest(left)
        left ^= single
        cell = at(integers, number, single)
        at_row, at_col = cell // MAX_SIDE, cell % MAX_SIDE
        put(words, OWNED, at_row, at_col)
        if words[OPEN_DOTS + at_row] & bit(at_col) != NONE:
            drop(words, OPEN_DOTS, at_row, at_col)
            integers[OPEN] -= 1
        kill(words, integers, number, ~meeting(single, value))


@subroutine
def look(words: Words, integers: Longs) -> None:
    """Computes the reach of every cell anew; placements that meet foreign cells die."""
    if integers[EDITED]:
        _look_at_all(words, integers)
        return
    for number in range(integers[NUMBERS]):
        _drop_foreign(words, integers, number)
        starts = words[ALIVE + number]
        if starts == words[LOOKED + number]:
            continue
        words[LOOKED + number] = starts
        row, col = integers[ROW + number], integers[COL + number]
        reached = covered(starts, integers[VALUE + number])
        left = words[REACHED + number] & ~reached & ~home_of(row, col)
        words[REACHED + number] = reached
        while left != NONE:
            single = lowest(left)
            left ^= single
            _leave(words, integers, number, single)


@kernel
def _drop_foreign(words: Words, integers: Longs, number: int) -> None:
    foreign = own_view(words, integers, number, OWNED) & ~words[OWN + number]
    # The reach of an earlier look is never too small.
    if foreign & words[REACHED + number] != NONE or integers[EDITED]:
        kill(words, integers, number, meeting(foreign, integers[VALUE + number]))


@kernel
def _leave(words: Words, integers: Longs, number: int, single: np.uint64) -> None:
    """One cell is no longer reached by a number."""
    cell = at(integers, number, single)
    reach = integers[REACH + cell] & ~(1 << direction_of(integers, number, single))
    integers[REACH + cell] = reach
    row, col = cell // MAX_SIDE, cell % MAX_SIDE
    if reach & (reach - 1) == 0:
        drop(words, CONTESTED, row, col)
    if reach == 0 and words[DOTS + row] & bit(col) != NONE:
        integers[LOST] = 1


@kernel
def _look_at_all(words: Words, integers: Longs) -> None:
    """Computes reach from nothing."""
    rows, cols = integers[ROWS], integers[COLS]
    for lane in range(LANES):
        words[CONTESTED + lane] = NONE
    for row in range(rows):
        for col in range(cols):
            integers[REACH + cell_of(row, col)] = 0
    for number in range(integers[NUMBERS]):
        _drop_foreign(words, integers, number)
        starts = words[ALIVE + number]
        words[LOOKED + number] = starts
        reached = covered(starts, integers[VALUE + number])
        words[REACHED + number] = reached
        left = reached & ~home_of(integers[ROW + number], integers[COL + number])
        while left != NONE:
            single = lowest(left)
            left ^= single
            _arrive(words, integers, number, single)
    integers[EDITED] = 0
    integers[LOST] = 0
    for row in range(rows):
        left = words[DOTS + row]
        while left != NONE:
            single = lowest(left)
            left ^= single
            if integers[REACH + cell_of(row, bit_index(single))] == 0:
                integers[LOST] = 1


@kernel
def _arrive(words: Words, integers: Longs, number: int, single: np.uint64) -> None:
    """One cell is reached by a number."""
    cell = at(integers, number, single)
    direction = direction_of(integers, number, single)
    if integers[REACH + cell] != 0:
        put(words, CONTESTED, cell // MAX_SIDE, cell % MAX_SIDE)
    integers[REACH + cell] |= 1 << direction
    integers[NEAREST + 4 * cell + direction] = number


@kernel
def is_decided(words: Words, integers: Longs) -> bool:
    """Whether every number has one placement left and every dot an owner."""
    if integers[OPEN] != 0:
        return False
    for number in range(integers[NUMBERS]):
        if not is_single(words[ALIVE + number]):
            return False
    return True


@kernel
def overlaps(words: Words, integers: Longs) -> bool:
    """Whether two of the only placements left share a cell; LANES words of OWNED are reused."""
    for lane in range(LANES):
        words[OWNED + lane] = NONE
    for number in range(integers[NUMBERS]):
        cells = covered(words[ALIVE + number], integers[VALUE + number])
        if not occupy(words, integers, number, cells):
            return True
    return False
