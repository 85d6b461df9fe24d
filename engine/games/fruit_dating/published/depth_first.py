"""The article's solver: last in, first out, with a memory of depths.

A situation is expanded by trying all moves in order; every trial that changes something is one
row of the log. A situation met again at an equal or greater depth ends its branch; one met at
a smaller depth takes the place of the old one, which is not expanded any more. The search ends
at the first win, or when nothing is left within the depth limit.

Source: T. Rychnovsky's article on Fruit Dating, section "Solver"; what happens to a replaced
situation that still waits on the stack is our reading of "remove old situation".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.jit.marks import IntRows, Ints, Longs, Words, entry, kernel
from engine.search import running
from engine.search.hashset import begin_set, hash_of, make_room, slots_for
from engine.search.hashset import enter as enter_state
from engine.search.successors import MOVED, STAY, WON, Expansion, SearchLevel, expand_state
from engine.values.budget import Budget, Control

NEW, CUT, REPLACED, SOLVED, LOSS = range(5)
"""What came of a trial."""

OTHER, NUMBER, SITUATION = range(4, 7)
"""Further columns of the log: the trial that owned the situation before (-1 for none), running
number within the depth, and the situation reached (-1 for an end)."""

COUNT, STACK, TRIALS, SLOTS, STATUS = range(5)
"""Indices in the cursor: situations, height of the stack, rows of the log, slots, status."""

_TRIALS_PER_STATE = 4
_POLL = 1023


class TrialMemory(NamedTuple):
    """The arrays of an iteration.

    Attributes:
        cursor: where it stands; indices above.
        owner: for every situation the row that it belongs to now.
        log: the rows of all iterations.
        stack: the rows that wait.
        numbers: the running count of each depth.
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
def begin_iteration(work: TrialMemory, base: int, start: Words, words: int) -> None:
    """Makes an iteration hold its start, logged as row ``base``, and nothing else."""
    cursor, log, numbers = work.cursor, work.log, work.numbers
    for column in range(7):
        log[base, column] = 0
    log[base, running.PARENT] = -1
    log[base, OTHER] = -1
    work.owner[0] = base
    work.stack[0] = base
    for depth in range(len(numbers)):
        numbers[depth] = 0
    cursor[COUNT] = 1
    cursor[STACK] = 1
    cursor[TRIALS] = base + 1
    cursor[SLOTS] = begin_set(work.slots, work.states, start, words)
    cursor[STATUS] = running.RUNNING


@kernel
def log_trial(work: TrialMemory, parent: int, depth: int, move: int) -> int:
    """Adds a row for a move tried in the situation of row ``parent``; its number."""
    cursor, log, numbers = work.cursor, work.log, work.numbers
    row = cursor[TRIALS]
    cursor[TRIALS] += 1
    numbers[depth] += 1
    log[row, running.PARENT] = parent
    log[row, OTHER] = -1
    log[row, running.DEPTH] = depth
    log[row, NUMBER] = numbers[depth]
    log[row, running.MOVE] = move
    log[row, SITUATION] = -1
    return row


@kernel
def enter(work: TrialMemory, row: int, offset: int, words: int) -> None:
    """Compares the situation of a new row with the memory, and stacks it if it stays open.

    The situation is among the successors, at ``offset``.
    """
    cursor, owner, log, keys = work.cursor, work.owner, work.log, work.expansion.successors
    value = hash_of(keys, offset, words)
    count, size = cursor[COUNT], cursor[SLOTS]
    known = enter_state(work.slots, size, work.states, words, count, keys, offset, value)
    result = NEW
    if known == count:
        cursor[COUNT] += 1
    else:
        log[row, OTHER] = owner[known]
        result = CUT if log[owner[known], running.DEPTH] <= log[row, running.DEPTH] else REPLACED
    log[row, SITUATION] = known
    log[row, running.RESULT] = result
    if result != CUT:
        owner[known] = row
        work.stack[cursor[STACK]] = row
        cursor[STACK] += 1


@entry
def depth_first(
    level: SearchLevel, control: Longs, limit: int, base: int, chunk: int, work: TrialMemory
) -> None:
    """Begins an iteration (a cursor of zeros) or goes on, for up to ``chunk`` expansions."""
    cursor, states, owner, log = work.cursor, work.states, work.owner, work.log
    moves, words = level.rules.moves, level.rules.words
    if cursor[COUNT] == 0:
        begin_iteration(work, base, level.start, words)
    for turn in range(chunk):
        # By turns, not by situations, whose number may stand still for long.
        if turn & _POLL == 0 and control[0] != 0:
            cursor[STATUS] = running.STOPPED
            return
        if cursor[STACK] == 0:
            cursor[STATUS] = running.DONE
            return
        cursor[STACK] -= 1
        trial = work.stack[cursor[STACK]]
        state = log[trial, SITUATION]
        depth = log[trial, running.DEPTH] + 1
        if owner[state] != trial or depth > limit:
            continue
        if cursor[COUNT] + moves > len(owner) or cursor[TRIALS] + moves > len(log):
            cursor[STATUS] = running.FULL
            return
        cursor[SLOTS] = make_room(work.slots, cursor[SLOTS], states, words, cursor[COUNT], moves)
        expand_state(level, states, state * words, work.expansion)
        for move in range(moves):
            outcome = work.expansion.outcomes[move]
            if outcome == STAY:
                continue
            row = log_trial(work, trial, depth, move)
            if outcome >= WON:
                log[row, running.RESULT] = SOLVED
                cursor[STATUS] = running.FOUND
                return
            if outcome == MOVED:
                enter(work, row, move * words, words)
            else:
                log[row, running.RESULT] = LOSS
        control[1] = cursor[TRIALS]


@dataclass(frozen=True, slots=True)
class DepthFirstLog(running.TrialLog):
    """The trials of all iterations, one after another.

    Attributes:
        iterations: the first row of every iteration, which is its start, and the number of rows.
        states_seen: situations of the largest iteration.
        states: the packed situations of every iteration, shape (situations, words) each.
    """

    iterations: tuple[int, ...]
    limits: tuple[int, ...]
    states_seen: int
    states: tuple[Words, ...]

    @property
    def proven(self) -> bool:
        """Whether the last win is known to be a shortest one."""
        if self.solved is None:
            return False
        return self.status == running.DONE or int(self.rows[self.solved, running.DEPTH]) == 1


def published_search(
    level: SearchLevel,
    depth_limit: int,
    budget: Budget | None = None,
    control: Control | None = None,
) -> DepthFirstLog:
    """Searches with a falling depth limit until an iteration finds nothing.

    The budget's states bound the situations of one iteration, and the trials of all iterations
    together at four for each.

    Raises:
        EngineError: too little memory for the budget.
    """
    budget = budget or Budget()
    control = control or Control()
    moves, words = level.rules.moves, level.rules.words
    room = running.states_room(budget, moves)
    with running.memory_for(room):
        work = TrialMemory(
            np.zeros(5, np.int64),
            np.empty(room * words, np.uint64),
            np.empty(room, np.int32),
            np.empty(slots_for(room), np.uint64),
            np.empty((_TRIALS_PER_STATE * room, 7), np.int32),
            np.empty(_TRIALS_PER_STATE * room, np.int32),
            np.empty(depth_limit + 1, np.int32),
            running.expansion_memory(moves, words, level.scratch),
        )
    cursor, log = work.cursor, work.log
    iterations, limits = [0], [depth_limit]
    solved, kept = None, []

    def stretch(portion: int) -> None:
        """Expands up to so many situations of the last iteration."""
        depth_first(level, control.cells, limits[-1], iterations[-1], portion, work)

    while True:
        running.run(stretch, cursor, STATUS, budget, control)
        kept.append(work.states[: cursor[COUNT] * words].reshape(-1, words).copy())
        end = int(cursor[TRIALS])
        if cursor[STATUS] != running.FOUND:
            break
        solved = end - 1
        length = int(log[solved, running.DEPTH])
        if length == 1 or end == len(log):
            break
        iterations.append(end)
        limits.append(length - 1)
        cursor[:] = 0
    seen = max(len(states) for states in kept)
    status = int(cursor[STATUS])
    return DepthFirstLog(
        log[:end], status, solved, (*iterations, end), tuple(limits), seen, tuple(kept)
    )
