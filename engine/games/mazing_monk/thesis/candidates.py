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

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.cube import EXIT, FACE
from engine.games.mazing_monk.cube.planes import Tables
from engine.games.mazing_monk.search.turns import EMPTY, FOUND, FRESH, FULL, RUNNING, STOPPED
from engine.jit.bits import popcount, signed
from engine.jit.marks import Bytes, Ints, LongRows, Longs, Words, entry, kernel
from engine.search import hashset

STALLED = 4
"""Turns after which a monk who does not move has to wait."""

STATUS, COUNT, ROWS, TAKEN, LAST, SIZE, WAITING = range(7)
"""Cursor: status (as in :mod:`engine.games.mazing_monk.search.turns`), records, trials, candidates
taken, the last of them, the size of the set, and the candidates in each of the two queues."""
CURSOR = WAITING + 2

NEW, SEEN, SOONER, LOST = range(4)
"""What came of a trial."""

_TRIALS = FACE * planes.TURN_COUNT
"""Trials of a candidate at the most."""
_COST_AT, _MISSING_AT = 31, 55
"""Where cost and missing karma stand in a candidate's key in line, above its number."""
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
    queues: LongRows
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
        np.empty(planes.STATE_WORDS * room, np.uint64),
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
        np.empty(planes.STATE_WORDS * (planes.MOST_CHILDREN + 1), np.uint64),
        np.empty(planes.MOST_CHILDREN, np.int64),
    )


@kernel
def line_up(records: Records, number: int, missing: int) -> None:
    """Puts a record in its line."""
    cursor, queues = records.cursor, records.queues
    line = 1 if records.stalled[number] >= STALLED else 0
    key = max(missing, 0) << _MISSING_AT | np.int64(records.costs[number]) << _COST_AT | number
    at = cursor[WAITING + line]
    cursor[WAITING + line] = at + 1
    while at > 0 and queues[line, (at - 1) // 2] > key:
        queues[line, at] = queues[line, (at - 1) // 2]
        at = (at - 1) // 2
    queues[line, at] = key


@kernel
def next_in(records: Records, line: int) -> int:
    """Takes the first out of a line that is not empty."""
    cursor, queues = records.cursor, records.queues
    first = queues[line, 0]
    last = cursor[WAITING + line] - 1
    cursor[WAITING + line] = last
    key = queues[line, last]
    at = 0
    while 2 * at + 1 < last:
        below = 2 * at + 1
        if below + 1 < last and queues[line, below + 1] < queues[line, below]:
            below += 1
        if queues[line, below] >= key:
            break
        queues[line, at] = queues[line, below]
        at = below
    queues[line, at] = key
    return first


@kernel
def best_candidate(records: Records) -> int:
    """Takes the best candidate; -1 if there is none."""
    cursor = records.cursor
    for line in range(2):
        while cursor[WAITING + line] > 0:
            key = next_in(records, line)
            number = key & ((1 << _COST_AT) - 1)
            cost = key >> _COST_AT & ((1 << _MISSING_AT - _COST_AT) - 1)
            # One that was reached for less stands in line once more.
            if records.taken[number] == 0 and records.costs[number] == cost:
                return number
    return -1


@kernel
def last_picked(tables: Tables, word: np.uint64, karma: np.uint64) -> int:
    """Where the monk is once he has picked up all he can reach, always the nearest next."""
    monk, opened = planes.first_of(planes.squares_of(word)), planes.walkable(word, karma)
    left = signed(planes.karma_cells(word, karma) & planes.TOP_FACE)
    while True:
        nearest = planes.nearest_of(tables.steps, opened, monk, left)
        if nearest < 0:
            return monk
        monk = nearest
        left &= ~(1 << nearest)


@kernel
def try_turn(
    records: Records,
    child: int,
    source: int,
    square: int,
    cost: int,
    stalled: int,
    spare: int,
    most: int,
) -> None:
    """Writes down what comes of a turn, unless that would be more than ``most`` records."""
    cursor, states, children = records.cursor, records.states, records.children
    row = cursor[ROWS]
    cursor[ROWS] = row + 1
    kind = records.kinds[child]
    turn = kind % planes.ATTACKED
    records.sources[row] = source
    records.actions[row] = planes.TURN_COUNT * square + turn
    if kind >= planes.ATTACKED:
        records.results[row] = LOST
        records.targets[row] = -1
        return
    at = planes.STATE_WORDS * child
    value = hashset.hash_of(children, at, planes.STATE_WORDS)
    number = hashset.enter(
        records.slots, cursor[SIZE], states, planes.STATE_WORDS, cursor[COUNT], children, at, value
    )
    if number == most:
        cursor[ROWS], cursor[STATUS] = row, FULL
        return
    records.targets[row] = number
    records.results[row] = SEEN
    if number == cursor[COUNT]:
        cursor[COUNT] = number + 1
        records.results[row] = NEW
        records.taken[number] = 0
        records.found_in[number] = row
        records.firsts[number] = -1
    elif cost < records.costs[number]:
        records.results[row] = SOONER
    if records.results[row] != SEEN:
        records.reached_in[number] = row
        records.parents[number] = source
        records.turns[number] = turn
        records.costs[number] = cost
        records.stalled[number] = stalled
        if records.taken[number] == 0:
            left = planes.karma_cells(children[at], children[at + 1])
            line_up(records, number, popcount(left) - spare)


@kernel
def take(tables: Tables, records: Records, number: int, spare: int, most: int) -> None:
    """Lets a candidate pick up all it reaches; it wins, or all its turns are tried."""
    cursor, states, children = records.cursor, records.states, records.children
    records.taken[number] = 1
    cursor[TAKEN] += 1
    cursor[LAST] = number
    word, karma = states[planes.STATE_WORDS * number], states[planes.STATE_WORDS * number + 1]
    children[0], children[1] = word, karma
    planes.make_whole(tables.cube, children, 0)
    whole, rest = children[0], children[1]
    left = popcount(planes.karma_cells(whole, rest))
    picked = popcount(planes.karma_cells(word, karma)) - left
    squares = planes.squares_of(whole)
    if left <= spare and squares >> EXIT & 1:
        cursor[STATUS] = FOUND
        return
    records.firsts[number] = cursor[ROWS]
    monk, last = planes.first_of(planes.squares_of(word)), last_picked(tables, word, karma)
    while squares != 0 and cursor[STATUS] == RUNNING:
        square = planes.first_of(squares)
        squares &= squares - 1
        cost = records.costs[number] + picked + 1
        if square != last:
            cost += 1
        stalled = 0
        if picked == 0 and square == monk:
            stalled = min(records.stalled[number] + 1, STALLED)
        there = (whole & planes.PLANE) | np.uint64(1 << square) << planes.SQUARES_AT
        for child in range(planes.expand(tables, there, rest, False, children, records.kinds)):
            if cursor[STATUS] == RUNNING:
                try_turn(records, child, number, square, cost, stalled, spare, most)


@entry
def take_candidates(
    tables: Tables,
    records: Records,
    start: Words,
    control: Longs,
    spare: int,
    most: int,
    pause: int,
) -> None:
    """Goes on taking candidates.

    ``spare`` karma may be left behind. There are ``most`` records at the most, one at least, no
    more than there is room for; ``pause`` is how many candidates are taken then.
    """
    cursor, states, slots = records.cursor, records.states, records.slots
    if cursor[STATUS] == FRESH:
        cursor[SIZE] = hashset.begin_set(slots, states, start, planes.STATE_WORDS)
        records.parents[0] = -1
        records.costs[0] = 0
        records.stalled[0] = 0
        records.taken[0] = 0
        records.found_in[0] = -1
        records.reached_in[0] = -1
        records.firsts[0] = -1
        cursor[COUNT] = 1
        cursor[STATUS] = RUNNING
        line_up(records, 0, 0)
    queue_room, rows_room = records.queues.shape[1] - _TRIALS, len(records.sources) - _TRIALS
    while cursor[STATUS] == RUNNING and cursor[TAKEN] < pause:
        queued = max(cursor[WAITING], cursor[WAITING + 1])
        if control[0] != 0:
            cursor[STATUS] = STOPPED
        elif cursor[ROWS] > rows_room or queued > queue_room:
            cursor[STATUS] = FULL
        else:
            cursor[SIZE] = hashset.make_room(
                slots, cursor[SIZE], states, planes.STATE_WORDS, cursor[COUNT], _TRIALS
            )
            number = best_candidate(records)
            if number < 0:
                cursor[STATUS] = EMPTY
            else:
                take(tables, records, number, spare, most)
    control[1] = cursor[COUNT]
