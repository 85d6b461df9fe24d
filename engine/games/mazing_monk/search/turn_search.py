"""The search by turns, which goes through whole states layer by layer.

A layer contains all states that can be reached in a given number of turns but not in fewer. There
are two kinds of search, both of which run in iterations:

- *proof*: each iteration has a *limit* on turns, and prunes states whose lower bound shows that
  they cannot win within it. If it finds no win and prunes no state, there is no win at all.
  Otherwise the limit rises (breadth-first iterative deepening A*, Zhou & Hansen 2006). Whatever the
  limit, the first win has the fewest turns.
- *beam*: an iteration has no limit, but expands only the best states in each layer: those with the
  shortest estimated distance to a win.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.bitcube import Tables
from engine.games.mazing_monk.search import bound
from engine.jit.bits import popcount, prefetch
from engine.jit.decorators import Bytes, Ints, Longs, Words, entry, kernel
from engine.search import hashset

FRESH, RUNNING, FOUND, EMPTY, FULL, STOPPED = range(6)
"""The status of an iteration: not begun; running; a layer with wins is complete; no state is left
to expand; there are too many states; stopped by the user."""

STATUS, COUNT, NEXT, DEPTH, LAYER_END, SIZE = range(6)
"""Indices in the cursor: the status, the number of states, the next state to expand, its depth, the
end of its layer, and the size of the hash set."""
PRUNED, DROPPED_STATES, WINS, EXPANDED, LIMIT, FLOOR, BEFORE, ITERATIONS = range(6, 14)
"""Further indices in the cursor: the numbers of states pruned by the bound, of states dropped by a
beam, of wins, and of states expanded in all iterations; the limit; the proven lower bound on turns;
and the numbers of states in earlier iterations and of iterations begun."""
CURSOR = 14

NO, YES, OPEN = range(3)
"""The values that say if a level can be won: no, yes, or undecided."""

WON, DROPPED = 1, 2
"""Marks for states: WON for a win, and DROPPED for a state that a beam does not expand."""

MAX_TURNS = 4_000
NO_WIDTH = 1 << 40
_WIDTH_FACTOR = 4
_HASHES = bitcube.STATE_WORDS * bitcube.MAX_CHILDREN
"""Offset, in ``children``, of the children's hashes, which follow their words."""
_HEURISTIC_LIMIT = 256
"""The number of different estimates. Larger estimates are treated like the largest of these."""


class TurnSearch(NamedTuple):
    """The states in an iteration, in the order of discovery, and its progress.

    Attributes:
        states: The states, with two words each.
        parents: The state from which each state was first found.
        turns: The turn with which each state was first found.
        marks: The mark of each state: WON, DROPPED or 0.
        heuristics: The estimated distance from each state to a win, for a beam search.
        slots: The slots of the hash set that contains the states.
        starts: The index of the first state in each layer.
        cursor: The progress, with the indices STATUS to ITERATIONS.
        children: A workspace for a state's children and their hashes.
        kinds: The turns that lead to the children.
        scratch: A workspace for the bound and for choosing the best states in a layer.
    """

    states: Words
    parents: Ints
    turns: Bytes
    marks: Bytes
    heuristics: Bytes
    slots: Words
    starts: Ints
    cursor: Longs
    children: Words
    kinds: Longs
    scratch: Longs


def new_turn_search(most: int) -> TurnSearch:
    """Allocate arrays for at most ``most`` states. Untouched pages use no memory."""
    room = max(most, 1) + bitcube.MAX_CHILDREN
    return TurnSearch(
        np.empty(bitcube.STATE_WORDS * room, np.uint64),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.uint8),
        np.empty(room, np.uint8),
        np.empty(hashset.count_slots(room), np.uint64),
        np.empty(MAX_TURNS + 2, np.int32),
        np.zeros(CURSOR, np.int64),
        np.empty(_HASHES + bitcube.MAX_CHILDREN, np.uint64),
        np.empty(bitcube.MAX_CHILDREN, np.int64),
        np.empty(bound.SCRATCH + _HEURISTIC_LIMIT, np.int64),
    )


@kernel
def find_karma_left(search: TurnSearch, state: int) -> np.uint64:
    """Return the set of cells that hold karma in a state, as bits in a word."""
    states = search.states
    return bitcube.find_karma(
        states[bitcube.STATE_WORDS * state], states[bitcube.STATE_WORDS * state + 1]
    )


@kernel
def find_number(search: TurnSearch, keys: Words, at: int) -> int:
    """Return the number of the state at index ``at`` in ``keys``, or -1 if it was never found."""
    value = hashset.hash_state(keys, at, bitcube.STATE_WORDS)
    size = search.cursor[SIZE]
    slot = hashset.locate_slot(
        search.slots, size, search.states, bitcube.STATE_WORDS, keys, at, value
    )
    return hashset.get_number(search.slots, slot)


@kernel
def begin_iteration(tables: Tables, search: TurnSearch, start: Words, spare: int) -> None:
    """Begin an iteration with the start state, made whole, as its first state."""
    cursor, starts, states = search.cursor, search.starts, search.states
    states[0], states[1] = start[0], start[1]
    bitcube.make_whole(tables.cube, states, 0)
    cursor[SIZE] = hashset.begin_set(search.slots, states, states, bitcube.STATE_WORDS)
    search.parents[0] = -1
    search.turns[0] = 0
    missing = popcount(find_karma_left(search, 0)) - spare
    won = bitcube.is_won(states[0], missing)
    search.marks[0] = WON if won else 0
    starts[0], starts[1] = 0, 1
    cursor[COUNT] = 1
    cursor[NEXT] = 0
    cursor[DEPTH] = 0
    cursor[LAYER_END] = 1
    cursor[PRUNED] = 0
    cursor[DROPPED_STATES] = 0
    cursor[WINS] = 1 if won else 0
    cursor[STATUS] = FOUND if won else RUNNING


@kernel
def begin_layer(search: TurnSearch, width: int) -> None:
    """Begin the next layer, or end the iteration if there are wins or no new states."""
    cursor, starts = search.cursor, search.starts
    cursor[DEPTH] += 1
    starts[cursor[DEPTH] + 1] = cursor[COUNT]
    # The layer is complete now, so it contains all wins with the fewest turns.
    if cursor[WINS] > 0:
        cursor[STATUS] = FOUND
    elif cursor[COUNT] == cursor[LAYER_END]:
        cursor[STATUS] = EMPTY
    elif cursor[DEPTH] == MAX_TURNS:
        cursor[STATUS] = FULL
    else:
        if cursor[COUNT] - cursor[LAYER_END] > width:
            drop_states(search, width)
        cursor[LAYER_END] = cursor[COUNT]


@kernel
def drop_states(search: TurnSearch, width: int) -> None:
    """Mark all states in the new layer as dropped, except for the best ``width`` states."""
    cursor, marks = search.cursor, search.marks
    far_from_win, numbers = search.heuristics, search.scratch
    first, last = cursor[LAYER_END], cursor[COUNT]
    for far in range(_HEURISTIC_LIMIT):
        numbers[far] = 0
    for state in range(first, last):
        numbers[far_from_win[state]] += 1
    # Keep all states that are nearer than ``farthest``, and ``left`` states at that distance.
    farthest, left = 0, width
    while numbers[farthest] <= left:
        left -= numbers[farthest]
        farthest += 1
    for state in range(first, last):
        far = far_from_win[state]
        if far > farthest or (far == farthest and left == 0):
            marks[state] = DROPPED
            cursor[DROPPED_STATES] += 1
        elif far == farthest:
            left -= 1


@kernel
def expand_state(
    tables: Tables, search: TurnSearch, state: int, limit: int, width: int, spare: int, most: int
) -> bool:
    """Add the children of a state; return False if there would be more than ``most`` states."""
    cursor, states, children, kinds = search.cursor, search.states, search.children, search.kinds
    slots, scratch = search.slots, search.scratch
    at = bitcube.STATE_WORDS * state
    found = bitcube.list_children(tables, states[at], states[at + 1], True, children, kinds)
    size, ahead = cursor[SIZE], limit - cursor[DEPTH] - 1
    # A large hash set does not fit in the cache, so prefetch all slots before reading the first.
    for child in range(found):
        value = hashset.hash_state(children, bitcube.STATE_WORDS * child, bitcube.STATE_WORDS)
        prefetch(slots, hashset.get_first_slot(value, size))
        children[_HASHES + child] = value
    for child in range(found):
        if kinds[child] >= bitcube.ATTACKED:
            continue
        at, value = bitcube.STATE_WORDS * child, children[_HASHES + child]
        slot = hashset.locate_slot(slots, size, states, bitcube.STATE_WORDS, children, at, value)
        if hashset.get_number(slots, slot) >= 0:
            continue
        word = children[at]
        karma = bitcube.find_karma(word, children[at + 1])
        missing = popcount(karma) - spare
        won = bitcube.is_won(word, missing)
        # A pruned child is not added, so an iteration with a higher limit can find it.
        if not won and (ahead < 1 or not bound.is_within(tables, karma, missing, ahead, scratch)):
            cursor[PRUNED] += 1
            continue
        number = cursor[COUNT]
        if number >= most:
            return False
        hashset.put_number(slots, slot, value, number)
        states[bitcube.STATE_WORDS * number] = word
        states[bitcube.STATE_WORDS * number + 1] = children[at + 1]
        search.parents[number] = state
        search.turns[number] = kinds[child]
        search.marks[number] = WON if won else 0
        if width < NO_WIDTH:
            search.heuristics[number] = min(
                bound.estimate_distance(karma, missing), _HEURISTIC_LIMIT - 1
            )
        cursor[WINS] += 1 if won else 0
        cursor[COUNT] = number + 1
    return True


@entry
def run_iteration(
    tables: Tables,
    search: TurnSearch,
    start: Words,
    control: Longs,
    limit: int,
    width: int,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Start or continue an iteration until it ends or ``pause`` states are expanded in total.

    It looks for a win within ``limit`` turns, expands at most ``width`` states in each layer, and
    finds at most ``most`` states, which must be at least 1. ``spare`` pieces of karma may be left
    behind.
    """
    cursor, states, slots, marks = search.cursor, search.states, search.slots, search.marks
    if cursor[STATUS] == FRESH:
        begin_iteration(tables, search, start, spare)
    while cursor[STATUS] == RUNNING and cursor[EXPANDED] < pause:
        if cursor[NEXT] == cursor[LAYER_END]:
            begin_layer(search, width)
            continue
        if control[0] != 0:
            cursor[STATUS] = STOPPED
            continue
        state = cursor[NEXT]
        if marks[state] != DROPPED:
            cursor[SIZE] = hashset.make_room(
                slots,
                cursor[SIZE],
                states,
                bitcube.STATE_WORDS,
                cursor[COUNT],
                bitcube.MAX_CHILDREN,
            )
            if not expand_state(tables, search, state, limit, width, spare, most):
                cursor[STATUS] = FULL
                continue
            cursor[EXPANDED] += 1
        cursor[NEXT] = state + 1
    control[1] = cursor[BEFORE] + cursor[COUNT]


@entry
def run_proof(
    tables: Tables,
    search: TurnSearch,
    start: Words,
    control: Longs,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Start or continue a proof, raising the limit until it finds a win or proves there is none.

    An iteration that ends EMPTY without pruning proves that there is no win. ``most`` limits the
    total number of states in all iterations.
    """
    cursor = search.cursor
    if cursor[ITERATIONS] == 0:
        begin_iteration(tables, search, start, spare)
        cursor[LIMIT] = bound.compute_bound(
            tables, search.states[0], search.states[1], spare, search.scratch
        )
        cursor[FLOOR] = cursor[LIMIT]
        cursor[ITERATIONS] = 1
        cursor[STATUS] = EMPTY if cursor[LIMIT] == bound.NO_LIMIT else FRESH
    while cursor[STATUS] < FOUND and cursor[EXPANDED] < pause:
        left = most - cursor[BEFORE]
        run_iteration(tables, search, start, control, cursor[LIMIT], NO_WIDTH, spare, left, pause)
        # If there is no win within the limit but some states were pruned, a win takes at least one
        # more turn.
        if cursor[STATUS] == EMPTY and cursor[PRUNED] > 0:
            cursor[FLOOR] = cursor[LIMIT] + 1
            if cursor[COUNT] >= left:
                cursor[STATUS] = FULL
                continue
            cursor[BEFORE] += cursor[COUNT]
            cursor[LIMIT] += 1
            cursor[ITERATIONS] += 1
            cursor[STATUS] = FRESH


@entry
def run_beam(
    tables: Tables,
    search: TurnSearch,
    start: Words,
    control: Longs,
    width: int,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Start or continue a beam search, widening it until it finds a win or proves there is none.

    An iteration that ends EMPTY without dropping states proves that there is no win. ``width`` is
    the width of the first iteration. ``most`` limits the total number of states in all iterations.
    """
    cursor = search.cursor
    while cursor[STATUS] < FOUND and cursor[EXPANDED] < pause:
        left = most - cursor[BEFORE]
        wide = width * _WIDTH_FACTOR ** cursor[ITERATIONS]
        run_iteration(tables, search, start, control, bound.NO_LIMIT, wide, spare, left, pause)
        if cursor[STATUS] == EMPTY and cursor[DROPPED_STATES] > 0:
            if cursor[COUNT] >= left:
                cursor[STATUS] = FULL
                continue
            cursor[BEFORE] += cursor[COUNT]
            cursor[ITERATIONS] += 1
            cursor[STATUS] = FRESH
