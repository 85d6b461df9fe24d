"""The search of the thesis: take the best candidate, pick up all it reaches, try all its turns.

A *record* is a cube with the monk on a square of it, right after a turn. Its cost is the moves
used, as the thesis counts them: turns, and one relocation for each piece of karma and for each
other square to turn from. The best candidate misses the least karma, then has the least cost, then
is the oldest. One whose monk has not moved for four turns waits until there are no others.

A record that is reached again for less takes the cheaper way; what was found from it stays, and
counts what it has counted before, or less by as much (figure 46). Which of these, what the best
candidate is and when one waits can be set: :mod:`engine.games.mazing_monk.published.options`.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.cube import EXIT
from engine.games.mazing_monk.cube.planes import Tables
from engine.games.mazing_monk.published.records import (
    COUNT,
    EVERY,
    MOST_WAITING,
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
    Records,
    best_candidate,
    line_up,
    stalled_more,
)
from engine.games.mazing_monk.search.turns import EMPTY, FOUND, FRESH, FULL, RUNNING, STOPPED
from engine.jit.bits import popcount, signed
from engine.jit.marks import Longs, Words, entry, kernel
from engine.search import hashset

NEW, SEEN, SOONER, LOST = range(4)
"""What came of a trial."""


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
def count_anew(records: Records, number: int, less: int) -> None:
    """Has all that was found from a record count so many moves less, what it tried anew."""
    changed, height = records.changed, 1
    changed[0] = number
    while height > 0:
        height -= 1
        source = changed[height]
        row = records.firsts[source]
        while 0 <= row < records.cursor[ROWS] and records.sources[row] == source:
            target = records.targets[row]
            if target >= 0 and records.reached_in[target] == row:
                records.costs[target] = records.costs[target] - less
                if records.marks[target] == OPEN:
                    line_up(records, target)
                else:
                    changed[height] = target
                    height += 1
            row += 1


@kernel
def try_turn(
    records: Records,
    child: int,
    source: int,
    square: int,
    cost: int,
    stalled: int,
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
        records.marks[number] = OPEN
        records.found_in[number] = row
        records.firsts[number] = -1
        records.costs[number] = cost
    elif cost < records.costs[number]:
        records.results[row] = SOONER
    if records.results[row] != SEEN:
        less = records.costs[number] - cost
        records.reached_in[number] = row
        records.parents[number] = source
        records.turns[number] = turn
        records.costs[number] = cost
        records.stalled[number] = stalled
        if records.marks[number] == OPEN:
            line_up(records, number)
        elif records.settings[RECOUNT] != 0:
            count_anew(records, number, less)


@kernel
def take(tables: Tables, records: Records, number: int, most: int) -> None:
    """Lets a candidate pick up all it reaches; it wins, or all its turns are tried."""
    cursor, states, children = records.cursor, records.states, records.children
    records.marks[number] = TRIED
    cursor[TAKEN] += 1
    word, karma = states[planes.STATE_WORDS * number], states[planes.STATE_WORDS * number + 1]
    children[0], children[1] = word, karma
    planes.make_whole(tables.cube, children, 0)
    whole, rest = children[0], children[1]
    left = popcount(planes.karma_cells(whole, rest))
    picked = popcount(planes.karma_cells(word, karma)) - left
    squares = planes.squares_of(whole)
    if left <= records.settings[SPARE] and squares >> EXIT & 1:
        records.marks[number] = SOLVED
        cursor[SOLUTIONS] += 1
        if records.settings[EVERY] == 0:
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
            stalled = stalled_more(records, number)
        there = (whole & planes.PLANE) | np.uint64(1 << square) << planes.SQUARES_AT
        for child in range(planes.expand(tables, there, rest, False, children, records.kinds)):
            if cursor[STATUS] == RUNNING:
                try_turn(records, child, number, square, cost, stalled, most)


@entry
def take_candidates(
    tables: Tables,
    records: Records,
    start: Words,
    control: Longs,
    most: int,
    pause: int,
) -> None:
    """Goes on taking candidates.

    There are ``most`` records at the most, one at least, no
    more than there is room for; ``pause`` is how many candidates are taken then.
    """
    cursor, states, slots = records.cursor, records.states, records.slots
    if cursor[STATUS] == FRESH:
        cursor[SIZE] = hashset.begin_set(slots, states, start, planes.STATE_WORDS)
        records.parents[0] = -1
        records.costs[0] = 0
        records.stalled[0] = 0
        records.marks[0] = OPEN
        records.found_in[0] = -1
        records.reached_in[0] = -1
        records.firsts[0] = -1
        cursor[COUNT] = 1
        cursor[STATUS] = RUNNING
        line_up(records, 0)
    rows_room = len(records.sources) - TRIALS
    while cursor[STATUS] == RUNNING and cursor[TAKEN] < pause:
        cursor[MOST_WAITING] = max(cursor[MOST_WAITING], cursor[COUNT] - cursor[TAKEN])
        if control[0] != 0:
            cursor[STATUS] = STOPPED
        elif cursor[ROWS] > rows_room:
            cursor[STATUS] = FULL
        else:
            cursor[SIZE] = hashset.make_room(
                slots, cursor[SIZE], states, planes.STATE_WORDS, cursor[COUNT], TRIALS
            )
            number = best_candidate(records)
            if number < 0:
                cursor[STATUS] = EMPTY
            else:
                take(tables, records, number, most)
    control[1] = cursor[COUNT]


@entry
def cheapest_solution(tables: Tables, records: Records) -> int:
    """The solution of the fewest moves, the exit included, the oldest of several; -1 for none."""
    states, whole = records.states, records.children
    cheapest, least = -1, np.int64(0)
    for number in range(records.cursor[COUNT]):
        if records.marks[number] == SOLVED:
            at = planes.STATE_WORDS * number
            word, karma = states[at], states[at + 1]
            whole[0], whole[1] = word, karma
            planes.make_whole(tables.cube, whole, 0)
            before = popcount(planes.karma_cells(word, karma))
            picked = before - popcount(planes.karma_cells(whole[0], whole[1]))
            moves = records.costs[number] + picked
            if last_picked(tables, word, karma) != EXIT:
                moves += 1
            if cheapest < 0 or moves < least:
                cheapest, least = number, moves
    return cheapest
