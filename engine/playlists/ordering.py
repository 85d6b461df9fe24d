"""Levels in an order of rising difficulty, and sets of them that rise evenly.

What difficulty means is the caller's business: a number for each thing, None where it is not
known. Nothing here knows of games or of files.

A set rises evenly where each step feels like the one before, and what is felt is a ratio: twice
as long is as much harder after two minutes as after ten. Ramps are therefore even on a logarithmic
scale, which makes a gentle start of the first, easiest steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

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
