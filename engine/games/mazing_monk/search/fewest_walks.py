"""The solution with the fewest walks among those with the fewest turns.

A walk is all walking between two turns. The search by turns lets the monk walk before every turn,
which is usually unnecessary. :func:`find_fewest_walks` goes through the turns of its solutions
again, in *lazy states*. In a lazy state, the monk is on one of several squares and has collected
only the karma on the walks that he was made to take. Its *leader* is the whole state after the same
turns. There he has collected all the karma that he could, so it is at least as near to a win. Each
lazy state is continued both with and without a walk. The answer is the chain with the fewest walks
among those that lead to the last layer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube.bitcube import (
    ATTACKED,
    MAX_CHILDREN,
    STATE_WORDS,
    TOP_FACE,
    Tables,
    find_first,
    find_karma,
    find_nearest,
    find_walkable,
    get_squares,
    is_won,
    list_children,
    make_whole,
)
from engine.games.mazing_monk.cube.cube import EXIT, FACE
from engine.games.mazing_monk.search.bound import is_within
from engine.games.mazing_monk.search.turn_search import DEPTH, MAX_TURNS, TurnSearch, find_number
from engine.jit.bits import popcount, to_signed
from engine.jit.decorators import Bytes, Ints, LongRows, Longs, Words, entry, kernel
from engine.search import hashset

LAZY_COUNT, STATUS, WALKS, STEPS, LENGTH = range(5)
"""Indices in the counts: the number of lazy states, the status, and the numbers of walks, steps and
actions in the best solution."""
RUNNING, COMPLETE, FULL, STOPPED = range(4)
COUNTS = 5

WALKED, SQUARE, TURN, LAZY_STATE, STOPS = range(5)
"""The columns of a solution, which has one row for each action: 1 if the monk walks and 0
otherwise, the square that he is on afterwards, the turn that follows (NO_TURN at the end), the lazy
state at the beginning of the action, and the stops on the walk. The stops are the digits of a
number in base STOP, with the first stop as the lowest digit. Each digit is 1 plus the number of a
square. At every stop except the last, the monk collects karma that was missing.
"""
ACTION = 5
STOP = 16
NO_TURN = 6
_WALK = 8
"""A flag that is added to the turn that led to a lazy state if the monk walked before the turn."""


class LazyStates(NamedTuple):
    """The lazy states on all solutions with the fewest turns.

    Attributes:
        states: The states, with two words each.
        parents: The previous state on the chain with the fewest walks to each state.
        turns: The turn that led to each state, plus _WALK if the monk walked before it.
        walks: The fewest walks that lead to each state.
        followed: The leader of each state.
        slots: The slots of the hash set that contains the states.
        starts: The index of the first state in each layer.
        counts: The counts, with the indices LAZY_COUNT to LENGTH.
        children: A workspace for a state's children and one more state.
        kinds: The turns that lead to the children.
        numbers: A workspace for the numbers of the leader's children.
        play: The best solution, with the columns WALKED to STOPS.
    """

    states: Words
    parents: Ints
    turns: Bytes
    walks: Ints
    followed: Ints
    slots: Words
    starts: Ints
    counts: Longs
    children: Words
    kinds: Longs
    numbers: Longs
    play: LongRows


def new_lazy_states(most: int) -> LazyStates:
    """Allocate arrays for at most ``most`` lazy states."""
    room = max(most, 1) + 2 * MAX_CHILDREN
    return LazyStates(
        np.empty(STATE_WORDS * room, np.uint64),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(hashset.count_slots(room), np.uint64),
        np.empty(MAX_TURNS + 2, np.int32),
        np.zeros(COUNTS, np.int64),
        np.empty(STATE_WORDS * (MAX_CHILDREN + 1), np.uint64),
        np.empty(MAX_CHILDREN, np.int64),
        np.empty(MAX_CHILDREN, np.int64),
        np.empty((MAX_TURNS + 1, ACTION), np.int64),
    )


@kernel
def find_viable_children(
    tables: Tables, search: TurnSearch, ways: Longs, state: int, layer: int, numbers: Longs
) -> int:
    """Find the children of a whole state that are on shortest solutions.

    ``numbers`` receives the number of each child, or -1 if no shortest solution goes through it.

    Returns:
        The count of all children, including those without a number.
    """
    states, starts, children, kinds = search.states, search.starts, search.children, search.kinds
    at = STATE_WORDS * state
    found = list_children(tables, states[at], states[at + 1], True, children, kinds)
    for child in range(found):
        number = (
            find_number(search, children, STATE_WORDS * child) if kinds[child] < ATTACKED else -1
        )
        viable = starts[layer + 1] <= number < starts[layer + 2] and ways[number] > 0
        numbers[child] = number if viable else -1
    return found


@kernel
def find_leader(search: TurnSearch, lazy: LazyStates, child: int, followed: int) -> int:
    """Return the leader for a lazy state's child, or -1 if no shortest solution goes through it.

    ``search.children`` contains the ``followed`` children of the parent's leader, and
    ``lazy.numbers`` contains their numbers.
    """
    squares, leader = get_squares(lazy.children[STATE_WORDS * child]), -1
    for other in range(followed):
        # Groups of squares after the same turn are disjoint, so at most one child of the leader
        # shares a square with this child.
        shared = squares & get_squares(search.children[STATE_WORDS * other])
        if search.kinds[other] == lazy.kinds[child] and shared != 0:
            leader = lazy.numbers[other]
    return leader


@kernel
def can_win_in_time(
    tables: Tables, search: TurnSearch, state: Words, at: int, spare: int, ahead: int
) -> bool:
    """Return False if a win within ``ahead`` turns is known to be impossible, else True.

    If ``ahead`` is 0, the state itself must be won. The lazy state at index ``at`` in ``state`` is
    made whole in place. ``spare`` pieces of karma may be left behind.
    """
    make_whole(tables.cube, state, at)
    left = find_karma(state[at], state[at + 1])
    missing = popcount(left) - spare
    if ahead == 0 and not is_won(state[at], missing):
        return False
    return is_within(tables, left, missing, ahead, search.scratch)


@kernel
def add_lazy_children(
    tables: Tables,
    search: TurnSearch,
    lazy: LazyStates,
    size: int,
    spare: int,
    parent: int,
    word: np.uint64,
    karma: np.uint64,
    walk: int,
    followed: int,
) -> None:
    """Add those children of a lazy state that can still win in the remaining turns.

    ``word`` and ``karma`` are the parent's words, after a walk if ``walk`` is _WALK, or without one
    if it is 0. ``search.children`` contains the ``followed`` children of the parent's leader.
    ``spare`` pieces of karma may be left behind.
    """
    states, walks, counts, children = lazy.states, lazy.walks, lazy.counts, lazy.children
    cost = walks[parent] + walk // _WALK
    ahead = search.cursor[DEPTH] - counts[LENGTH] - 1
    found = list_children(tables, word, karma, False, children, lazy.kinds)
    last = STATE_WORDS * MAX_CHILDREN
    for child in range(found):
        at = STATE_WORDS * child
        leader = find_leader(search, lazy, child, followed)
        if leader < 0:
            continue
        children[last], children[last + 1] = children[at], children[at + 1]
        if not can_win_in_time(tables, search, children, last, spare, ahead):
            continue
        count = counts[LAZY_COUNT]
        value = hashset.hash_state(children, at, STATE_WORDS)
        stand = hashset.insert_state(
            lazy.slots, size, states, STATE_WORDS, count, children, at, value
        )
        if stand == count:
            counts[LAZY_COUNT] = count + 1
        # The next layer is expanded only after all of its states have been added, so a parent with
        # fewer walks may still replace this one.
        if stand == count or cost < walks[stand]:
            walks[stand] = cost
            lazy.parents[stand] = parent
            lazy.turns[stand] = lazy.kinds[child] + walk
            lazy.followed[stand] = leader


@entry
def find_fewest_walks(
    tables: Tables,
    search: TurnSearch,
    ways: Longs,
    start: Words,
    lazy: LazyStates,
    control: Longs,
    spare: int,
) -> None:
    """Find the solution with the fewest walks among those with the fewest turns.

    ``ways`` holds the number of shortest solutions from each state. To follow only one solution, it
    holds 1 for the states on that solution and 0 for all others. Play begins in ``start``, with the
    monk on one square. ``spare`` pieces of karma may be left behind.
    """
    counts, states, starts, children = lazy.counts, lazy.states, lazy.starts, lazy.children
    size = hashset.begin_set(lazy.slots, states, start, STATE_WORDS)
    lazy.walks[0] = 0
    lazy.followed[0] = 0
    starts[0], starts[1] = 0, 1
    counts[LAZY_COUNT] = 1
    counts[STATUS] = RUNNING
    most = len(lazy.parents) - 2 * MAX_CHILDREN
    for layer in range(search.cursor[DEPTH]):
        counts[LENGTH] = layer
        for stand in range(starts[layer], starts[layer + 1]):
            if control[0] != 0 or counts[LAZY_COUNT] > most:
                counts[STATUS] = STOPPED if control[0] != 0 else FULL
                return
            size = hashset.make_room(
                lazy.slots, size, states, STATE_WORDS, counts[LAZY_COUNT], 2 * MAX_CHILDREN
            )
            followed = find_viable_children(
                tables, search, ways, lazy.followed[stand], layer, lazy.numbers
            )
            at = STATE_WORDS * stand
            walk = 0
            children[0], children[1] = states[at], states[at + 1]
            # The first pass continues without a walk, and the second after a walk, for which the
            # state is made whole.
            while walk <= _WALK:
                word, karma = children[0], children[1]
                add_lazy_children(
                    tables, search, lazy, size, spare, stand, word, karma, walk, followed
                )
                walk += _WALK
                children[0], children[1] = states[at], states[at + 1]
                make_whole(tables.cube, children, 0)
                # A walk that adds no squares and collects no karma would be wasted.
                if children[0] == states[at]:
                    break
        starts[layer + 2] = counts[LAZY_COUNT]
    missing = popcount(find_karma(start[0], start[1])) - spare
    write_play(tables, lazy, search.cursor[DEPTH], get_squares(start[0]), missing)
    counts[STATUS] = COMPLETE


@kernel
def write_play(tables: Tables, lazy: LazyStates, depth: int, squares: int, missing: int) -> None:
    """Write the chain with the fewest walks that reaches the last layer, and count its steps."""
    counts, walks, play, states = lazy.counts, lazy.walks, lazy.play, lazy.states
    best = lazy.starts[depth]
    for stand in range(best + 1, counts[LAZY_COUNT]):
        if walks[stand] < walks[best]:
            best = stand
    # Count the walk to the exit too.
    counts[WALKS] = walks[best] + 1
    counts[LENGTH] = depth + 1
    play[depth, WALKED], play[depth, SQUARE], play[depth, TURN] = 1, EXIT, NO_TURN
    play[depth, LAZY_STATE] = best
    # Go back from the end. A turn does not move the monk. Before a walk, he can be on any square in
    # the lazy state, so choose the first.
    square = find_first(get_squares(states[STATE_WORDS * best]))
    for action in range(depth - 1, -1, -1):
        turn = lazy.turns[best]
        best = lazy.parents[best]
        play[action, WALKED], play[action, SQUARE], play[action, TURN] = (
            turn // _WALK,
            square,
            turn % _WALK,
        )
        play[action, LAZY_STATE] = best
        if turn >= _WALK:
            square = find_first(get_squares(states[STATE_WORDS * best]))
    counts[STEPS] = 0
    square = find_first(squares)
    for action in range(depth + 1):
        play[action, STOPS] = 0
        if play[action, WALKED] == 1:
            missing = write_walk(tables, lazy, action, square, missing)
        square = play[action, SQUARE]


@kernel
def write_walk(tables: Tables, lazy: LazyStates, action: int, square: int, missing: int) -> int:
    """Write the stops on a walk from ``square``, and count its steps.

    While karma is missing and some is within reach, the monk walks to the nearest piece. Then he
    walks to his goal.

    Returns:
        The amount of karma that is still missing after the walk.
    """
    counts, states, play, steps = lazy.counts, lazy.states, lazy.play, tables.steps
    at = STATE_WORDS * play[action, LAZY_STATE]
    opened = find_walkable(states[at], states[at + 1])
    left = to_signed(find_karma(states[at], states[at + 1]) & TOP_FACE)
    goal, base, stops, digit = play[action, SQUARE], FACE * FACE * opened, 0, 1
    while True:
        nearest = find_nearest(steps, opened, square, left) if missing > 0 else -1
        stop = goal if nearest < 0 else nearest
        if stop != square:
            stops += (stop + 1) * digit
            digit *= STOP
            counts[STEPS] += steps[base + FACE * square + stop]
            square = stop
        if nearest < 0:
            break
        left &= ~(1 << nearest)
        missing -= 1
    play[action, STOPS] = stops
    return missing
