"""The first idea of every solver: try all move sequences, shorter ones first, with no memory.

Source: T. Rychnovsky's article on Fruit Dating, section "Solver", its first algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.jit.marks import IntRows, Longs, Words, entry
from engine.search import running
from engine.search.running import TrialLog
from engine.search.successors import MOVED, STAY, WON, Expansion, SearchLevel, expand_state
from engine.values.budget import Budget, Control

NEXT, ROWS, STATUS = range(3)
"""Indices in the cursor."""


class SequenceMemory(NamedTuple):
    """The arrays of an enumeration: ``states`` holds the state of every row of the log."""

    cursor: Longs
    states: Words
    log: IntRows
    expansion: Expansion


@entry
def enumerate_sequences(
    level: SearchLevel, control: Longs, depth_limit: int, chunk: int, work: SequenceMemory
) -> None:
    """Goes on through the sequences in order of length, for up to ``chunk`` expansions.

    Row 0 is the start.
    """
    cursor, states, log = work.cursor, work.states, work.log
    successors, outcomes = work.expansion.successors, work.expansion.outcomes
    moves, words = level.rules.moves, level.rules.words
    row = cursor[NEXT]
    last = row + chunk
    while cursor[STATUS] == running.RUNNING and row < last:
        if row == cursor[ROWS]:
            cursor[STATUS] = running.DONE
        elif log[row, running.DEPTH] == depth_limit and log[row, running.RESULT] == MOVED:
            cursor[STATUS] = running.AT_LIMIT
        elif cursor[ROWS] + moves > len(log):
            cursor[STATUS] = running.FULL
        elif control[0] != 0:
            cursor[STATUS] = running.STOPPED
        elif log[row, running.RESULT] == MOVED:
            expand_state(level, states, row * words, work.expansion)
            for move in range(moves):
                if outcomes[move] == STAY or cursor[STATUS] == running.FOUND:
                    continue
                child = cursor[ROWS]
                cursor[ROWS] += 1
                log[child, running.PARENT] = row
                log[child, running.MOVE] = move
                log[child, running.DEPTH] = log[row, running.DEPTH] + 1
                log[child, running.RESULT] = outcomes[move]
                for word in range(words):
                    states[child * words + word] = successors[move * words + word]
                if outcomes[move] >= WON:
                    cursor[STATUS] = running.FOUND
        row += 1
    control[1] = cursor[ROWS]
    cursor[NEXT] = row


@dataclass(frozen=True, slots=True)
class Sequences(TrialLog):
    """All sequences tried.

    Attributes:
        states: the packed state that every row leads to, shape (rows, words).
        depth_limit: the greatest length tried.
    """

    states: Words
    depth_limit: int

    @property
    def exhausted(self) -> bool:
        """Whether there are no sequences left to try."""
        return self.status == running.DONE


def naive_search(
    level: SearchLevel,
    depth_limit: int,
    budget: Budget | None = None,
    control: Control | None = None,
) -> Sequences:
    """Tries every sequence of moves that change something, up to a length.

    The budget's states bound the sequences.

    Raises:
        EngineError: too little memory for the budget.
    """
    budget = budget or Budget()
    control = control or Control()
    moves, words = level.rules.moves, level.rules.words
    room = running.states_room(budget, moves)
    with running.memory_for(room):
        states = np.empty(room * words, np.uint64)
        log = np.empty((room, 4), np.int32)
    states[:words] = level.start
    log[0] = (-1, 0, 0, MOVED)
    cursor = np.array([0, 1, running.RUNNING], np.int64)
    memory = running.expansion_memory(moves, words, level.scratch)
    work = SequenceMemory(cursor, states, log, memory)

    def stretch(portion: int) -> None:
        """Extends up to so many sequences."""
        enumerate_sequences(level, control.cells, depth_limit, portion, work)

    running.run(stretch, cursor, STATUS, budget, control)
    tried = int(cursor[ROWS])
    status, kept = int(cursor[STATUS]), states[: tried * words].reshape(-1, words)
    solved = tried - 1 if status == running.FOUND else None
    return Sequences(log[:tried], status, solved, kept, depth_limit)
