"""A search by objectives, which collects one piece of karma after another.

Section 7.1 of the thesis leaves such a solver to future work. The *objective* is to collect one
more piece of karma anywhere on the cube, or to reach the exit if no karma is missing. From each
starting point, all sequences of up to REACH turns are tried, shorter ones first. A state that
achieves the objective becomes a new starting point. The starting point that is expanded next is the
one with the least missing karma. Ties are broken by the fewest turns, and then by the lowest
number.

A state after REACH turns that has not achieved the objective is *set aside*, and becomes a starting
point once there are no others. No state is expanded twice, and none is skipped, so a search that
runs out of states proves that there is no win. The first win ends the search, but it may not have
the fewest turns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.bitcube import Tables
from engine.games.mazing_monk.search import turn_search
from engine.games.mazing_monk.search.turn_search import TurnSearch
from engine.jit.bits import popcount
from engine.jit.decorators import Bytes, Ints, Longs, Words, entry, kernel
from engine.search import hashset, heap

REACH = 3
"""The maximum number of turns towards one objective. Three turns are enough to bring the contents
of any cell to the top."""

ROW_COUNT, QUEUE_SIZE, MISSING, LAST = range(4)
"""Indices in the notes: the number of trials made, the number of states in the queue, the amount of
karma that is missing at the current starting point, and the state that won."""
NOTES = 4

_DEPTH_AT, _MISSING_AT, _ASIDE_AT = 31, 55, 62
"""The positions, in a queue key, of the turns, the missing karma, and the flag for a state that was
set aside. The lowest bits hold the state's number."""
_NUMBER = (1 << _DEPTH_AT) - 1
_MOST_DEPTH = (1 << _MISSING_AT - _DEPTH_AT) - 1


class ObjectiveSearch(NamedTuple):
    """The states in a search by objectives, in the order of discovery.

    Attributes:
        search: The states. Its cursor uses only STATUS, COUNT, NEXT, SIZE and EXPANDED.
        depths: The number of turns from the start to each state.
        legs: The number of turns from a starting point to each state. It is 0 for a starting point
            itself.
        found_in: The trial that found each state.
        ranks: The position of each state in the order of expansion, or -1 if it was not expanded.
        expanded: The expanded states, in the order of expansion.
        firsts: The first trial from each expanded state, in the order of expansion.
        queue: A heap with the keys of the waiting starting points.
        notes: The counts, with the indices ROW_COUNT to LAST.
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
    """Allocate arrays for at most ``most`` states. Untouched pages use no memory."""
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
def push_state(objectives: ObjectiveSearch, state: int, missing: int, aside: int) -> None:
    """Push a state onto the queue. States with an ``aside`` of 1 come after all those with 0."""
    notes = objectives.notes
    # Keys are compared as integers: first by the flag, then by missing karma, turns and number.
    depth = min(int(objectives.depths[state]), _MOST_DEPTH)
    key = aside << _ASIDE_AT | missing << _MISSING_AT | depth << _DEPTH_AT | state
    heap.push_key(objectives.queue, notes[QUEUE_SIZE], key)
    notes[QUEUE_SIZE] += 1


@kernel
def expand_state(
    tables: Tables, objectives: ObjectiveSearch, state: int, spare: int, most: int
) -> None:
    """Try all turns from a state, stopping at a win or before exceeding ``most`` states."""
    search, notes = objectives.search, objectives.notes
    cursor, states, slots, children = search.cursor, search.states, search.slots, search.children
    kinds = search.kinds
    place = cursor[turn_search.EXPANDED]
    cursor[turn_search.EXPANDED] = place + 1
    objectives.expanded[place] = state
    objectives.ranks[state] = place
    objectives.firsts[place] = notes[ROW_COUNT]
    at = bitcube.STATE_WORDS * state
    found = bitcube.list_children(tables, states[at], states[at + 1], True, children, kinds)
    for child in range(found):
        if cursor[turn_search.STATUS] != turn_search.RUNNING:
            break
        notes[ROW_COUNT] += 1
        if kinds[child] >= bitcube.ATTACKED:
            continue
        at = bitcube.STATE_WORDS * child
        value = hashset.hash_state(children, at, bitcube.STATE_WORDS)
        size = cursor[turn_search.SIZE]
        slot = hashset.locate_slot(slots, size, states, bitcube.STATE_WORDS, children, at, value)
        if hashset.get_number(slots, slot) >= 0:
            continue
        number = cursor[turn_search.COUNT]
        if number >= most:
            # The state of this trial is not added, so the trial is not part of the trace.
            notes[ROW_COUNT] -= 1
            cursor[turn_search.STATUS] = turn_search.FULL
            continue
        hashset.put_number(slots, slot, value, number)
        states[bitcube.STATE_WORDS * number] = children[at]
        states[bitcube.STATE_WORDS * number + 1] = children[at + 1]
        search.parents[number] = state
        search.turns[number] = kinds[child]
        cursor[turn_search.COUNT] = number + 1
        objectives.depths[number] = objectives.depths[state] + 1
        objectives.found_in[number] = notes[ROW_COUNT] - 1
        objectives.ranks[number] = -1
        missing = max(popcount(turn_search.find_karma_left(search, number)) - spare, 0)
        leg = objectives.legs[state] + 1
        search.marks[number] = 0
        if bitcube.is_won(children[at], missing):
            search.marks[number] = turn_search.WON
            notes[LAST] = number
            cursor[turn_search.STATUS] = turn_search.FOUND
        # Only a state that achieves the objective becomes a starting point now. Any other state
        # continues the sequence, or is set aside at its end.
        elif missing < notes[MISSING]:
            leg = 0
            push_state(objectives, number, missing, 0)
        elif leg == REACH:
            push_state(objectives, number, missing, 1)
        objectives.legs[number] = leg


@entry
def search_objectives(
    tables: Tables,
    objectives: ObjectiveSearch,
    start: Words,
    control: Longs,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Start or continue a search by objectives.

    Args:
        tables: The lookup tables.
        objectives: The arrays of the search.
        start: The state at the start of play.
        control: The shared array through which the search is stopped and reports its progress.
        spare: The amount of karma that may be left behind.
        most: The maximum number of states. It must be at least 1 and at most the number allocated.
        pause: The total number of expanded states after which the function returns.
    """
    search, notes, legs = objectives.search, objectives.notes, objectives.legs
    cursor = search.cursor
    if cursor[turn_search.STATUS] == turn_search.FRESH:
        turn_search.begin_iteration(tables, search, start, spare)
        objectives.depths[0] = 0
        legs[0] = 0
        objectives.ranks[0] = -1
        cursor[turn_search.NEXT] = 1
        notes[LAST] = 0
        push_state(objectives, 0, 0, 0)
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
            bitcube.STATE_WORDS,
            cursor[turn_search.COUNT],
            bitcube.MAX_CHILDREN,
        )
        # Expanding states in the order of discovery tries shorter sequences first.
        if cursor[turn_search.NEXT] < cursor[turn_search.COUNT]:
            state = cursor[turn_search.NEXT]
            cursor[turn_search.NEXT] = state + 1
            if 0 < legs[state] < REACH:
                expand_state(tables, objectives, state, spare, most)
        elif notes[QUEUE_SIZE] == 0:
            cursor[turn_search.STATUS] = turn_search.EMPTY
        else:
            state = heap.pop_key(objectives.queue, notes[QUEUE_SIZE]) & _NUMBER
            notes[QUEUE_SIZE] -= 1
            legs[state] = 0
            notes[MISSING] = max(popcount(turn_search.find_karma_left(search, state)) - spare, 0)
            cursor[turn_search.NEXT] = cursor[turn_search.COUNT]
            expand_state(tables, objectives, state, spare, most)
    control[1] = cursor[turn_search.COUNT]
