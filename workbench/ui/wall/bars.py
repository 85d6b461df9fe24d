"""Histograms of facts: bars of how many levels have which value, and what a bar asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor, log10

from workbench.ui.lines import Line

_FULL = "▇"
BARS = 10
"""Bars of numbers at most."""
_PARTS = 10**9
"""Parts of one that a number of an expression can have."""
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
        if isinstance(self.low, str) or isinstance(self.high, str):
            return f'{key}="{self.low}"'
        return f"{key} {_end(self.low, floor)}..{_end(self.high, ceil)}"


def bars(values: Iterable[Value]) -> Sequence[Bar]:
    """The bars of some values of one fact, the least first."""
    return bars_of(Counter(values))


def bars_of(counted: Mapping[Value, int]) -> Sequence[Bar]:
    """The bars of a fact by how many levels have each value, the least first."""
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
    # Apart, since the difference of two floats can be infinite; and no bar is finer than a value.
    width = max(high / BARS - low / BARS, 1 / _PARTS)
    ten = 10.0 ** floor(log10(width))
    step = next(ten * part for part in (1, 2, 5, 10) if ten * part >= width)
    found: dict[int, list[float]] = {}
    for number in sorted(numbers):
        found.setdefault(floor(number / step), []).append(number)
    return [
        Bar(_written(round(at * step, 9)), some[0], some[-1], sum(numbers[each] for each in some))
        for at, some in found.items()
    ]


def _end(value: float, towards: Callable[[float], int]) -> str:
    """An end of a range, with as many decimals as an expression takes, rounded outwards."""
    return f"{Decimal(towards(value * _PARTS)) / _PARTS:f}" if value % 1 else f"{value:.0f}"


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"


def bar_lines(found: Sequence[Bar], width: int, *, plain: bool) -> Iterator[Line]:
    """A line for every bar: its label, how long it is, how many levels."""
    label = max(len(bar.label) for bar in found)
    most = max(bar.count for bar in found)
    room = max(width - label - len(str(most)) - 2, 1)
    for bar in found:
        length = max(round(bar.count / most * room), 1)
        drawn = ("#" if plain else _FULL) * length
        yield [(f"{bar.label:>{label}} {drawn} {bar.count}", "")]
