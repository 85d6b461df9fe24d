"""Ranges of numbers with open or closed ends."""

from __future__ import annotations

from dataclasses import dataclass

UNBOUNDED = 2**62
"""The value at or above which an upper bound counts as no bound and is not shown."""


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from ``low`` to ``high``, inclusive. None means that there is no bound."""

    low: int | None = None
    high: int | None = None

    def __contains__(self, value: object) -> bool:
        """Return whether a number is in the range."""
        if not isinstance(value, int | float):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        """Return ``A..B``, omitting an end that is None, or one number if both ends are equal."""
        if self.low is not None and self.low == self.high:
            return str(self.low)
        low = "" if self.low is None else self.low
        high = "" if self.high is None else self.high
        return f"{low}..{high}"


ANY = Range()
"""The range of an unset fact, which contains every number."""
