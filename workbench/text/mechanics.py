"""The mechanics of a level in words, for every place that names them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.values.mechanics import EVERY, NO, SOME, WORDS, Mechanics

HEADS = {
    EVERY: "in every shortest solution",
    SOME: "in some shortest solutions",
    NO: "in none",
    None: "not known",
}
"""What a list of mechanics of each word is headed by."""


def by_word(found: Mechanics) -> Iterator[tuple[str | None, list[str]]]:
    """The names of the mechanics of each word that any of them has, as they are read."""
    for word in (*WORDS, None):
        names = [name.replace("_", " ") for name, own in found.items() if own == word]
        if names:
            yield word, names
