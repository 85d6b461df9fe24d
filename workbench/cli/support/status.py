"""Exit statuses, and which one stands for several inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

DONE = 0
"""Done, positive."""
NEGATIVE = 1
"""Done, negative: unsolvable, not unique, not winning, other bytes, problems found."""
REFUSED = 2
"""Bad usage, or an input that the verb cannot accept."""
UNDECIDED = 3
"""Not decided within the budget."""
INTERRUPTED = 130
"""Stopped by the user."""

_PRECEDENCE = (INTERRUPTED, REFUSED, UNDECIDED, NEGATIVE, DONE)


def overall(statuses: Iterable[int]) -> int:
    """The status of a command whose inputs ended with these."""
    present = set(statuses)
    return next((status for status in _PRECEDENCE if status in present), DONE)


def of_facts(facts: Mapping[str, Any]) -> int:
    """The status that a solver's facts stand for."""
    if facts["solvable"] is None:
        return UNDECIDED
    if not facts["solvable"] or facts.get("unique") is False:
        return NEGATIVE
    undecided = "unique" in facts and facts["unique"] is None and not facts["complete"]
    return UNDECIDED if undecided else DONE
