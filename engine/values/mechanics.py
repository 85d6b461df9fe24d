"""Words for mechanics: in how many of a level's shortest solutions something happens."""

from __future__ import annotations

from collections.abc import Mapping

EVERY, SOME, NO = WORDS = ("every", "some", "no")
"""In every shortest solution, in some but not in every one, in none."""

COUNTS = ("mechanics_every", "mechanics_any")
"""The facts that :func:`counts` gives."""

Mechanics = Mapping[str, str | None]
"""One of WORDS by the name of a mechanic; None where it is not known."""


def word(every: bool, some: bool) -> str:
    """The word for what happens in every solution, or in some."""
    return EVERY if every else SOME if some else NO


def counts(found: Mechanics) -> dict[str, int | None]:
    """How many mechanics act in every shortest solution, and in any; None where not known."""
    words = [*found.values()]
    if None in words:
        return dict.fromkeys(COUNTS)
    return {COUNTS[0]: words.count(EVERY), COUNTS[1]: len(words) - words.count(NO)}
