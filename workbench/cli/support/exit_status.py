"""Exit statuses, and the rule for combining the statuses of several inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

DONE = 0
"""Success with a positive result."""
NEGATIVE = 1
"""Success with a negative result, such as an unsolvable level or a level with problems."""
REFUSED = 2
"""Wrong usage, or an input that the verb refuses."""
UNDECIDED = 3
"""No result within the budget."""
INTERRUPTED = 130
"""An interrupt by the user."""

# A command's status is the first of these that any of its inputs has.
_PRECEDENCE = (INTERRUPTED, REFUSED, UNDECIDED, NEGATIVE, DONE)


def combine_statuses(statuses: Iterable[int]) -> int:
    """Combine the exit statuses of all inputs into one for the whole command."""
    present = set(statuses)
    return next((status for status in _PRECEDENCE if status in present), DONE)


def get_status_of_facts(facts: Mapping[str, Any]) -> int:
    """Return the exit status for a solver's facts about a level."""
    if facts["solvable"] is None:
        return UNDECIDED
    if not facts["solvable"] or facts.get("unique") is False:
        return NEGATIVE
    # Uniqueness is undecided if the game reports it but the search ended early.
    undecided = "unique" in facts and facts["unique"] is None and not facts["complete"]
    return UNDECIDED if undecided else DONE
