"""Finding a row of a trace by its name or its result."""

from __future__ import annotations

from engine.budget import Control
from engine.trace import Trace

BETWEEN_LOOKS = 1000
"""Rows between two looks at the cancel flag."""


def search(trace: Trace, text: str, after: int, control: Control) -> int | None:
    """The next row after a row, going round, of that name or with that word in its result."""
    wanted = text.strip().lower()
    total = len(trace)
    for step in range(1, total + 1):
        if step % BETWEEN_LOOKS == 0:
            control.cells[1] = step
            if control.cancelled:
                return None
        index = (after + step) % total
        row = trace[index]
        if row.name.lower() == wanted or wanted in row.result.lower().replace(":", " ").split():
            return index
    return None
