"""The order of facts in lists, with the most interesting first and uninformative ones omitted."""

from __future__ import annotations

from collections.abc import Iterable

FIRST_FACTS = ("moves", "turns", "layers", "difficulty", "stars")
"""The facts listed first, in this order. No game has all of them."""
UNINFORMATIVE = frozenset(
    ("solution", "complete", "solvable", "optimal", "states_seen", "transitions", "expanded")
)
"""The facts to omit: the solution, search statistics, and facts that nearly all levels share."""


def sort_facts(keys: Iterable[str]) -> list[str]:
    """Sort fact keys for a list, omitting the facts that say little about a level."""
    found = {*keys} - UNINFORMATIVE
    return [*(key for key in FIRST_FACTS if key in found), *sorted(found - {*FIRST_FACTS})]
