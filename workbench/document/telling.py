"""Which facts tell levels apart: those that designers look at first, and those that say little."""

from __future__ import annotations

from collections.abc import Iterable

FIRST = ("moves", "turns", "layers", "difficulty", "stars")
"""Facts that come first, where a game has them."""
UNTELLING = frozenset(
    ("solution", "complete", "solvable", "optimal", "states_seen", "transitions", "expanded")
)
"""Facts that are the same of all levels that are kept, or tell more of the search."""


def in_order(keys: Iterable[str]) -> list[str]:
    """The facts that tell something, in the order in which they are offered."""
    found = {*keys} - UNTELLING
    return [*(key for key in FIRST if key in found), *sorted(found - {*FIRST})]
