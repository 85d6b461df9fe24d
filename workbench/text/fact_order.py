"""The order of facts in lists: what designers look at first, without what says little."""

from __future__ import annotations

from collections.abc import Iterable

FIRST = ("moves", "turns", "layers", "difficulty", "stars")
"""Facts that come first, where a game has them."""
UNINFORMATIVE = frozenset(
    ("solution", "complete", "solvable", "optimal", "states_seen", "transitions", "expanded")
)
"""Facts that are the same of all levels that are kept, or say more about the search."""


def in_order(keys: Iterable[str]) -> list[str]:
    """Sorts keys as facts are offered, without those that say little of a level."""
    found = {*keys} - UNINFORMATIVE
    return [*(key for key in FIRST if key in found), *sorted(found - {*FIRST})]
