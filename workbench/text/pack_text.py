"""Descriptions of packs, with the arguments for and against each level's place in its pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.playlists.difficulty_curve import RampStep
from engine.playlists.pack import DEFAULT_FACT

ON_RAMP_DISTANCE = 0.75
"""The maximum distance from the ramp, in ramp steps, at which a level counts as on the ramp."""
ALIKE_THRESHOLD = 0.8
"""The minimum similarity at which neighbouring levels count as alike."""


def format_fact(by: str) -> str:
    """Format a fact's key for display."""
    return by.replace("_", " ").replace(".", " ")


def format_amount(value: float) -> str:
    """Format a difficulty with at most one decimal place."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def format_difficulty(step: RampStep, by: str = DEFAULT_FACT) -> str:
    """Format the fact ``by`` and a level's value for it, for example as ``difficulty 7``."""
    return f"{format_fact(by)} {format_amount(step.level.difficulty)}"


def list_reasons(step: RampStep, number: int, by: str = DEFAULT_FACT) -> list[str]:
    """Return phrases for and against a level's place in its pack.

    ``number`` is the level's place, counted from 1.
    """
    return [*_generate_reasons(step, number, by)]


def _generate_reasons(step: RampStep, number: int, by: str) -> Iterator[str]:
    # Rounding first shows a target of 6.98 as 7 rather than 7.0.
    wanted = format_amount(round(step.target, 1))
    on_it = "on the ramp" if abs(step.distance) <= ON_RAMP_DISTANCE else "off the ramp"
    yield f"{format_difficulty(step, by)}, {on_it} at {wanted}"
    # The first level has no predecessor to compare with.
    if number > 1 and step.direction <= 0:
        yield "as hard as the one before" if step.direction == 0 else "easier than the one before"
    if step.new_mechanics:
        names = ", ".join(name.replace("_", " ") for name in step.new_mechanics)
        yield (
            f"new: {names}"
            if len(step.new_mechanics) == 1
            else f"{len(step.new_mechanics)} new at once: {names}"
        )
    if number > 1:
        like = f"{step.similarity:.0%} like the one before"
        yield like if step.similarity < ALIKE_THRESHOLD else f"{like}, too much"


def summarize_set(steps: Sequence[RampStep]) -> str:
    """Summarize a pack's difficulty, new mechanics and similar levels in one line."""
    if not steps:
        return "no level that can be played"
    later = steps[1:]
    falls, flat = sum(s.direction < 0 for s in later), sum(s.direction == 0 for s in later)
    crowded = sum(len(step.new_mechanics) > 1 for step in steps)
    alike = sum(step.similarity >= ALIKE_THRESHOLD for step in later)
    first, last = (format_amount(steps[at].level.difficulty) for at in (0, -1))
    parts = [
        f"from {first} to {last}",
        "never easier" if not falls else f"easier at {falls}",
        f"{flat} flat steps" if flat != 1 else "1 flat step",
        "mechanics one at a time" if not crowded else f"several new at once in {crowded}",
    ]
    return ", ".join([*parts, f"{alike} alike"] if alike else parts)
