"""Histograms of facts: bars of the levels of a gallery, and what a bar asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, log10

from engine.errors import ParameterError
from engine.game.game import Game
from engine.values.level import Level
from engine.values.parameters import WHERE

BARS = 10
"""Bars of numbers at most."""
Value = str | float | bool


@dataclass(frozen=True, slots=True)
class Bar:
    """Levels whose fact has a value, or lies between two.

    Attributes:
        label: the value, or the least of the bar.
        low, high: the ends of what the bar stands for; of words and truths both are that.
        count: how many levels.
    """

    label: str
    low: Value
    high: Value
    count: int

    def asks(self, key: str) -> str:
        """The expression that holds for the levels of the bar."""
        if isinstance(self.low, bool):
            return key if self.low else f"not {key}"
        if isinstance(self.low, str):
            return f'{key}="{self.low}"'
        return f"{key} {self.low:g}..{self.high:g}"


def bars(values: Iterable[Value]) -> Sequence[Bar]:
    """The bars of some values of one fact, the least first."""
    counted = Counter(values)
    if not counted:
        return []
    if any(isinstance(value, str | bool) for value in counted):
        found = sorted(counted.items(), key=lambda each: (-each[1], str(each[0])))[:BARS]
        return [Bar(_written(value), value, value, count) for value, count in found]
    numbers = {float(value): count for value, count in counted.items()}
    if len(numbers) <= BARS:
        return [Bar(_written(value), value, value, numbers[value]) for value in sorted(numbers)]
    return _ranges(numbers)


def _ranges(numbers: Mapping[float, int]) -> Sequence[Bar]:
    """Bars of equal width, with round ends."""
    low, high = min(numbers), max(numbers)
    width = (high - low) / BARS
    ten = 10.0 ** floor(log10(width))
    step = next(ten * part for part in (1, 2, 5, 10) if ten * part >= width)
    found: dict[int, list[float]] = {}
    for number in sorted(numbers):
        found.setdefault(floor(number / step), []).append(number)
    return [
        Bar(_written(round(at * step, 9)), some[0], some[-1], sum(numbers[each] for each in some))
        for at, some in found.items()
    ]


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"


def narrowed(game: Game, wish: Level, key: str, bar: Bar) -> Level:
    """A wish that asks besides for what a bar stands for.

    A fact that generators know is asked for by itself, any other by the expression ``where``.
    """
    provenance = wish.provenance
    assert provenance is not None
    schema, values = game.generator.parameters, dict(provenance.parameters)
    try:
        fact = next(each for each in schema.facts() if each.key == key)
        asked = f"{bar.low}..{bar.high}" if not isinstance(bar.low, bool) else str(bar.low).lower()
        if isinstance(bar.low, float) and not fact.decimals:
            asked = f"{bar.low:.0f}..{bar.high:.0f}"
        values[key] = fact.written(fact.parse(asked))
    except (StopIteration, ParameterError):
        before = values.get(WHERE.key)
        asked = bar.asks(key)
        values[WHERE.key] = f"({before}) and {asked}" if before else asked
    return replace(wish, provenance=replace(provenance, parameters=values))
