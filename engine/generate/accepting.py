"""Generation's outer loop, the same for every game: candidates until one is accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from engine.errors import Cancelled, GenerationFailed
from engine.generate.generation import DEFAULT_MAX_ATTEMPTS, Attempts, Recipe
from engine.values.budget import Control

CHUNK = 256
"""Candidates tried between two looks at the clock and the cancel flag."""


class Attempting(Protocol):
    """The part of a game that generation's outer loop needs."""

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Tries up to ``count`` candidates until one is accepted, or the last is finished early."""
        ...


def first_accepted(
    generator: Attempting,
    recipe: Recipe,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    control: Control | None = None,
) -> tuple[Recipe, Attempts]:
    """The first accepted candidate from ``recipe.attempt`` on, and what was rejected before.

    ``control.candidates`` counts the candidates tried, ``control.rejections`` those rejected.

    Raises:
        GenerationFailed: none of ``max_attempts`` was accepted, or none before ``control`` was
            told to finish; the message counts reasons.
        Cancelled: ``control`` was cancelled.
    """
    control = control or Control()
    tried = 0
    rejections: dict[str, int] = {}
    while tried < max_attempts:
        start = replace(recipe, attempt=recipe.attempt + tried)
        part = generator.attempts(start, min(CHUNK, max_attempts - tried), control)
        tried += part.tried
        control.cells[2] = tried
        for reason, number in part.rejections.items():
            rejections[reason] = rejections.get(reason, 0) + number
        control.rejections = dict(rejections)
        if part.accepted is not None:
            attempts = replace(part, tried=tried, rejections=rejections)
            return attempts.followed(recipe), attempts
        if control.cancelled:
            raise Cancelled(f"stopped after {tried} candidates")
        if control.finishing:
            break
    reasons = told_rejections(rejections) or "none tried"
    early = "finished early: " if control.finishing else ""
    raise GenerationFailed(f"{early}no level accepted in {tried} attempts ({reasons})")


def told_rejections(rejections: Mapping[str, int]) -> str:
    """The reasons with how many candidates each rejected, the most frequent first."""
    counted = sorted(rejections.items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{reason}: {number:,}" for reason, number in counted)
