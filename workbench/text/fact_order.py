"""The order of facts in lists, with the most interesting first and uninformative ones omitted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engine.values.expression import get_fact

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


def list_columns(keys: Collection[str], records: Collection[Mapping[str, Any]]) -> list[str]:
    """Return the keys of the columns of a table of levels.

    Many games rate a level by its number of moves alone. There the difficulty is omitted.

    Args:
        keys: The keys that the table must have.
        records: The levels, as :meth:`engine.catalogue.entry_reader.CatalogueEntry.to_record`
            returns them.
    """
    same = all(get_fact(each, "moves") == get_fact(each, "difficulty") for each in records)
    difficulty = () if same else ("difficulty",)
    return [*dict.fromkeys(("id", "game", "seed", "moves", *difficulty, *keys, "tags"))]
