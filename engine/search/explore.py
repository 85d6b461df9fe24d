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

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.arrays import Bytes, Ints, Longs, Words
from engine.budget import Budget, Control
from engine.errors import EngineError
from engine.intrinsics import prefetch, signed
from engine.jit import entry, kernel
from engine.search.hashset import (
    FIRST_SLOTS,
    find,
    grown,
    hash_of,
    locate,
    number_in,
    put,
    rebuild,
    slots_for,
)
from engine.search.successors import MOVED, WON, expand

STAY_EDGE = -1
UNKNOWN_EDGE = -2
LOST_EDGE = -3
WON_EDGE = -4
"""Edges that lead to no state; an edge below WON_EDGE is a further kind of winning."""

COUNT, NEXT, DEPTH, LAYER_END, SLOTS, STATUS, WON_FROM, WON_BY = range(8)
"""Places in the cursor array of a search."""

RUNNING, DONE, FULL, STOPPED, FOUND = range(5)
"""Status of a search: to be called again; graph complete; state budget used up; cancelled or
out of time; stopped at the first win, as asked."""

RING_SIZE = 64
"""Successors that can be pending; a power of two."""
_RING = RING_SIZE - 1
_HEAD = 3
_NEAR, _FAR = 8, 16
"""How many later successors there are when one is peeked at, and when it is settled."""
_S32 = np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_POLL = 1023
_CHUNK = 200_000
_MOST_STATES = 500_000_000
"""State numbers, and edges' places in the reverse lists, are 32-bit integers."""


def states_room(budget: Budget, moves: int) -> int:
    """States that a search must have room for; a budget is told from the last expansion's."""
    return min(max(budget.max_states, 1), _MOST_STATES) + moves


@contextmanager
def memory_for(states: int) -> Iterator[None]:
    """Turns a failed allocation into an error that names the budget.

    Raises:
        EngineError: the memory cannot be had.
    """
    try:
        yield
    except MemoryError as error:
        raise EngineError(
            f"not enough memory for a search of {states:,} states; set a smaller limit"
        ) from error


class Workspace(NamedTuple):
    """The arrays of one search, for up to a number of states; see :class:`Graph`.

    ``ring`` is memory for RING_SIZE pending successors: hash, edge, parent, packed state;
    ``successors``, ``outcomes`` and ``scratch`` are memory for one expansion.
    """

    cursor: Longs
    states: Words
    parents: Ints
    edges: Ints
    starts: Ints
    slots: Words
    ring: Words
    successors: Words
    outcomes: Bytes
    scratch: Ints


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
            np.empty(slots_for(limit), np.uint64),
            np.empty(RING_SIZE * (words + _HEAD), np.uint64),
            np.empty(moves * words, np.uint64),
            np.empty(moves, np.uint8),
            np.empty(scratch, np.int32),
        )


@kernel
def begin(
    cursor: Longs,
    states: Words,
    parents: Ints,
    starts: Ints,
    slots: Words,
    start: Words,
    words: int,
) -> None:
    """Makes a search hold its start state and nothing else."""
    parents[0] = -1
    for word in range(words):
        states[word] = start[word]
    cursor[COUNT] = 1
    cursor[NEXT] = 0
    cursor[DEPTH] = -1
    cursor[LAYER_END] = 0
    cursor[SLOTS] = FIRST_SLOTS
    cursor[STATUS] = RUNNING
    cursor[WON_FROM] = -1
    cursor[WON_BY] = -1
    starts[0] = 0
    rebuild(slots, FIRST_SLOTS, states, words, 1)


@kernel
def peek(slots: Words, size: int, states: Words, words: int, ring: Words, place: int) -> None:
    """Brings near the state that a pending successor will probably be compared with."""
    value = ring[place]
    held = slots[signed(value & np.uint64(size - 1))]
    if held >> _S32 == value >> _S32:
        prefetch(states, (signed(held & _LOW32) - 1) * words)


@kernel
def settle(
    count: int,
    size: int,
    words: int,
    ring: Words,
    place: int,
    states: Words,
    parents: Ints,
    edges: Ints,
    slots: Words,
) -> int:
    """Looks a pending successor up, enters it if it is new, and fills in its edge.

    Returns:
        The number of states now.
    """
    value = ring[place]
    slot = locate(slots, size, states, words, ring, place + _HEAD, value)
    target = number_in(slots, slot)
    if target < 0:
        target = count
        count += 1
        put(slots, slot, value, target)
        for word in range(words):
            states[target * words + word] = ring[place + _HEAD + word]
        parents[target] = signed(ring[place + 2])
    edges[signed(ring[place + 1])] = target
    return count


@entry
def explore(
    rules: Any,
    table: Ints,
    start: Words,
    control: Longs,
    limit: int,
    chunk: int,
    stop_at_win: bool,
    work: Workspace,
) -> None:
    """Begins a search (no states yet) or goes on with it; see the module's docstring.

    Args:
        rules, table, start: the level; see :class:`Level`.
        control: cancel flag and progress; see :class:`engine.budget.Control`.
        limit: states to keep at the most.
        chunk: states to expand before returning.
        stop_at_win: whether the first win ends the search.
        work: the arrays; ``work.cursor`` is the state of the search, places above.
    """
    cursor, states, parents, edges = work.cursor, work.states, work.parents, work.edges
    starts, slots, ring = work.starts, work.slots, work.ring
    successors, outcomes = work.successors, work.outcomes
    moves, words = rules.moves, rules.words
    if cursor[COUNT] == 0:
        begin(cursor, states, parents, starts, slots, start, words)
    entry_size = words + _HEAD
    count, state = cursor[COUNT], cursor[NEXT]
    layer_end, size, status = cursor[LAYER_END], cursor[SLOTS], RUNNING
    last = state + chunk
    pushed = peeked = settled = 0
    while status == RUNNING and state < last:
        at_layer_end = state == layer_end
        if at_layer_end or count + pushed - settled + moves > limit:
            while settled < pushed:
                place = (settled & _RING) * entry_size
                count = settle(count, size, words, ring, place, states, parents, edges, slots)
                settled += 1
            peeked = pushed
            if at_layer_end:
                if state == count:
                    status = DONE
                    break
                cursor[DEPTH] += 1
                layer_end = count
                starts[cursor[DEPTH]] = state
                starts[cursor[DEPTH] + 1] = count
            if count + moves > limit:
                status = FULL
                break
        if state & _POLL == 0:
            control[1] = count
            if control[0] != 0:
                status = STOPPED
                break
        while 2 * (count + RING_SIZE) > size:
            size = grown(size)
            rebuild(slots, size, states, words, count)
        expand(rules, table, states, state * words, successors, outcomes, work.scratch)
        for move in range(moves):
            outcome = outcomes[move]
            edge = state * moves + move
            if outcome == MOVED:
                value = hash_of(successors, move * words, words)
                prefetch(slots, signed(value & np.uint64(size - 1)))
                place = (pushed & _RING) * entry_size
                ring[place] = value
                ring[place + 1] = edge
                ring[place + 2] = state
                for word in range(words):
                    ring[place + _HEAD + word] = successors[move * words + word]
                pushed += 1
                continue
            edges[edge] = -1 - np.int64(outcome)
            if outcome >= WON and cursor[WON_FROM] < 0:
                cursor[WON_FROM] = state
                cursor[WON_BY] = move
                if stop_at_win:
                    status = FOUND
        state += 1
        while peeked < pushed - _NEAR:
            peek(slots, size, states, words, ring, (peeked & _RING) * entry_size)
            peeked += 1
        while settled < pushed - _FAR:
            place = (settled & _RING) * entry_size
            count = settle(count, size, words, ring, place, states, parents, edges, slots)
            settled += 1
    while settled < pushed:
        place = (settled & _RING) * entry_size
        count = settle(count, size, words, ring, place, states, parents, edges, slots)
        settled += 1
    control[1] = count
    cursor[COUNT] = count
    cursor[NEXT] = state
    cursor[LAYER_END] = layer_end
    cursor[SLOTS] = size
    cursor[STATUS] = status


@dataclass(frozen=True, slots=True)
class Level:
    """A level as the search takes it.

    Attributes:
        rules: the game's rules value (see :mod:`engine.search.successors`).
        table: the compiled level.
        start: the packed start state, shape (words,).
        scratch: number of int32 cells that the game's kernel needs for itself.
    """

    rules: Any
    table: Ints
    start: Words
    scratch: int


@dataclass(frozen=True, slots=True)
class Graph:
    """The states found, and what every move does in them.

    Attributes:
        words: words of a packed state; moves: edges of a state.
        states: packed states, shape (count * words,).
        parents: the state that each was first reached from, shape (count,); the first is 0's.
        edges: shape (count, moves); rows from ``expanded`` on are not filled.
        starts: first state of each depth, and the count after the last.
        expanded: states whose edges are known.
        status: DONE, FULL, STOPPED or FOUND.
        won: (state, move) of the first winning move found, or None.
    """

    words: int
    moves: int
    states: Words
    parents: Ints
    edges: Ints
    starts: Ints
    expanded: int
    status: int
    won: tuple[int, int] | None
    slots: Words

    @property
    def count(self) -> int:
        """Number of states."""
        return len(self.parents)

    @property
    def complete(self) -> bool:
        """Whether every reachable state is known and expanded."""
        return self.status == DONE

    def depth(self, state: int) -> int:
        """Moves from the start to a state, at the least."""
        return int(np.searchsorted(self.starts, state, side="right")) - 1

    def path(self, state: int) -> list[int]:
        """The moves from the start to a state: the first of the shortest sequences."""
        moves: list[int] = []
        while state != 0:
            parent = int(self.parents[state])
            moves.append(int(np.flatnonzero(self.edges[parent] == state)[0]))
            state = parent
        return moves[::-1]

    def number(self, key: Words) -> int:
        """The number of a packed state, or -1 if the search did not find it."""
        return int(find(self.slots, len(self.slots), self.states, self.words, key))


def search(
    level: Level,
    budget: Budget | None = None,
    control: Control | None = None,
    *,
    stop_at_win: bool = False,
) -> Graph:
    """Explores a level within a budget.

    The search needs address space for the whole budget but touches only what it fills.

    Raises:
        EngineError: too little memory for the budget.
    """
    budget = budget or Budget()
    control = control or Control()
    moves, words = level.rules.moves, level.rules.words
    limit = states_room(budget, moves)
    work = workspace(limit, moves, words, level.scratch)
    cursor = work.cursor
    while cursor[STATUS] == RUNNING:
        explore(
            level.rules,
            level.table,
            level.start,
            control.cells,
            limit,
            _CHUNK,
            stop_at_win,
            work,
        )
        if cursor[STATUS] == RUNNING and control.seconds > (budget.seconds or np.inf):
            cursor[STATUS] = STOPPED
    count, depth = int(cursor[COUNT]), int(cursor[DEPTH])
    won = (int(cursor[WON_FROM]), int(cursor[WON_BY])) if cursor[WON_FROM] >= 0 else None
    return Graph(
        words,
        moves,
        work.states[: count * words],
        work.parents[:count],
        work.edges[: count * moves].reshape(count, moves),
        work.starts[: depth + 2],
        int(cursor[NEXT]),
        int(cursor[STATUS]),
        won,
        work.slots[: cursor[SLOTS]],
    )
