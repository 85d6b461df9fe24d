"""Demands that no level can meet, found out before any is searched for.

A game declares what its levels cannot go beyond under given parameters, as :class:`Limit` values;
that a demand and a limit have no number in common is found here, for every game alike. Limits
are what follows from the rules and the parameters alone: a demand that passes may still be met by
one level in a million, or by none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.errors import ParameterError
from engine.generate.generation import Recipe
from engine.values.parameters import ANY, Range, Schema, Value

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


class Limited(Protocol):
    """A generator that knows its limits."""

    @property
    def parameters(self) -> Schema:
        """The generator's parameters and facts."""
        ...

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """What no level of a recipe goes beyond."""
        ...


def require_possible(generator: Limited, recipe: Recipe) -> None:
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
    # Of two demands that exclude each other a designer has set at least one: that one is told.
    broken.sort(key=lambda limit: values[limit.key] == schema[limit.key].default)
    for limit in broken:
        told = schema[limit.key].typed(values[limit.key])
        raise ParameterError(f"{limit.key}={told} cannot be met: {limit.why}")


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
