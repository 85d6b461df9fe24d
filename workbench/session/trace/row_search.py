"""Searches for rows in a trace, in chunks of adaptive size.

A trace can have millions of rows, so a query tests them in chunks with NumPy. The chunk size is
doubled or halved so that each chunk takes a few hundredths of a second, and cancellation is checked
between chunks. For example, a search from row 100 000 of a million first tests rows 100 001 to 104
096, then the next 8 192 rows, and so on to the end. Rows 0 to 100 000 are tested last. The first
matches after the cursor are therefore reported almost immediately.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.values.budget import Control
from engine.values.solver_trace import Trace

if TYPE_CHECKING:
    from engine.jit.decorators import Longs

FIRST_CHUNK = 4096
"""The number of rows in the first chunk. It is small, so that a first result appears early."""
MAX_CHUNK = 1 << 20
MIN_SECONDS, MAX_SECONDS = 0.02, 0.06
"""The shortest and the longest intended time for one chunk. If a chunk takes less, the next one is
larger. If it takes more, the next one is smaller."""
REPORT_SECONDS = 0.15
"""The minimum number of seconds between two partial results."""

SEARCH_SLOTS = {"filter": "filtering", "search": "searching", "run": "running to breakpoint"}
"""The job slots for trace searches, each with a description of its activity."""


RowTest = Callable[[Trace, int, int, Control], "Longs"]
"""A function that returns the matching rows in a chunk, in ascending order."""


@dataclass(frozen=True, eq=False)
class FoundRows:
    """The rows that match a query.

    Attributes:
        rows: The indices of the matching rows, in ascending order.
        tested: The number of rows tested so far.
        total: The number of rows in the trace.
    """

    rows: Longs
    tested: int
    total: int

    @property
    def is_complete(self) -> bool:
        """True if all rows have been tested."""
        return self.tested >= self.total

    def get_rank(self, row: int) -> int:
        """Return the number of matches that come before ``row``."""
        return int(self.rows.searchsorted(row))

    def has_row(self, row: int) -> bool:
        """Return True if ``row`` is a match."""
        rank = self.get_rank(row)
        return rank < len(self.rows) and int(self.rows[rank]) == row

    def step_from(self, row: int, count: int) -> int | None:
        """Return the row that is ``count`` matches after ``row``, or before it if negative.

        A step beyond either end leads to the last match in that direction.

        Returns:
            The row of the match, or None if there is no match in that direction.
        """
        rank = self.get_rank(row)
        here = rank < len(self.rows) and int(self.rows[rank]) == row
        if count > 0:
            # From a row between two matches, the first step forward leads to the match at ``rank``.
            rank += count if here else count - 1
        else:
            rank += count
        if not len(self.rows):
            return None
        # After clamping, this may be the row itself or a match on the wrong side of it.
        found = int(self.rows[min(max(rank, 0), len(self.rows) - 1)])
        return found if (found - row) * count > 0 else None


def find_rows(
    trace: Trace,
    test: RowTest,
    after: int,
    control: Control,
    report: Callable[[FoundRows], None],
    within: Longs | None = None,
) -> FoundRows:
    """Find all matching rows, starting after row ``after``, and report them as they are found.

    Args:
        trace: The trace to search.
        test: The test for matching rows.
        after: The row after which the search begins, or -1 to begin at the first row. Earlier rows
            are tested last.
        control: The control that can cancel the search. The matches found until then are returned.
        report: A function called with partial results.
        within: The rows to consider, in ascending order, or None for all rows.
    """
    import numpy as np

    total = len(trace)
    behind: list[Longs] = []
    before: list[Longs] = []
    looked, reported, early = 0, time.perf_counter(), False

    def collect_rows() -> FoundRows:
        # Rows before the cursor have smaller indices, so this order is ascending.
        rows = np.concatenate([np.empty(0, np.int64), *before, *behind])
        return FoundRows(rows, looked, total)

    # Search the rows after the cursor first, because the user wants the next match.
    for parts, begin, end in ((behind, after + 1, total), (before, 0, min(after + 1, total))):
        for start, stop in split_rows(begin, end, control):
            rows = intersect_rows(test(trace, start, stop, control), within)
            if control.is_cancelled:
                return collect_rows()
            if len(rows):
                parts.append(rows)
            looked += stop - start
            control.shared_cells[1] = looked
            now = time.perf_counter()
            # Report the first match immediately, and later matches at intervals.
            due = not early or now - reported > REPORT_SECONDS
            if due and looked < total and (behind or before):
                report(collect_rows())
                reported, early = now, True
    return collect_rows()


def find_first_row(
    trace: Trace,
    tests: Sequence[RowTest],
    after: int,
    control: Control,
    within: Longs | None = None,
) -> int | None:
    """Return the first row after ``after`` that passes any of ``tests``, or None if none does."""
    for start, stop in split_rows(after + 1, len(trace), control):
        found = [intersect_rows(wanted(trace, start, stop, control), within) for wanted in tests]
        if control.is_cancelled:
            return None
        firsts = [int(rows[0]) for rows in found if len(rows)]
        if firsts:
            return min(firsts)
        control.shared_cells[1] = stop
    return None


def split_rows(begin: int, end: int, control: Control) -> Iterator[tuple[int, int]]:
    """Yield chunks of rows, adapting their size to the time that the caller takes for each."""
    length = FIRST_CHUNK
    while begin < end and not control.is_cancelled:
        started = time.perf_counter()
        yield begin, min(begin + length, end)
        begin += length
        # The generator was suspended while the caller processed the chunk.
        seconds = time.perf_counter() - started
        if seconds < MIN_SECONDS:
            length = min(2 * length, MAX_CHUNK)
        elif seconds > MAX_SECONDS:
            length = max(length // 2, 64)


def intersect_rows(rows: Longs, within: Longs | None) -> Longs:
    """Return the elements of ``rows`` that are also in ``within``. Both must be sorted."""
    if within is None or not len(rows):
        return rows
    # searchsorted returns the index at which each row would be inserted. The row is a member if the
    # element at that index is equal to it.
    slots = within.searchsorted(rows)
    known = slots < len(within)
    known[known] = within[slots[known]] == rows[known]
    return rows[known]
