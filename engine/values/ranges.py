"""Ranges of numbers, either end of which may be open."""

from __future__ import annotations

from dataclasses import dataclass

UNBOUNDED = 2**62
"""An upper bound from which on it is not worth showing."""


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from ``low`` to ``high``, both included; None is unbounded."""

    low: int | None = None
    high: int | None = None

    def __contains__(self, value: object) -> bool:
        """Whether a number lies in the range."""
        if not isinstance(value, int | float):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        """``A..B`` with absent ends left out; one number where both ends agree."""
        if self.low is not None and self.low == self.high:
            return str(self.low)
        low = "" if self.low is None else self.low
        high = "" if self.high is None else self.high
        return f"{low}..{high}"


ANY = Range()
"""What an unset fact is ranged over."""
