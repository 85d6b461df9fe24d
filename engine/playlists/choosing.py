"""Choosing some of many levels, and their order: a set that a player can climb.

What is wanted of a set, and what each shortcoming costs (:class:`engine.playlists.ramp.RampStep`):

- no level is easier than the one before it; only a pinned level can make that necessary;
- a level brings in one new mechanic at most: one that acts in a shortest solution of it and in none
  of the levels before;
- no two neighbours are equally hard;
- the steps feel equal: difficulty lies near a ramp that is even on a logarithmic scale, as in
  :mod:`engine.playlists.ramp`, distances being squared and measured in steps of the ramp;
- neighbours are not alike;
- of levels that serve as well, the worthier one is taken, if the caller has a measure of worth.

The sum of costs is made small by a *beam search* over the places from the first to the last, each
of which chooses among the levels that are about as hard as the ramp is there, and then by *hill
climbing*: one level is exchanged for another, or two of equal difficulty change places, as long as
that lowers the cost. Nothing is drawn at random, so equal levels give equal sets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from engine.errors import EngineError
from engine.playlists.ramp import Alike, Mechanics, Ramp, RampLevel, RampStep
from engine.values.budget import Control

WIDEST, NARROWEST = 28, 6
"""Levels that a place chooses among, at most and at least."""
MOST_PAIRS = 8_000
"""Neighbours that are compared, by which windows are narrower where there are many places."""
BEAM = 48
"""Beginnings of sets that the search goes on with."""
MOST_TRIALS = 20_000
"""Sets that hill climbing looks at."""


def choose(
    candidates: Iterable[RampLevel],
    count: int,
    mechanics: Mechanics,
    alike: Alike,
    fixed: Mapping[int, RampLevel] | None = None,
    kept: Sequence[RampLevel] = (),
    control: Control | None = None,
) -> list[RampStep]:
    """A set of so many levels in its order.

    Args:
        candidates: what to choose from.
        count: how many.
        mechanics: see :data:`engine.playlists.ramp.Mechanics`.
        alike: see :data:`engine.playlists.ramp.Alike`.
        fixed: levels that have a place already, from 0.
        kept: levels that must be chosen, wherever they come to stand.
        control: to stop the search.

    Raises:
        EngineError: there are not as many different levels.
        Cancelled: ``control`` was cancelled.
    """
    control, fixed = control or Control(), dict(fixed or {})
    taken = {level.board for level in chain(fixed.values(), kept)}
    ordered = _ordered(level for level in candidates if level.board not in taken)
    missing = count - len(fixed) - len(kept)
    if missing > len(ordered):
        found = len(ordered) + len(fixed) + len(kept)
        levels = "level" if count == 1 else "different levels"
        raise EngineError(f"expected {count} {levels} at least, found {found}")
    every = chain(ordered, fixed.values(), kept)
    ramp = Ramp.between(every, count, cache(mechanics), cache(alike))
    fixed |= _settled(kept, fixed, ramp)
    places = _Places(ramp, fixed, _thinned(ordered, max(missing, WIDEST)))
    return ramp.steps(_climbed(_beam(places, control), places, control))


def _ordered(levels: Iterable[RampLevel]) -> list[RampLevel]:
    """Different levels from the easiest on, of equals the worthiest first."""
    rising = sorted(levels, key=lambda each: (each.difficulty, -each.worth, each.key))
    return [*{level.board: level for level in reversed(rising)}.values()][::-1]


def _thinned(levels: Sequence[RampLevel], most: int) -> list[RampLevel]:
    """Of equally hard levels no more than so many, the worthiest."""
    seen: dict[float, int] = {}
    for level in levels:
        seen[level.difficulty] = seen.get(level.difficulty, 0) + 1
    left = {difficulty: min(number, most) for difficulty, number in seen.items()}
    found = []
    for level in levels:
        if left[level.difficulty]:
            left[level.difficulty] -= 1
            found.append(level)
    return found


def _settled(
    kept: Sequence[RampLevel], fixed: Mapping[int, RampLevel], ramp: Ramp
) -> dict[int, RampLevel]:
    """Places for levels that have none, from the easiest on, each as near the ramp as it goes."""
    free = [place for place in range(ramp.count) if place not in fixed]
    found: dict[int, RampLevel] = {}
    rising = _ordered(kept)
    for number, level in enumerate(rising):
        left = len(rising) - number - 1
        room = free[: len(free) - left]
        place = min(room, key=lambda each: abs(ramp.target(each) - level.height))
        found[place] = level
        free = [each for each in free if each > place]
    return found


class _Places:
    """The places of a set, and what each may get.

    Attributes:
        ramp: what the levels are held against.
        fixed: the levels that have a place.
        ordered: the others, from the easiest on.
        windows: for every place without a level the indices of those that it may get.
    """

    def __init__(
        self, ramp: Ramp, fixed: Mapping[int, RampLevel], ordered: Sequence[RampLevel]
    ) -> None:
        self.ramp, self.fixed, self.ordered = ramp, fixed, ordered
        width = int(math.sqrt(MOST_PAIRS / max(1, ramp.count)))
        width = max(NARROWEST, min(WIDEST, width))
        free = [place for place in range(ramp.count) if place not in fixed]
        self.windows = {
            place: self._window(place, number, len(ordered) - len(free) + number, width)
            for number, place in enumerate(free)
        }

    def _window(self, place: int, first: int, last: int, width: int) -> range:
        """The indices from first to last of the levels that come nearest to the ramp."""
        target, high = self.ramp.target(place), first
        while high < last and self.ordered[high].height < target:
            high += 1
        low = high
        while high - low + 1 < width and (low > first or high < last):
            below = target - self.ordered[low - 1].height if low > first else math.inf
            above = self.ordered[high + 1].height - target if high < last else math.inf
            low, high = (low - 1, high) if below <= above else (low, high + 1)
        return range(low, high + 1)

    def next(self, way: _Way) -> Iterator[tuple[int, RampLevel]]:
        """What can follow the beginning of a set, with the index of the last free level."""
        place = len(way.levels)
        if place in self.fixed:
            yield way.last, self.fixed[place]
            return
        window = self.windows[place]
        indices = range(max(window.start, way.last + 1), window.stop)
        # As many are left above it as there are places: there is always a next one.
        for index in indices or range(way.last + 1, way.last + 2):
            yield index, self.ordered[index]

    def changes(self, chosen: Sequence[RampLevel]) -> Iterator[list[RampLevel]]:
        """A set with one free level exchanged, or with two neighbours that are equally hard."""
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
class _Way:
    """The beginning of a set: its cost, its levels, the index of the last free one, mechanics."""

    cost: float
    levels: tuple[RampLevel, ...]
    last: int
    seen: frozenset[str]

    def on(self, ramp: Ramp, index: int, level: RampLevel) -> _Way:
        """The same with one more level."""
        before = self.levels[-1] if self.levels else None
        step = ramp.step(len(self.levels), level, before, self.seen)
        seen = self.seen | ramp.mechanics(level)
        return _Way(self.cost + step.cost, (*self.levels, level), index, seen)


def _beam(places: _Places, control: Control) -> list[RampLevel]:
    """The best set that a beam search finds; what is free never falls."""
    ways = [_Way(0.0, (), -1, frozenset())]
    for _ in range(places.ramp.count):
        control.require_going_on()
        following = [way.on(places.ramp, *step) for way in ways for step in places.next(way)]
        # Ways that differ in what came earlier than the last level alone go on alike.
        best: dict[tuple[str, frozenset[str]], _Way] = {}
        for way in sorted(following, key=lambda each: each.cost):
            best.setdefault((way.levels[-1].key, way.seen), way)
        ways = [*best.values()][:BEAM]
    return [*ways[0].levels]


def _climbed(chosen: list[RampLevel], places: _Places, control: Control) -> list[RampLevel]:
    """A set after hill climbing."""
    cost, trials, better = places.ramp.cost(chosen), 0, True
    most = MOST_TRIALS // max(1, len(chosen) // 10)
    while better:
        better = False
        for trial in places.changes(chosen):
            control.require_going_on()
            trials += 1
            if trials > most:
                return chosen
            found = places.ramp.cost(trial)
            if found < cost - 1e-9:
                chosen, cost, better = trial, found, True
                break
    return chosen
