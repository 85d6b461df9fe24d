"""Search by objectives: every course of action that makes more karma reachable, the best first.

The thesis leaves such a solver to future work (7.1). The *objective* of a state is one more piece
of karma, wherever it lies on the cube, or the exit once none is missing. From a state all courses
of turns are tried, the shorter ones first, up to REACH turns; what attains the objective is a
state to look for the next one from. The best of these is taken first: the one that misses the
least karma, then the one with the fewest turns, then the oldest.

States in which REACH turns have attained nothing are *set aside*: they become states to go on from
once there are no others. No state is expanded twice, and none is left out in the end, so a
search that runs empty proves that there is no win. The first win ends it, and need not be one of
the fewest turns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.planes import Tables
from engine.games.mazing_monk.search import turns as turn_search
from engine.games.mazing_monk.search.turns import TurnSearch
from engine.jit.bits import popcount
from engine.jit.marks import Bytes, Ints, Longs, Words, entry, kernel
from engine.search import hashset, heap

REACH = 3
"""Turns of a course of action; so many bring any cell to the top if nothing is in the way."""

ROWS, WAITING, MISSING, LAST = range(4)
"""Notes: trials made, states in line, the karma that is missing in the state whose objective is
looked for, and the state that won."""
NOTES = 4

_DEPTH_AT, _MISSING_AT, _ASIDE_AT = 31, 55, 62
"""Where turns, missing karma, and whether it is set aside stand in a state's key in line, above
its number."""
_NUMBER = (1 << _DEPTH_AT) - 1
_MOST_DEPTH = (1 << _MISSING_AT - _DEPTH_AT) - 1


class ObjectiveSearch(NamedTuple):
    """The states of a search by objectives, in the order in which they were found.

    Attributes:
        search: the states; its cursor's STATUS, COUNT, NEXT, SIZE and EXPANDED are in use.
        depths: by state, turns from the start.
        legs: by state, turns since the state whose objective is looked for; 0 for such a state.
        found_in: by state, the trial that found it.
        ranks: by state, its place among those expanded; -1 for none.
        expanded: the states expanded, in that order.
        firsts: by place, the first trial.
        queue: the keys of the states in line, a heap.
        notes: see ROWS.
    """

    search: TurnSearch
    depths: Ints
    legs: Bytes
    found_in: Longs
    ranks: Ints
    expanded: Ints
    firsts: Longs
    queue: Longs
    notes: Longs


def new_objective_search(most: int) -> ObjectiveSearch:
    """Room for so many states; what is not used costs nothing."""
    search = turn_search.new_turn_search(most)
    room = len(search.parents)
    return ObjectiveSearch(
        search,
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.int64),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.zeros(NOTES, np.int64),
    )


@kernel
def line_up(objectives: ObjectiveSearch, state: int, missing: int, aside: int) -> None:
    """Puts a state in line; ``aside`` is 1 if it has to wait for all that have 0."""
    notes = objectives.notes
    depth = min(int(objectives.depths[state]), _MOST_DEPTH)
    key = aside << _ASIDE_AT | missing << _MISSING_AT | depth << _DEPTH_AT | state
    heap.push(objectives.queue, notes[WAITING], key)
    notes[WAITING] += 1


@kernel
def expand_state(
    tables: Tables, objectives: ObjectiveSearch, state: int, spare: int, most: int
) -> None:
    """Tries all turns in a state, until one wins or would make more than ``most`` states."""
    search, notes = objectives.search, objectives.notes
    cursor, states, slots, children = search.cursor, search.states, search.slots, search.children
    kinds = search.kinds
    place = cursor[turn_search.EXPANDED]
    cursor[turn_search.EXPANDED] = place + 1
    objectives.expanded[place] = state
    objectives.ranks[state] = place
    objectives.firsts[place] = notes[ROWS]
    at = planes.STATE_WORDS * state
    found = planes.expand(tables, states[at], states[at + 1], True, children, kinds)
    for child in range(found):
        if cursor[turn_search.STATUS] != turn_search.RUNNING:
            break
        notes[ROWS] += 1
        if kinds[child] >= planes.ATTACKED:
            continue
        at = planes.STATE_WORDS * child
        value = hashset.hash_of(children, at, planes.STATE_WORDS)
        size = cursor[turn_search.SIZE]
        slot = hashset.locate(slots, size, states, planes.STATE_WORDS, children, at, value)
        if hashset.number_in(slots, slot) >= 0:
            continue
        number = cursor[turn_search.COUNT]
        if number >= most:
            notes[ROWS] -= 1
            cursor[turn_search.STATUS] = turn_search.FULL
            continue
        hashset.put(slots, slot, value, number)
        states[planes.STATE_WORDS * number] = children[at]
        states[planes.STATE_WORDS * number + 1] = children[at + 1]
        search.parents[number] = state
        search.turns[number] = kinds[child]
        cursor[turn_search.COUNT] = number + 1
        objectives.depths[number] = objectives.depths[state] + 1
        objectives.found_in[number] = notes[ROWS] - 1
        objectives.ranks[number] = -1
        missing = max(popcount(turn_search.karma_left(search, number)) - spare, 0)
        leg = objectives.legs[state] + 1
        search.marks[number] = 0
        if planes.is_won(children[at], missing):
            search.marks[number] = turn_search.WON
            notes[LAST] = number
            cursor[turn_search.STATUS] = turn_search.FOUND
        elif missing < notes[MISSING]:
            leg = 0
            line_up(objectives, number, missing, 0)
        elif leg == REACH:
            line_up(objectives, number, missing, 1)
        objectives.legs[number] = leg


@entry
def pursue(
    tables: Tables,
    objectives: ObjectiveSearch,
    start: Words,
    control: Longs,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Goes on looking for objectives.

    ``spare`` karma may be left behind. There are ``most`` states at the most, one at least, no more
    than there is room for; ``pause`` is how many have been expanded then.
    """
    search, notes, legs = objectives.search, objectives.notes, objectives.legs
    cursor = search.cursor
    if cursor[turn_search.STATUS] == turn_search.FRESH:
        turn_search.begin(tables, search, start, spare)
        objectives.depths[0] = 0
        legs[0] = 0
        objectives.ranks[0] = -1
        cursor[turn_search.NEXT] = 1
        notes[LAST] = 0
        line_up(objectives, 0, 0, 0)
    while (
        cursor[turn_search.STATUS] == turn_search.RUNNING and cursor[turn_search.EXPANDED] < pause
    ):
        if control[0] != 0:
            cursor[turn_search.STATUS] = turn_search.STOPPED
            continue
        cursor[turn_search.SIZE] = hashset.make_room(
            search.slots,
            cursor[turn_search.SIZE],
            search.states,
            planes.STATE_WORDS,
            cursor[turn_search.COUNT],
            planes.MOST_CHILDREN,
        )
        if cursor[turn_search.NEXT] < cursor[turn_search.COUNT]:
            state = cursor[turn_search.NEXT]
            cursor[turn_search.NEXT] = state + 1
            if 0 < legs[state] < REACH:
                expand_state(tables, objectives, state, spare, most)
        elif notes[WAITING] == 0:
            cursor[turn_search.STATUS] = turn_search.EMPTY
        else:
            state = heap.pop(objectives.queue, notes[WAITING]) & _NUMBER
            notes[WAITING] -= 1
            legs[state] = 0
            notes[MISSING] = max(popcount(turn_search.karma_left(search, state)) - spare, 0)
            cursor[turn_search.NEXT] = cursor[turn_search.COUNT]
            expand_state(tables, objectives, state, spare, most)
    control[1] = cursor[turn_search.COUNT]
