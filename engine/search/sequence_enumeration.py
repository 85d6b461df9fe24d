"""Plain enumeration of all move sequences, shorter ones first, without remembering states.

Source: the first algorithm in the section "Solver" of T. Rychnovsky's article on Fruit Dating.

The log doubles as the queue. Row 0 is the start. Each row whose move did not end the game is
expanded once, and its children are appended. Therefore the rows are in order of the length of their
sequences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.jit.decorators import IntRows, Longs, Words, entry
from engine.search import search_memory
from engine.search.search_memory import TrialLog
from engine.search.successors import MOVED, STAY, WON, Expansion, SearchLevel, expand_state
from engine.values.budget import Budget, Control

NEXT, ROWS, STATUS = range(3)
"""Indices in the cursor array of an enumeration."""


class SequenceMemory(NamedTuple):
    """The arrays of an enumeration. ``states`` holds one packed state for each row of ``log``."""

    cursor: Longs
    states: Words
    log: IntRows
    expansion: Expansion


@entry
def enumerate_sequences(
    level: SearchLevel, control: Longs, depth_limit: int, chunk: int, work: SequenceMemory
) -> None:
    """Continue the enumeration by expanding up to ``chunk`` further rows of the log."""
    cursor, states, log = work.cursor, work.states, work.log
    successors, outcomes = work.expansion.successors, work.expansion.outcomes
    moves, words = level.rules.moves, level.rules.words
    row = cursor[NEXT]
    last = row + chunk
    while cursor[STATUS] == search_memory.RUNNING and row < last:
        # The enumeration is done when every row has been expanded.
        if row == cursor[ROWS]:
            cursor[STATUS] = search_memory.DONE
        # Rows are in order of length, so all later rows have at least this depth.
        elif (
            log[row, search_memory.DEPTH] == depth_limit and log[row, search_memory.RESULT] == MOVED
        ):
            cursor[STATUS] = search_memory.AT_LIMIT
        # All moves of one row must fit into the log.
        elif cursor[ROWS] + moves > len(log):
            cursor[STATUS] = search_memory.FULL
        elif control[0] != 0:
            cursor[STATUS] = search_memory.STOPPED
        elif log[row, search_memory.RESULT] == MOVED:
            expand_state(level, states, row * words, work.expansion)
            for move in range(moves):
                # A win ends the search, so the later moves of the row are not logged.
                if outcomes[move] == STAY or cursor[STATUS] == search_memory.FOUND:
                    continue
                child = cursor[ROWS]
                cursor[ROWS] += 1
                # Wins and losses get rows too, but these are never expanded.
                log[child, search_memory.PARENT] = row
                log[child, search_memory.MOVE] = move
                log[child, search_memory.DEPTH] = log[row, search_memory.DEPTH] + 1
                log[child, search_memory.RESULT] = outcomes[move]
                for word in range(words):
                    states[child * words + word] = successors[move * words + word]
                if outcomes[move] >= WON:
                    cursor[STATUS] = search_memory.FOUND
        row += 1
    control[1] = cursor[ROWS]
    cursor[NEXT] = row


@dataclass(frozen=True, slots=True)
class SequenceLog(TrialLog):
    """The log of all sequences that were tried.

    Attributes:
        states: The packed state after the move of each row, shape (rows, words).
        depth_limit: The maximum length of a sequence, in moves.
    """

    states: Words
    depth_limit: int

    @property
    def is_exhausted(self) -> bool:
        """True if there are no sequences left to try."""
        return self.status == search_memory.DONE


def search_sequences(
    level: SearchLevel,
    depth_limit: int,
    budget: Budget | None = None,
    control: Control | None = None,
) -> SequenceLog:
    """Try all sequences of up to ``depth_limit`` moves, each of which must change something.

    The budget's limit on states applies to the number of sequences.

    Raises:
        EngineError: There is not enough memory for the budget.
    """
    budget = budget or Budget()
    control = control or Control()
    moves, words = level.rules.moves, level.rules.words
    room = search_memory.compute_room(budget, moves)
    with search_memory.report_memory_error(room):
        states = np.empty(room * words, np.uint64)
        log = np.empty((room, 4), np.int32)
    states[:words] = level.start
    log[0] = (-1, 0, 0, MOVED)
    cursor = np.array([0, 1, search_memory.RUNNING], np.int64)
    memory = search_memory.create_expansion(moves, words, level.scratch)
    work = SequenceMemory(cursor, states, log, memory)

    def extend_rows(portion: int) -> None:
        enumerate_sequences(level, control.shared_cells, depth_limit, portion, work)

    search_memory.run_search(extend_rows, cursor, STATUS, budget, control)
    tried = int(cursor[ROWS])
    status, kept = int(cursor[STATUS]), states[: tried * words].reshape(-1, words)
    # A win ends the search, so the winning sequence is the last row.
    solved = tried - 1 if status == search_memory.FOUND else None
    return SequenceLog(log[:tried], status, solved, kept, depth_limit)
