"""Difficulty ramps, for sorting levels, choosing levels that rise evenly, and rating a set.

The caller defines the difficulty of each item as a number, or None if it is unknown. Nothing in
this module depends on games or files.

A set rises evenly if each step feels as large as the one before it. Players perceive ratios: two
more moves are a lot after 2 moves, but little after 40. Therefore a ramp rises in equal steps on
the scale log(1 + difficulty). For example, a ramp for four levels whose difficulty rises from 1 to
15 has the targets 1, 3, 7 and 15.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

FALL_COST, MECHANIC_COST, FLAT_COST, DISTANCE_COST, SIMILARITY_COST, WORTH_COST = (
    1000.0,
    8.0,
    2.0,
    1.0,
    2.0,
    0.5,
)
"""The costs of the faults that a level can have at its place in a set.

In order: being easier than the level before it; each new mechanic after the first; being exactly as
hard as the level before it; being one step of the ramp away from its target; being identical to the
level before it; and having a worth of 0.
"""


@dataclass(frozen=True, slots=True)
class RampLevel:
    """A level that is a candidate for a set.

    Attributes:
        key: The caller's key for the level, which breaks ties when levels are sorted.
        difficulty: The difficulty, 0 or more.
        board: The digest of the board. A set contains each board only once.
        worth: The quality of the level compared with other candidates, from 0 to 1.
    """

    key: str
    difficulty: float
    board: str
    worth: float = 1.0

    @property
    def log_difficulty(self) -> float:
        """The difficulty on the logarithmic scale that ramps use."""
        return math.log1p(max(0.0, self.difficulty))


@dataclass(frozen=True, slots=True)
class RampStep:
    """A level at a place in a set, and everything on which its cost there depends.

    Attributes:
        level: The level at this place.
        target: The difficulty of the ramp at this place.
        distance: The difference in difficulty between the level and the ramp, in steps of the ramp;
            positive if the level is harder.
        direction: The change in difficulty from the level before it: 1 if this level is harder, 0
            if it is equally hard, -1 if it is easier; 1 for the first level.
        new_mechanics: The level's mechanics that no earlier level has.
        similarity: The similarity to the level before it, from 0 to 1.
    """

    level: RampLevel
    target: float
    distance: float
    direction: int
    new_mechanics: tuple[str, ...]
    similarity: float

    @property
    def cost(self) -> float:
        """The cost of having the level at this place."""
        return (
            FALL_COST * (self.direction < 0)
            + FLAT_COST * (self.direction == 0)
            + MECHANIC_COST * max(0, len(self.new_mechanics) - 1)
            + DISTANCE_COST * self.distance**2
            + SIMILARITY_COST * self.similarity**2
            + WORTH_COST * (1 - self.level.worth)
        )


FindMechanics = Callable[[RampLevel], frozenset[str]]
"""A function that returns the mechanics that a level's shortest solutions use."""
MeasureSimilarity = Callable[[RampLevel, RampLevel], float]
"""A function that returns the similarity of two levels, from 0 to 1."""


@dataclass(frozen=True)
class DifficultyRamp:
    """The target difficulties for the places in a set, by which sets of levels are rated.

    Attributes:
        count: The number of places.
        start: The logarithmic difficulty at the first place.
        slope: The rise in logarithmic difficulty from one place to the next.
        find_mechanics: The function that returns the mechanics of a level.
        measure_similarity: The function that returns the similarity of two levels.
    """

    count: int
    start: float
    slope: float
    find_mechanics: FindMechanics
    measure_similarity: MeasureSimilarity

    @classmethod
    def from_levels(
        cls,
        levels: Iterable[RampLevel],
        count: int,
        find_mechanics: FindMechanics,
        measure_similarity: MeasureSimilarity,
    ) -> DifficultyRamp:
        """Create a ramp with ``count`` places that rises from the easiest to the hardest level."""
        heights = [level.log_difficulty for level in levels]
        low, high = min(heights, default=0.0), max(heights, default=0.0)
        pace = (high - low) / (count - 1) if count > 1 else 0.0
        return cls(count, low, pace, find_mechanics, measure_similarity)

    def get_height(self, place: int) -> float:
        """Return the logarithmic difficulty of the ramp at a place."""
        return self.start + place * self.slope

    def build_step(
        self, place: int, level: RampLevel, before: RampLevel | None, seen: frozenset[str]
    ) -> RampStep:
        """Return the step for a level at a place.

        Args:
            place: The place in the set, counted from 0.
            level: The level to put there.
            before: The level at the place before it; None for the first place.
            seen: The mechanics of all earlier levels.
        """
        target = self.get_height(place)
        way, alike = 1, 0.0
        if before is not None:
            # A difference of two truth values is the sign of the change in difficulty.
            way = (level.difficulty > before.difficulty) - (level.difficulty < before.difficulty)
            alike = self.measure_similarity(before, level)
        # A flat ramp, or one with a single place, has no steps in which distances can be measured.
        off = (level.log_difficulty - target) / self.slope if self.slope else 0.0
        brings = tuple(sorted(self.find_mechanics(level) - seen))
        return RampStep(level, math.expm1(target), off, way, brings, alike)

    def build_steps(self, levels: Iterable[RampLevel]) -> list[RampStep]:
        """Return the steps for a whole set, in order."""
        found: list[RampStep] = []
        seen: frozenset[str] = frozenset()
        before = None
        for place, level in enumerate(levels):
            found.append(self.build_step(place, level, before, seen))
            seen |= self.find_mechanics(level)
            before = level
        return found

    def compute_cost(self, levels: Iterable[RampLevel]) -> float:
        """Return the total cost of all steps in a set."""
        return sum(step.cost for step in self.build_steps(levels))


def evaluate_set(
    levels: Sequence[RampLevel],
    find_mechanics: FindMechanics,
    measure_similarity: MeasureSimilarity,
) -> list[RampStep]:
    """Return the steps in a set, rated by a ramp from its easiest to its hardest level."""
    return DifficultyRamp.from_levels(
        levels, len(levels), find_mechanics, measure_similarity
    ).build_steps(levels)


DifficultyFunction = Callable[[T], float | None]
"""A function that returns the difficulty of an item, or None if it is unknown."""


def sort_by_difficulty(things: Iterable[T], difficulty: DifficultyFunction[T]) -> list[T]:
    """Return items sorted by difficulty.

    Items of equal difficulty keep their order, and items of unknown difficulty come last.
    """

    def get_sort_key(thing: T) -> tuple[bool, float]:
        found = difficulty(thing)
        return (True, 0.0) if found is None else (False, found)

    return sorted(things, key=get_sort_key)


def choose_ramp(
    items: Iterable[T],
    difficulty: DifficultyFunction[T],
    count: int,
    identity: Callable[[T], Hashable] | None = None,
) -> list[T]:
    """Choose ``count`` items whose difficulty rises most evenly from the easiest to the hardest.

    The easiest and hardest items are always chosen. Of all choices with the fewest pairs of equally
    hard neighbours, the result is one with the smallest sum of squared distances from an even ramp.
    Dynamic programming finds it exactly.

    Args:
        items: The items to choose from. Items of unknown difficulty are never chosen.
        difficulty: A function that returns the difficulty of an item, 0 or more.
        count: The number of items to choose. If there are fewer items, all are chosen.
        identity: A function that returns the same value for items that count as equal, only the
            first of which can be chosen; None if all items are different.

    Returns:
        The chosen items, sorted by difficulty.
    """
    known = [thing for thing in items if difficulty(thing) is not None]
    if identity is not None:
        # A dict keeps the last item for each key, so reverse the items to keep the first.
        known = list({identity(thing): thing for thing in reversed(known)}.values())[::-1]
    ordered = sort_by_difficulty(known, difficulty)
    if count >= len(ordered):
        return ordered
    # From here on, work on the ramp's logarithmic scale.
    heights = [math.log1p(max(0.0, difficulty(thing) or 0.0)) for thing in ordered]
    return [ordered[index] for index in _choose_even(heights, count)]


_PathState = tuple[int, float, int]
"""The best path to an item: its number of flat steps, sum of squared distances and previous index.

A smaller tuple is better.
"""


def _choose_even(heights: Sequence[float], count: int) -> list[int]:
    """Return the indices of ``count`` of the sorted heights, chosen so that they rise evenly."""
    if count < 2:
        return list(range(count))
    low, last = heights[0], len(heights) - 1
    pace = (heights[-1] - low) / (count - 1)
    ways: list[dict[int, _PathState]] = [{0: (0, 0.0, -1)}]
    for chosen in range(1, count):
        target = low + chosen * pace
        # An item can be choice number c, counted from 0, only if at least c items come before it
        # and enough items come after it for the remaining choices.
        wanted = {last} if chosen == count - 1 else set(range(chosen, last - count + 2 + chosen))
        row = {}
        for index, (flat, far, before) in _extend_paths(heights, ways[-1]):
            if index in wanted:
                row[index] = flat, far + (heights[index] - target) ** 2, before
        ways.append(row)
    # The last entry in ``ways`` has only the path to the hardest item. Follow its indices back.
    path = [last]
    for row in reversed(ways[1:]):
        path.append(row[path[-1]][2])
    return path[::-1]


def _extend_paths(
    heights: Sequence[float], ways: Mapping[int, _PathState]
) -> Iterator[tuple[int, _PathState]]:
    """Yield each index with the best path to it that is one step longer than those in ``ways``.

    The last step of such a path either rises to the index from a smaller height, or is flat, from
    the same height. ``lower`` and ``level`` are the best paths of these two kinds so far. Keeping
    them takes time linear in the number of items, whereas comparing all pairs would take quadratic
    time.

    Args:
        heights: The sorted heights.
        ways: The best paths that are one step shorter, keyed by their last index.
    """
    lower: _PathState | None = None
    level: _PathState | None = None
    for index in range(min(ways) + 1, len(heights)):
        before = index - 1
        if before in ways:
            flat, far, _ = ways[before]
            here = flat + 1, far, before
            level = here if level is None else min(level, here)
        if heights[before] != heights[index] and level is not None:
            # The height changes here, so steps that would have been flat are rises from now on.
            flat, far, at = level
            rise = flat - 1, far, at
            lower, level = rise if lower is None else min(lower, rise), None
        found = [way for way in (lower, level) if way is not None]
        yield index, min(found)
