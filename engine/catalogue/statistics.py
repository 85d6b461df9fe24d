"""Statistics over the levels of a selection: histograms, and the range of two facts together."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from math import ceil, floor, inf, log10, nextafter

from engine.catalogue.query import Number, Selection

BINS = 20
"""Bins of a histogram at most, about."""
Bin = tuple[Number, Number, int]
"""Its low end, its high end, and how many levels are in it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Bins over the values of a fact, from the least to the greatest, all of one width.

    Attributes:
        whole: the values are whole numbers: a bin ends with the last that is in it, else before
            its high end.
        edges: where bins begin, and where the last one ends, not in it.
    """

    whole: bool
    edges: tuple[Number, ...]

    def __len__(self) -> int:
        return max(len(self.edges) - 1, 0)

    def place(self, value: Number) -> int:
        """The bin of a value, from 0."""
        return bisect_right(self.edges, value) - 1

    def ends(self, place: int) -> tuple[Number, Number]:
        """The low and the high end of a bin, the high one in it if numbers are whole."""
        low, high = self.edges[place], self.edges[place + 1]
        return low, high - 1 if self.whole else high


@dataclass(frozen=True, slots=True)
class Density:
    """How many levels have which values of two facts: their expressive range.

    Attributes:
        keys: the facts.
        across, up: their bins.
        counts: levels by bins of both; none where there are none.
    """

    keys: tuple[str, str]
    across: Axis
    up: Axis
    counts: dict[tuple[int, int], int]

    @property
    def bins(self) -> list[tuple[Number, Number, Number, Number, int]]:
        """The bins that have levels: low and high of the first fact, of the second, how many."""
        return [
            (*self.across.ends(col), *self.up.ends(row), number)
            for (col, row), number in sorted(self.counts.items())
        ]


def histogram(selection: Selection, key: str) -> list[Bin]:
    """How many levels have which values of a fact; those where it is null are left out."""
    axis = axis_over(selection.extent([key], key), BINS)
    found = Counter(axis.place(value) for (value,) in selection.numbers(key))
    return [(*axis.ends(place), found[place]) for place in range(len(axis))]


def density(
    selection: Selection, across: str, up: str, most: tuple[int, int] = (60, 20)
) -> Density:
    """How many levels have which values of two facts, in about as many bins at most."""
    keys = (across, up)
    x, y = (axis_over(selection.extent(keys, key), n) for key, n in zip(keys, most, strict=True))
    found = Counter((x.place(one), y.place(other)) for one, other in selection.numbers(*keys))
    return Density(keys, x, y, dict(found))


def axis_over(extent: tuple[Number, Number, bool] | None, most: int) -> Axis:
    """Bins from a least to a greatest value, of a width of 1, 2 or 5 times a power of ten."""
    if extent is None:
        return Axis(True, ())
    low, high, whole = extent
    if whole:
        step = int(_round_up(ceil((high - low + 1) / most), whole=True))
        first, last = int(low // step), int(high // step)
        return Axis(True, tuple(place * step for place in range(first, last + 2)))
    width = _round_up(high / most - low / most or abs(low) / most or 1.0)
    first, last = floor(low / width), floor(high / width)
    edges = {_decimal(place * width) for place in range(first, last + 2)}
    inner = sorted(edge for edge in edges if low < edge <= high)
    least = max((edge for edge in edges if edge <= low), default=low)
    end = min((edge for edge in edges if edge > high), default=nextafter(high, inf))
    return Axis(False, (least, *inner, end))


def _decimal(value: Number) -> float:
    """A number without what is left of rounding; infinite beyond what a float holds."""
    try:
        return float(f"{value:.12g}")
    except OverflowError:
        return inf if value > 0 else -inf


def _round_up(width: Number, *, whole: bool = False) -> Number:
    """The least of 1, 2, 5, 10, 20 ... and their tenths and so on that is not less."""
    ten = floor(log10(width))
    for power in (ten, ten + 1):
        for part in (1, 2, 5):
            found = part * 10**power if power >= 0 else part / 10**-power
            if found >= width:
                return int(found) if whole else found
    return width
