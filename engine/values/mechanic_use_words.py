"""Words that say whether every, some or none of a level's shortest solutions use a mechanic."""

from __future__ import annotations

from collections.abc import Mapping

EVERY, SOME, NO = MECHANIC_WORDS = ("every", "some", "no")
"""The words for a mechanic that every, some or none of the shortest solutions use."""

COUNT_FACTS = ("mechanics_every", "mechanics_any")
"""The names of the facts that :func:`count_mechanics` returns."""

Mechanics = Mapping[str, str | None]
"""A mapping from the name of each mechanic to its word, or to None if the word is unknown."""


def choose_word(every: bool, some: bool) -> str:
    """Return the word for a mechanic that every solution, some solution or no solution uses."""
    return EVERY if every else SOME if some else NO


def count_mechanics(found: Mechanics) -> dict[str, int | None]:
    """Count the mechanics that every shortest solution uses, and those that at least one uses.

    Both counts are None if the word for any mechanic is unknown.
    """
    words = [*found.values()]
    if None in words:
        return dict.fromkeys(COUNT_FACTS)
    return {COUNT_FACTS[0]: words.count(EVERY), COUNT_FACTS[1]: len(words) - words.count(NO)}
