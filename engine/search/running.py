"""What all searches have in common: their room, how they end, and the log of their trials."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from engine.errors import EngineError
from engine.jit.marks import Ints, Longs
from engine.search.successors import Expansion
from engine.values.budget import Budget, Control, portions

RUNNING, DONE, FULL, STOPPED, FOUND, AT_LIMIT = range(6)
"""Status of a search of any kind: to be called again; nothing left to try; budget used up;
cancelled or out of time; ended by a win; only longer sequences of moves left."""

_MOST_AT_ONCE = 200_000
"""Expansions between two looks at the clock."""
_MOST_STATES = 500_000_000
"""State numbers, and indices of edges in the reverse lists, are 32-bit integers."""


def states_room(budget: Budget, moves: int) -> int:
    """States that a search must have room for; a budget ends between two expansions."""
    return min(max(budget.max_states, 1), _MOST_STATES) + moves


def expansion_memory(moves: int, words: int, scratch: int) -> Expansion:
    """Memory for one expansion."""
    return Expansion(
        np.empty(moves * words, np.uint64), np.empty(moves, np.uint8), np.empty(scratch, np.int32)
    )


@contextmanager
def memory_for(states: int) -> Iterator[None]:
    """Turns a failed allocation into an error that names the budget.

    Raises:
        EngineError: the memory cannot be had.
    """
    try:
        yield
    except MemoryError as error:
        raise EngineError(
            f"not enough memory for a search of {states:,} states; set a smaller limit"
        ) from error


PARENT, MOVE, DEPTH, RESULT = range(4)
"""First columns of a log of trials: the row whose situation a move was tried in (-1 for a start),
the number of the move, moves from the start, and what came of it."""


def run(
    stretch: Callable[[int], object], cursor: Longs, status: int, budget: Budget, control: Control
) -> None:
    """Goes on with a search until it ends or its time is up.

    ``stretch`` goes on for a number of expansions; ``status`` is an index in the cursor.
    """
    for portion in portions(_MOST_AT_ONCE):
        stretch(portion)
        if cursor[status] == RUNNING and budget.is_spent(control.seconds):
            cursor[status] = STOPPED
        if cursor[status] != RUNNING:
            break


@dataclass(frozen=True, slots=True)
class TrialLog:
    """The trials of a search in order, which end when it does.

    Attributes:
        rows: one row a trial, the first columns as above.
        status: how the search ended.
        solved: the row of the last win, None if there was none.
    """

    rows: Ints
    status: int
    solved: int | None

    def path(self, row: int) -> list[int]:
        """The moves from the start to a row, its own move included."""
        return [int(self.rows[at, MOVE]) for at in rows_to(self.rows[:, PARENT], row)[1:]]


def rows_to(parents: Ints, row: int) -> list[int]:
    """The rows from a start to a row, both included, each the parent of the next."""
    rows = []
    while row >= 0:
        rows.append(row)
        row = int(parents[row])
    return rows[::-1]
