"""Which turn-optimal play walks the least.

:func:`least_walks` goes the ways to a win in the least of turns (see
:mod:`engine.games.mazing_monk.search.ways`) once more, but lets the monk stand still: a *stand* is
a state that need not be whole, in which he can be on any of some squares and has picked up only
what lay on his walks. It follows a whole state, the one that the same turns lead to if he picks up
all he can; no win is nearer to the stand than to that state. A walk is all walking between two
turns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube.cube import EXIT, FACE
from engine.games.mazing_monk.cube.planes import (
    ATTACKED,
    MOST_CHILDREN,
    STATE_WORDS,
    TOP_FACE,
    Tables,
    expand,
    first_of,
    is_won,
    karma_cells,
    make_whole,
    nearest_of,
    squares_of,
    walkable,
)
from engine.games.mazing_monk.search.bound import is_within
from engine.games.mazing_monk.search.turns import DEPTH, MOST_TURNS, TurnSearch, number_of
from engine.jit.bits import popcount, signed
from engine.jit.marks import Bytes, Ints, LongRows, Longs, Words, entry, kernel
from engine.search import hashset

STANDS, STATUS, WALKS, STEPS, LENGTH = range(5)
"""State of a count: stands found, how it ended; walks, steps and actions of the best play."""
RUNNING, COMPLETE, FULL, STOPPED = range(4)
COUNTS = 5

WALKED, SQUARE, TURN, STAND, STOPS = range(5)
"""Columns of a play: whether the monk walks, where he then stands, the turn that follows (NO_TURN
at the end), the stand that it begins from, and the stops of the walk.

Stops are the squares that he walks to one after the other, a digit of base STOP for each, the first
one lowest: one more than the square. Each but the last has karma that was missing."""
ACTION = 5
STOP = 16
NO_TURN = 6
_WALK = 8
"""Added to the turn that a stand was found by if the monk walked before it."""


class Stands(NamedTuple):
    """The stands of turn-optimal play.

    Attributes:
        states: two words of each.
        parents: the stand before, on the way with the fewest walks.
        turns: the turn from there, and whether the monk walked before it.
        walks: the fewest walks.
        followed: the state that it follows.
        slots: the set of stands.
        starts: the first stand of each layer.
        counts: see STANDS.
        children: room for the children of a stand, and one more state.
        kinds: their turns.
        numbers: room for the numbers of the children of the state that it follows.
        play: the best play.
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


def new_stands(most: int) -> Stands:
    """Room for so many stands."""
    room = max(most, 1) + 2 * MOST_CHILDREN
    return Stands(
        np.empty(STATE_WORDS * room, np.uint64),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(hashset.slots_for(room), np.uint64),
        np.empty(MOST_TURNS + 2, np.int32),
        np.zeros(COUNTS, np.int64),
        np.empty(STATE_WORDS * (MOST_CHILDREN + 1), np.uint64),
        np.empty(MOST_CHILDREN, np.int64),
        np.empty(MOST_CHILDREN, np.int64),
        np.empty((MOST_TURNS + 1, ACTION), np.int64),
    )


@kernel
def follow(
    tables: Tables, search: TurnSearch, ways: Longs, state: int, layer: int, numbers: Longs
) -> int:
    """Finds the children of a state in the next layer: -1 for those without a way to a win."""
    states, starts, children, kinds = search.states, search.starts, search.children, search.kinds
    at = STATE_WORDS * state
    found = expand(tables, states[at], states[at + 1], True, children, kinds)
    for child in range(found):
        number = number_of(search, children, STATE_WORDS * child) if kinds[child] < ATTACKED else -1
        viable = starts[layer + 1] <= number < starts[layer + 2] and ways[number] > 0
        numbers[child] = number if viable else -1
    return found


@kernel
def leader_of(search: TurnSearch, stands: Stands, child: int, followed: int) -> int:
    """The state that a child of a stand follows; -1 if that has no way to a win.

    The search has the children of the state that the stand follows, so many as ``followed``; the
    stands have those of the stand, and the numbers of the others.
    """
    squares, leader = squares_of(stands.children[STATE_WORDS * child]), -1
    for other in range(followed):
        shared = squares & squares_of(search.children[STATE_WORDS * other])
        if search.kinds[other] == stands.kinds[child] and shared != 0:
            leader = stands.numbers[other]
    return leader


@kernel
def is_in_time(
    tables: Tables, search: TurnSearch, state: Words, at: int, spare: int, ahead: int
) -> bool:
    """Whether a win may be near enough: in so many turns, or right here if there are none.

    The stand at an index of ``state`` is made whole; ``spare`` karma may be left behind.
    """
    make_whole(tables.cube, state, at)
    left = karma_cells(state[at], state[at + 1])
    missing = popcount(left) - spare
    if ahead == 0 and not is_won(state[at], missing):
        return False
    return is_within(tables, left, missing, ahead, search.scratch)


@kernel
def enter_stands(
    tables: Tables,
    search: TurnSearch,
    stands: Stands,
    size: int,
    spare: int,
    parent: int,
    word: np.uint64,
    karma: np.uint64,
    walk: int,
    followed: int,
) -> None:
    """Enters the stands that turns make of one, those from which a win may be near enough.

    The search has the children of the state that the parent follows, so many as ``followed``, and
    the stands their numbers. ``word`` and ``karma`` are the parent's once the monk has walked
    (``walk`` is _WALK then) or has not (0). ``spare`` karma may be left behind.
    """
    states, walks, counts, children = stands.states, stands.walks, stands.counts, stands.children
    cost = walks[parent] + walk // _WALK
    ahead = search.cursor[DEPTH] - counts[LENGTH] - 1
    found = expand(tables, word, karma, False, children, stands.kinds)
    last = STATE_WORDS * MOST_CHILDREN
    for child in range(found):
        at = STATE_WORDS * child
        leader = leader_of(search, stands, child, followed)
        if leader < 0:
            continue
        children[last], children[last + 1] = children[at], children[at + 1]
        if not is_in_time(tables, search, children, last, spare, ahead):
            continue
        count = counts[STANDS]
        value = hashset.hash_of(children, at, STATE_WORDS)
        stand = hashset.enter(stands.slots, size, states, STATE_WORDS, count, children, at, value)
        if stand == count:
            counts[STANDS] = count + 1
        if stand == count or cost < walks[stand]:
            walks[stand] = cost
            stands.parents[stand] = parent
            stands.turns[stand] = stands.kinds[child] + walk
            stands.followed[stand] = leader


@entry
def least_walks(
    tables: Tables,
    search: TurnSearch,
    ways: Longs,
    start: Words,
    stands: Stands,
    control: Longs,
    spare: int,
) -> None:
    """Finds the play with the fewest walks along the ways to a win.

    ``ways`` are as :func:`engine.games.mazing_monk.search.ways.look_back` left them, or 1 for the
    states of one way and 0 for others. Play starts with the monk on one square; ``spare`` karma may
    be left behind.
    """
    counts, states, starts, children = stands.counts, stands.states, stands.starts, stands.children
    size = hashset.begin_set(stands.slots, states, start, STATE_WORDS)
    stands.walks[0] = 0
    stands.followed[0] = 0
    starts[0], starts[1] = 0, 1
    counts[STANDS] = 1
    counts[STATUS] = RUNNING
    most = len(stands.parents) - 2 * MOST_CHILDREN
    for layer in range(search.cursor[DEPTH]):
        counts[LENGTH] = layer
        for stand in range(starts[layer], starts[layer + 1]):
            if control[0] != 0 or counts[STANDS] > most:
                counts[STATUS] = STOPPED if control[0] != 0 else FULL
                return
            size = hashset.make_room(
                stands.slots, size, states, STATE_WORDS, counts[STANDS], 2 * MOST_CHILDREN
            )
            followed = follow(tables, search, ways, stands.followed[stand], layer, stands.numbers)
            at = STATE_WORDS * stand
            walk = 0
            children[0], children[1] = states[at], states[at + 1]
            while walk <= _WALK:
                word, karma = children[0], children[1]
                enter_stands(
                    tables, search, stands, size, spare, stand, word, karma, walk, followed
                )
                walk += _WALK
                children[0], children[1] = states[at], states[at + 1]
                make_whole(tables.cube, children, 0)
                if children[0] == states[at]:
                    break
        starts[layer + 2] = counts[STANDS]
    missing = popcount(karma_cells(start[0], start[1])) - spare
    write_play(tables, stands, search.cursor[DEPTH], squares_of(start[0]), missing)
    counts[STATUS] = COMPLETE


@kernel
def write_play(tables: Tables, stands: Stands, depth: int, squares: int, missing: int) -> None:
    """Writes the play that ends in the last layer after the fewest walks, and counts its steps."""
    counts, walks, play, states = stands.counts, stands.walks, stands.play, stands.states
    best = stands.starts[depth]
    for stand in range(best + 1, counts[STANDS]):
        if walks[stand] < walks[best]:
            best = stand
    counts[WALKS] = walks[best] + 1
    counts[LENGTH] = depth + 1
    play[depth, WALKED], play[depth, SQUARE], play[depth, TURN] = 1, EXIT, NO_TURN
    play[depth, STAND] = best
    # From the end: where he stands after a turn he stood before it, and before a walk he was on
    # any of the squares that he can be on.
    square = first_of(squares_of(states[STATE_WORDS * best]))
    for action in range(depth - 1, -1, -1):
        turn = stands.turns[best]
        best = stands.parents[best]
        play[action, WALKED], play[action, SQUARE], play[action, TURN] = (
            turn // _WALK,
            square,
            turn % _WALK,
        )
        play[action, STAND] = best
        if turn >= _WALK:
            square = first_of(squares_of(states[STATE_WORDS * best]))
    counts[STEPS] = 0
    square = first_of(squares)
    for action in range(depth + 1):
        play[action, STOPS] = 0
        if play[action, WALKED] == 1:
            missing = write_walk(tables, stands, action, square, missing)
        square = play[action, SQUARE]


@kernel
def write_walk(tables: Tables, stands: Stands, action: int, square: int, missing: int) -> int:
    """Writes the stops of a walk from a square, and counts its steps.

    The monk walks to the nearest karma first, as long as any is missing, then on.

    Returns:
        The karma that is missing after it.
    """
    counts, states, play, steps = stands.counts, stands.states, stands.play, tables.steps
    at = STATE_WORDS * play[action, STAND]
    opened = walkable(states[at], states[at + 1])
    left = signed(karma_cells(states[at], states[at + 1]) & TOP_FACE)
    goal, base, stops, digit = play[action, SQUARE], FACE * FACE * opened, 0, 1
    while True:
        nearest = nearest_of(steps, opened, square, left) if missing > 0 else -1
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
