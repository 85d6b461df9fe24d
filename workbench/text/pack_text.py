"""Descriptions of packs, with the arguments for and against each level's place in its pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.playlists.difficulty_curve import RampStep
from engine.playlists.pack import DEFAULT_FACT
from workbench.text.quantity_text import format_count

ON_RAMP_DISTANCE = 0.75
"""The maximum distance from the planned difficulty, in steps of the curve, of a fitting level."""
EQUALLY_HARD = "as hard as the previous level"
EASIER = "easier than the previous level"
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
    off = "higher than planned" if step.level.difficulty > step.target else "lower than planned"
    on_it = "as planned" if abs(step.distance) <= ON_RAMP_DISTANCE else off
    yield f"{format_difficulty(step, by)}, {on_it} ({wanted})"
    # The first level has no predecessor to compare with.
    if number > 1 and step.direction <= 0:
        yield EQUALLY_HARD if step.direction == 0 else EASIER
    if step.new_mechanics:
        names = ", ".join(name.replace("_", " ") for name in step.new_mechanics)
        yield (
            f"new mechanic: {names}"
            if len(step.new_mechanics) == 1
            else f"{len(step.new_mechanics)} new mechanics at once: {names}"
        )
    if number > 1:
        like = f"{step.similarity:.0%} similar to the previous level"
        yield like if step.similarity < ALIKE_THRESHOLD else f"{like}, too similar"


def summarize_set(steps: Sequence[RampStep]) -> str:
    """Summarize a pack's difficulty, new mechanics and similar levels in one line."""
    if not steps:
        return "no playable levels"
    later = steps[1:]
    falls, flat = sum(s.direction < 0 for s in later), sum(s.direction == 0 for s in later)
    crowded = sum(len(step.new_mechanics) > 1 for step in steps)
    alike = sum(step.similarity >= ALIKE_THRESHOLD for step in later)
    first, last = (format_amount(steps[at].level.difficulty) for at in (0, -1))
    parts = [
        f"from {first} to {last}",
        "never gets easier" if not falls else f"easier at {format_count(falls, 'level')}",
        *([format_count(flat, "equal step")] if flat else []),
        "at most one new mechanic each" if not crowded else f"several new mechanics in {crowded}",
    ]
    return ", ".join([*parts, f"{format_count(alike, 'level')} too similar"] if alike else parts)


def format_forget_question(won: int) -> str:
    """Return the question to ask before the wins of ``won`` levels are forgotten."""
    return f"Forget the wins of {format_count(won, 'level')}?"
