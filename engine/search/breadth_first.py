"""The whole graph of a level's states, breadth first.

States get numbers in the order in which they are found, so the states of one depth follow one
another and no depth is stored; ``starts[d]`` is the first state of depth ``d``. Moves are
tried in the game's order, so the chain of parents of a state spells the first of the shortest
move sequences that lead there. Every state has one edge a move: the number of the state it
leads to, or a negative outcome.

On a large graph the time goes into waiting for memory, not into rules: the set of states fits no
cache. So a successor is not looked up when it is made. It waits in a ring while later states are
expanded; first its slot in the set is fetched, then the state it will be compared with, and when
it is settled both are at hand. Successors are settled in the order in which they were made, so
the ring changes no number.

The kernel works for a bounded number of expansions at a time and returns; calling it again goes
on. Between calls the caller looks at the clock; inside, the kernel polls the cancel flag that
other threads may set.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.jit.bits import prefetch, signed
from engine.jit.marks import Ints, Longs, Words, entry, kernel
from engine.search.hashset import begin_set, enter, first_slot, hash_of, make_room, slots_for
from engine.search.running import DONE, FOUND, FULL, RUNNING, STOPPED, expansion_memory, memory_for
from engine.search.successors import MOVED, WON, Expansion, SearchLevel, expand, retraces

STAY_EDGE = -1
UNKNOWN_EDGE = -2
LOST_EDGE = -3
WON_EDGE = -4
"""Edges that lead to no state; an edge below WON_EDGE is a further kind of winning."""

COUNT, NEXT, DEPTH, LAYER_END, SLOTS, STATUS, WON_FROM, WON_BY = range(8)
"""Indices in the cursor array of a search."""

RING_SIZE = 64
"""Successors that can be pending; a power of two."""
_RING = RING_SIZE - 1
_HEAD = 3
_NEAR, _FAR = 8, 16
"""How many later successors there are when one is peeked at, and when it is settled."""
_S32 = np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_POLL = 1023


class Workspace(NamedTuple):
    """The arrays of one search, for up to a number of states; see :class:`Graph`.

    ``slots`` holds a set of the states and the pending successors; ``ring`` is memory for
    RING_SIZE of these: hash, edge, parent, packed state.
    """

    cursor: Longs
    states: Words
    parents: Ints
    edges: Ints
    starts: Ints
    slots: Words
    ring: Words
    expansion: Expansion


def workspace(limit: int, moves: int, words: int, scratch: int) -> Workspace:
    """Arrays for a search of up to ``limit`` states; untouched pages cost no memory.

    Raises:
        EngineError: too little memory.
    """
    with memory_for(limit):
        return Workspace(
            np.zeros(8, np.int64),
            np.empty(limit * words, np.uint64),
            np.empty(limit, np.int32),
            np.empty(limit * moves, np.int32),
            np.empty(limit + 2, np.int32),
            np.empty(slots_for(limit + RING_SIZE), np.uint64),
            np.empty(RING_SIZE * (words + _HEAD), np.uint64),
            expansion_memory(moves, words, scratch),
        )


@kernel
def begin(work: Workspace, start: Words, words: int) -> None:
    """Initialises a search with its start state."""
    cursor = work.cursor
    work.parents[0] = -1
    cursor[COUNT] = 1
    cursor[NEXT] = 0
    cursor[DEPTH] = -1
    cursor[LAYER_END] = 0
    cursor[SLOTS] = begin_set(work.slots, work.states, start, words)
    cursor[STATUS] = RUNNING
    cursor[WON_FROM] = -1
    cursor[WON_BY] = -1
    work.starts[0] = 0


@kernel
def begin_layer(cursor: Longs, starts: Ints, state: int, count: int) -> int:
    """Makes the states found since the last layer the frontier: RUNNING, or DONE if none."""
    if state == count:
        return DONE
    cursor[DEPTH] += 1
    starts[cursor[DEPTH]] = state
    starts[cursor[DEPTH] + 1] = count
    cursor[LAYER_END] = count
    return RUNNING


@kernel
def hold(
    successors: Words,
    move: int,
    words: int,
    edge: int,
    state: int,
    slots: Words,
    size: int,
    ring: Words,
    at: int,
) -> None:
    """Puts a successor into the ring and prefetches its slot in the hash set.

    This and the next two take arrays one by one: with a tuple of them a search is a sixth slower.
    """
    value = hash_of(successors, move * words, words)
    prefetch(slots, first_slot(value, size))
    ring[at] = value
    ring[at + 1] = edge
    ring[at + 2] = state
    for word in range(words):
        ring[at + _HEAD + word] = successors[move * words + word]


@kernel
def peek_until(
    goal: int, peeked: int, size: int, words: int, ring: Words, states: Words, slots: Words
) -> None:
    """Prefetches the states that pending successors will probably be compared with."""
    for number in range(peeked, goal):
        value = ring[(number & _RING) * (words + _HEAD)]
        held = slots[first_slot(value, size)]
        if held >> _S32 == value >> _S32:
            prefetch(states, (signed(held & _LOW32) - 1) * words)


@kernel
def settle_until(
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
    """Looks up the pending successors from number ``settled`` to ``goal``; the states then.

    Each is entered if it is new, and its edge filled in.
    """
    for number in range(settled, goal):
        at = (number & _RING) * (words + _HEAD)
        value = ring[at]
        target = enter(slots, size, states, words, count, ring, at + _HEAD, value)
        if target == count:
            count += 1
            parents[target] = signed(ring[at + 2])
        edges[signed(ring[at + 1])] = target
    return count


@kernel
def retrace(edges: Ints, moves: int, parent: int, state: int) -> int:
    """Fills in the edges of a state that follow from its parent's; a bit for each of these moves.

    See :func:`engine.search.successors.retraces`.
    """
    move = 0
    while edges[parent * moves + move] != state:
        move += 1
    back = move + moves // 2 if 2 * move < moves else move - moves // 2
    target = edges[parent * moves + back]
    edges[state * moves + move] = STAY_EDGE
    edges[state * moves + back] = parent if target == STAY_EDGE else target
    return 1 << move | 1 << back


@entry
def explore(
    level: SearchLevel, control: Longs, limit: int, chunk: int, stop_at_win: bool, work: Workspace
) -> None:
    """Begins a search (no states yet) or goes on with it; see the module's docstring.

    ``limit`` is of states to keep, ``chunk`` of states to expand before returning. With
    ``stop_at_win`` the first win ends the search.
    """
    cursor, states, parents, edges = work.cursor, work.states, work.parents, work.edges
    starts, slots, ring = work.starts, work.slots, work.ring
    successors, outcomes = work.expansion.successors, work.expansion.outcomes
    rules, table, scratch = level.rules, level.table, work.expansion.scratch
    moves, words = rules.moves, rules.words
    if cursor[COUNT] == 0:
        begin(work, level.start, words)
    count, state, size = cursor[COUNT], cursor[NEXT], cursor[SLOTS]
    status = RUNNING
    last = state + chunk
    pushed = peeked = settled = 0
    while status == RUNNING and state < last:
        if state == cursor[LAYER_END] or count + pushed - settled + moves > limit:
            count = settle_until(
                pushed, settled, count, size, words, ring, states, parents, edges, slots
            )
            settled = peeked = pushed
        if state == cursor[LAYER_END]:
            status = begin_layer(cursor, starts, state, count)
        if status == RUNNING and count + moves > limit:
            status = FULL
        if status == RUNNING and state & _POLL == 0:
            control[1] = count
            if control[0] != 0:
                status = STOPPED
        if status != RUNNING:
            break
        size = make_room(slots, size, states, words, count, RING_SIZE)
        known = 0
        parent = parents[state]
        if parent > 0 and retraces(rules, table, states, parent * words, state * words):
            known = retrace(edges, moves, parent, state)
        expand(rules, table, states, state * words, known, successors, outcomes, scratch)
        for move in range(moves):
            if (known >> move) & 1 != 0:
                continue
            outcome = outcomes[move]
            edge = state * moves + move
            if outcome == MOVED:
                at = (pushed & _RING) * (words + _HEAD)
                hold(successors, move, words, edge, state, slots, size, ring, at)
                pushed += 1
                continue
            edges[edge] = -1 - np.int64(outcome)
            if outcome >= WON and cursor[WON_FROM] < 0:
                cursor[WON_FROM] = state
                cursor[WON_BY] = move
                if stop_at_win:
                    status = FOUND
        state += 1
        peek_until(pushed - _NEAR, peeked, size, words, ring, states, slots)
        peeked = max(peeked, pushed - _NEAR)
        if settled < pushed - _FAR:
            count = settle_until(
                pushed - _FAR, settled, count, size, words, ring, states, parents, edges, slots
            )
            settled = pushed - _FAR
    count = settle_until(pushed, settled, count, size, words, ring, states, parents, edges, slots)
    control[1] = count
    cursor[COUNT] = count
    cursor[NEXT] = state
    cursor[SLOTS] = size
    cursor[STATUS] = status
