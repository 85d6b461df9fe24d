"""Breadth-first search of the whole graph of a level's states.

States are numbered in the order in which they are found. Therefore the states of one depth have
consecutive numbers, and their depth need not be stored; ``starts[d]`` is the first state of depth
``d``. Moves are tried in the game's order, so following the parents back from a state gives the
first of the shortest move sequences that lead to it. Every state has one edge for each move: the
number of the next state, or a negative outcome.

On a large graph, most of the time is spent waiting for memory, not applying rules, because the set
of states exceeds every cache. Therefore a successor is not looked up immediately. It waits in a
ring buffer while later states are expanded::

    push     hash the successor, prefetch its slot in the set
    ... 8 successors later
    peek     read the slot, prefetch the state that it refers to
    ... 8 successors later
    settle   compare with that state; enter the successor if it is new

When a successor is settled, both its slot and its state are in the cache. Successors are settled in
the order in which they were generated, so the ring does not change the numbering.

Each call to the kernel expands a bounded number of states and returns. The next call continues the
search. Between calls, the caller reads the clock. During a call, the kernel polls the cancel flag,
which other threads may set.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.jit.bits import prefetch, to_signed
from engine.jit.decorators import Bytes, Ints, Longs, Words, entry, kernel
from engine.search.hashset import (
    begin_set,
    count_slots,
    get_first_slot,
    hash_state,
    insert_state,
    make_room,
)
from engine.search.search_memory import (
    DONE,
    FOUND,
    FULL,
    RUNNING,
    STOPPED,
    create_expansion,
    report_memory_error,
)
from engine.search.successors import MOVED, WON, Expansion, SearchLevel, can_retrace, expand

STAY_EDGE = -1
UNKNOWN_EDGE = -2
LOST_EDGE = -3
WON_EDGE = -4
"""The edges that lead to no state. Values below WON_EDGE are further kinds of wins."""

COUNT, NEXT, DEPTH, LAYER_END, SLOTS, STATUS, WON_FROM, WON_BY = range(8)
"""Indices in the cursor array of a search."""

RING_SIZE = 64
"""The maximum number of pending successors. It must be a power of two."""
_RING = RING_SIZE - 1
_HEAD = 3
_NEAR, _FAR = 8, 16
"""The number of later successors that are pushed before a successor is peeked at, and before it is
settled."""
_S32 = np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_POLL = 1023


class Workspace(NamedTuple):
    """The arrays of one search over a limited number of states; see :class:`Graph`.

    Attributes:
        slots: The hash set of the states.
        ring: The memory for RING_SIZE pending successors, each with its hash, edge, parent and
            packed state.
    """

    cursor: Longs
    states: Words
    parents: Ints
    edges: Ints
    starts: Ints
    slots: Words
    ring: Words
    expansion: Expansion


def create_workspace(limit: int, moves: int, words: int, scratch: int) -> Workspace:
    """Create the arrays for a search of up to ``limit`` states.

    The parts of the arrays that are never written take up no memory.

    Raises:
        EngineError: There is not enough memory.
    """
    with report_memory_error(limit):
        return Workspace(
            np.zeros(8, np.int64),
            np.empty(limit * words, np.uint64),
            np.empty(limit, np.int32),
            np.empty(limit * moves, np.int32),
            np.empty(limit + 2, np.int32),
            # The set must have room for the states and for every pending successor.
            np.empty(count_slots(limit + RING_SIZE), np.uint64),
            np.empty(RING_SIZE * (words + _HEAD), np.uint64),
            create_expansion(moves, words, scratch),
        )


@kernel
def begin_search(work: Workspace, start: Words, words: int) -> None:
    """Initialise a search with the start state."""
    cursor = work.cursor
    work.parents[0] = -1
    cursor[COUNT] = 1
    cursor[NEXT] = 0
    # The first layer begins when state 0, which is LAYER_END, is expanded.
    cursor[DEPTH] = -1
    cursor[LAYER_END] = 0
    cursor[SLOTS] = begin_set(work.slots, work.states, start, words)
    cursor[STATUS] = RUNNING
    cursor[WON_FROM] = -1
    cursor[WON_BY] = -1
    work.starts[0] = 0


@kernel
def begin_layer(cursor: Longs, starts: Ints, state: int, count: int) -> int:
    """Begin the layer that consists of the states from ``state`` to ``count`` - 1.

    Returns:
        RUNNING, or DONE if the layer is empty.
    """
    if state == count:
        return DONE
    cursor[DEPTH] += 1
    starts[cursor[DEPTH]] = state
    starts[cursor[DEPTH] + 1] = count
    cursor[LAYER_END] = count
    return RUNNING


@kernel
def record_outcomes(
    known: int,
    moves: int,
    words: int,
    state: int,
    successors: Words,
    outcomes: Bytes,
    cursor: Longs,
    edges: Ints,
    slots: Words,
    size: int,
    ring: Words,
    pushed: int,
) -> int:
    """Push the successors of a state into the ring, and fill in the edges of its other moves.

    The moves in the bit mask ``known`` are left out. The slot of each successor in the hash set is
    prefetched. This function and the next two take their arrays one by one, because passing them as
    a tuple makes the search a sixth slower.

    Returns:
        The number of successors pushed in this call of the search.
    """
    for move in range(moves):
        if (known >> move) & 1 != 0:
            continue
        outcome = outcomes[move]
        edge = state * moves + move
        # An edge to a state is filled in when the successor is settled.
        if outcome == MOVED:
            at = (pushed & _RING) * (words + _HEAD)
            value = hash_state(successors, move * words, words)
            prefetch(slots, get_first_slot(value, size))
            ring[at] = value
            ring[at + 1] = edge
            ring[at + 2] = state
            for word in range(words):
                ring[at + _HEAD + word] = successors[move * words + word]
            pushed += 1
            continue
        # The outcomes STAY (0), LOST (2) and WON (3) become the edges -1, -3 and -4.
        edges[edge] = -1 - np.int64(outcome)
        if outcome >= WON and cursor[WON_FROM] < 0:
            cursor[WON_FROM] = state
            cursor[WON_BY] = move
    return pushed


@kernel
def prefetch_states(
    goal: int, peeked: int, size: int, words: int, ring: Words, states: Words, slots: Words
) -> None:
    """Prefetch the states that pending successors will probably be compared with.

    These successors are numbered from ``peeked`` to ``goal`` - 1.
    """
    for number in range(peeked, goal):
        value = ring[(number & _RING) * (words + _HEAD)]
        # Only the first slot is read. After a collision the prefetch is useless, but harmless.
        held = slots[get_first_slot(value, size)]
        if held >> _S32 == value >> _S32:
            prefetch(states, (to_signed(held & _LOW32) - 1) * words)


@kernel
def settle_successors(
    goal: int,
    settled: int,
    count: int,
    size: int,
    words: int,
    ring: Words,
    states: Words,
    parents: Ints,
    edges: Ints,
    slots: Words,
) -> int:
    """Look up the pending successors from ``settled`` to ``goal`` - 1, and fill in their edges.

    Each successor that is new is added to the set.

    Returns:
        The number of states in the set.
    """
    for number in range(settled, goal):
        at = (number & _RING) * (words + _HEAD)
        # A ring entry consists of the hash, the edge's index, the source state and the packed
        # state.
        value = ring[at]
        target = insert_state(slots, size, states, words, count, ring, at + _HEAD, value)
        # A new state gets the next number. The first edge that reaches it determines its parent.
        if target == count:
            count += 1
            parents[target] = to_signed(ring[at + 2])
        edges[to_signed(ring[at + 1])] = target
    return count


@kernel
def fill_retraced_edges(edges: Ints, moves: int, parent: int, state: int) -> int:
    """Fill in those edges of a state that can be derived from the edges of its parent.

    See :func:`engine.search.successors.can_retrace`.

    Returns:
        The moves whose edges were filled in, as a bit mask.
    """
    # The first edge from the parent to the state belongs to the move that found the state.
    move = 0
    while edges[parent * moves + move] != state:
        move += 1
    # The opposite of move m is move m + moves / 2, modulo the number of moves.
    back = move + moves // 2 if 2 * move < moves else move - moves // 2
    # If the opposite move changes nothing in the parent, here it leads back to the parent.
    target = edges[parent * moves + back]
    edges[state * moves + move] = STAY_EDGE
    edges[state * moves + back] = parent if target == STAY_EDGE else target
    return 1 << move | 1 << back


@entry
def explore_states(
    level: SearchLevel, control: Longs, limit: int, chunk: int, stop_at_win: bool, work: Workspace
) -> None:
    """Begin a search, or continue one that already has states; see the module docstring.

    Args:
        level: The level to search.
        control: The shared array of a :class:`~engine.values.budget.Control`, through which the
            search is stopped and reports progress.
        limit: The maximum number of states to store.
        chunk: The number of states to expand before returning.
        stop_at_win: True to end the search at the first win.
        work: The arrays of the search.
    """
    cursor, states, parents, edges = work.cursor, work.states, work.parents, work.edges
    starts, slots, ring = work.starts, work.slots, work.ring
    targets, outcomes = work.expansion.successors, work.expansion.outcomes
    rules, table, scratch = level.rules, level.table, work.expansion.scratch
    moves, words = rules.moves, rules.words
    if cursor[COUNT] == 0:
        begin_search(work, level.start, words)
    count, state, size = cursor[COUNT], cursor[NEXT], cursor[SLOTS]
    status = RUNNING
    last = state + chunk
    # Successors are numbered from 0 in each call, because the ring is empty between calls.
    pushed = peeked = settled = 0
    while status == RUNNING and state < last:
        # At the end of a layer, settle all successors, because the next layer must be complete
        # before it begins. Also settle them when the pending ones might fill the memory.
        if state == cursor[LAYER_END] or count + pushed - settled + moves > limit:
            count = settle_successors(
                pushed, settled, count, size, words, ring, states, parents, edges, slots
            )
            settled = peeked = pushed
        if state == cursor[LAYER_END]:
            status = begin_layer(cursor, starts, state, count)
        # The limit must not be exceeded even if all moves lead to new states.
        if status == RUNNING and count + moves > limit:
            status = FULL
        if status == RUNNING and state & _POLL == 0:
            control[1] = count
            if control[0] != 0:
                status = STOPPED
        if status != RUNNING:
            break
        # The set may grow while successors are pending: their hashes stay valid, and later lookups
        # use the new size.
        size = make_room(slots, size, states, words, count, RING_SIZE)
        known = 0
        # Moves that undo or repeat the last move lead to known states, so they need no expansion.
        parent = parents[state]
        # The parent must itself have been reached by a move, so the start (state 0) is excluded.
        if parent > 0 and can_retrace(rules, table, states, parent * words, state * words):
            known = fill_retraced_edges(edges, moves, parent, state)
        expand(rules, table, states, state * words, known, targets, outcomes, scratch)
        pushed = record_outcomes(
            known, moves, words, state, targets, outcomes, cursor, edges, slots, size, ring, pushed
        )
        if stop_at_win and cursor[WON_FROM] >= 0:
            status = FOUND
        state += 1
        # A bound below 0, or below ``peeked``, is harmless, because the loop is then empty.
        prefetch_states(pushed - _NEAR, peeked, size, words, ring, states, slots)
        peeked = max(peeked, pushed - _NEAR)
        if settled < pushed - _FAR:
            count = settle_successors(
                pushed - _FAR, settled, count, size, words, ring, states, parents, edges, slots
            )
            settled = pushed - _FAR
    # Nothing stays pending between calls, so every reader sees complete arrays.
    count = settle_successors(
        pushed, settled, count, size, words, ring, states, parents, edges, slots
    )
    control[1] = count
    cursor[COUNT] = count
    cursor[NEXT] = state
    cursor[SLOTS] = size
    cursor[STATUS] = status
