"""How far the improving of a level has come, in words."""

from __future__ import annotations

from engine.values.budget import ProgressSnapshot


def done(snapshot: ProgressSnapshot) -> str:
    """The steps done of those to be done."""
    return f"{snapshot.done:,} of {snapshot.of:,} {snapshot.unit}"


def best(snapshot: ProgressSnapshot) -> str:
    """The best score so far, and why that level would not be accepted, if it would not be."""
    rejected = f", rejected: {snapshot.fault}" if snapshot.fault is not None else ""
    return f"best score {snapshot.best:,}{rejected}"


def line(snapshot: ProgressSnapshot) -> str:
    """All in one line, the longest last."""
    pace = f"{snapshot.acceptance:.1%} kept, {snapshot.speed:,.0f}/s"
    return f"{done(snapshot)}, {pace}, {best(snapshot)}"
