"""What searches that run in stretches have in common: how they end, and the log of their trials."""

from __future__ import annotations

from collections.abc import Callable

from engine.jit.arrays import Ints, Longs
from engine.search.breadth_first import RUNNING, STOPPED
from engine.values.budget import Budget, Control

PARENT, MOVE, DEPTH, RESULT = range(4)
"""First columns of a log of trials: the row whose situation a move was tried in (-1 for a start),
the number of the move, moves from the start, and what came of it."""


def run(
    stretch: Callable[[], object], cursor: Longs, status: int, budget: Budget, control: Control
) -> None:
    """Goes on with a search until it ends or its time is up.

    Args:
        stretch: goes on for a bounded number of expansions.
        cursor: where the search stands.
        status: place of its status in the cursor.
        budget: says how long it may take.
        control: knows when it began.
    """
    while cursor[status] == RUNNING:
        stretch()
        if cursor[status] == RUNNING and budget.is_spent(control.seconds):
            cursor[status] = STOPPED


def rows_to(parents: Ints, row: int) -> list[int]:
    """The rows from a start to a row, both included, each the parent of the next."""
    rows = []
    while row >= 0:
        rows.append(row)
        row = int(parents[row])
    return rows[::-1]


def moves_to(log: Ints, row: int) -> list[int]:
    """The moves from the start of a log to a row, its own move included."""
    return [int(log[at, MOVE]) for at in rows_to(log[:, PARENT], row)[1:]]
