"""Difficulty and presets as parameters of generators, and what their values stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.values.parameters import Parameter, Value
from engine.values.ranges import Range

MOST_DIFFICULTY = 10

USUAL = "usual"
PRESETS = ("gentle", "tricky", "fiendish")
"""The presets of every game, the easiest first, besides the usual values."""

PRESET = Parameter(
    "preset", "choice", USUAL, 0, 0, "", "preset",
    "What sort of levels are made: the values of parameters that are not set.",
    (USUAL, *PRESETS), silent=True,
)  # fmt: skip


def difficulty(meaning: str) -> Parameter:
    """How hard levels are to be, from 1; 0 leaves that to the other parameters."""
    return Parameter(
        "difficulty", "integer", 0, 0, MOST_DIFFICULTY, "", "difficulty",
        f"{meaning} 0 for none of that.", silent=True,
    )  # fmt: skip


def length_by(difficulty: int) -> Range:
    """The moves of a shortest solution of a difficulty, where they are what makes it hard."""
    least = difficulty + 2
    return Range(least, least + (2 if difficulty == MOST_DIFFICULTY else 1))


def by_difficulty(
    values: Callable[[int], Mapping[str, Value | None]],
) -> Mapping[str, Mapping[str, Value]]:
    """The presets of a difficulty: for each number from 1 what it stands for, None for nothing."""
    grades = range(1, MOST_DIFFICULTY + 1)
    return {"0": {}} | {
        str(grade): {key: value for key, value in values(grade).items() if value is not None}
        for grade in grades
    }


def by_preset(*values: Mapping[str, Value]) -> Mapping[str, Mapping[str, Value]]:
    """What each preset stands for, in the order of :data:`PRESETS`."""
    return {USUAL: {}, **dict(zip(PRESETS, values, strict=True))}
