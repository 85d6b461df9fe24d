"""The seven rules of deduction, in the words of :mod:`engine.games.linjat.board.table`.

Each kernel tries one rule on the board as it was looked at when the layer began, and returns how
much progress it made: numbers, except for the single-solution rule, which counts cells. The rules
and their order are J. Snellman's; two of them, uncontested and single solution, do not follow from
the rules of the game.

The first four look at one number at a time and are here; for the others see
:mod:`engine.games.linjat.deduce.pairs`.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.deduce.crosses import (
    NONE,
    ROW_AT,
    bit,
    covered,
    first_cell,
    has_several,
    home_of,
    meeting,
    ones,
    shared,
)
from engine.jit.marks import Longs, Words, kernel, subroutine


@kernel
def uncontested_spot(words: Words, integers: Longs, number: int) -> np.uint64:
    """The first placement of a number without dots to serve that no other number can use.

    Nothing if there is none, or if no other number reaches what the number reaches.
    """
    reached = words[table.REACHED + number]
    if reached & table.own_view(words, integers, number, table.OPEN_DOTS) != NONE:
        return NONE
    contested = table.own_view(words, integers, number, table.CONTESTED)
    if reached & contested == NONE:
        return NONE
    value = integers[table.VALUE + number]
    own = words[table.OWN + number]
    foreign = table.own_view(words, integers, number, table.OWNED) & ~own
    starts = words[table.ALIVE + number] & ~meeting(foreign | contested, value)
    # Of a number that owns more than its own cell, a placement may own all of its cells.
    while starts != NONE:
        first = first_cell(integers[table.ROW + number], integers[table.COL + number], starts)
        if covered(first, value) & ~own != NONE:
            return first
        starts ^= first
    return NONE


@kernel
def uncontested(words: Words, integers: Longs) -> int:
    """A number with no dot left to serve takes the first spot that no other can use."""
    for number in range(integers[table.NUMBERS]):
        spot = uncontested_spot(words, integers, number)
        if spot != NONE:
            cells = covered(spot, integers[table.VALUE + number])
            table.claim(words, integers, number, cells & ~words[table.OWN + number])
            table.kill(words, integers, number, ~spot)
            return 1
    return 0


@kernel
def cover(words: Words, integers: Longs) -> int:
    """Dots that a single number reaches are its own."""
    count = 0
    for number in range(integers[table.NUMBERS]):
        dots = words[table.REACHED + number] & table.own_view(
            words, integers, number, table.OPEN_DOTS
        )
        dots &= ~table.own_view(words, integers, number, table.CONTESTED)
        if dots != NONE:
            table.claim(words, integers, number, dots)
            count += 1
    return count


@kernel
def single_solution(words: Words, integers: Longs) -> int:
    """A number with two interchangeable spots has its line elsewhere, over a dot."""
    count = 0
    for number in range(integers[table.NUMBERS]):
        dots = table.own_view(words, integers, number, table.OPEN_DOTS)
        if words[table.REACHED + number] & dots == NONE:
            continue
        value = integers[table.VALUE + number]
        owned = table.own_view(words, integers, number, table.OWNED)
        # Earlier numbers may have claimed cells since the board was looked at.
        starts = words[table.ALIVE + number] & ~meeting(owned & ~words[table.OWN + number], value)
        dotted = starts & meeting(dots, value)
        contested = table.own_view(words, integers, number, table.CONTESTED) & ~owned
        plain = starts & ~dotted & ~meeting(contested, value)
        if dotted == NONE or not has_several(plain):
            continue
        home = home_of(integers[table.ROW + number], integers[table.COL + number])
        certain = shared(dotted, value, home) & ~owned
        if certain != NONE:
            table.claim(words, integers, number, certain)
            count += ones(certain)
    if count > 0:
        cover(words, integers)
    return count


@subroutine
def fit(words: Words, integers: Longs) -> int:
    """Cells that every feasible placement of a number has are its own."""
    count = 0
    for number in range(integers[table.NUMBERS]):
        alive = words[table.ALIVE + number]
        if alive == NONE or alive == words[table.FITTED + number]:
            continue
        words[table.FITTED + number] = alive
        row, col, value = (
            integers[table.ROW + number],
            integers[table.COL + number],
            integers[table.VALUE + number],
        )
        home = home_of(row, col)
        feasible = alive & ~meeting(~(words[table.REACHED + number] | home), value)
        certain = shared(feasible, value, home)
        if feasible == NONE:
            certain = _cross(integers, number)
        certain &= ~table.own_view(words, integers, number, table.OWNED)
        if certain != NONE:
            table.claim(words, integers, number, certain)
            count += 1
    return count


@kernel
def _cross(integers: Longs, number: int) -> np.uint64:
    """All cells in a number's row and column nearer than its value."""
    row, col, value = (
        integers[table.ROW + number],
        integers[table.COL + number],
        integers[table.VALUE + number],
    )
    left, right = max(0, col - value + 1), min(integers[table.COLS], col + value)
    up, down = max(0, row - value + 1), min(integers[table.ROWS], row + value)
    return (bit(right) - bit(left)) | (bit(ROW_AT + down) - bit(ROW_AT + up))
