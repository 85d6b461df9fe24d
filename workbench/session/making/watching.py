"""How far the improving of a level has come, in words."""

from __future__ import annotations

from engine.values.watching import Sight


def done(sight: Sight) -> str:
    """The steps done of those to be done."""
    return f"{sight.done:,} of {sight.of:,} {sight.unit}"


def best(sight: Sight) -> str:
    """The best score so far, and why that level would not be accepted, if it would not be."""
    rejected = f", rejected: {sight.fault}" if sight.fault is not None else ""
    return f"best score {sight.best:,}{rejected}"


def line(sight: Sight) -> str:
    """All in one line, the longest last."""
    return f"{done(sight)}, {sight.acceptance:.1%} kept, {sight.speed:,.0f}/s, {best(sight)}"
