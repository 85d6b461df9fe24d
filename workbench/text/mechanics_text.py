"""Headings for a level's mechanics, and a function that groups the mechanics under them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.values.mechanic_use_words import EVERY, MECHANIC_WORDS, NO, SOME, Mechanics

HEADINGS = {
    EVERY: "in every shortest solution",
    SOME: "in some shortest solutions",
    NO: "in no shortest solution",
    None: "unknown",
}
"""The heading for each list of mechanics.

The key is the word that says which solutions use the mechanics in the list.
"""


def group_by_word(found: Mechanics) -> Iterator[tuple[str | None, list[str]]]:
    """Group mechanics by the word that says which solutions use them.

    Yields:
        Each word that occurs, and the display names of the mechanics in its group. The word is None
        for mechanics about which nothing is known.
    """
    for word in (*MECHANIC_WORDS, None):
        names = [name.replace("_", " ") for name, own in found.items() if own == word]
        if names:
            yield word, names
