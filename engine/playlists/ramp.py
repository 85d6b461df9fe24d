"""Ramps: orders of rising difficulty, sets that rise evenly, and what a set falls short by.

What difficulty means is the caller's business: a number for each thing, None where it is not
known. Nothing here knows of games or of files.

A set rises evenly where each step feels like the one before, and what is felt is a ratio: twice
as long is as much harder after two minutes as after ten. Ramps are therefore even on a logarithmic
scale, which makes a gentle start of the first, easiest steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

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


Difficulty = Callable[[T], float | None]
"""How hard something is; None if that is not known."""


def rising(things: Iterable[T], difficulty: Difficulty[T]) -> list[T]:
    """Things from the easiest to the hardest.

    Equals stay in the order in which they come; what is not known goes last.
    """

    def key(thing: T) -> tuple[bool, float]:
        """What sorts a thing: whether its difficulty is unknown, then how hard it is."""
        found = difficulty(thing)
        return (True, 0.0) if found is None else (False, found)

    return sorted(things, key=key)


def ramp(
    things: Iterable[T],
    difficulty: Difficulty[T],
    count: int,
    identity: Callable[[T], Hashable] | None = None,
) -> list[T]:
    """Of many things those that rise most evenly from the easiest to the hardest.

    The easiest and the hardest are always among them; between them as few as possible are as hard
    as their neighbour, and of such choices that is taken which has the least sum of squared
    distances from an even ramp.

    Args:
        things: to choose from; those of unknown difficulty are never chosen.
        difficulty: how hard each is, 0 or more.
        count: how many to choose; all, if there are no more.
        identity: things of equal identity are the same, and only the first of them counts; by
            default all are different.

    Returns:
        The chosen ones from the easiest to the hardest.
    """
    known = [thing for thing in things if difficulty(thing) is not None]
    if identity is not None:
        known = list({identity(thing): thing for thing in reversed(known)}.values())[::-1]
    ordered = rising(known, difficulty)
    if count >= len(ordered):
        return ordered
    heights = [math.log1p(max(0.0, difficulty(thing) or 0.0)) for thing in ordered]
    return [ordered[index] for index in _even(heights, count)]


Way = tuple[int, float, int]
"""The best way to a height: its flat steps, its squared distances, and the index before; ways are
better the smaller they are."""


def _even(heights: Sequence[float], count: int) -> list[int]:
    """Indices of so many of some rising heights, fewer than there are, that rise most evenly."""
    if count < 2:
        return list(range(count))
    low, last = heights[0], len(heights) - 1
    pace = (heights[-1] - low) / (count - 1)
    ways: list[dict[int, Way]] = [{0: (0, 0.0, -1)}]
    for chosen in range(1, count):
        target = low + chosen * pace
        wanted = {last} if chosen == count - 1 else set(range(chosen, last - count + 2 + chosen))
        row = {}
        for index, (flat, far, before) in _reached(heights, ways[-1]):
            if index in wanted:
                row[index] = flat, far + (heights[index] - target) ** 2, before
        ways.append(row)
    path = [last]
    for row in reversed(ways[1:]):
        path.append(row[path[-1]][2])
    return path[::-1]


def _reached(heights: Sequence[float], ways: Mapping[int, Way]) -> Iterator[tuple[int, Way]]:
    """For every index after the first of some, the best way to it by one more step."""
    lower: Way | None = None
    level: Way | None = None
    for index in range(min(ways) + 1, len(heights)):
        before = index - 1
        if before in ways:
            flat, far, _ = ways[before]
            here = flat + 1, far, before
            level = here if level is None else min(level, here)
        if heights[before] != heights[index] and level is not None:
            # What was level with the height before lies lower than this one.
            flat, far, at = level
            rise = flat - 1, far, at
            lower, level = rise if lower is None else min(lower, rise), None
        found = [way for way in (lower, level) if way is not None]
        yield index, min(found)
