"""A set of levels in an order, held against a ramp: what each of them falls short by."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

FALL, MECHANIC, FLAT, UNEVEN, ALIKE, WORTH = 1000.0, 8.0, 2.0, 1.0, 2.0, 0.5
"""Costs: of a fall, of each new mechanic but the first, of a flat step, of one step of the ramp too
high or too low, of a neighbour that is the same, of a level of no worth."""


@dataclass(frozen=True, slots=True)
class RampLevel:
    """A level that may be chosen.

    Attributes:
        key: what the caller knows it by; keys sort levels that are equal in all else.
        difficulty: how hard it is, 0 or more, by what the set is to rise by.
        board: digest of its board; the same board is chosen once.
        worth: how good it is beside the others, 0 to 1.
    """

    key: str
    difficulty: float
    board: str
    worth: float = 1.0

    @property
    def height(self) -> float:
        """Its difficulty on the scale of the ramp."""
        return math.log1p(max(0.0, self.difficulty))


@dataclass(frozen=True, slots=True)
class RampStep:
    """A level at its place of a set.

    Attributes:
        level: the level.
        wanted: the difficulty of the ramp at this place.
        off: how far its difficulty lies above that, in steps of the ramp.
        way: whether it is harder than the level before (1), as hard (0) or easier (-1).
        brings: the mechanics that no level before it has.
        alike: how like the level before it is, 0 to 1.
    """

    level: RampLevel
    wanted: float
    off: float
    way: int
    brings: tuple[str, ...]
    alike: float

    @property
    def cost(self) -> float:
        """What it falls short by."""
        return (
            FALL * (self.way < 0)
            + FLAT * (self.way == 0)
            + MECHANIC * max(0, len(self.brings) - 1)
            + UNEVEN * self.off**2
            + ALIKE * self.alike**2
            + WORTH * (1 - self.level.worth)
        )


Mechanics = Callable[[RampLevel], frozenset[str]]
"""The mechanics that act in a shortest solution of a level; asked of those that may be chosen."""
Alike = Callable[[RampLevel, RampLevel], float]
"""How like each other two levels are, from 0 to 1 for the same."""


@dataclass(frozen=True)
class Ramp:
    """The ramp of a set, and what a level comes to at each of its places.

    Attributes:
        low: height of the ramp at the first place.
        pace: how much it rises from place to place.
    """

    count: int
    low: float
    pace: float
    mechanics: Mechanics
    alike: Alike

    @classmethod
    def between(
        cls, levels: Iterable[RampLevel], count: int, mechanics: Mechanics, alike: Alike
    ) -> Ramp:
        """The ramp from the easiest of some levels to the hardest."""
        heights = [level.height for level in levels]
        low, high = min(heights, default=0.0), max(heights, default=0.0)
        pace = (high - low) / (count - 1) if count > 1 else 0.0
        return cls(count, low, pace, mechanics, alike)

    def target(self, place: int) -> float:
        """The height of the ramp at a place."""
        return self.low + place * self.pace

    def step(
        self, place: int, level: RampLevel, before: RampLevel | None, seen: frozenset[str]
    ) -> RampStep:
        """A level at a place, after another one and the mechanics that came before."""
        target = self.target(place)
        way, alike = 1, 0.0
        if before is not None:
            way = (level.difficulty > before.difficulty) - (level.difficulty < before.difficulty)
            alike = self.alike(before, level)
        off = (level.height - target) / self.pace if self.pace else 0.0
        brings = tuple(sorted(self.mechanics(level) - seen))
        return RampStep(level, math.expm1(target), off, way, brings, alike)

    def steps(self, levels: Iterable[RampLevel]) -> list[RampStep]:
        """A whole set, level by level."""
        found: list[RampStep] = []
        seen: frozenset[str] = frozenset()
        before = None
        for place, level in enumerate(levels):
            found.append(self.step(place, level, before, seen))
            seen |= self.mechanics(level)
            before = level
        return found

    def cost(self, levels: Iterable[RampLevel]) -> float:
        """What a whole set falls short by."""
        return sum(step.cost for step in self.steps(levels))


def judged(levels: Sequence[RampLevel], mechanics: Mechanics, alike: Alike) -> list[RampStep]:
    """A set as it stands, against the ramp between its easiest and its hardest level."""
    return Ramp.between(levels, len(levels), mechanics, alike).steps(levels)
