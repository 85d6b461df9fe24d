"""What the length of play is counted in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit of play.

    Attributes:
        key: the fact of a verdict that says how much a solution takes, and the entry of
            :meth:`engine.game.play.Play.tally`.
        singular: one of them, in words.
        plural: several.
        tie_breaker: what decides between equal lengths, and is counted beside; None where
            nothing does.
    """

    key: str
    singular: str
    plural: str
    tie_breaker: Measure | None = None

    def units(self) -> tuple[Measure, ...]:
        """All that is counted, what matters most first."""
        return (self, *(self.tie_breaker.units() if self.tie_breaker else ()))


MOVES = Measure("moves", "move", "moves")
"""What most games count."""
