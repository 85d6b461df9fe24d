"""The rules of Skiddy as kernels, which make moves and pack states for the search.

A state has one byte for each piece, with the number of its cell. Red Skiddies come first, then blue
ones, crates and ice cubes. Within each kind, the cells are in ascending order, because pieces of
the same kind are interchangeable. The cell of a piece that has left is GONE. One more byte is 1 if
the combo is *broken*, that is, if a move has let out some, but not all, of the initial Skiddies of
a colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.skiddy.skiddy_level_array import (
    DOWN,
    LEAVERS,
    PIECE_KINDS,
    PIECES,
    REDS,
    SKIDDIES,
    START,
    UP,
)
from engine.games.skiddy.slides import (
    CELLS,
    ENDS,
    EXIT_CELLS,
    EXITS_END,
    LEFT_COUNTS,
    clear_spent,
    fill_lanes,
    let_skiddies_out,
    slide_pieces,
)
from engine.jit.decorators import Bytes, Ints, Words, entry, kernel
from engine.search.successors import MOVED, STAY, WON, register_rules
from engine.tiles.board import GONE
from engine.tiles.packed_cells import pack_cells, unpack_cells

SCRATCH_SIZE = EXITS_END

MAX_COMBO, NO_COMBO = WON, WON + 1
"""The outcomes of a winning move, one for each kind of win."""


class SkiddyRules(NamedTuple):
    """The class that makes the search use this module's rules.

    Attributes:
        moves: The number of moves to try in each state.
        words: The number of words in a packed state.
    """

    moves: int
    words: int


@kernel
def tilt_pieces(table: Ints, scratch: Ints, direction: int) -> int:
    """Make a move: read the cells of the pieces at CELLS, and write their final cells to ENDS.

    The numbers of red and of blue Skiddies that leave are written to LEFT_COUNTS.

    Returns:
        STAY if nothing moves or leaves, otherwise MOVED.
    """
    scratch[LEFT_COUNTS] = 0
    scratch[LEFT_COUNTS + 1] = 0
    cells_at = CELLS
    found = 0
    # Each round slides the pieces until the next exit, and the next round continues from there.
    # Pieces trapped in a pit and crates already pushed stay marked until the move ends.
    while True:
        found |= slide_pieces(table, scratch, cells_at, direction)
        if found & LEAVERS == 0:
            break
        let_skiddies_out(table, scratch, cells_at, direction)
        cells_at = EXIT_CELLS
        fill_lanes(table, scratch, EXIT_CELLS)
        # An exit is a change even if nothing slid.
        found = 1
    if cells_at != CELLS:
        clear_spent(table, scratch)
    return MOVED if found != 0 else STAY


@kernel
def has_broken_combo(table: Ints, scratch: Ints) -> bool:
    """Return True if a move let out some, but not all, of the initial Skiddies of a colour."""
    reds = table[REDS]
    blues = table[SKIDDIES] - reds
    return 0 < scratch[LEFT_COUNTS] < reds or 0 < scratch[LEFT_COUNTS + 1] < blues


@kernel
def is_cleared(table: Ints, scratch: Ints) -> bool:
    """Return True if all Skiddies have left by the end of a move."""
    for piece in range(table[SKIDDIES]):
        if scratch[ENDS + piece] != GONE:
            return False
    return True


@kernel
def sort_pieces(table: Ints, scratch: Ints) -> None:
    """Sort the cells of the pieces at ENDS in ascending order within each kind.

    This is a bubble sort without branches. Each kind has only a few pieces, and a branch on the
    order of two pieces would often be mispredicted.
    """
    first = 0
    for kind in range(PIECE_KINDS):
        end = table[REDS + kind]
        for last in range(end - 1, first, -1):
            for piece in range(first, last):
                one, other = scratch[ENDS + piece], scratch[ENDS + piece + 1]
                scratch[ENDS + piece] = min(one, other)
                scratch[ENDS + piece + 1] = max(one, other)
        first = end


@kernel
def pack_state(
    table: Ints, scratch: Ints, base: int, broken: int, words: int, states: Words, offset: int
) -> None:
    """Pack the cells at ``base`` in the scratch memory, and the broken bit, into a state."""
    pieces = table[PIECES]
    pack_cells(scratch, base, pieces, words, states, offset)
    # The broken bit goes into the byte after the last piece, and a word has eight bytes.
    states[offset + (pieces >> 3)] |= np.uint64(broken) << np.uint64(8 * (pieces & 7))


@kernel
def unpack_state(table: Ints, words: int, states: Words, offset: int, scratch: Ints) -> int:
    """Unpack the cells of a state to CELLS, and return its broken bit."""
    pieces = table[PIECES]
    unpack_cells(states, offset, words, scratch, CELLS)
    last = states[offset + (pieces >> 3)]
    return np.int64((last >> np.uint64(8 * (pieces & 7))) & np.uint64(1))  # type: ignore[return-value]


@kernel
def expand_moves(
    rules: SkiddyRules,
    table: Ints,
    states: Words,
    offset: int,
    skipped: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Try the four moves in one state; see :func:`engine.search.successors.expand`."""
    words = rules.words
    broken = unpack_state(table, words, states, offset, scratch)
    fill_lanes(table, scratch, CELLS)
    clear_spent(table, scratch)
    for direction in range(4):
        # The search skips moves whose results are known already.
        if (skipped >> direction) & 1 != 0:
            continue
        outcome = tilt_pieces(table, scratch, direction)
        if outcome == MOVED:
            broken_now = broken
            left = scratch[LEFT_COUNTS] + scratch[LEFT_COUNTS + 1]
            if left > 0:
                if has_broken_combo(table, scratch):
                    broken_now = 1
                if is_cleared(table, scratch):
                    outcome = MAX_COMBO if broken_now == 0 else NO_COMBO
            # A slide along rows keeps pieces of the same kind in reading order, so only exits and
            # moves along columns need a sort.
            if left > 0 or direction == UP or direction == DOWN:
                sort_pieces(table, scratch)
            pack_state(table, scratch, ENDS, broken_now, words, successors, direction * words)
        outcomes[direction] = outcome


register_rules(SkiddyRules, expand_moves)


@entry
def pack_start(table: Ints, words: int, state: Words, scratch: Ints) -> None:
    """Pack the start state of a level."""
    for piece in range(table[PIECES]):
        scratch[CELLS + piece] = table[START + piece]
    pack_state(table, scratch, CELLS, 0, words, state, 0)


@entry
def slide_to_exit(table: Ints, scratch: Ints, placement: int, direction: int) -> bool:
    """Continue a move from a placement until a Skiddy leaves or the move ends.

    Returns:
        True if a Skiddy left: EXIT_CELLS then holds the cells of the pieces, and ENDS holds the
        cell that each leaving Skiddy left from. False if the move has ended: ENDS then holds the
        final cells of all pieces.
    """
    fill_lanes(table, scratch, placement)
    found = slide_pieces(table, scratch, placement, direction)
    if found & LEAVERS == 0:
        return False
    let_skiddies_out(table, scratch, placement, direction)
    return True
