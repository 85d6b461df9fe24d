"""Packs in words: why a level stands where it does, the same wherever that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.playlists.pack import DIFFICULTY
from engine.playlists.ramp import RampStep

NEAR = 0.75
"""Steps of the ramp within which a level is said to be on it."""
LIKE = 0.8
"""From how much on neighbours are said to be alike."""


def named(by: str) -> str:
    """A fact that a pack rises by, as it is read."""
    return by.replace("_", " ").replace(".", " ")


def amount(value: float) -> str:
    """A difficulty in few characters."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def height(step: RampStep, by: str = DIFFICULTY) -> str:
    """How hard a level is, such as ``difficulty 7``."""
    return f"{named(by)} {amount(step.level.difficulty)}"


def reasons(step: RampStep, number: int, by: str = DIFFICULTY) -> list[str]:
    """Why a level is at its place, and what speaks against it, a phrase each.

    ``number`` counts from 1.
    """
    return [*_reasons(step, number, by)]


def _reasons(step: RampStep, number: int, by: str) -> Iterator[str]:
    wanted = amount(round(step.wanted, 1))
    on_it = "on the ramp" if abs(step.off) <= NEAR else "off the ramp"
    yield f"{height(step, by)}, {on_it} at {wanted}"
    if number > 1 and step.way <= 0:
        yield "as hard as the one before" if step.way == 0 else "easier than the one before"
    if step.brings:
        names = ", ".join(name.replace("_", " ") for name in step.brings)
        yield (
            f"new: {names}" if len(step.brings) == 1 else f"{len(step.brings)} new at once: {names}"
        )
    if number > 1:
        like = f"{step.alike:.0%} like the one before"
        yield like if step.alike < LIKE else f"{like}, too much"


def summary(steps: Sequence[RampStep]) -> str:
    """What can be said of a whole set, in a clause."""
    if not steps:
        return "no level that can be played"
    later = steps[1:]
    falls, flat = sum(s.way < 0 for s in later), sum(s.way == 0 for s in later)
    crowded = sum(len(step.brings) > 1 for step in steps)
    alike = sum(step.alike >= LIKE for step in later)
    first, last = (amount(steps[at].level.difficulty) for at in (0, -1))
    parts = [
        f"from {first} to {last}",
        "never easier" if not falls else f"easier at {falls}",
        f"{flat} flat steps" if flat != 1 else "1 flat step",
        "mechanics one at a time" if not crowded else f"several new at once in {crowded}",
    ]
    return ", ".join([*parts, f"{alike} alike"] if alike else parts)
