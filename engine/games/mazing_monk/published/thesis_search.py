"""The thesis's solver: take the best candidate, collect all karma within reach, and try all turns.

A *record* is a cube with the monk on one square, immediately after a turn. Its cost is the number
of moves so far, counted as in the thesis: one for each turn, one for each piece of karma, and one
more if the monk turns from a square other than that of the last piece. The best candidate is the
one that is missing the least karma. Ties are broken by the lowest cost, and then by age, oldest
first. A candidate whose monk has not walked for four turns waits until there are no others.

If a record is reached again at a lower cost, the cheaper path replaces the old one. The records
reached from it either keep their costs or have them reduced by the same amount (figure 46 in the
thesis). This choice, the order of candidates, and the waiting are options, defined in
:mod:`engine.games.mazing_monk.published.solver_options`.

In a search by turns, the monk is on all squares within reach at once. Here he is on a single
square, so one whole state corresponds to as many as nine records.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.bitcube import Tables
from engine.games.mazing_monk.cube.cube import EXIT
from engine.games.mazing_monk.published.thesis_search_nodes import (
    COUNT,
    EVERY,
    MAX_WAITING,
    OPEN,
    RECOUNT,
    ROWS,
    SIZE,
    SOLUTIONS,
    SOLVED,
    SPARE,
    STATUS,
    TAKEN,
    TRIALS,
    TRIED,
    ThesisRecords,
    count_stalled,
    push_candidate,
    take_best_candidate,
)
from engine.games.mazing_monk.search.turn_search import EMPTY, FOUND, FRESH, FULL, RUNNING, STOPPED
from engine.jit.bits import popcount, to_signed
from engine.jit.decorators import Longs, Words, entry, kernel
from engine.search import hashset

NEW, SEEN, SOONER, LOST = range(4)
"""The possible results of a trial: a new record, a known record, a known record at a lower cost, or
death by soldiers."""


@kernel
def find_last_picked(tables: Tables, word: np.uint64, karma: np.uint64) -> int:
    """Return the monk's square after he has collected all karma within reach.

    He always walks to the nearest remaining piece.
    """
    monk, opened = bitcube.find_first(bitcube.get_squares(word)), bitcube.find_walkable(word, karma)
    left = to_signed(bitcube.find_karma(word, karma) & bitcube.TOP_FACE)
    while True:
        nearest = bitcube.find_nearest(tables.steps, opened, monk, left)
        if nearest < 0:
            return monk
        monk = nearest
        left &= ~(1 << nearest)


@kernel
def recount_costs(records: ThesisRecords, number: int, less: int) -> None:
    """Reduce by ``less`` the cost of every record reached from record ``number``."""
    changed, height = records.changed, 1
    # A depth-first search, with ``changed`` as the stack.
    changed[0] = number
    while height > 0:
        height -= 1
        source = changed[height]
        row = records.firsts[source]
        while 0 <= row < records.cursor[ROWS] and records.sources[row] == source:
            target = records.targets[row]
            # A record becomes cheaper only if this trial is on the cheapest path to it.
            if target >= 0 and records.reached_in[target] == row:
                records.costs[target] = records.costs[target] - less
                if records.marks[target] == OPEN:
                    push_candidate(records, target)
                else:
                    changed[height] = target
                    height += 1
            row += 1


@kernel
def try_turn(
    records: ThesisRecords,
    child: int,
    source: int,
    square: int,
    cost: int,
    stalled: int,
    most: int,
) -> None:
    """Record the turn that leads to child ``child`` as a trial from record ``source``.

    If the number of records would then exceed ``most``, set the status FULL instead.
    """
    cursor, states, children = records.cursor, records.states, records.children
    row = cursor[ROWS]
    cursor[ROWS] = row + 1
    kind = records.kinds[child]
    turn = kind % bitcube.ATTACKED
    records.sources[row] = source
    records.actions[row] = bitcube.TURN_COUNT * square + turn
    if kind >= bitcube.ATTACKED:
        records.results[row] = LOST
        records.targets[row] = -1
        return
    at = bitcube.STATE_WORDS * child
    value = hashset.hash_state(children, at, bitcube.STATE_WORDS)
    number = hashset.insert_state(
        records.slots, cursor[SIZE], states, bitcube.STATE_WORDS, cursor[COUNT], children, at, value
    )
    # There is no room for another record, so undo the trial and end the search before it.
    if number == most:
        cursor[ROWS], cursor[STATUS] = row, FULL
        return
    records.targets[row] = number
    records.results[row] = SEEN
    if number == cursor[COUNT]:
        cursor[COUNT] = number + 1
        records.results[row] = NEW
        records.marks[number] = OPEN
        records.found_in[number] = row
        records.firsts[number] = -1
        records.costs[number] = cost
    elif cost < records.costs[number]:
        records.results[row] = SOONER
    # The record is new, or its cost is lower than before.
    if records.results[row] != SEEN:
        less = records.costs[number] - cost
        records.reached_in[number] = row
        records.parents[number] = source
        records.turns[number] = turn
        records.costs[number] = cost
        records.stalled[number] = stalled
        if records.marks[number] == OPEN:
            push_candidate(records, number)
        elif records.settings[RECOUNT] != 0:
            recount_costs(records, number, less)


@kernel
def take_candidate(tables: Tables, records: ThesisRecords, number: int, most: int) -> None:
    """Collect all karma within reach in a candidate; then record a win or try all turns."""
    cursor, states, children = records.cursor, records.states, records.children
    records.marks[number] = TRIED
    cursor[TAKEN] += 1
    word, karma = states[bitcube.STATE_WORDS * number], states[bitcube.STATE_WORDS * number + 1]
    children[0], children[1] = word, karma
    bitcube.make_whole(tables.cube, children, 0)
    whole, rest = children[0], children[1]
    left = popcount(bitcube.find_karma(whole, rest))
    picked = popcount(bitcube.find_karma(word, karma)) - left
    squares = bitcube.get_squares(whole)
    if left <= records.settings[SPARE] and squares >> EXIT & 1:
        records.marks[number] = SOLVED
        cursor[SOLUTIONS] += 1
        if records.settings[EVERY] == 0:
            cursor[STATUS] = FOUND
        return
    records.firsts[number] = cursor[ROWS]
    # The monk ends up on the square of the last piece of karma. Turning from any other square costs
    # a relocation.
    monk, last = (
        bitcube.find_first(bitcube.get_squares(word)),
        find_last_picked(tables, word, karma),
    )
    while squares != 0 and cursor[STATUS] == RUNNING:
        square = bitcube.find_first(squares)
        squares &= squares - 1
        cost = records.costs[number] + picked + 1
        if square != last:
            cost += 1
        stalled = 0
        if picked == 0 and square == monk:
            stalled = count_stalled(records, number)
        there = (whole & bitcube.PLANE) | np.uint64(1 << square) << bitcube.SQUARES_AT
        for child in range(
            bitcube.list_children(tables, there, rest, False, children, records.kinds)
        ):
            if cursor[STATUS] == RUNNING:
                try_turn(records, child, number, square, cost, stalled, most)


@entry
def take_candidates(
    tables: Tables,
    records: ThesisRecords,
    start: Words,
    control: Longs,
    most: int,
    pause: int,
) -> None:
    """Start a search, or continue it by taking more candidates.

    Args:
        tables: The lookup tables.
        records: The records of the search.
        start: The state at the start of play.
        control: The shared array through which the search is stopped and reports its progress.
        most: The maximum number of records. It must be at least 1 and at most the number allocated.
        pause: The total number of taken candidates at which the function returns.
    """
    cursor, states, slots = records.cursor, records.states, records.slots
    if cursor[STATUS] == FRESH:
        cursor[SIZE] = hashset.begin_set(slots, states, start, bitcube.STATE_WORDS)
        records.parents[0] = -1
        records.costs[0] = 0
        records.stalled[0] = 0
        records.marks[0] = OPEN
        records.found_in[0] = -1
        records.reached_in[0] = -1
        records.firsts[0] = -1
        cursor[COUNT] = 1
        cursor[STATUS] = RUNNING
        push_candidate(records, 0)
    rows_room = len(records.sources) - TRIALS
    while cursor[STATUS] == RUNNING and cursor[TAKEN] < pause:
        cursor[MAX_WAITING] = max(cursor[MAX_WAITING], cursor[COUNT] - cursor[TAKEN])
        if control[0] != 0:
            cursor[STATUS] = STOPPED
        elif cursor[ROWS] > rows_room:
            cursor[STATUS] = FULL
        else:
            cursor[SIZE] = hashset.make_room(
                slots, cursor[SIZE], states, bitcube.STATE_WORDS, cursor[COUNT], TRIALS
            )
            number = take_best_candidate(records)
            if number < 0:
                cursor[STATUS] = EMPTY
            else:
                take_candidate(tables, records, number, most)
    control[1] = cursor[COUNT]


@entry
def find_cheapest(tables: Tables, records: ThesisRecords) -> int:
    """Return the record that solves the level in the fewest moves, or -1 if there is none.

    The final walk to the exit is counted. If several solutions are equally cheap, the oldest is
    returned.
    """
    states, whole = records.states, records.children
    cheapest, least = -1, np.int64(0)
    for number in range(records.cursor[COUNT]):
        if records.marks[number] == SOLVED:
            at = bitcube.STATE_WORDS * number
            word, karma = states[at], states[at + 1]
            whole[0], whole[1] = word, karma
            bitcube.make_whole(tables.cube, whole, 0)
            before = popcount(bitcube.find_karma(word, karma))
            picked = before - popcount(bitcube.find_karma(whole[0], whole[1]))
            moves = records.costs[number] + picked
            if find_last_picked(tables, word, karma) != EXIT:
                moves += 1
            if cheapest < 0 or moves < least:
                cheapest, least = number, moves
    return cheapest
