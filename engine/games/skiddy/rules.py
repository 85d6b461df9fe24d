"""The rules of Skiddy, compiled: moves, and states as the search packs them.

A state is one byte a piece, the number of its cell: red Skiddies, blue ones, crates, ice cubes,
each kind in ascending order because pieces of a kind are interchangeable; a piece that has left
is GONE. One more byte says whether a combo is *broken*: a move has let out some, but not all, of
the initial Skiddies of a colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.skiddy.slides import (
    CELLS,
    ENDS,
    EXIT_CELLS,
    EXITS_END,
    LEFT,
    fill_lanes,
    let_out,
    refresh,
    slide,
)
from engine.games.skiddy.table import DOWN, KINDS, LEAVERS, PIECES, REDS, SKIDDIES, START, UP
from engine.jit.marks import Bytes, Ints, Words, entry, kernel
from engine.search.successors import MOVED, STAY, WON, register
from engine.tiles.board import GONE
from engine.tiles.cells import pack_cells, unpack_cells

SCRATCH_SIZE = EXITS_END

MAX_COMBO, NO_COMBO = WON, WON + 1
"""The two ways to win, as outcomes of a move."""


class SkiddyRules(NamedTuple):
    """Selects this module's rules, by its class, for the search."""

    moves: int
    words: int


@kernel
def tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """One move of the pieces at CELLS, to ENDS: STAY or MOVED. LEFT says who left."""
    scratch[LEFT] = 0
    scratch[LEFT + 1] = 0
    standing = CELLS
    found = 0
    while True:
        found |= slide(table, scratch, standing, direction)
        if found & LEAVERS == 0:
            break
        let_out(table, scratch, standing, direction)
        standing = EXIT_CELLS
        fill_lanes(table, scratch, EXIT_CELLS)
        found = 1
    if standing != CELLS:
        refresh(table, scratch)
    return MOVED if found != 0 else STAY


@kernel
def breaks_combo(table: Ints, scratch: Ints) -> bool:
    """Whether a move has let out some, but not all, of the initial Skiddies of a colour."""
    reds = table[REDS]
    blues = table[SKIDDIES] - reds
    return 0 < scratch[LEFT] < reds or 0 < scratch[LEFT + 1] < blues


@kernel
def all_gone(table: Ints, scratch: Ints) -> bool:
    """Whether no Skiddy is left after a move."""
    for piece in range(table[SKIDDIES]):
        if scratch[ENDS + piece] != GONE:
            return False
    return True


@kernel
def sort_kinds(table: Ints, scratch: Ints) -> None:
    """Puts the pieces at ENDS in ascending order within each kind.

    Neighbours are put in order again and again, without a branch: few pieces are of a kind, and
    their order is hard to foretell.
    """
    first = 0
    for kind in range(KINDS):
        end = table[REDS + kind]
        for last in range(end - 1, first, -1):
            for piece in range(first, last):
                one, other = scratch[ENDS + piece], scratch[ENDS + piece + 1]
                scratch[ENDS + piece] = min(one, other)
                scratch[ENDS + piece + 1] = max(one, other)
        first = end


@kernel
def pack(
    table: Ints, scratch: Ints, base: int, broken: int, words: int, states: Words, offset: int
) -> None:
    """Packs the pieces from ``base`` on in the scratch memory, and the broken bit, into a state."""
    pieces = table[PIECES]
    pack_cells(scratch, base, pieces, words, states, offset)
    states[offset + (pieces >> 3)] |= np.uint64(broken) << np.uint64(8 * (pieces & 7))


@kernel
def unpack(table: Ints, words: int, states: Words, offset: int, scratch: Ints) -> int:
    """Unpacks a state to the pieces at CELLS; the broken bit."""
    pieces = table[PIECES]
    unpack_cells(states, offset, words, scratch, CELLS)
    last = states[offset + (pieces >> 3)]
    return np.int64((last >> np.uint64(8 * (pieces & 7))) & np.uint64(1))  # type: ignore[return-value]


@kernel
def expand(
    rules: SkiddyRules,
    table: Ints,
    states: Words,
    offset: int,
    skipped: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Tries the four moves in one state; see :func:`engine.search.successors.expand`."""
    words = rules.words
    broken = unpack(table, words, states, offset, scratch)
    fill_lanes(table, scratch, CELLS)
    refresh(table, scratch)
    for direction in range(4):
        if (skipped >> direction) & 1 != 0:
            continue
        outcome = tilt(table, scratch, direction)
        if outcome == MOVED:
            broken_now = broken
            left = scratch[LEFT] + scratch[LEFT + 1]
            if left > 0:
                if breaks_combo(table, scratch):
                    broken_now = 1
                if all_gone(table, scratch):
                    outcome = MAX_COMBO if broken_now == 0 else NO_COMBO
            # Sliding along rows keeps reading order.
            if left > 0 or direction == UP or direction == DOWN:
                sort_kinds(table, scratch)
            pack(table, scratch, ENDS, broken_now, words, successors, direction * words)
        outcomes[direction] = outcome


register(SkiddyRules, expand)


@entry
def start_state(table: Ints, words: int, state: Words, scratch: Ints) -> None:
    """Packs the start of a level."""
    for piece in range(table[PIECES]):
        scratch[CELLS + piece] = table[START + piece]
    pack(table, scratch, CELLS, 0, words, state, 0)


@entry
def play_on(table: Ints, scratch: Ints, standing: int, direction: int) -> bool:
    """Goes on with a move from a standing's cells until a Skiddy leaves, or to its end.

    Returns:
        Whether one left: EXIT_CELLS says then where the pieces are, and ENDS where those stood
        that left. Else all pieces are at rest at ENDS.
    """
    fill_lanes(table, scratch, standing)
    found = slide(table, scratch, standing, direction)
    if found & LEAVERS == 0:
        return False
    let_out(table, scratch, standing, direction)
    return True
