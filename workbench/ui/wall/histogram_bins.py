"""The bars of a histogram, each with a count of levels and an expression that selects them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor, log10

from workbench.ui.styled_lines import Line

_FULL = "▇"
MAX_BARS = 10
"""The maximum number of bars in a histogram."""
_PRECISION = 10**9
"""The reciprocal of the smallest positive number that an expression can contain."""
Value = str | float | bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar for the levels in which a fact has a given value, or a value in a given range.

    Attributes:
        label: The value, or the rounded lower end of the range.
        low, high: The ends of the range. They are equal for strings and booleans.
        count: The number of levels that the bar represents.
    """

    label: str
    low: Value
    high: Value
    count: int

    def make_condition(self, key: str) -> str:
        """Return the where-expression that selects the bar's levels by the fact ``key``."""
        if isinstance(self.low, bool):
            return key if self.low else f"not {key}"
        if isinstance(self.low, str) or isinstance(self.high, str):
            return f'{key}="{self.low}"'
        return f"{key} {_format_end(self.low, floor)}..{_format_end(self.high, ceil)}"


def make_bars(values: Iterable[Value]) -> Sequence[Bar]:
    """Make the bars for one fact, given its value in each level."""
    return make_bars_from_counts(Counter(values))


def make_bars_from_counts(counts: Mapping[Value, int]) -> Sequence[Bar]:
    """Make the bars for one fact, given the number of levels with each value.

    Bars for numbers are sorted by value. Other bars are sorted by count, the highest first.
    """
    if not counts:
        return []
    if any(isinstance(value, str | bool) for value in counts):
        found = sorted(counts.items(), key=lambda each: (-each[1], str(each[0])))[:MAX_BARS]
        return [Bar(_format_value(value), value, value, count) for value, count in found]
    numbers = {float(value): count for value, count in counts.items()}
    if len(numbers) <= MAX_BARS:
        return [
            Bar(_format_value(value), value, value, numbers[value]) for value in sorted(numbers)
        ]
    return _make_ranges(numbers)


def _make_ranges(numbers: Mapping[float, int]) -> Sequence[Bar]:
    """Make bars for ranges of equal width that begin at round numbers."""
    low, high = min(numbers), max(numbers)
    # Divide first, because the difference between two floats can be infinite. No range is narrower
    # than the precision of an expression.
    width = max(high / MAX_BARS - low / MAX_BARS, 1 / _PRECISION)
    ten = 10.0 ** floor(log10(width))
    # Choose the smallest step that is wide enough and 1, 2, 5 or 10 times a power of ten.
    step = next(ten * part for part in (1, 2, 5, 10) if ten * part >= width)
    found: dict[int, list[float]] = {}
    for number in sorted(numbers):
        found.setdefault(floor(number / step), []).append(number)
    return [
        Bar(
            _format_value(round(at * step, 9)),
            some[0],
            some[-1],
            sum(numbers[each] for each in some),
        )
        for at, some in found.items()
    ]


def _format_end(value: float, towards: Callable[[float], int]) -> str:
    """Format an end of a range, rounded outwards to the precision of an expression."""
    return f"{Decimal(towards(value * _PRECISION)) / _PRECISION:f}" if value % 1 else f"{value:.0f}"


def _format_value(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"


def draw_bars(bars: Sequence[Bar], width: int, *, plain: bool) -> Iterator[Line]:
    """Yield, for each bar, a line that shows its label, the bar itself and its count."""
    label = max(len(bar.label) for bar in bars)
    most = max(bar.count for bar in bars)
    room = max(width - label - len(str(most)) - 2, 1)
    for bar in bars:
        length = max(round(bar.count / most * room), 1)
        drawn = ("#" if plain else _FULL) * length
        yield [(f"{bar.label:>{label}} {drawn} {bar.count}", "")]
