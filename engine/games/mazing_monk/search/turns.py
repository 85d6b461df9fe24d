"""Search by turns: layer after layer of whole states, within a bound or a width.

One layer holds all states that some turns lead to and no fewer. Two searches are made of it:

- *proof*: an iteration leaves out states that are more than a number of turns, its *limit*, from
  the start to a win by the bound. If it finds no win there is none within the limit; one that
  leaves nothing out and finds no win proves that there is none at all. The limit rises from one to
  the next (breadth-first iterative deepening A*, Zhou & Hansen 2006). The first win of an iteration
  is in the least of turns whatever the limit, so the limit may rise by more than one.
- *beam*: an iteration without a limit looks only into the best states of each layer, those that
  look least far from a win.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.planes import Tables
from engine.games.mazing_monk.search import bound
from engine.jit.bits import popcount, prefetch
from engine.jit.marks import Bytes, Ints, Longs, Words, entry, kernel
from engine.search import hashset

FRESH, RUNNING, FOUND, EMPTY, FULL, STOPPED = range(6)
"""Status of an iteration: not begun; going on; a layer with wins is complete; nothing is left to
expand; more states than allowed; stopped."""

STATUS, COUNT, NEXT, DEPTH, LAYER_END, SIZE = range(6)
"""Cursor: status, states, the next to expand, its depth, the end of its layer, and the size of
the set."""
PRUNED, DROPPED_STATES, WINS, EXPANDED, LIMIT, FLOOR, BEFORE, ITERATIONS = range(6, 14)
"""States left out by the bound and by the beam, wins; states expanded in all iterations; the
limit, the turns that earlier iterations have shown to be needed, the states of those, and the
iterations begun."""
CURSOR = 14

NO, YES, OPEN = range(3)
"""Whether there is a win, where no iteration is needed to know."""

WON, DROPPED = 1, 2
"""Marks of states: a win; one that the beam did not expand."""

MOST_TURNS = 4_000
NO_WIDTH = 1 << 40
_WIDER = 4
_HASHES = planes.STATE_WORDS * planes.MOST_CHILDREN
"""Where among the children their hashes begin."""
_MOST_HEURISTIC = 256
"""One more than the greatest value of the heuristic that is kept apart."""


class TurnSearch(NamedTuple):
    """The states of an iteration, in the order in which they were found, and where it stands.

    Attributes:
        states: two words of each.
        parents: the state that each was first found from.
        turns: the turn that it was found by.
        marks: WON, DROPPED.
        heuristics: values of :func:`win_heuristic`, of a beam's states.
        slots: the set of states.
        starts: the first state of each layer.
        cursor: see STATUS.
        children: room for the children of a state, then for their hashes.
        kinds: their turns.
        scratch: room for the bound and for choosing the best of a layer.
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
    """Room for so many states; what is not used costs nothing."""
    room = max(most, 1) + planes.MOST_CHILDREN
    return TurnSearch(
        np.empty(planes.STATE_WORDS * room, np.uint64),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.uint8),
        np.empty(room, np.uint8),
        np.empty(hashset.slots_for(room), np.uint64),
        np.empty(MOST_TURNS + 2, np.int32),
        np.zeros(CURSOR, np.int64),
        np.empty(_HASHES + planes.MOST_CHILDREN, np.uint64),
        np.empty(planes.MOST_CHILDREN, np.int64),
        np.empty(bound.SCRATCH + _MOST_HEURISTIC, np.int64),
    )


@kernel
def karma_left(search: TurnSearch, state: int) -> np.uint64:
    """The cells with karma in a state."""
    states = search.states
    return planes.karma_cells(
        states[planes.STATE_WORDS * state], states[planes.STATE_WORDS * state + 1]
    )


@kernel
def number_of(search: TurnSearch, keys: Words, at: int) -> int:
    """The number of a state among those of the search; -1 if it has none."""
    value = hashset.hash_of(keys, at, planes.STATE_WORDS)
    size = search.cursor[SIZE]
    slot = hashset.locate(search.slots, size, search.states, planes.STATE_WORDS, keys, at, value)
    return hashset.number_in(search.slots, slot)


@kernel
def begin(tables: Tables, search: TurnSearch, start: Words, spare: int) -> None:
    """Begins an iteration, in which the first state is the start made whole."""
    cursor, starts, states = search.cursor, search.starts, search.states
    states[0], states[1] = start[0], start[1]
    planes.make_whole(tables.cube, states, 0)
    cursor[SIZE] = hashset.begin_set(search.slots, states, states, planes.STATE_WORDS)
    search.parents[0] = -1
    search.turns[0] = 0
    missing = popcount(karma_left(search, 0)) - spare
    won = planes.is_won(states[0], missing)
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
def next_layer(search: TurnSearch, width: int) -> None:
    """Goes on with the next layer, or ends the iteration."""
    cursor, starts = search.cursor, search.starts
    cursor[DEPTH] += 1
    starts[cursor[DEPTH] + 1] = cursor[COUNT]
    if cursor[WINS] > 0:
        cursor[STATUS] = FOUND
    elif cursor[COUNT] == cursor[LAYER_END]:
        cursor[STATUS] = EMPTY
    elif cursor[DEPTH] == MOST_TURNS:
        cursor[STATUS] = FULL
    else:
        if cursor[COUNT] - cursor[LAYER_END] > width:
            drop(search, width)
        cursor[LAYER_END] = cursor[COUNT]


@kernel
def drop(search: TurnSearch, width: int) -> None:
    """Marks what the beam does not expand, all but the best of the layer just found."""
    cursor, marks = search.cursor, search.marks
    far_from_win, numbers = search.heuristics, search.scratch
    first, last = cursor[LAYER_END], cursor[COUNT]
    for far in range(_MOST_HEURISTIC):
        numbers[far] = 0
    for state in range(first, last):
        numbers[far_from_win[state]] += 1
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
    """Finds the children of a state; False if that would be more than ``most`` states."""
    cursor, states, children, kinds = search.cursor, search.states, search.children, search.kinds
    slots, scratch = search.slots, search.scratch
    at = planes.STATE_WORDS * state
    found = planes.expand(tables, states[at], states[at + 1], True, children, kinds)
    size, ahead = cursor[SIZE], limit - cursor[DEPTH] - 1
    # A large set is far away in memory: all slots are asked for before the first is looked at.
    for child in range(found):
        value = hashset.hash_of(children, planes.STATE_WORDS * child, planes.STATE_WORDS)
        prefetch(slots, hashset.first_slot(value, size))
        children[_HASHES + child] = value
    for child in range(found):
        if kinds[child] >= planes.ATTACKED:
            continue
        at, value = planes.STATE_WORDS * child, children[_HASHES + child]
        slot = hashset.locate(slots, size, states, planes.STATE_WORDS, children, at, value)
        if hashset.number_in(slots, slot) >= 0:
            continue
        word = children[at]
        karma = planes.karma_cells(word, children[at + 1])
        missing = popcount(karma) - spare
        won = planes.is_won(word, missing)
        if not won and (ahead < 1 or not bound.is_within(tables, karma, missing, ahead, scratch)):
            cursor[PRUNED] += 1
            continue
        number = cursor[COUNT]
        if number >= most:
            return False
        hashset.put(slots, slot, value, number)
        states[planes.STATE_WORDS * number] = word
        states[planes.STATE_WORDS * number + 1] = children[at + 1]
        search.parents[number] = state
        search.turns[number] = kinds[child]
        search.marks[number] = WON if won else 0
        if width < NO_WIDTH:
            search.heuristics[number] = min(
                bound.win_heuristic(karma, missing), _MOST_HEURISTIC - 1
            )
        cursor[WINS] += 1 if won else 0
        cursor[COUNT] = number + 1
    return True


@entry
def explore(
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
    """Goes on with one iteration.

    It looks for a win within ``limit`` turns, into ``width`` states of a layer, and may leave
    ``spare`` karma behind. It has ``most`` states at the most, one at least, no more than there is
    room for, and returns once ``pause`` states have been expanded in all
    iterations.
    """
    cursor, states, slots, marks = search.cursor, search.states, search.slots, search.marks
    if cursor[STATUS] == FRESH:
        begin(tables, search, start, spare)
    while cursor[STATUS] == RUNNING and cursor[EXPANDED] < pause:
        if cursor[NEXT] == cursor[LAYER_END]:
            next_layer(search, width)
            continue
        if control[0] != 0:
            cursor[STATUS] = STOPPED
            continue
        state = cursor[NEXT]
        if marks[state] != DROPPED:
            cursor[SIZE] = hashset.make_room(
                slots, cursor[SIZE], states, planes.STATE_WORDS, cursor[COUNT], planes.MOST_CHILDREN
            )
            if not expand_state(tables, search, state, limit, width, spare, most):
                cursor[STATUS] = FULL
                continue
            cursor[EXPANDED] += 1
        cursor[NEXT] = state + 1
    control[1] = cursor[BEFORE] + cursor[COUNT]


@entry
def prove(
    tables: Tables,
    search: TurnSearch,
    start: Words,
    control: Longs,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Goes on with rising limits, until the optimum is found or it is proven that there is none.

    An iteration that ends EMPTY with nothing pruned is such a proof. See :func:`explore` for the
    arguments; ``most`` bounds the states of all iterations together.
    """
    cursor = search.cursor
    if cursor[ITERATIONS] == 0:
        begin(tables, search, start, spare)
        cursor[LIMIT] = bound.turns_needed(
            tables, search.states[0], search.states[1], spare, search.scratch
        )
        cursor[FLOOR] = cursor[LIMIT]
        cursor[ITERATIONS] = 1
        cursor[STATUS] = EMPTY if cursor[LIMIT] == bound.NO_LIMIT else FRESH
    while cursor[STATUS] < FOUND and cursor[EXPANDED] < pause:
        left = most - cursor[BEFORE]
        explore(tables, search, start, control, cursor[LIMIT], NO_WIDTH, spare, left, pause)
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
def beam(
    tables: Tables,
    search: TurnSearch,
    start: Words,
    control: Longs,
    width: int,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Goes on with rising widths, until a win is found or it is proven that there is none.

    An iteration that ends EMPTY with nothing dropped is such a proof. See :func:`explore` for the
    arguments; ``width`` is that of the first iteration, and ``most`` bounds the states of all
    iterations together.
    """
    cursor = search.cursor
    while cursor[STATUS] < FOUND and cursor[EXPANDED] < pause:
        left = most - cursor[BEFORE]
        wide = width * _WIDER ** cursor[ITERATIONS]
        explore(tables, search, start, control, bound.NO_LIMIT, wide, spare, left, pause)
        if cursor[STATUS] == EMPTY and cursor[DROPPED_STATES] > 0:
            if cursor[COUNT] >= left:
                cursor[STATUS] = FULL
                continue
            cursor[BEFORE] += cursor[COUNT]
            cursor[ITERATIONS] += 1
            cursor[STATUS] = FRESH
