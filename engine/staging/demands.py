"""Acceptance: candidates until one is accepted, unless no level can meet the demands.

A game declares what its levels cannot go beyond under given parameters, as :class:`Limit` values;
that a demand and a limit have no number in common is found here, for every game alike. Limits
are what follows from the rules and the parameters alone: a demand that passes may still be met by
one level in a million, or by none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from engine.errors import Cancelled, GenerationFailed, ParameterError
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Attempts, Recipe
from engine.values.budget import Control
from engine.values.parameters import Schema, Value
from engine.values.ranges import ANY, Range

TRUE, NONE = Range(1, 1), Range(0, 0)


@dataclass(frozen=True, slots=True)
class Limit:
    """What no level of a recipe goes beyond.

    Attributes:
        key: a parameter that is a number or a range, or a fact.
        range: what its numbers lie in, of every level.
        why: the reason, as it continues "cannot be met: ".
    """

    key: str
    range: Range
    why: str


class LevelSource(Protocol):
    """A generator of levels, which knows its limits."""

    @property
    def parameters(self) -> Schema:
        """The generator's parameters and facts."""

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """What no level of a recipe goes beyond."""

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Tries up to ``count`` candidates until one is accepted, or the last is finished early."""


def require_possible(generator: LevelSource, recipe: Recipe) -> None:
    """Refuses a recipe that asks for what no level can be.

    Raises:
        ParameterError: a demand that cannot be met, with the reason, or parameters that do not go
            together.
    """
    values, schema = recipe.parameters.values, generator.parameters
    broken = [
        limit
        for limit in generator.limits(recipe)
        if not overlap(_as_range(values.get(limit.key)), limit.range)
    ]
    # Of two demands that exclude each other a designer has set at least one, which is named.
    broken.sort(key=lambda limit: values[limit.key] == schema[limit.key].default)
    for limit in broken:
        value = schema[limit.key].typed(values[limit.key])
        raise ParameterError(f"{limit.key}={value} cannot be met: {limit.why}")


def _as_range(value: Value | None) -> Range:
    """What a value allows; anything if it is a word, or not set."""
    if isinstance(value, int):
        return Range(value, value)
    return value if isinstance(value, Range) else ANY


def overlap(one: Range, other: Range) -> bool:
    """Whether two ranges have a number in common."""
    lows = [end for end in (one.low, other.low) if end is not None]
    highs = [end for end in (one.high, other.high) if end is not None]
    return not lows or not highs or max(lows) <= min(highs)


def certain(schema: Schema, *keys: str) -> Iterable[Limit]:
    """Limits of facts that are true of every level that is kept."""
    for key in keys:
        if any(fact.key == key for fact in schema.facts()):
            yield Limit(key, TRUE, f"only levels with {key}=true are kept")


CHUNK = 256
"""Candidates tried between two looks at the clock and the cancel flag."""


def first_accepted(
    generator: LevelSource,
    recipe: Recipe,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    control: Control | None = None,
) -> tuple[Recipe, Attempts]:
    """The first accepted candidate from ``recipe.attempt`` on, and what was rejected before.

    ``control.candidates`` counts the candidates tried, ``control.rejections`` those rejected.

    Raises:
        GenerationFailed: none of ``max_attempts`` was accepted, or none before ``control`` was
            asked to finish; the message counts reasons.
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
    reasons = rejections_text(rejections) or "none tried"
    early = "finished early: " if control.finishing else ""
    message = f"{early}no level accepted in {tried} attempts ({reasons})"
    raise GenerationFailed(message, tried, rejections)


def rejections_text(rejections: Mapping[str, int]) -> str:
    """The reasons with how many candidates each rejected, the most frequent first."""
    counted = sorted(rejections.items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{reason}: {number:,}" for reason, number in counted)
