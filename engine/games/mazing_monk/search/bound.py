"""A lower bound on the number of turns to a win, and an estimate of that number.

To win, the monk must collect at least ``missing`` more pieces of karma that are not on the top
face. Each set of m pieces that he collects has a value in the pattern database, and he needs at
least that many turns. Whichever pieces he collects, they have at least C(missing, m) subsets with m
pieces. Therefore the C(missing, m)-th smallest value among all sets with m pieces is a lower bound.

Example: four pieces are left, two of them are missing, and m is 2. There are six sets with two
pieces, with values of 1, 2, 2, 3, 4 and 4 turns. The monk collects at least C(2, 2) = 1 of these
sets, so the bound is the smallest value, 1. If three pieces were missing, he would collect
C(3, 2) = 3 of the sets, and the bound would be the third smallest value, 2.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube.bitcube import CHOOSE_COLUMNS, TOP_FACE, ZERO, Tables, find_karma
from engine.games.mazing_monk.cube.cube import FACE
from engine.jit.bits import popcount
from engine.jit.decorators import Longs, entry, kernel

MAX_SETS = 500
"""The maximum number of sets to examine for a bound. If there are more, smaller sets are used."""
NO_LIMIT = 1 << 30
"""A number of turns that no solution can have."""
SCRATCH = 64
_CHOSEN, _SUMS = 48, 56
"""Offsets, in the scratch array, of the members of the current set and of partial sums over them.
The cells to choose from are at the beginning of the array.
"""
_ONE, _FACE_BITS = np.uint64(1), np.uint64(FACE)

ONE_TURN = np.uint64(0o777 << 2 * FACE | 0o777 << 4 * FACE)
"""The cells on the left and front faces, which are one turn away from the top face. The bottom face
is two turns away, and the right and back faces are three turns away."""
TWO_TURNS = np.uint64(0o777 << FACE)


@kernel
def is_within(tables: Tables, karma: np.uint64, missing: int, turns: int, scratch: Longs) -> bool:
    """Return True if the lower bound on the turns to a win is at most ``turns``."""
    # Karma on the top face may need no turn, so subtract it from the missing karma.
    missing -= popcount(karma & TOP_FACE)
    if missing <= 0:
        return True
    choose = tables.choose
    left = karma >> _FACE_BITS
    count = popcount(left)
    size = min(missing, len(tables.offsets) - 2)
    # Smaller sets give a weaker bound, but there are far fewer of them.
    while choose[count * CHOOSE_COLUMNS + size] > MAX_SETS:
        size -= 1
    # No set of this size has a value above ``turns``, so the bound cannot exceed it.
    if turns >= tables.greatest[size]:
        return True
    list_cells(left, scratch)
    wanted = choose[missing * CHOOSE_COLUMNS + size]
    # The bound exceeds ``turns`` exactly if more than this many sets have a higher value.
    others = choose[count * CHOOSE_COLUMNS + size] - wanted
    return has_sets(tables, scratch, count, size, turns, wanted, others)


@kernel
def list_cells(left: np.uint64, scratch: Longs) -> None:
    """Write the cells in ``left`` to ``scratch``, numbered from the first cell below the top."""
    count = 0
    while left != ZERO:
        # Subtracting 1 from the lowest bit sets all bits below it, and their number is its index.
        scratch[count] = popcount((left & (~left + _ONE)) - _ONE)
        left &= left - _ONE
        count += 1


@kernel
def has_sets(
    tables: Tables, scratch: Longs, count: int, size: int, turns: int, wanted: int, others: int
) -> bool:
    """Return True if at least ``wanted`` sets with ``size`` cells have a value up to ``turns``.

    Sets are enumerated in the order of their combinatorial numbers, so that the values of
    consecutive sets are close together in memory.

    Args:
        tables: The lookup tables.
        scratch: The array with the cells to choose from, and with room for the current set.
        count: The number of cells to choose from.
        size: The size of the sets.
        turns: The highest value to count, in turns.
        wanted: The number of sets whose value must be at most ``turns``.
        others: The number of sets that may have a higher value: all except ``wanted``.
    """
    values, choose = tables.values, tables.choose
    for member in range(size):
        scratch[_CHOSEN + member] = member
    # A sentinel keeps the last member below ``count``.
    scratch[_CHOSEN + size] = count
    scratch[_SUMS + size] = tables.offsets[size]
    member = size
    while True:
        # Update the partial sums from the highest changed member down to the second one.
        while member > 1:
            member -= 1
            cell = scratch[scratch[_CHOSEN + member]]
            scratch[_SUMS + member] = (
                scratch[_SUMS + member + 1] + choose[cell * CHOOSE_COLUMNS + member + 1]
            )
        # The first member runs over all cells before the second. It contributes C(cell, 1) = cell.
        for first in range(scratch[_CHOSEN + 1]):
            if values[scratch[_SUMS + 1] + scratch[first]] <= turns:
                wanted -= 1
                if wanted == 0:
                    return True
            else:
                others -= 1
                if others < 0:
                    return False
        # For the next combination, advance the first member that can advance, and reset all members
        # before it.
        member = 1
        while scratch[_CHOSEN + member] + 1 == scratch[_CHOSEN + member + 1]:
            scratch[_CHOSEN + member] = member
            member += 1
        scratch[_CHOSEN + member] += 1
        member += 1


@kernel
def estimate_distance(karma: np.uint64, missing: int) -> int:
    """Estimate the distance to a win from how much karma is missing and which faces have karma.

    The estimate is the number of missing pieces plus the turns needed to bring the nearest pieces
    to the top. One turn can bring several pieces to the top, but each piece is counted separately,
    so the estimate is not a lower bound.
    """
    if missing <= 0:
        return 0
    near = popcount(karma & TOP_FACE)
    one, two = popcount(karma & ONE_TURN), popcount(karma & TWO_TURNS)
    # Take the nearest pieces first. ``first`` pieces need at least one turn, ``second`` at least
    # two, and those in the last term three.
    first, second = max(0, missing - near), max(0, missing - near - one)
    return missing + first + second + max(0, second - two)


@entry
def compute_bound(
    tables: Tables, word: np.uint64, karma: np.uint64, spare: int, scratch: Longs
) -> int:
    """Return a lower bound on the turns that a state needs for a win.

    The state must not be won already, so the bound is at least 1. ``spare`` pieces of karma may be
    left behind. If ``spare`` is negative, there is too little karma to open the exit, and the bound
    is NO_LIMIT.
    """
    if spare < 0:
        return NO_LIMIT
    left = find_karma(word, karma)
    turns = 1
    while not is_within(tables, left, popcount(left) - spare, turns, scratch):
        turns += 1
    return turns
