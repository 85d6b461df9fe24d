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

from engine.games.linjat.board.table import (
    ALIVE,
    COL,
    COLS,
    CONTESTED,
    FITTED,
    NUMBERS,
    OPEN_DOTS,
    OWN,
    OWNED,
    REACHED,
    ROW,
    ROWS,
    VALUE,
    claim,
    kill,
    own_view,
)
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
from engine.jit.marks import Longs, Words, kernel


@kernel
def uncontested_spot(words: Words, integers: Longs, number: int) -> np.uint64:
    """The first placement of a number without dots to serve that no other number can use.

    Nothing if there is none, or if nobody else reaches what the number reaches.
    """
    reached = words[REACHED + number]
    if reached & own_view(words, integers, number, OPEN_DOTS) != NONE:
        return NONE
    contested = own_view(words, integers, number, CONTESTED)
    if reached & contested == NONE:
        return NONE
    value = integers[VALUE + number]
    own = words[OWN + number]
    foreign = own_view(words, integers, number, OWNED) & ~own
    starts = words[ALIVE + number] & ~meeting(foreign | contested, value)
    # Of a number that owns more than its own cell, a placement may own all of its cells.
    while starts != NONE:
        first = first_cell(integers[ROW + number], integers[COL + number], starts)
        if covered(first, value) & ~own != NONE:
            return first
        starts ^= first
    return NONE


@kernel
def uncontested(words: Words, integers: Longs) -> int:
    """A number with no dot left to serve takes the first spot that no other can use."""
    for number in range(integers[NUMBERS]):
        spot = uncontested_spot(words, integers, number)
        if spot != NONE:
            cells = covered(spot, integers[VALUE + number])
            claim(words, integers, number, cells & ~words[OWN + number])
            kill(words, integers, number, ~spot)
            return 1
    return 0


@kernel
def cover(words: Words, integers: Longs) -> int:
    """Dots that a single number reaches are its own."""
    count = 0
    for number in range(integers[NUMBERS]):
        dots = words[REACHED + number] & own_view(words, integers, number, OPEN_DOTS)
        dots &= ~own_view(words, integers, number, CONTESTED)
        if dots != NONE:
            claim(words, integers, number, dots)
            count += 1
    return count


@kernel
def single_solution(words: Words, integers: Longs) -> int:
    """A number with two spots that nothing tells apart has its line elsewhere, over a dot."""
    count = 0
    for number in range(integers[NUMBERS]):
        dots = own_view(words, integers, number, OPEN_DOTS)
        if words[REACHED + number] & dots == NONE:
            continue
        value = integers[VALUE + number]
        owned = own_view(words, integers, number, OWNED)
        # Earlier numbers may have claimed cells since the board was looked at.
        starts = words[ALIVE + number] & ~meeting(owned & ~words[OWN + number], value)
        dotted = starts & meeting(dots, value)
        contested = own_view(words, integers, number, CONTESTED) & ~owned
        plain = starts & ~dotted & ~meeting(contested, value)
        if dotted == NONE or not has_several(plain):
            continue
        home = home_of(integers[ROW + number], integers[COL + number])
        certain = shared(dotted, value, home) & ~owned
        if certain != NONE:
            claim(words, integers, number, certain)
            count += ones(certain)
    if count > 0:
        cover(words, integers)
    return count


@kernel
def fit(words: Words, integers: Longs) -> int:
    """Cells that every feasible placement of a number has are its own."""
    count = 0
    for number in range(integers[NUMBERS]):
        alive = words[ALIVE + number]
        if alive == NONE or alive == words[FITTED + number]:
            continue
        words[FITTED + number] = alive
        row, col, value = integers[ROW + number], integers[COL + number], integers[VALUE + number]
        home = home_of(row, col)
        feasible = alive & ~meeting(~(words[REACHED + number] | home), value)
        certain = shared(feasible, value, home)
        if feasible == NONE:
            certain = _cross(integers, number)
        certain &= ~own_view(words, integers, number, OWNED)
        if certain != NONE:
            claim(words, integers, number, certain)
            count += 1
    return count


@kernel
def _cross(integers: Longs, number: int) -> np.uint64:
    """All cells in a number's row and column nearer than its value."""
    row, col, value = integers[ROW + number], integers[COL + number], integers[VALUE + number]
    left, right = max(0, col - value + 1), min(integers[COLS], col + value)
    up, down = max(0, row - value + 1), min(integers[ROWS], row + value)
    return (bit(right) - bit(left)) | (bit(ROW_AT + down) - bit(ROW_AT + up))
