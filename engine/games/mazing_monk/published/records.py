"""The records of the thesis's solver, and the lines in which its candidates stand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.cube import FACE
from engine.games.mazing_monk.published.options import DISTANCE, KARMA, MIXED, MOVES, USUAL, Options
from engine.games.mazing_monk.search import bound
from engine.games.mazing_monk.search.turns import FULL
from engine.jit.bits import popcount
from engine.jit.marks import Bytes, Ints, LongRows, Longs, Words, kernel
from engine.search import hashset, heap

STATUS, COUNT, ROWS, TAKEN, SIZE, SOLUTIONS, MOST_WAITING, LINED = range(8)
"""Cursor: status (as in :mod:`engine.games.mazing_monk.search.turns`), records, trials, candidates
taken, the size of the set, those taken that are solutions, the most candidates that were not taken
yet, and how many stand in each line."""
LINES = 2
"""Lines of each order: those that may go on, and those that wait."""
CURSOR = LINED + LINES * MIXED

SPARE, STALL, ORDER, EVERY, RECOUNT = range(5)
"""Settings: karma that may be left behind, and :class:`Options`."""
SETTINGS = 5

OPEN, TRIED, SOLVED = range(3)
"""Marks of records: a candidate, one whose turns were tried, and a solution."""

TRIALS = FACE * planes.TURN_COUNT
"""Trials of a candidate at the most."""
_MOST_STALLED = 255
_NUMBER_BITS, _COST_BITS, _MISSING_BITS = 31, 24, 6
_MOST_COST = (1 << _COST_BITS) - 1
_MOST_NUMBER = (1 << _NUMBER_BITS) - 1
_ROWS_FOR_RECORD, _ROWS_FOR_EVERY, _LEAST_ROWS = 6, 4 * FACE, 1 << 17
"""Trials that there is room for: of each record, on the average, where the search ends with the
first solution and where it takes every record (from a square four turns), and in any search. A
small one, where the average says little, ends by its budget of records."""


class Records(NamedTuple):
    """The records of a search, and its trials.

    Attributes:
        states: two words of each record, the monk's square as the only one.
        parents: the record that each was reached from.
        turns: by which turn.
        costs: its moves used.
        stalled: for how many turns the monk has not moved.
        marks: OPEN, TRIED, SOLVED.
        found_in: the trial that reached it first.
        reached_in: the trial that reached it last for less.
        firsts: the first trial of a candidate that was taken.
        queues: the candidates in line, heaps, :data:`LINES` of each order.
        changed: room for records that count their moves anew.
        slots: the set of records.
        sources: by trial, the record that it was made from.
        actions: the square, times six, and the turn.
        results: what came of it.
        targets: the record that it leads to; -1 if the monk is lost.
        cursor: see STATUS.
        settings: see SPARE.
        children: room for children, and one more state.
        kinds: their turns.
    """

    states: Words
    parents: Ints
    turns: Bytes
    costs: Ints
    stalled: Bytes
    marks: Bytes
    found_in: Longs
    reached_in: Longs
    firsts: Longs
    queues: LongRows
    changed: Ints
    slots: Words
    sources: Ints
    actions: Bytes
    results: Bytes
    targets: Ints
    cursor: Longs
    settings: Longs
    children: Words
    kinds: Longs


def new_records(most: int, options: Options = USUAL) -> Records:
    """Room for so many records of a search with some options."""
    room = max(most, 1) + TRIALS
    average = _ROWS_FOR_EVERY if options.every else _ROWS_FOR_RECORD
    rows = max(average * room, _LEAST_ROWS) + TRIALS
    orders = MIXED if options.order == MIXED else 1
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
        np.empty((LINES * orders, 2 * room), np.int64),
        np.empty(room, np.int32),
        np.empty(hashset.slots_for(room), np.uint64),
        np.empty(rows, np.int32),
        np.empty(rows, np.uint8),
        np.empty(rows, np.uint8),
        np.empty(rows, np.int32),
        np.zeros(CURSOR, np.int64),
        np.zeros(SETTINGS, np.int64),
        np.empty(planes.STATE_WORDS * (planes.MOST_CHILDREN + 1), np.uint64),
        np.empty(planes.MOST_CHILDREN, np.int64),
    )


@kernel
def stalled_more(records: Records, number: int) -> int:
    """For how many turns the monk has not moved, after one more; they are counted up to 255."""
    stalled = int(records.stalled[number])
    return min(stalled + 1, _MOST_STALLED)


@kernel
def has_to_wait(records: Records, number: int) -> int:
    """1 for a record whose monk has not moved for too long, else 0."""
    stall = records.settings[STALL]
    return 1 if stall > 0 and records.stalled[number] >= stall else 0


@kernel
def key_of(records: Records, order: int, number: int) -> int:
    """What a record has in line by an order: the least is the best; its number is in the end."""
    cost = np.int64(records.costs[number])
    if cost > _MOST_COST:
        cost = np.int64(_MOST_COST)
    word, karma = records.states[2 * number], records.states[2 * number + 1]
    left = planes.karma_cells(word, karma)
    missing = popcount(left) - records.settings[SPARE]
    if missing < 0:
        missing = np.int64(0)
    if order == KARMA:
        rank = missing << _COST_BITS | cost
    elif order == MOVES:
        rank = cost << _MISSING_BITS | missing
    elif order == DISTANCE:
        rank = bound.win_heuristic(left, missing) << _COST_BITS | cost
    else:
        rank = _MOST_NUMBER - number
    return rank << _NUMBER_BITS | number


@kernel
def order_in(records: Records, line: int) -> int:
    """The order of a line."""
    order = records.settings[ORDER]
    return line // LINES if order == MIXED else order


@kernel
def line_up(records: Records, number: int) -> None:
    """Puts a record in line, once for each order; the search is full where there is no room."""
    cursor, queues = records.cursor, records.queues
    for line in range(has_to_wait(records, number), queues.shape[0], LINES):
        key = key_of(records, order_in(records, line), number)
        at = cursor[LINED + line]
        if at == queues.shape[1]:
            cursor[STATUS] = FULL
        else:
            cursor[LINED + line] = at + 1
            heap.push(queues[line], at, key)


@kernel
def next_in(records: Records, line: int) -> int:
    """Takes the first out of a line that is not empty."""
    count = records.cursor[LINED + line]
    records.cursor[LINED + line] = count - 1
    return heap.pop(records.queues[line], count)


@kernel
def best_candidate(records: Records) -> int:
    """Takes the best candidate; -1 if there is none."""
    cursor = records.cursor
    orders = records.queues.shape[0] // LINES
    first = cursor[TAKEN] % orders * LINES
    for waits in range(LINES):
        line = first + waits
        while cursor[LINED + line] > 0:
            key = next_in(records, line)
            number = key & _MOST_NUMBER
            # One that was reached for less, or that another order took, stands in line still.
            listed = records.marks[number] == OPEN and has_to_wait(records, number) == waits
            if listed and key == key_of(records, order_in(records, line), number):
                return number
    return -1
