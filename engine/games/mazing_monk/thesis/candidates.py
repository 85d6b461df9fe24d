"""The search of the thesis: take the best candidate, pick up all it reaches, try all its turns.

A *record* is a cube with the monk on a square of it, right after a turn. Its cost is the moves
used, as the thesis counts them: turns, and one relocation for each piece of karma and for each
other square to turn from. The best candidate misses the least karma, then has the least cost, then
is the oldest. One whose monk has not moved for four turns waits until there are no others.

A record that is reached again for less takes the cheaper way; what was found from it stays, and
counts what it has counted before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube.cube import EXIT, FACE
from engine.games.mazing_monk.cube.planes import (
    ATTACKED,
    MOST_CHILDREN,
    PLANE,
    SQUARES_AT,
    STATE_WORDS,
    TOP_FACE,
    Tables,
    expand,
    first_of,
    karma_cells,
    make_whole,
    squares_of,
    walkable,
)
from engine.games.mazing_monk.cube.tables import TURN_COUNT
from engine.games.mazing_monk.search.turns import EMPTY, FOUND, FRESH, FULL, RUNNING, STOPPED
from engine.jit.bits import popcount, signed
from engine.jit.marks import Bytes, Ints, Longs, Words, entry, kernel
from engine.search import hashset

STALLED = 4
"""Turns after which a monk who does not move has to wait."""

STATUS, COUNT, ROWS, TAKEN, LAST, SIZE, WAITING = range(7)
"""Cursor: status (as in :mod:`engine.games.mazing_monk.search.turns`), records, trials, candidates
taken, the last of them, the size of the set, and the candidates in each of the two queues."""
CURSOR = WAITING + 2

NEW, SEEN, SOONER, LOST = range(4)
"""What came of a trial."""

_TRIALS = FACE * TURN_COUNT
"""Trials of a candidate at the most."""
_COST_AT, _MISSING_AT = 31, 55
"""Where cost and missing karma stand in a candidate's place in line, above its number."""
_ROWS_FOR_RECORD, _LEAST_ROWS = 6, 1 << 17
"""Trials that there is room for: of each record, on the average, and in any search. A small one,
where the average says little, ends by its budget of records."""


class Records(NamedTuple):
    """The records of a search, and its trials.

    Attributes:
        states: two words of each record, the monk's square as the only one.
        parents: the record that each was reached from.
        turns: by which turn.
        costs: its moves used.
        stalled: for how many turns the monk has not moved.
        taken: 1 for candidates that were taken.
        found_in: the trial that reached it first.
        reached_in: the trial that reached it last for less.
        firsts: the first trial of a candidate that was taken.
        queues: the candidates in line, two heaps: those that may go on, those that wait.
        slots: the set of records.
        sources: by trial, the record that it was made from.
        actions: the square, times six, and the turn.
        results: what came of it.
        targets: the record that it leads to; -1 if the monk is lost.
        cursor: see STATUS.
        children: room for children, and one more state.
        kinds: their turns.
    """

    states: Words
    parents: Ints
    turns: Bytes
    costs: Ints
    stalled: Bytes
    taken: Bytes
    found_in: Longs
    reached_in: Longs
    firsts: Longs
    queues: Longs
    slots: Words
    sources: Ints
    actions: Bytes
    results: Bytes
    targets: Ints
    cursor: Longs
    children: Words
    kinds: Longs


def new_records(most: int) -> Records:
    """Room for so many records."""
    room = max(most, 1) + _TRIALS
    rows = max(_ROWS_FOR_RECORD * room, _LEAST_ROWS) + _TRIALS
    return Records(
        np.empty(STATE_WORDS * room, np.uint64),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.uint8),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty((2, 2 * room), np.int64),
        np.empty(hashset.slots_for(room), np.uint64),
        np.empty(rows, np.int32),
        np.empty(rows, np.uint8),
        np.empty(rows, np.uint8),
        np.empty(rows, np.int32),
        np.zeros(CURSOR, np.int64),
        np.empty(STATE_WORDS * (MOST_CHILDREN + 1), np.uint64),
        np.empty(MOST_CHILDREN, np.int64),
    )


@kernel
def line_up(book: Records, number: int, missing: int) -> None:
    """Puts a record in its line."""
    cursor, queues = book.cursor, book.queues
    line = 1 if book.stalled[number] >= STALLED else 0
    place = max(missing, 0) << _MISSING_AT | np.int64(book.costs[number]) << _COST_AT | number
    at = cursor[WAITING + line]
    cursor[WAITING + line] = at + 1
    while at > 0 and queues[line, (at - 1) // 2] > place:
        queues[line, at] = queues[line, (at - 1) // 2]
        at = (at - 1) // 2
    queues[line, at] = place


@kernel
def next_in(book: Records, line: int) -> int:
    """Takes the first out of a line that is not empty."""
    cursor, queues = book.cursor, book.queues
    first = queues[line, 0]
    last = cursor[WAITING + line] - 1
    cursor[WAITING + line] = last
    place = queues[line, last]
    at = 0
    while 2 * at + 1 < last:
        below = 2 * at + 1
        if below + 1 < last and queues[line, below + 1] < queues[line, below]:
            below += 1
        if queues[line, below] >= place:
            break
        queues[line, at] = queues[line, below]
        at = below
    queues[line, at] = place
    return first


@kernel
def best_candidate(book: Records) -> int:
    """Takes the best candidate; -1 if there is none."""
    cursor = book.cursor
    for line in range(2):
        while cursor[WAITING + line] > 0:
            place = next_in(book, line)
            number = place & ((1 << _COST_AT) - 1)
            cost = place >> _COST_AT & ((1 << _MISSING_AT - _COST_AT) - 1)
            # One that was reached for less stands in line once more.
            if book.taken[number] == 0 and book.costs[number] == cost:
                return number
    return -1


@kernel
def last_picked(tables: Tables, word: np.uint64, karma: np.uint64) -> int:
    """Where the monk is once he has picked up all he can reach, always the nearest next."""
    monk, steps = first_of(squares_of(word)), tables.steps
    place = FACE * FACE * walkable(word, karma)
    left = signed(karma_cells(word, karma) & TOP_FACE)
    while True:
        nearest, least = -1, FACE
        for cell in range(FACE):
            away = steps[place + FACE * monk + cell]
            if left >> cell & 1 and away < least:
                nearest, least = cell, away
        if nearest < 0:
            return monk
        monk = nearest
        left &= ~(1 << nearest)


@kernel
def try_turn(
    book: Records,
    child: int,
    source: int,
    square: int,
    cost: int,
    stalled: int,
    spare: int,
    most: int,
) -> None:
    """Writes down what comes of a turn, unless that would be more than ``most`` records."""
    cursor, states, children = book.cursor, book.states, book.children
    row = cursor[ROWS]
    cursor[ROWS] = row + 1
    kind = book.kinds[child]
    turn = kind % ATTACKED
    book.sources[row] = source
    book.actions[row] = TURN_COUNT * square + turn
    if kind >= ATTACKED:
        book.results[row] = LOST
        book.targets[row] = -1
        return
    at = STATE_WORDS * child
    value = hashset.hash_of(children, at, STATE_WORDS)
    number = hashset.enter(
        book.slots, cursor[SIZE], states, STATE_WORDS, cursor[COUNT], children, at, value
    )
    if number == most:
        cursor[ROWS], cursor[STATUS] = row, FULL
        return
    book.targets[row] = number
    book.results[row] = SEEN
    if number == cursor[COUNT]:
        cursor[COUNT] = number + 1
        book.results[row] = NEW
        book.taken[number] = 0
        book.found_in[number] = row
        book.firsts[number] = -1
    elif cost < book.costs[number]:
        book.results[row] = SOONER
    if book.results[row] != SEEN:
        book.reached_in[number] = row
        book.parents[number] = source
        book.turns[number] = turn
        book.costs[number] = cost
        book.stalled[number] = stalled
        if book.taken[number] == 0:
            left = karma_cells(children[at], children[at + 1])
            line_up(book, number, popcount(left) - spare)


@kernel
def take(tables: Tables, book: Records, number: int, spare: int, most: int) -> None:
    """Lets a candidate pick up all it reaches; it wins, or all its turns are tried."""
    cursor, states, children = book.cursor, book.states, book.children
    book.taken[number] = 1
    cursor[TAKEN] += 1
    cursor[LAST] = number
    word, karma = states[STATE_WORDS * number], states[STATE_WORDS * number + 1]
    children[0], children[1] = word, karma
    make_whole(tables.cube, children, 0)
    whole, rest = children[0], children[1]
    left = popcount(karma_cells(whole, rest))
    picked = popcount(karma_cells(word, karma)) - left
    squares = squares_of(whole)
    if left <= spare and squares >> EXIT & 1:
        cursor[STATUS] = FOUND
        return
    book.firsts[number] = cursor[ROWS]
    monk, last = first_of(squares_of(word)), last_picked(tables, word, karma)
    while squares != 0 and cursor[STATUS] == RUNNING:
        square = first_of(squares)
        squares &= squares - 1
        cost = book.costs[number] + picked + 1
        if square != last:
            cost += 1
        stalled = 0
        if picked == 0 and square == monk:
            stalled = min(book.stalled[number] + 1, STALLED)
        there = (whole & PLANE) | np.uint64(1 << square) << SQUARES_AT
        for child in range(expand(tables, there, rest, False, children, book.kinds)):
            if cursor[STATUS] == RUNNING:
                try_turn(book, child, number, square, cost, stalled, spare, most)


@entry
def take_candidates(
    tables: Tables,
    book: Records,
    start: Words,
    control: Longs,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Goes on taking candidates.

    Args:
        tables: the tables of the cube.
        book: an empty one is begun.
        start: the state in which play begins.
        control: cancel flag and progress; see :class:`engine.values.budget.Control`.
        spare: karma that may be left behind.
        most: records at the most, one at least, no more than there is room for.
        pause: candidates taken after which to return.
    """
    cursor, states, slots = book.cursor, book.states, book.slots
    if cursor[STATUS] == FRESH:
        cursor[SIZE] = hashset.begin_set(slots, states, start, STATE_WORDS)
        book.parents[0] = -1
        book.costs[0] = 0
        book.stalled[0] = 0
        book.taken[0] = 0
        book.found_in[0] = -1
        book.reached_in[0] = -1
        book.firsts[0] = -1
        cursor[COUNT] = 1
        cursor[STATUS] = RUNNING
        line_up(book, 0, 0)
    queue_room, rows_room = book.queues.shape[1] - _TRIALS, len(book.sources) - _TRIALS
    while cursor[STATUS] == RUNNING and cursor[TAKEN] < pause:
        queued = max(cursor[WAITING], cursor[WAITING + 1])
        if control[0] != 0:
            cursor[STATUS] = STOPPED
        elif cursor[ROWS] > rows_room or queued > queue_room:
            cursor[STATUS] = FULL
        else:
            cursor[SIZE] = hashset.make_room(
                slots, cursor[SIZE], states, STATE_WORDS, cursor[COUNT], _TRIALS
            )
            number = best_candidate(book)
            if number < 0:
                cursor[STATUS] = EMPTY
            else:
                take(tables, book, number, spare, most)
    control[1] = cursor[COUNT]
