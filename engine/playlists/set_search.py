"""The search for a set of levels in an order that makes a good difficulty curve.

A set should meet the following requirements. :class:`engine.playlists.difficulty_curve.RampStep`
gives the cost of failing to meet each of them.

- No level is easier than the one before it. Only pinned levels can make an exception unavoidable.
- A level introduces at most one new mechanic. A mechanic is new if the level's shortest solutions
  use it but those of no earlier level do.
- Neighbouring levels are not equally hard.
- The steps feel equal: each difficulty is near a ramp that is even on a logarithmic scale. The cost
  is the square of the distance, in steps of the ramp (:mod:`engine.playlists.difficulty_curve`).
- Neighbouring levels are not similar.
- If the caller gives the worth of levels, those of high worth are preferred.

A *beam search* fills the places from first to last. The candidates for a place come from a window
of levels that are about as hard as the ramp at that place. After each place, the 48 cheapest
partial sets are kept. Then *hill climbing* replaces one level with another, or swaps two equally
hard neighbours, for as long as that lowers the cost. Nothing is random, so the same levels always
give the same set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from engine.errors import EngineError
from engine.playlists.difficulty_curve import (
    DifficultyRamp,
    FindMechanics,
    MeasureSimilarity,
    RampLevel,
    RampStep,
)
from engine.values.budget import Control

MAX_WINDOW, MIN_WINDOW = 28, 6
"""The maximum and minimum numbers of levels in the window for a place."""
MAX_PAIRS = 8_000
"""The approximate maximum number of pairs to compare for similarity.

The longer the set, the narrower this limit makes the windows.
"""
BEAM_WIDTH = 48
"""The number of partial sets that the beam search keeps after each place."""
MAX_TRIALS = 20_000
"""The maximum number of sets that hill climbing evaluates. The limit is lower for long sets."""


def choose_levels(
    candidates: Iterable[RampLevel],
    count: int,
    mechanics: FindMechanics,
    similarity: MeasureSimilarity,
    fixed: Mapping[int, RampLevel] | None = None,
    required: Sequence[RampLevel] = (),
    control: Control | None = None,
) -> list[RampStep]:
    """Choose ``count`` levels and put them in the best order.

    Args:
        candidates: The levels to choose from.
        count: The number of levels to choose.
        mechanics: A function that returns the mechanics of a level; see
            :data:`engine.playlists.difficulty_curve.FindMechanics`.
        similarity: A function that returns the similarity of two levels; see
            :data:`engine.playlists.difficulty_curve.MeasureSimilarity`.
        fixed: A mapping from places, counted from 0, to the levels that must be there; None if no
            level has a fixed place.
        required: The levels that must be chosen, at any place.
        control: The control that can cancel the search.

    Raises:
        EngineError: There are fewer than ``count`` different levels.
        Cancelled: ``control`` was cancelled.
    """
    control, fixed = control or Control(), dict(fixed or {})
    taken = {level.board for level in chain(fixed.values(), required)}
    ordered = _sort_levels(level for level in candidates if level.board not in taken)
    missing = count - len(fixed) - len(required)
    if missing > len(ordered):
        found = len(ordered) + len(fixed) + len(required)
        levels = "level" if count == 1 else "different levels"
        raise EngineError(f"expected {count} {levels} or more, found {found}")
    every = chain(ordered, fixed.values(), required)
    # Cache both functions, because they are slow and are called many times with the same levels.
    ramp = DifficultyRamp.from_levels(every, count, cache(mechanics), cache(similarity))
    fixed |= _place_required(required, fixed, ramp)
    places = _PlaceWindows(ramp, fixed, _limit_equals(ordered, max(missing, MAX_WINDOW)))
    return ramp.build_steps(_climb_hill(_search_beam(places, control), places, control))


def _sort_levels(levels: Iterable[RampLevel]) -> list[RampLevel]:
    """Return levels without duplicate boards, sorted by difficulty and then by falling worth."""
    rising = sorted(levels, key=lambda each: (each.difficulty, -each.worth, each.key))
    # A dict keeps the last level for each board, so reverse the list to keep the first, which is
    # the easiest and best.
    return [*{level.board: level for level in reversed(rising)}.values()][::-1]


def _limit_equals(levels: Sequence[RampLevel], limit: int) -> list[RampLevel]:
    """Return only the first ``limit`` levels of each difficulty, which are the best ones."""
    seen: dict[float, int] = {}
    for level in levels:
        seen[level.difficulty] = seen.get(level.difficulty, 0) + 1
    left = {difficulty: min(number, limit) for difficulty, number in seen.items()}
    found = []
    for level in levels:
        if left[level.difficulty]:
            left[level.difficulty] -= 1
            found.append(level)
    return found


def _place_required(
    required: Sequence[RampLevel], fixed: Mapping[int, RampLevel], ramp: DifficultyRamp
) -> dict[int, RampLevel]:
    """Assign a free place to each required level, in order of difficulty and near the ramp."""
    free = [place for place in range(ramp.count) if place not in fixed]
    found: dict[int, RampLevel] = {}
    rising = _sort_levels(required)
    for number, level in enumerate(rising):
        left = len(rising) - number - 1
        # Leave enough places after this one for the harder levels still to come.
        room = free[: len(free) - left]
        place = min(room, key=lambda each: abs(ramp.get_height(each) - level.log_difficulty))
        found[place] = level
        free = [each for each in free if each > place]
    return found


class _PlaceWindows:
    """The places in a set, each with a window of levels that are candidates for it.

    Attributes:
        ramp: The ramp that gives the cost of each level.
        fixed: A mapping from the fixed places to the levels there.
        ordered: The other levels, which are called free, sorted by difficulty.
        windows: The range of indices in ``ordered`` to consider for each free place.
    """

    def __init__(
        self, ramp: DifficultyRamp, fixed: Mapping[int, RampLevel], ordered: Sequence[RampLevel]
    ) -> None:
        self.ramp, self.fixed, self.ordered = ramp, fixed, ordered
        # About width * width pairs are compared at each place, so this width keeps the total number
        # of pairs below the limit.
        width = int(math.sqrt(MAX_PAIRS / max(1, ramp.count)))
        width = max(MIN_WINDOW, min(MAX_WINDOW, width))
        free = [place for place in range(ramp.count) if place not in fixed]
        self.windows = {
            place: self._build_window(place, number, len(ordered) - len(free) + number, width)
            for number, place in enumerate(free)
        }

    def _build_window(self, place: int, first: int, last: int, width: int) -> range:
        """Return the indices of the ``width`` levels nearest to the ramp at ``place``.

        All of them are between ``first`` and ``last``, inclusive.
        """
        target, high = self.ramp.get_height(place), first
        while high < last and self.ordered[high].log_difficulty < target:
            high += 1
        low = high
        # Extend the window on the side where the next level is closer to the target.
        while high - low + 1 < width and (low > first or high < last):
            below = target - self.ordered[low - 1].log_difficulty if low > first else math.inf
            above = self.ordered[high + 1].log_difficulty - target if high < last else math.inf
            low, high = (low - 1, high) if below <= above else (low, high + 1)
        return range(low, high + 1)

    def list_next(self, partial: _PartialSet) -> Iterator[tuple[int, RampLevel]]:
        """Yield the levels that can follow a partial set.

        Each comes with the value of ``last`` that the partial set has after the level is added.
        """
        place = len(partial.levels)
        if place in self.fixed:
            yield partial.last, self.fixed[place]
            return
        window = self.windows[place]
        indices = range(max(window.start, partial.last + 1), window.stop)
        # If no index in the window is left, take the next one. It is always valid, because indices
        # only rise and each window leaves enough levels for the later places.
        for index in indices or range(partial.last + 1, partial.last + 2):
            yield index, self.ordered[index]

    def list_exchanges(self, chosen: Sequence[RampLevel]) -> Iterator[list[RampLevel]]:
        """Yield the sets that differ from ``chosen`` by one change.

        The change either replaces a free level, or swaps two free neighbours that are equally hard.
        """
        there = {level.board for level in chosen}
        for place, window in self.windows.items():
            for index in window:
                if self.ordered[index].board not in there:
                    yield [*chosen[:place], self.ordered[index], *chosen[place + 1 :]]
        for place in range(len(chosen) - 1):
            one, other = chosen[place], chosen[place + 1]
            free = place in self.windows and place + 1 in self.windows
            if free and one.difficulty == other.difficulty:
                yield [*chosen[:place], other, one, *chosen[place + 2 :]]


@dataclass(frozen=True, slots=True)
class _PartialSet:
    """A set with only its first places filled.

    Attributes:
        cost: The total cost of its steps.
        levels: The levels in order.
        last: The index of its last free level; -1 if there is none yet.
        seen: The mechanics of all its levels.
    """

    cost: float
    levels: tuple[RampLevel, ...]
    last: int
    seen: frozenset[str]

    def extend(self, ramp: DifficultyRamp, index: int, level: RampLevel) -> _PartialSet:
        """Return this partial set with one more level.

        ``index`` is the value of ``last`` after the level is added.
        """
        before = self.levels[-1] if self.levels else None
        step = ramp.build_step(len(self.levels), level, before, self.seen)
        seen = self.seen | ramp.find_mechanics(level)
        return _PartialSet(self.cost + step.cost, (*self.levels, level), index, seen)


def _search_beam(places: _PlaceWindows, control: Control) -> list[RampLevel]:
    """Return the best set that a beam search finds. Its free levels never get easier."""
    ways = [_PartialSet(0.0, (), -1, frozenset())]
    for _ in range(places.ramp.count):
        control.raise_if_cancelled()
        following = [
            way.extend(places.ramp, *step) for way in ways for step in places.list_next(way)
        ]
        # Later costs depend only on the last level and the mechanics seen so far. Of several
        # partial sets that agree on both, only the cheapest is worth extending.
        best: dict[tuple[str, frozenset[str]], _PartialSet] = {}
        for way in sorted(following, key=lambda each: each.cost):
            best.setdefault((way.levels[-1].key, way.seen), way)
        ways = [*best.values()][:BEAM_WIDTH]
    return [*ways[0].levels]


def _climb_hill(
    chosen: list[RampLevel], places: _PlaceWindows, control: Control
) -> list[RampLevel]:
    """Improve a set by hill climbing until no change lowers its cost or all trials are used up."""
    cost, trials, better = places.ramp.compute_cost(chosen), 0, True
    # A longer set takes longer to evaluate, so allow fewer trials for it.
    most = MAX_TRIALS // max(1, len(chosen) // 10)
    while better:
        better = False
        for trial in places.list_exchanges(chosen):
            control.raise_if_cancelled()
            trials += 1
            if trials > most:
                return chosen
            found = places.ramp.compute_cost(trial)
            # Without this tolerance, rounding errors could make each of two sets better than the
            # other, and the loop would never end.
            if found < cost - 1e-9:
                chosen, cost, better = trial, found, True
                break
    return chosen
