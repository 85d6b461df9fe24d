"""The difficulty and preset parameters, and the values that they imply for other parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.values.parameter_schema import Parameter, Value
from engine.values.ranges import Range

MAX_DIFFICULTY = 10

USUAL_PRESET = "usual"
PRESETS = ("gentle", "tricky", "fiendish")
"""The presets that every game has in addition to the usual one, from the easiest to the hardest."""

PRESET = Parameter(
    "preset", "choice", USUAL_PRESET, 0, 0, "", "preset",
    "The kind of levels. It sets the parameters that you do not set yourself.",
    (USUAL_PRESET, *PRESETS), silent=True,
)  # fmt: skip


def define_difficulty(meaning: str) -> Parameter:
    """Define a game's difficulty parameter, whose help text begins with ``meaning``.

    The value 1 is the easiest difficulty, and 0 means any difficulty.
    """
    return Parameter(
        "difficulty", "integer", 0, 0, MAX_DIFFICULTY, "", "difficulty",
        f"{meaning} 0 sets none of them.", silent=True,
    )  # fmt: skip


def get_length_range(difficulty: int) -> Range:
    """Return the solution lengths that suit a difficulty, in games where longer means harder."""
    least = difficulty + 2
    return Range(least, least + (2 if difficulty == MAX_DIFFICULTY else 1))


def build_difficulty_presets(
    values: Callable[[int], Mapping[str, Value | None]],
) -> Mapping[str, Mapping[str, Value]]:
    """Map each difficulty, as text, to the parameter values that it implies.

    Args:
        values: A function that returns the parameter values for a difficulty of 1 or more. A
            parameter with the value None is left out.
    """
    grades = range(1, MAX_DIFFICULTY + 1)
    return {"0": {}} | {
        str(grade): {key: value for key, value in values(grade).items() if value is not None}
        for grade in grades
    }


def build_presets(*values: Mapping[str, Value]) -> Mapping[str, Mapping[str, Value]]:
    """Map each preset to its parameter values, given in the order of :data:`PRESETS`.

    The usual preset implies no values.
    """
    return {USUAL_PRESET: {}, **dict(zip(PRESETS, values, strict=True))}
