"""Finding rows of a trace: all that are wanted, or the first one, a stretch at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.values.budget import Control
from engine.values.trace import Trace

if TYPE_CHECKING:
    from engine.jit.marks import Longs

FIRST_STRETCH = 4096
"""Rows looked at before the first result is shown."""
LONGEST_STRETCH = 1 << 20
SHORT, LONG = 0.02, 0.06
"""Seconds below which the next stretch is longer, and above which it is shorter."""
BETWEEN_REPORTS = 0.15
"""Seconds between two looks at what was found so far."""

LANES = {"filter": "filtering", "search": "searching", "run": "running on"}
"""The solver's lanes that look through traces, and what they do."""


Wanted = Callable[[Trace, int, int, Control], "Longs"]
"""Finds the rows of a stretch that are wanted, ascending."""


@dataclass(frozen=True, eq=False)
class FoundRows:
    """Rows that were found.

    Attributes:
        rows: their indices, ascending.
        looked: rows looked at so far.
        total: rows of the trace.
    """

    rows: Longs
    looked: int
    total: int

    @property
    def complete(self) -> bool:
        """Whether all rows were looked at."""
        return self.looked >= self.total

    def rank(self, row: int) -> int:
        """How many of the found rows come before a row."""
        return int(self.rows.searchsorted(row))

    def has(self, row: int) -> bool:
        """Whether a row is among them."""
        rank = self.rank(row)
        return rank < len(self.rows) and int(self.rows[rank]) == row

    def step(self, row: int, count: int) -> int | None:
        """The found row so many further on or back, the last or first if too many.

        None if there is none in that direction.
        """
        rank = self.rank(row)
        here = rank < len(self.rows) and int(self.rows[rank]) == row
        if count > 0:
            rank += count if here else count - 1
        else:
            rank += count
        if not len(self.rows):
            return None
        found = int(self.rows[min(max(rank, 0), len(self.rows) - 1)])
        return found if (found - row) * count > 0 else None


def all_rows(
    trace: Trace,
    wanted: Wanted,
    after: int,
    control: Control,
    report: Callable[[FoundRows], None],
    within: Longs | None = None,
) -> FoundRows:
    """All wanted rows; those after a row are looked for first, and reported early.

    ``control`` stops it, and what was found until then is returned; ``report`` gets what was found
    so far, now and then; ``within`` are the only rows to look at, ascending.
    """
    import numpy as np

    total = len(trace)
    behind: list[Longs] = []
    before: list[Longs] = []
    looked, reported, early = 0, time.perf_counter(), False

    def found() -> FoundRows:
        """The rows found so far, and how many were looked at."""
        rows = np.concatenate([np.empty(0, np.int64), *before, *behind])
        return FoundRows(rows, looked, total)

    for parts, begin, end in ((behind, after + 1, total), (before, 0, min(after + 1, total))):
        for start, stop in stretches(begin, end, control):
            rows = only(wanted(trace, start, stop, control), within)
            if control.cancelled:
                return found()
            if len(rows):
                parts.append(rows)
            looked += stop - start
            control.cells[1] = looked
            now = time.perf_counter()
            due = not early or now - reported > BETWEEN_REPORTS
            if due and looked < total and (behind or before):
                report(found())
                reported, early = now, True
    return found()


def first_row(
    trace: Trace, tests: Sequence[Wanted], after: int, control: Control, within: Longs | None = None
) -> int | None:
    """The first row behind another that one of some tests wants, None if there is none."""
    for start, stop in stretches(after + 1, len(trace), control):
        found = [only(wanted(trace, start, stop, control), within) for wanted in tests]
        if control.cancelled:
            return None
        firsts = [int(rows[0]) for rows in found if len(rows)]
        if firsts:
            return min(firsts)
        control.cells[1] = stop
    return None


def stretches(begin: int, end: int, control: Control) -> Iterator[tuple[int, int]]:
    """Cuts rows into stretches that take about as long as is pleasant to wait for."""
    length = FIRST_STRETCH
    while begin < end and not control.cancelled:
        started = time.perf_counter()
        yield begin, min(begin + length, end)
        begin += length
        seconds = time.perf_counter() - started
        if seconds < SHORT:
            length = min(2 * length, LONGEST_STRETCH)
        elif seconds > LONG:
            length = max(length // 2, 64)


def only(rows: Longs, within: Longs | None) -> Longs:
    """Those of some rows that are also among others, both ascending."""
    if within is None or not len(rows):
        return rows
    slots = within.searchsorted(rows)
    known = slots < len(within)
    known[known] = within[slots[known]] == rows[known]
    return rows[known]
