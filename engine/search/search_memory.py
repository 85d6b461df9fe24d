"""Parts that searches have in common: their memory, their status, and a log of their trials."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from engine.errors import EngineError
from engine.jit.decorators import Ints, Longs
from engine.search.successors import Expansion
from engine.values.budget import Budget, Control, iterate_portions

RUNNING, DONE, FULL, STOPPED, FOUND, AT_LIMIT = range(6)
"""The status of a search: it can continue; there is nothing left to try; its memory is full; it was
cancelled or ran out of time; a win ended it; only sequences beyond the depth limit are left.
"""

_MAX_PORTION = 200_000
"""The maximum number of expansions between two readings of the clock."""
_MAX_STATES = 500_000_000
"""The limit on states, which keeps state numbers and edge indices within 32-bit integers."""


def compute_room(budget: Budget, moves: int) -> int:
    """Return the number of states to allocate memory for."""
    # The budget is checked only between expansions, and the last one may add a state per move.
    return min(max(budget.max_states, 1), _MAX_STATES) + moves


def create_expansion(moves: int, words: int, scratch: int) -> Expansion:
    """Create the memory for one expansion of a state."""
    return Expansion(
        np.empty(moves * words, np.uint64), np.empty(moves, np.uint8), np.empty(scratch, np.int32)
    )


@contextmanager
def report_memory_error(states: int) -> Iterator[None]:
    """Turn a failed allocation into an error whose message gives the number of states.

    Raises:
        EngineError: There is not enough memory.
    """
    try:
        yield
    except MemoryError as error:
        raise EngineError(
            f"not enough memory for a search of {states:,} states; set a lower limit"
        ) from error


PARENT, MOVE, DEPTH, RESULT = range(4)
"""The first columns in a log of trials: the row from whose position a move was tried (-1 for a
start), the number of the move, the number of moves from the start, and the result.
"""


def run_search(
    extend: Callable[[int], object], cursor: Longs, status: int, budget: Budget, control: Control
) -> None:
    """Run a search until it ends or its time is up.

    Args:
        extend: A function that continues the search for a given number of expansions.
        cursor: The cursor array of the search.
        status: The index of the status in the cursor array.
        budget: The budget that limits the time.
        control: The control whose clock measures the time.
    """
    # A search that ended for another reason keeps its status, even if its time is up too.
    for portion in iterate_portions(_MAX_PORTION):
        extend(portion)
        if cursor[status] == RUNNING and budget.is_spent(control.seconds):
            cursor[status] = STOPPED
        if cursor[status] != RUNNING:
            break


@dataclass(frozen=True, slots=True)
class TrialLog:
    """The trials of a search, in order.

    Attributes:
        rows: The table of trials, one row each. Its first columns are PARENT, MOVE, DEPTH and
            RESULT.
        status: The final status of the search.
        winning_row: The row of the last win that was found; None if there is none.
    """

    rows: Ints
    status: int
    winning_row: int | None

    def find_path(self, row: int) -> list[int]:
        """Return the numbers of the moves from the start to a row, including the row's own move."""
        return [int(self.rows[at, MOVE]) for at in list_ancestors(self.rows[:, PARENT], row)[1:]]


def list_ancestors(parents: Ints, row: int) -> list[int]:
    """Return the rows from a start to ``row``, each the parent of the next one."""
    # The rows are collected upwards from ``row`` and then reversed.
    rows = []
    while row >= 0:
        rows.append(row)
        row = int(parents[row])
    return rows[::-1]
