"""The search for an accepted candidate, and the check for constraints that no level can meet.

A game declares, as :class:`Limit` values, the limits that all its levels meet under given
parameters. A constraint is impossible if its range and the range of a limit have no number in
common. Limits follow from the rules and the parameters alone, so a constraint that passes this
check may still be met by only one level in a million, or by none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, Protocol

from engine.errors import Cancelled, GenerationFailed, ParameterError
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Attempts, Recipe
from engine.values.budget import Control
from engine.values.parameter_schema import Schema, Value
from engine.values.ranges import ANY, Range

TRUE, ZERO = Range(1, 1), Range(0, 0)


class Limit(NamedTuple):
    """A range that contains the value of a fact or parameter in every level of a recipe.

    Attributes:
        key: The key of a fact, or of a parameter whose value is a number or a range.
        range: The range that contains the value in every level.
        reason: The reason for the limit, worded to follow "cannot be met: ".
    """

    key: str
    range: Range
    reason: str


class LevelSource(Protocol):
    """A generator of levels whose limits are known."""

    @property
    def parameters(self) -> Schema:
        """The generator's parameters and facts."""

    def list_limits(self, recipe: Recipe) -> Iterable[Limit]:
        """Return the limits that hold for all levels of a recipe."""

    def try_candidates(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Try up to ``count`` candidates until one is accepted or ``control`` ends the search."""


def require_possible(generator: LevelSource, recipe: Recipe) -> None:
    """Raise an error if a recipe has a constraint that no level can meet.

    Raises:
        ParameterError: A constraint cannot be met, or parameters contradict each other.
    """
    values, schema = recipe.parameters.values, generator.parameters
    broken = [
        limit
        for limit in generator.list_limits(recipe)
        if not has_overlap(_get_allowed_range(values.get(limit.key)), limit.range)
    ]
    # If two constraints contradict each other, the designer has set at least one of them, so report
    # that one. False sorts before True, so constraints that differ from the default come first.
    broken.sort(key=lambda limit: values[limit.key] == schema[limit.key].default)
    for limit in broken:
        value = schema[limit.key].format_typed(values[limit.key])
        raise ParameterError(f"{limit.key}={value} cannot be met: {limit.reason}")


def _get_allowed_range(value: Value | None) -> Range:
    """Return the range that a parameter's value allows. A word or None allows every number."""
    if isinstance(value, int):
        return Range(value, value)
    return value if isinstance(value, Range) else ANY


def has_overlap(one: Range, other: Range) -> bool:
    """Return True if two ranges have a number in common."""
    lows = [end for end in (one.low, other.low) if end is not None]
    highs = [end for end in (one.high, other.high) if end is not None]
    return not lows or not highs or max(lows) <= min(highs)


def build_true_limits(schema: Schema, *keys: str) -> Iterable[Limit]:
    """Yield, for each fact in ``keys``, the limit that the fact is true in every accepted level."""
    for key in keys:
        if any(fact.key == key for fact in schema.list_facts()):
            yield Limit(key, TRUE, f"all levels must have {key}=true")


ATTEMPTS_PER_POLL = 256
"""The number of candidates tried between two checks of the clock and the cancel flag."""


def find_accepted_attempt(
    generator: LevelSource,
    recipe: Recipe,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    control: Control | None = None,
) -> tuple[Recipe, Attempts]:
    """Try candidates, starting with attempt ``recipe.attempt``, until one is accepted.

    During the search, ``control.candidates`` counts the candidates tried, and
    ``control.rejections`` counts the rejected ones by reason.

    Returns:
        The recipe of the accepted candidate, and the outcome of all attempts.

    Raises:
        GenerationFailed: No candidate was accepted in ``max_attempts`` attempts, or before
            ``control`` was asked to finish. The message lists the number of rejections by reason.
        Cancelled: ``control`` was cancelled.
    """
    control = control or Control()
    tried = 0
    rejections: dict[str, int] = {}
    while tried < max_attempts:
        start = replace(recipe, attempt=recipe.attempt + tried)
        part = generator.try_candidates(
            start, min(ATTEMPTS_PER_POLL, max_attempts - tried), control
        )
        tried += part.tried
        control.shared_cells[2] = tried
        for reason, number in part.rejections.items():
            rejections[reason] = rejections.get(reason, 0) + number
        control.rejections = dict(rejections)
        if part.accepted is not None:
            # ``part`` counts only the candidates of the last call, but the result counts all.
            attempts = replace(part, tried=tried, rejections=rejections)
            return attempts.update_recipe(recipe), attempts
        if control.is_cancelled:
            raise Cancelled(f"stopped after {tried} candidates")
        # The generator was asked to finish and has accepted no candidate, so there is no result.
        if control.is_finishing:
            break
    reasons = format_rejection_counts(rejections) or "none tried"
    early = "finished early: " if control.is_finishing else ""
    message = f"{early}no level found in {tried} attempts ({reasons})"
    raise GenerationFailed(message, tried, rejections)


def format_rejection_counts(rejections: Mapping[str, int]) -> str:
    """Format the number of rejections for each reason, the most frequent reason first."""
    counted = sorted(rejections.items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{reason}: {number:,}" for reason, number in counted)
