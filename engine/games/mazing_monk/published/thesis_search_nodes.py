"""The records that the thesis's solver keeps, and the priority queues for its candidates.

A queue is a heap of integer keys. The high bits of a key hold a record's rank, and the low bits its
number. Keys never change in place. If a record's cost falls, the record is pushed again, and its
old key is recognized as stale when it is popped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.cube import FACE
from engine.games.mazing_monk.published.solver_options import (
    DISTANCE,
    KARMA,
    MIXED,
    MOVES,
    USUAL,
    ThesisOptions,
)
from engine.games.mazing_monk.search import bound
from engine.games.mazing_monk.search.turn_search import FULL
from engine.jit.bits import popcount
from engine.jit.decorators import Bytes, Ints, LongRows, Longs, Words, kernel
from engine.search import hashset, heap

STATUS, COUNT, ROWS, TAKEN, SIZE, SOLUTIONS, MAX_WAITING, QUEUE_SIZES = range(8)
"""Indices in the cursor: the status (as in a search by turns); the numbers of records, of trials
and of candidates taken; the size of the hash set; the number of solutions; the largest number of
candidates that were open at the same time; and, from QUEUE_SIZES on, the size of each queue."""
LINES = 2
"""The number of queues for each order: one for candidates that can be taken now, and one for those
that have to wait."""
CURSOR = QUEUE_SIZES + LINES * MIXED

SPARE, STALL, ORDER, EVERY, RECOUNT = range(5)
"""Indices in the settings: the amount of karma that may be left behind, then the solver's options.
"""
SETTINGS = 5

OPEN, TRIED, SOLVED = range(3)
"""Marks for records: a candidate, a record whose turns have been tried, and a solution."""

TRIALS = FACE * bitcube.TURN_COUNT
"""An upper bound on the number of trials from one candidate."""
_MOST_STALLED = 255
_NUMBER_BITS, _COST_BITS, _MISSING_BITS = 31, 24, 6
_MOST_COST = (1 << _COST_BITS) - 1
_MOST_NUMBER = (1 << _NUMBER_BITS) - 1
_ROWS_FOR_RECORD, _ROWS_FOR_EVERY, _LEAST_ROWS = 6, 4 * FACE, 1 << 17
"""The capacity for trials: the average number for each record if the search ends at the first
solution, the maximum for each record if all solutions are wanted (four turns from each square), and
the minimum in total. The average is unreliable for small searches. With the minimum, they end when
their budget of records is used up, not earlier."""


class ThesisRecords(NamedTuple):
    """The records and trials in a search.

    Attributes:
        states: The state of each record, with two words and the monk on a single square.
        parents: The record from which each record was reached at the lowest cost.
        turns: The turn that led to each record from its parent.
        costs: The number of moves that lead to each record.
        stalled: The number of turns since the monk last walked, for each record.
        marks: The mark of each record: OPEN, TRIED or SOLVED.
        found_in: The trial that first reached each record.
        reached_in: The last trial that lowered each record's cost.
        firsts: The first trial from each record that was taken, or -1 for other records.
        queues: The heaps with the candidates' keys: :data:`LINES` heaps for each order.
        changed: A workspace for the records whose costs are being updated.
        slots: The slots of the hash set that contains the records.
        sources: The record from which each trial was made.
        actions: The square and turn of each trial, as six times the square plus the turn.
        results: The result of each trial: NEW, SEEN, SOONER or LOST.
        targets: The record that each trial reached, or -1 if the monk died.
        cursor: The progress of the search, with the indices STATUS to QUEUE_SIZES.
        settings: The settings of the search, with the indices SPARE to RECOUNT.
        children: A workspace for the children of a record and one more state.
        kinds: The turns that lead to the children.
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


def new_records(most: int, options: ThesisOptions = USUAL) -> ThesisRecords:
    """Allocate arrays for a search with ``options`` and at most ``most`` records."""
    room = max(most, 1) + TRIALS
    average = _ROWS_FOR_EVERY if options.every else _ROWS_FOR_RECORD
    rows = max(average * room, _LEAST_ROWS) + TRIALS
    orders = MIXED if options.order == MIXED else 1
    return ThesisRecords(
        np.empty(bitcube.STATE_WORDS * room, np.uint64),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.int32),
        np.empty(room, np.uint8),
        np.empty(room, np.uint8),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        # Queues also hold stale keys, so they have room for twice as many keys as records.
        np.empty((LINES * orders, 2 * room), np.int64),
        np.empty(room, np.int32),
        np.empty(hashset.count_slots(room), np.uint64),
        np.empty(rows, np.int32),
        np.empty(rows, np.uint8),
        np.empty(rows, np.uint8),
        np.empty(rows, np.int32),
        np.zeros(CURSOR, np.int64),
        np.zeros(SETTINGS, np.int64),
        np.empty(bitcube.STATE_WORDS * (bitcube.MAX_CHILDREN + 1), np.uint64),
        np.empty(bitcube.MAX_CHILDREN, np.int64),
    )


@kernel
def count_stalled(records: ThesisRecords, number: int) -> int:
    """Return the number of turns since a record's monk last walked, plus 1, but at most 255."""
    stalled = int(records.stalled[number])
    return min(stalled + 1, _MOST_STALLED)


@kernel
def has_to_wait(records: ThesisRecords, number: int) -> int:
    """Return 1 if too many turns have been made since a record's monk last walked, else 0."""
    stall = records.settings[STALL]
    return 1 if stall > 0 and records.stalled[number] >= stall else 0


@kernel
def build_key(records: ThesisRecords, order: int, number: int) -> int:
    """Build the key that ranks a record in ``order``. The best candidate has the lowest key."""
    cost = np.int64(records.costs[number])
    # Cap the cost, so that it cannot overflow into the bits for the missing karma.
    if cost > _MOST_COST:
        cost = np.int64(_MOST_COST)
    word, karma = records.states[2 * number], records.states[2 * number + 1]
    left = bitcube.find_karma(word, karma)
    missing = popcount(left) - records.settings[SPARE]
    if missing < 0:
        missing = np.int64(0)
    if order == KARMA:
        rank = missing << _COST_BITS | cost
    elif order == MOVES:
        rank = cost << _MISSING_BITS | missing
    elif order == DISTANCE:
        rank = bound.estimate_distance(left, missing) << _COST_BITS | cost
    else:
        # Newer records have higher numbers, and need lower ranks to be taken first.
        rank = _MOST_NUMBER - number
    # Of several records with equal rank, the oldest is the best candidate.
    return rank << _NUMBER_BITS | number


@kernel
def get_order(records: ThesisRecords, line: int) -> int:
    """Return the order in which queue ``line`` ranks its candidates."""
    order = records.settings[ORDER]
    return line // LINES if order == MIXED else order


@kernel
def push_candidate(records: ThesisRecords, number: int) -> None:
    """Push a record onto one queue for each order; set the status FULL if a queue has no room."""
    cursor, queues = records.cursor, records.queues
    for line in range(has_to_wait(records, number), queues.shape[0], LINES):
        key = build_key(records, get_order(records, line), number)
        at = cursor[QUEUE_SIZES + line]
        if at == queues.shape[1]:
            cursor[STATUS] = FULL
        else:
            cursor[QUEUE_SIZES + line] = at + 1
            heap.push_key(queues[line], at, key)


@kernel
def pop_key(records: ThesisRecords, line: int) -> int:
    """Remove and return the lowest key from queue ``line``, which must not be empty."""
    count = records.cursor[QUEUE_SIZES + line]
    records.cursor[QUEUE_SIZES + line] = count - 1
    return heap.pop_key(records.queues[line], count)


@kernel
def take_best_candidate(records: ThesisRecords) -> int:
    """Remove the best candidate from the queues and return it, or -1 if there is none."""
    cursor = records.cursor
    orders = records.queues.shape[0] // LINES
    # The mixed order uses the other orders in rotation, one for each candidate.
    first = cursor[TAKEN] % orders * LINES
    for waits in range(LINES):
        line = first + waits
        while cursor[QUEUE_SIZES + line] > 0:
            key = pop_key(records, line)
            number = key & _MOST_NUMBER
            # Skip stale keys. Their records were reached again at a lower cost, or were taken from
            # another queue.
            listed = records.marks[number] == OPEN and has_to_wait(records, number) == waits
            if listed and key == build_key(records, get_order(records, line), number):
                return number
    return -1
