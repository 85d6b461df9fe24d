"""The three deduction rules that consider pairs of dots or pairs of numbers.

They eliminate placements, or remove numbers from the reach of dots. Each rule then applies ``fit``,
which claims the cells common to all remaining placements of a number. A layer is credited to a rule
about pairs only if ``fit`` claims something.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.deduction.number_rules import apply_fit
from engine.games.linjat.deduction.placement_masks import (
    LEVEL,
    NONE,
    ROW_BIT,
    UPRIGHT,
    find_bit_index,
    find_meeting_starts,
    get_bit,
    get_cross_bit,
    get_home_bits,
    has_several,
    intersect_cells,
    isolate_lowest,
)
from engine.jit.bits import popcount
from engine.jit.decorators import Longs, Words, kernel

EVERYWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)
"""A word with every bit set, which represents all cells. It is also the result of intersecting an
empty set of placements."""


@kernel
def apply_square(words: Words, integers: Longs, at_distance: bool) -> int:
    """Eliminate placements that cover neither of two dots which only the same two numbers reach.

    The dots are so far apart that neither number can cover both, so each must cover one of them.
    If ``at_distance`` is true, this includes dots whose distance equals the number's value.
    """
    spared = 0 if at_distance else 1
    changed = False
    for number in range(integers[deduction_arrays.NUMBERS]):
        dots = words[deduction_arrays.REACHED + number] & deduction_arrays.view_masks(
            words, integers, number, deduction_arrays.OPEN_DOTS
        )
        # A dot that only one number reaches is left to the rule ``cover``.
        dots &= deduction_arrays.view_masks(words, integers, number, deduction_arrays.CONTESTED)
        # Go through all pairs of these dots. ``one`` is the lower bit, so on a shared axis it is
        # further up or left.
        while has_several(dots):
            one = isolate_lowest(dots)
            dots ^= one
            partner = _find_partner(integers, number, one)
            others = dots if partner >= 0 else NONE
            while others != NONE:
                other = isolate_lowest(others)
                others ^= other
                # Dots on different axes always pass this test: their bits are far enough apart.
                far = (
                    find_bit_index(other) - find_bit_index(one)
                    >= integers[deduction_arrays.VALUE + number] + spared
                )
                if far and _find_partner(integers, number, other) == partner:
                    kept = find_meeting_starts(
                        one | other, integers[deduction_arrays.VALUE + number]
                    )
                    if words[deduction_arrays.ALIVE + number] & ~kept != NONE:
                        deduction_arrays.kill_placements(words, integers, number, ~kept)
                        changed = True
    if not changed:
        return 0
    integers[deduction_arrays.KILLED] = 1
    return apply_fit(words, integers)


@kernel
def _find_partner(integers: Longs, number: int, single: np.uint64) -> int:
    """Return the only other number that reaches a cell, or -1 if there is not exactly one."""
    cell = deduction_arrays.find_cell(integers, number, single)
    reach = integers[deduction_arrays.REACH + cell]
    # A third number could cover one of the dots, so the two numbers need not share them.
    if popcount(reach) != 2:
        return -1
    for direction in range(4):
        if reach >> direction & 1:
            other = integers[deduction_arrays.NEAREST + 4 * cell + direction]
            if other != number:
                return other
    return -1


@kernel
def apply_dependency(words: Words, integers: Longs, everywhere: bool) -> int:
    """Remove numbers from the reach of two dots if covering one implies covering the other.

    If every line over a dot also covers another dot, a number that does not reach both can cover
    neither. If ``everywhere`` is true, all cells are searched for the other dot. Otherwise, as in
    the published program, only the first cells are searched, as many as there are numbers.
    """
    changed = False
    for row in range(integers[deduction_arrays.ROWS]):
        left = words[deduction_arrays.OPEN_DOTS + row] & words[deduction_arrays.CONTESTED + row]
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            if _find_dependent_dots(words, integers, row, find_bit_index(single), everywhere):
                changed = True
    if not changed:
        return 0
    # The edited reach no longer follows from the alive placements, so the next update must compute
    # it from scratch.
    integers[deduction_arrays.EDITED] = 1
    return apply_fit(words, integers)


@kernel
def _find_dependent_dots(
    words: Words, integers: Longs, row: int, col: int, everywhere: bool
) -> bool:
    """Apply the dependency rule to the dot at (row, col); return whether any reach changed."""
    cell = deduction_arrays.get_cell_index(row, col)
    # The dot's reach may have been reduced to a single number since the layer began.
    reach = integers[deduction_arrays.REACH + cell]
    if reach & (reach - 1) == 0:
        return False
    # Intersect all placements over the dot, along its row and along its column.
    level, upright = EVERYWHERE, EVERYWHERE
    for direction in range(4):
        if reach >> direction & 1:
            number = integers[deduction_arrays.NEAREST + 4 * cell + direction]
            value = integers[deduction_arrays.VALUE + number]
            over = words[deduction_arrays.ALIVE + number] & find_meeting_starts(
                deduction_arrays.find_cell_bit(integers, number, cell), value
            )
            # A number may reach the dot without an alive placement over it. It is skipped, because
            # it would make the intersection empty.
            if over != NONE:
                cells = intersect_cells(over, value, NONE)
                level &= cells & LEVEL
                upright &= cells & UPRIGHT
    if level == NONE and upright == NONE:
        return False
    changed = False
    for at_row in range(integers[deduction_arrays.ROWS]):
        left = words[deduction_arrays.DOTS + at_row]
        # In the dot's own row, any cell may be in the intersection. In another row, only the cell
        # in the dot's column can be.
        if at_row == row:
            left &= level
        elif upright & get_bit(ROW_BIT + at_row) == NONE:
            left = NONE
        elif upright != EVERYWHERE:
            left &= get_bit(col)
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            at_col = find_bit_index(single)
            # The published program stops at the number of numbers instead of the number of cells.
            index = at_row * (integers[deduction_arrays.COLS] + 1) + at_col + 1
            if index >= integers[deduction_arrays.NUMBERS] and not everywhere:
                return changed
            if (at_row != row or at_col != col) and _intersect_reach(
                words, integers, cell, at_row, at_col
            ):
                changed = True
    return changed


@kernel
def _intersect_reach(words: Words, integers: Longs, cell: int, row: int, col: int) -> bool:
    """Limit the reach of two dots to numbers that reach both; return whether any was removed."""
    other = deduction_arrays.get_cell_index(row, col)
    # The directions, seen from each dot, of the numbers that reach it but not the other dot.
    here = integers[deduction_arrays.REACH + cell] & ~deduction_arrays.find_common_reach(
        words, integers, cell, other
    )
    there = integers[deduction_arrays.REACH + other] & ~deduction_arrays.find_common_reach(
        words, integers, other, cell
    )
    _remove_reach(words, integers, cell, here)
    _remove_reach(words, integers, other, there)
    return here | there != 0


@kernel
def _remove_reach(words: Words, integers: Longs, cell: int, directions: int) -> None:
    """Remove the numbers in ``directions`` from a dot's reach until reach is next updated."""
    for direction in range(4):
        if directions >> direction & 1:
            number = integers[deduction_arrays.NEAREST + 4 * cell + direction]
            words[deduction_arrays.REACHED + number] &= ~deduction_arrays.find_cell_bit(
                integers, number, cell
            )
            words[deduction_arrays.FITTED + number] = NONE
    integers[deduction_arrays.REACH + cell] &= ~directions
    if integers[deduction_arrays.REACH + cell] == 0:
        integers[deduction_arrays.LOST] = 1


@kernel
def apply_one_of(words: Words, integers: Longs) -> int:
    """Eliminate placements that block both of two numbers facing each other across a cell.

    At most one of the two numbers covers the cell between them. The other must cover the cells
    common to all of its placements that avoid that cell.
    """
    changed = False
    for row in range(integers[deduction_arrays.ROWS]):
        left = words[deduction_arrays.CONTESTED + row] & ~words[deduction_arrays.OWNED + row]
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            if _kill_blocking(words, integers, row, find_bit_index(single)):
                changed = True
    if not changed:
        return 0
    integers[deduction_arrays.KILLED] = 1
    return apply_fit(words, integers)


@kernel
def _kill_blocking(words: Words, integers: Longs, row: int, col: int) -> bool:
    """Apply the one-of rule to the numbers that face each other across the cell at (row, col).

    Returns:
        True if any placement was eliminated.
    """
    cell = deduction_arrays.get_cell_index(row, col)
    pair = _find_facing_pair(integers, cell)
    if pair < 0:
        return False
    one, other = (
        integers[deduction_arrays.NEAREST + 4 * cell + pair],
        integers[deduction_arrays.NEAREST + 4 * cell + pair + 2],
    )
    ones = _find_forced_cells(words, integers, one, row, col)
    others = _find_forced_cells(words, integers, other, row, col)
    if ones == NONE or others == NONE:
        return False
    changed = False
    for third in range(integers[deduction_arrays.NUMBERS]):
        if third == one or third == other:
            continue
        # A placement that meets the forced cells of both numbers would leave neither of them a way
        # to avoid the cell.
        first = _translate_cells(integers, third, one, ones)
        second = _translate_cells(integers, third, other, others)
        reached = words[deduction_arrays.REACHED + third]
        if reached & first != NONE and reached & second != NONE:
            value = integers[deduction_arrays.VALUE + third]
            both = find_meeting_starts(first, value) & find_meeting_starts(second, value)
            if words[deduction_arrays.ALIVE + third] & both != NONE:
                deduction_arrays.kill_placements(words, integers, third, both)
                changed = True
    return changed


@kernel
def _find_facing_pair(integers: Longs, cell: int) -> int:
    """Return the direction to one of two numbers facing each other across a cell, or -1.

    The result is -1 if there is no such pair. The direction to the other number is greater by 2. If
    there are two such pairs, the one that contains the first number in reading order is chosen.
    """
    reach = integers[deduction_arrays.REACH + cell]
    level, upright = (
        reach & deduction_arrays.LEVEL_PAIR == deduction_arrays.LEVEL_PAIR,
        reach & deduction_arrays.UPRIGHT_PAIR == deduction_arrays.UPRIGHT_PAIR,
    )
    if not level:
        return 1 if upright else -1
    if not upright:
        return 0
    near = deduction_arrays.NEAREST + 4 * cell
    first = min(integers[near], integers[near + 2])
    return 0 if first < min(integers[near + 1], integers[near + 3]) else 1


@kernel
def _find_forced_cells(words: Words, integers: Longs, number: int, row: int, col: int) -> np.uint64:
    """Return the cells that a number must cover if it avoids the cell at (row, col).

    The number's own cell is omitted. The result is EVERYWHERE if the number cannot avoid the cell.
    """
    value = integers[deduction_arrays.VALUE + number]
    home_row, home_col = (
        integers[deduction_arrays.ROW + number],
        integers[deduction_arrays.COL + number],
    )
    starts = words[deduction_arrays.ALIVE + number] & ~find_meeting_starts(
        get_cross_bit(home_row, home_col, row, col), value
    )
    # The number always covers the cell, so the number facing it must avoid the cell. A third
    # number's placement is then impossible as soon as it meets the facing number's forced cells.
    if starts == NONE:
        return EVERYWHERE
    home = get_home_bits(home_row, home_col)
    return intersect_cells(starts, value, home) & ~home


@kernel
def _translate_cells(integers: Longs, viewer: int, number: int, cells: np.uint64) -> np.uint64:
    """Convert cells on the cross of ``number`` to bits on the cross of ``viewer``."""
    if cells == EVERYWHERE:
        return EVERYWHERE
    row, col = integers[deduction_arrays.ROW + number], integers[deduction_arrays.COL + number]
    view_row, view_col = (
        integers[deduction_arrays.ROW + viewer],
        integers[deduction_arrays.COL + viewer],
    )
    seen = NONE
    # Crosses that share an axis share all of its cells. Axes that cross share only one cell.
    if view_row == row:
        seen |= cells & LEVEL
    elif cells & get_bit(ROW_BIT + view_row) != NONE:
        seen |= get_bit(col)
    if view_col == col:
        seen |= cells & UPRIGHT
    elif cells & get_bit(view_col) != NONE:
        seen |= get_bit(ROW_BIT + row)
    return seen
