"""The rules of deduction that look at pairs: of dots, or of numbers.

They rule out placements, or take numbers off the reach of dots; what follows from that is left to
the rule that finds cells common to all placements. A layer is called after them only if that finds
something.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.deduce.crosses import (
    LEVEL,
    NONE,
    ROW_AT,
    UPRIGHT,
    bit,
    bit_in,
    bit_index,
    has_several,
    home_of,
    lowest,
    meeting,
    shared,
)
from engine.games.linjat.deduce.deductions import fit
from engine.jit.bits import popcount
from engine.jit.marks import Longs, Words, kernel

EVERYWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)
"""The cells common to no placements at all: every cell, on any cross."""


@kernel
def square(words: Words, integers: Longs, at_distance: bool) -> int:
    """Of two dots that the same two numbers share, and neither can cover both, each takes one.

    With ``at_distance`` also where the dots are just as far apart as the number is long.
    """
    spared = 0 if at_distance else 1
    changed = False
    for number in range(integers[table.NUMBERS]):
        dots = words[table.REACHED + number] & table.own_view(
            words, integers, number, table.OPEN_DOTS
        )
        dots &= table.own_view(words, integers, number, table.CONTESTED)
        while has_several(dots):
            one = lowest(dots)
            dots ^= one
            partner = _partner(integers, number, one)
            others = dots if partner >= 0 else NONE
            while others != NONE:
                other = lowest(others)
                others ^= other
                # Places on different axes are further apart than any line is long.
                far = bit_index(other) - bit_index(one) >= integers[table.VALUE + number] + spared
                if far and _partner(integers, number, other) == partner:
                    kept = meeting(one | other, integers[table.VALUE + number])
                    if words[table.ALIVE + number] & ~kept != NONE:
                        table.kill(words, integers, number, ~kept)
                        changed = True
    if not changed:
        return 0
    integers[table.KILLED] = 1
    return fit(words, integers)


@kernel
def _partner(integers: Longs, number: int, single: np.uint64) -> int:
    """The other one of exactly two numbers that reach a cell; -1 if there are more."""
    cell = table.at(integers, number, single)
    reach = integers[table.REACH + cell]
    if popcount(reach) != 2:
        return -1
    for direction in range(4):
        if reach >> direction & 1:
            other = integers[table.NEAREST + 4 * cell + direction]
            if other != number:
                return other
    return -1


@kernel
def dependency(words: Words, integers: Longs, everywhere: bool) -> int:
    """A line over a dot also covers another: only who reaches both may cover either.

    With ``everywhere`` the other dot is looked for on all cells, not only on the first few.
    """
    changed = False
    for row in range(integers[table.ROWS]):
        left = words[table.OPEN_DOTS + row] & words[table.CONTESTED + row]
        while left != NONE:
            single = lowest(left)
            left ^= single
            if _depend(words, integers, row, bit_index(single), everywhere):
                changed = True
    if not changed:
        return 0
    integers[table.EDITED] = 1
    return fit(words, integers)


@kernel
def _depend(words: Words, integers: Longs, row: int, col: int, everywhere: bool) -> bool:
    """Looks for the dots that go with one dot."""
    cell = table.cell_of(row, col)
    reach = integers[table.REACH + cell]
    if reach & (reach - 1) == 0:
        return False
    # What all placements over the dot have in common, along its row and along its column.
    level, upright = EVERYWHERE, EVERYWHERE
    for direction in range(4):
        if reach >> direction & 1:
            number = integers[table.NEAREST + 4 * cell + direction]
            value = integers[table.VALUE + number]
            over = words[table.ALIVE + number] & meeting(
                table.bit_of(integers, number, cell), value
            )
            if over != NONE:
                cells = shared(over, value, NONE)
                level &= cells & LEVEL
                upright &= cells & UPRIGHT
    if level == NONE and upright == NONE:
        return False
    changed = False
    for at_row in range(integers[table.ROWS]):
        left = words[table.DOTS + at_row]
        if at_row == row:
            left &= level
        elif upright & bit(ROW_AT + at_row) == NONE:
            left = NONE
        elif upright != EVERYWHERE:
            left &= bit(col)
        while left != NONE:
            single = lowest(left)
            left ^= single
            at_col = bit_index(single)
            # The published program runs over numbers where it means cells.
            index = at_row * (integers[table.COLS] + 1) + at_col + 1
            if index >= integers[table.NUMBERS] and not everywhere:
                return changed
            if (at_row != row or at_col != col) and _narrow(words, integers, cell, at_row, at_col):
                changed = True
    return changed


@kernel
def _narrow(words: Words, integers: Longs, cell: int, row: int, col: int) -> bool:
    """The reach of two dots becomes what they have in common; whether that changes it."""
    other = table.cell_of(row, col)
    here = integers[table.REACH + cell] & ~table.reaching(words, integers, cell, other)
    there = integers[table.REACH + other] & ~table.reaching(words, integers, other, cell)
    _take_off(words, integers, cell, here)
    _take_off(words, integers, other, there)
    return here | there != 0


@kernel
def _take_off(words: Words, integers: Longs, cell: int, directions: int) -> None:
    """Takes numbers off the reach of a dot, until the board is looked at again."""
    for direction in range(4):
        if directions >> direction & 1:
            number = integers[table.NEAREST + 4 * cell + direction]
            words[table.REACHED + number] &= ~table.bit_of(integers, number, cell)
            words[table.FITTED + number] = NONE
    integers[table.REACH + cell] &= ~directions
    if integers[table.REACH + cell] == 0:
        integers[table.LOST] = 1


@kernel
def one_of(words: Words, integers: Longs) -> int:
    """Of two numbers in line at most one covers the cell between; the other fills what it must."""
    changed = False
    for row in range(integers[table.ROWS]):
        left = words[table.CONTESTED + row] & ~words[table.OWNED + row]
        while left != NONE:
            single = lowest(left)
            left ^= single
            if _either(words, integers, row, bit_index(single)):
                changed = True
    if not changed:
        return 0
    integers[table.KILLED] = 1
    return fit(words, integers)


@kernel
def _either(words: Words, integers: Longs, row: int, col: int) -> bool:
    """Kills what would be in the way of both of two numbers facing each other over a cell."""
    cell = table.cell_of(row, col)
    pair = _facing(integers, cell)
    if pair < 0:
        return False
    one, other = (
        integers[table.NEAREST + 4 * cell + pair],
        integers[table.NEAREST + 4 * cell + pair + 2],
    )
    ones = _avoiding(words, integers, one, row, col)
    others = _avoiding(words, integers, other, row, col)
    if ones == NONE or others == NONE:
        return False
    changed = False
    for third in range(integers[table.NUMBERS]):
        if third == one or third == other:
            continue
        first = _seen_by(integers, third, one, ones)
        second = _seen_by(integers, third, other, others)
        reached = words[table.REACHED + third]
        if reached & first != NONE and reached & second != NONE:
            value = integers[table.VALUE + third]
            both = meeting(first, value) & meeting(second, value)
            if words[table.ALIVE + third] & both != NONE:
                table.kill(words, integers, third, both)
                changed = True
    return changed


@kernel
def _facing(integers: Longs, cell: int) -> int:
    """The first direction of two numbers facing each other over a cell; -1 if there are none.

    If there are two pairs, that with the number listed first.
    """
    reach = integers[table.REACH + cell]
    level, upright = (
        reach & table.LEVEL_PAIR == table.LEVEL_PAIR,
        reach & table.UPRIGHT_PAIR == table.UPRIGHT_PAIR,
    )
    if not level:
        return 1 if upright else -1
    if not upright:
        return 0
    near = table.NEAREST + 4 * cell
    first = min(integers[near], integers[near + 2])
    return 0 if first < min(integers[near + 1], integers[near + 3]) else 1


@kernel
def _avoiding(words: Words, integers: Longs, number: int, row: int, col: int) -> np.uint64:
    """The cells that a number fills if it avoids a cell, but for its own, which no other can."""
    value = integers[table.VALUE + number]
    home_row, home_col = integers[table.ROW + number], integers[table.COL + number]
    starts = words[table.ALIVE + number] & ~meeting(bit_in(home_row, home_col, row, col), value)
    if starts == NONE:
        return EVERYWHERE
    home = home_of(home_row, home_col)
    return shared(starts, value, home) & ~home


@kernel
def _seen_by(integers: Longs, viewer: int, number: int, cells: np.uint64) -> np.uint64:
    """Cells of one number's cross as another number sees them on its own."""
    if cells == EVERYWHERE:
        return EVERYWHERE
    row, col = integers[table.ROW + number], integers[table.COL + number]
    view_row, view_col = integers[table.ROW + viewer], integers[table.COL + viewer]
    seen = NONE
    if view_row == row:
        seen |= cells & LEVEL
    elif cells & bit(ROW_AT + view_row) != NONE:
        seen |= bit(col)
    if view_col == col:
        seen |= cells & UPRIGHT
    elif cells & bit(view_col) != NONE:
        seen |= bit(ROW_AT + row)
    return seen
