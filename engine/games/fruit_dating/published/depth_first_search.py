"""The article's solver: a depth-first search that remembers the depth of each situation.

A situation is expanded by trying all moves in order. Each trial that changes something is a row in
the log. If a situation is met again at an equal or greater depth, its branch is cut. If it is met
again at a smaller depth, the new row replaces the old one, which will no longer be expanded. An
iteration ends at the first win, or when the stack is empty. After a win, another iteration starts,
with a depth limit below the depth of that win. If an iteration finds no win, the last win was a
shortest one. For example::

    row 1   depth 1   new         S, from the start
    row 2   depth 1   new         T, from the start
    row 3   depth 2   new         U, from T, the top of the stack
    row 4   depth 3   new         V, from U
    row 5   depth 3   cut         S again, from U, deeper than row 1
    row 6   depth 2   replaced    V again, from S, at a smaller depth than row 4

Source: T. Rychnovsky's article on Fruit Dating, section "Solver". The article only says "remove old
situation". We take this to mean that a replaced row that is still on the stack is skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.jit.decorators import IntRows, Ints, Longs, Words, entry, kernel
from engine.search import search_memory
from engine.search.hashset import begin_set, count_slots, hash_state, insert_state, make_room
from engine.search.successors import MOVED, STAY, WON, Expansion, SearchLevel, expand_state
from engine.values.budget import Budget, Control

NEW, CUT, REPLACED, SOLVED, LOSS = range(5)
"""The possible results of a trial."""

OTHER, NUMBER, SITUATION = range(4, 7)
"""Further columns of the log: the row that owned the situation before (-1 if none did), the number
of this row among the rows at its depth, and the situation reached (-1 for a win or a loss)."""

COUNT, STACK, TRIALS, SLOTS, STATUS = range(5)
"""Indices in the cursor array: the number of situations, the height of the stack, the number of
rows in the log, the number of slots in the hash set, and the status."""

_TRIALS_PER_STATE = 4
_POLL = 1023


class TrialWorkspace(NamedTuple):
    """The arrays that an iteration uses.

    Attributes:
        cursor: The progress of the iteration, indexed by COUNT and the constants after it.
        states: The packed situations.
        owner: The row that currently owns each situation, which reached it at the smallest depth.
        slots: The hash set of situations.
        log: The rows of all iterations.
        stack: The rows whose situations are waiting to be expanded.
        numbers: The number of rows at each depth.
        expansion: Memory for the successors of one situation.
    """

    cursor: Longs
    states: Words
    owner: Ints
    slots: Words
    log: IntRows
    stack: Ints
    numbers: Ints
    expansion: Expansion


@kernel
def begin_iteration(work: TrialWorkspace, base: int, start: Words, words: int) -> None:
    """Begin an iteration with only the start situation, which is logged as row ``base``."""
    cursor, log, numbers = work.cursor, work.log, work.numbers
    # The log's memory is not initialized, so write the whole row.
    for column in range(7):
        log[base, column] = 0
    log[base, search_memory.PARENT] = -1
    log[base, OTHER] = -1
    work.owner[0] = base
    work.stack[0] = base
    for depth in range(len(numbers)):
        numbers[depth] = 0
    cursor[COUNT] = 1
    cursor[STACK] = 1
    cursor[TRIALS] = base + 1
    cursor[SLOTS] = begin_set(work.slots, work.states, start, words)
    cursor[STATUS] = search_memory.RUNNING


@kernel
def log_trial(work: TrialWorkspace, parent: int, depth: int, move: int) -> int:
    """Log a move that was tried in the situation of row ``parent``, and return the new row."""
    cursor, log, numbers = work.cursor, work.log, work.numbers
    row = cursor[TRIALS]
    cursor[TRIALS] += 1
    numbers[depth] += 1
    log[row, search_memory.PARENT] = parent
    log[row, OTHER] = -1
    log[row, search_memory.DEPTH] = depth
    log[row, NUMBER] = numbers[depth]
    log[row, search_memory.MOVE] = move
    log[row, SITUATION] = -1
    return row


@kernel
def write_situation(work: TrialWorkspace, row: int, offset: int, words: int) -> None:
    """Look up the situation of a new row, and push the row on the stack unless its branch is cut.

    The situation is at ``offset`` among the successors.
    """
    cursor, owner, log, keys = work.cursor, work.owner, work.log, work.expansion.successors
    value = hash_state(keys, offset, words)
    count, size = cursor[COUNT], cursor[SLOTS]
    known = insert_state(work.slots, size, work.states, words, count, keys, offset, value)
    result = NEW
    if known == count:
        cursor[COUNT] += 1
    else:
        log[row, OTHER] = owner[known]
        # A trial at a smaller depth takes over a known situation; any other trial is cut.
        result = (
            CUT
            if log[owner[known], search_memory.DEPTH] <= log[row, search_memory.DEPTH]
            else REPLACED
        )
    log[row, SITUATION] = known
    log[row, search_memory.RESULT] = result
    if result != CUT:
        # The old owner stays on the stack, but will be skipped, because it owns no situation.
        owner[known] = row
        work.stack[cursor[STACK]] = row
        cursor[STACK] += 1


@entry
def search_iteration(
    level: SearchLevel, control: Longs, limit: int, base: int, chunk: int, work: TrialWorkspace
) -> None:
    """Begin or continue an iteration, and make up to ``chunk`` steps.

    An iteration whose cursor is all zeros has not begun.
    """
    cursor, states, owner, log = work.cursor, work.states, work.owner, work.log
    moves, words = level.rules.moves, level.rules.words
    if cursor[COUNT] == 0:
        begin_iteration(work, base, level.start, words)
    for turn in range(chunk):
        # Count turns for polling, because the number of situations may not change for a long time.
        if turn & _POLL == 0 and control[0] != 0:
            cursor[STATUS] = search_memory.STOPPED
            return
        if cursor[STACK] == 0:
            cursor[STATUS] = search_memory.DONE
            return
        # The trial that was pushed last is expanded first, so the search is depth first.
        cursor[STACK] -= 1
        trial = work.stack[cursor[STACK]]
        state = log[trial, SITUATION]
        depth = log[trial, search_memory.DEPTH] + 1
        # Skip the trial if it was replaced after it was pushed, or is at the depth limit.
        if owner[state] != trial or depth > limit:
            continue
        # Test the capacity before an expansion, so that no expansion stops halfway.
        if cursor[COUNT] + moves > len(owner) or cursor[TRIALS] + moves > len(log):
            cursor[STATUS] = search_memory.FULL
            return
        cursor[SLOTS] = make_room(work.slots, cursor[SLOTS], states, words, cursor[COUNT], moves)
        expand_state(level, states, state * words, work.expansion)
        for move in range(moves):
            outcome = work.expansion.outcomes[move]
            if outcome == STAY:
                continue
            row = log_trial(work, trial, depth, move)
            if outcome >= WON:
                log[row, search_memory.RESULT] = SOLVED
                # The first win ends the iteration.
                cursor[STATUS] = search_memory.FOUND
                return
            if outcome == MOVED:
                write_situation(work, row, move * words, words)
            else:
                log[row, search_memory.RESULT] = LOSS
        control[1] = cursor[TRIALS]


@dataclass(frozen=True, slots=True)
class DepthFirstLog(search_memory.TrialLog):
    """The trials of all iterations, one iteration after another.

    Attributes:
        iterations: The index of the first row of each iteration, followed by the number of rows.
        limits: The depth limit of each iteration.
        states_seen: The largest number of situations that any iteration reached.
        states: The packed situations of each iteration, as arrays of shape (situations, words).
    """

    iterations: tuple[int, ...]
    limits: tuple[int, ...]
    states_seen: int
    states: tuple[Words, ...]

    @property
    def is_proven(self) -> bool:
        """True if the last win is known to be a shortest one."""
        if self.winning_row is None:
            return False
        return (
            self.status == search_memory.DONE
            or int(self.rows[self.winning_row, search_memory.DEPTH]) == 1
        )


def search_as_published(
    level: SearchLevel,
    depth_limit: int,
    budget: Budget | None = None,
    control: Control | None = None,
) -> DepthFirstLog:
    """Search with a decreasing depth limit until an iteration finds no win.

    The budget's limit on states applies to the situations in each iteration. All iterations
    together may log about four times as many trials.

    Raises:
        EngineError: There is not enough memory for the budget.
    """
    budget = budget or Budget()
    control = control or Control()
    moves, words = level.rules.moves, level.rules.words
    room = search_memory.compute_room(budget, moves)
    with search_memory.report_memory_error(room):
        work = TrialWorkspace(
            np.zeros(5, np.int64),
            np.empty(room * words, np.uint64),
            np.empty(room, np.int32),
            np.empty(count_slots(room), np.uint64),
            np.empty((_TRIALS_PER_STATE * room, 7), np.int32),
            np.empty(_TRIALS_PER_STATE * room, np.int32),
            np.empty(depth_limit + 1, np.int32),
            search_memory.create_expansion(moves, words, level.scratch),
        )
    cursor, log = work.cursor, work.log
    iterations, limits = [0], [depth_limit]
    solved, kept = None, []

    def stretch(portion: int) -> None:
        search_iteration(level, control.shared_cells, limits[-1], iterations[-1], portion, work)

    while True:
        search_memory.run_search(stretch, cursor, STATUS, budget, control)
        kept.append(work.states[: cursor[COUNT] * words].reshape(-1, words).copy())
        end = int(cursor[TRIALS])
        if cursor[STATUS] != search_memory.FOUND:
            break
        solved = end - 1
        length = int(log[solved, search_memory.DEPTH])
        # No win is shorter than one move, and a full log has no room for another iteration.
        if length == 1 or end == len(log):
            break
        iterations.append(end)
        # The next iteration searches only for shorter solutions.
        limits.append(length - 1)
        cursor[:] = 0
    seen = max(len(states) for states in kept)
    status = int(cursor[STATUS])
    return DepthFirstLog(
        log[:end], status, solved, (*iterations, end), tuple(limits), seen, tuple(kept)
    )
