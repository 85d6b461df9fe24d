"""The four deduction rules that consider one number at a time.

Each kernel tries one rule, using the reach at the beginning of the layer. It returns how many
numbers gained cells, except that the single-solution rule returns how many cells were gained. The
rules and their order are J. Snellman's. Two of them, uncontested and single solution, assume that
the solution is unique. :mod:`engine.games.linjat.board.deduction_arrays` describes the arrays. The
other three rules are in :mod:`engine.games.linjat.deduction.pair_rules`.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.deduction.placement_masks import (
    NONE,
    ROW_BIT,
    choose_first_start,
    count_ones,
    cover_cells,
    find_meeting_starts,
    get_bit,
    get_home_bits,
    has_several,
    intersect_cells,
)
from engine.jit.decorators import Longs, Words, kernel, subroutine


@kernel
def find_uncontested_start(words: Words, integers: Longs, number: int) -> np.uint64:
    """Return the start of the first uncontested placement for a number that reaches no open dot.

    Returns:
        The start of the first placement that no other number can touch and that would give the
        number new cells, or NONE if there is no such placement, if the number reaches an open dot,
        or if no other number reaches any cell that this number reaches.
    """
    reached = words[deduction_arrays.REACHED + number]
    if (
        reached & deduction_arrays.view_masks(words, integers, number, deduction_arrays.OPEN_DOTS)
        != NONE
    ):
        return NONE
    contested = deduction_arrays.view_masks(words, integers, number, deduction_arrays.CONTESTED)
    if reached & contested == NONE:
        return NONE
    value = integers[deduction_arrays.VALUE + number]
    own = words[deduction_arrays.OWN + number]
    foreign = deduction_arrays.view_masks(words, integers, number, deduction_arrays.OWNED) & ~own
    starts = words[deduction_arrays.ALIVE + number] & ~find_meeting_starts(
        foreign | contested, value
    )
    # Skip placements whose cells all belong to the number already: they would claim nothing.
    while starts != NONE:
        first = choose_first_start(
            integers[deduction_arrays.ROW + number], integers[deduction_arrays.COL + number], starts
        )
        if cover_cells(first, value) & ~own != NONE:
            return first
        starts ^= first
    return NONE


@kernel
def apply_uncontested(words: Words, integers: Longs) -> int:
    """Claim the cells of an uncontested placement for the first number that has one."""
    for number in range(integers[deduction_arrays.NUMBERS]):
        spot = find_uncontested_start(words, integers, number)
        if spot != NONE:
            cells = cover_cells(spot, integers[deduction_arrays.VALUE + number])
            # A layer draws only one such conclusion, because the placement of a second number could
            # overlap the one that was just chosen.
            deduction_arrays.claim_cells(
                words, integers, number, cells & ~words[deduction_arrays.OWN + number]
            )
            # The line is decided now, so only this placement stays alive.
            deduction_arrays.kill_placements(words, integers, number, ~spot)
            return 1
    return 0


@kernel
def apply_cover(words: Words, integers: Longs) -> int:
    """Give each open dot that only one number reaches to that number."""
    count = 0
    for number in range(integers[deduction_arrays.NUMBERS]):
        dots = words[deduction_arrays.REACHED + number] & deduction_arrays.view_masks(
            words, integers, number, deduction_arrays.OPEN_DOTS
        )
        # If a reachable open dot is not contested, this number alone reaches it.
        dots &= ~deduction_arrays.view_masks(words, integers, number, deduction_arrays.CONTESTED)
        if dots != NONE:
            deduction_arrays.claim_cells(words, integers, number, dots)
            count += 1
    return count


@kernel
def apply_single_solution(words: Words, integers: Longs) -> int:
    """Give numbers with interchangeable placements the cells common to their other placements."""
    count = 0
    for number in range(integers[deduction_arrays.NUMBERS]):
        dots = deduction_arrays.view_masks(words, integers, number, deduction_arrays.OPEN_DOTS)
        if words[deduction_arrays.REACHED + number] & dots == NONE:
            continue
        value = integers[deduction_arrays.VALUE + number]
        owned = deduction_arrays.view_masks(words, integers, number, deduction_arrays.OWNED)
        # Earlier numbers in this loop may have claimed cells after the masks were computed.
        starts = words[deduction_arrays.ALIVE + number] & ~find_meeting_starts(
            owned & ~words[deduction_arrays.OWN + number], value
        )
        dotted = starts & find_meeting_starts(dots, value)
        contested = (
            deduction_arrays.view_masks(words, integers, number, deduction_arrays.CONTESTED)
            & ~owned
        )
        # Placements that cover no open dot and no contested cell are interchangeable: a line on one
        # of them could be moved to another, which would give a second solution.
        plain = starts & ~dotted & ~find_meeting_starts(contested, value)
        if dotted == NONE or not has_several(plain):
            continue
        home = get_home_bits(
            integers[deduction_arrays.ROW + number], integers[deduction_arrays.COL + number]
        )
        # The published program counts only placements over a dot as the other placements.
        certain = intersect_cells(dotted, value, home) & ~owned
        if certain != NONE:
            deduction_arrays.claim_cells(words, integers, number, certain)
            count += count_ones(certain)
    if count > 0:
        # The published program applies dot cover again after the claims of this rule.
        apply_cover(words, integers)
    return count


@subroutine
def apply_fit(words: Words, integers: Longs) -> int:
    """Give every number the cells common to all of its feasible placements."""
    count = 0
    for number in range(integers[deduction_arrays.NUMBERS]):
        alive = words[deduction_arrays.ALIVE + number]
        if alive == NONE or alive == words[deduction_arrays.FITTED + number]:
            continue
        # Trying the same set of placements again would find nothing new.
        words[deduction_arrays.FITTED + number] = alive
        row, col, value = (
            integers[deduction_arrays.ROW + number],
            integers[deduction_arrays.COL + number],
            integers[deduction_arrays.VALUE + number],
        )
        home = get_home_bits(row, col)
        # A rule may have removed a cell from the number's reach while placements over that cell
        # are still alive.
        feasible = alive & ~find_meeting_starts(
            ~(words[deduction_arrays.REACHED + number] | home), value
        )
        certain = intersect_cells(feasible, value, home)
        # With no feasible placement left, the published program claims every cell on the cross that
        # is less than the number's value away. The contradiction then ends the deduction.
        if feasible == NONE:
            certain = _get_near_cross(integers, number)
        certain &= ~deduction_arrays.view_masks(words, integers, number, deduction_arrays.OWNED)
        if certain != NONE:
            deduction_arrays.claim_cells(words, integers, number, certain)
            count += 1
    return count


@kernel
def _get_near_cross(integers: Longs, number: int) -> np.uint64:
    """Return the cells in a number's row and column that are less than its value away from it."""
    row, col, value = (
        integers[deduction_arrays.ROW + number],
        integers[deduction_arrays.COL + number],
        integers[deduction_arrays.VALUE + number],
    )
    left, right = max(0, col - value + 1), min(integers[deduction_arrays.COLS], col + value)
    up, down = max(0, row - value + 1), min(integers[deduction_arrays.ROWS], row + value)
    return (get_bit(right) - get_bit(left)) | (get_bit(ROW_BIT + down) - get_bit(ROW_BIT + up))
