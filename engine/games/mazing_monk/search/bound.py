"""How many turns a win is away at the least, and how far it looks.

To win, the monk must fetch some of the karma that is left. Of the karma below the top face he
needs at least ``missing`` pieces, and each set of m of those he fetches has a value in the pattern
database that is no more than the turns he needs. Whatever he fetches, there are C(missing, m) such
sets; so the C(missing, m)-th smallest of the values of all sets of m is a lower bound.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube.cube import FACE
from engine.games.mazing_monk.cube.planes import CHOOSE_COLUMNS, TOP_FACE, ZERO, Tables, karma_cells
from engine.jit.bits import popcount
from engine.jit.marks import Longs, entry, kernel

MOST_SETS = 500
"""Sets that are looked at for a bound; of more, smaller sets are taken."""
NO_LIMIT = 1 << 30
"""A number of turns that no play takes."""
SCRATCH = 64
_CHOSEN, _SUMS = 48, 56
"""Indices in the scratch of the sets' members and of sums over them; the cells come first."""
_ONE, _FACE_BITS = np.uint64(1), np.uint64(FACE)

ONE_TURN = np.uint64(0o777 << 2 * FACE | 0o777 << 4 * FACE)
"""The cells of the left and front faces, one turn from the top; those of bottom, right and back
are two, three and three turns from it."""
TWO_TURNS = np.uint64(0o777 << FACE)


@kernel
def is_within(tables: Tables, karma: np.uint64, missing: int, turns: int, scratch: Longs) -> bool:
    """Whether the bound says no more than some turns."""
    missing -= popcount(karma & TOP_FACE)
    if missing <= 0:
        return True
    choose = tables.choose
    left = karma >> _FACE_BITS
    count = popcount(left)
    size = min(missing, len(tables.offsets) - 2)
    while choose[count * CHOOSE_COLUMNS + size] > MOST_SETS:
        size -= 1
    if turns >= tables.greatest[size]:
        return True
    list_cells(left, scratch)
    wanted = choose[missing * CHOOSE_COLUMNS + size]
    others = choose[count * CHOOSE_COLUMNS + size] - wanted
    return has_sets(tables, scratch, count, size, turns, wanted, others)


@kernel
def list_cells(left: np.uint64, scratch: Longs) -> None:
    """Lists the cells of a set below the top face, in rising order."""
    count = 0
    while left != ZERO:
        scratch[count] = popcount((left & (~left + _ONE)) - _ONE)
        left &= left - _ONE
        count += 1


@kernel
def has_sets(
    tables: Tables, scratch: Longs, count: int, size: int, turns: int, wanted: int, others: int
) -> bool:
    """Whether so many sets of a size are worth no more than some turns.

    The scratch lists the ``count`` cells that sets are made of; all sets are ``wanted`` and
    ``others``. They are looked at in the order of their numbers, in which values lie side by side.
    """
    values, choose = tables.values, tables.choose
    for member in range(size):
        scratch[_CHOSEN + member] = member
    scratch[_CHOSEN + size] = count
    scratch[_SUMS + size] = tables.offsets[size]
    member = size
    while True:
        # Members from the last that has moved on down to the second have a new part of the number.
        while member > 1:
            member -= 1
            cell = scratch[scratch[_CHOSEN + member]]
            scratch[_SUMS + member] = (
                scratch[_SUMS + member + 1] + choose[cell * CHOOSE_COLUMNS + member + 1]
            )
        for first in range(scratch[_CHOSEN + 1]):
            if values[scratch[_SUMS + 1] + scratch[first]] <= turns:
                wanted -= 1
                if wanted == 0:
                    return True
            else:
                others -= 1
                if others < 0:
                    return False
        # The first member has come up to the second: the first that can moves on, those before it
        # begin anew.
        member = 1
        while scratch[_CHOSEN + member] + 1 == scratch[_CHOSEN + member + 1]:
            scratch[_CHOSEN + member] = member
            member += 1
        scratch[_CHOSEN + member] += 1
        member += 1


@kernel
def win_heuristic(karma: np.uint64, missing: int) -> int:
    """How far a win looks: karma that is missing, and the turns of the nearest pieces to the top.

    Each piece is counted by itself, so this is no bound.
    """
    if missing <= 0:
        return 0
    near = popcount(karma & TOP_FACE)
    one, two = popcount(karma & ONE_TURN), popcount(karma & TWO_TURNS)
    first, second = max(0, missing - near), max(0, missing - near - one)
    return missing + first + second + max(0, second - two)


@entry
def turns_needed(
    tables: Tables, word: np.uint64, karma: np.uint64, spare: int, scratch: Longs
) -> int:
    """The bound for a state that is not won, at least 1; NO_LIMIT if there is too little karma."""
    if spare < 0:
        return NO_LIMIT
    left = karma_cells(word, karma)
    turns = 1
    while not is_within(tables, left, popcount(left) - spare, turns, scratch):
        turns += 1
    return turns
