"""The kernel of the game."""

from __future__ import annotations

from engine.jit.marks import Longs, entry


@entry
def total(numbers: Longs) -> int:
    """Return the sum of numbers."""
    found = 0
    for number in numbers:
        found += number
    return found
