"""Statistics on the levels in a selection: histograms, and the joint distribution of two facts."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from math import ceil, floor, inf, log10, nextafter

from engine.catalogue.query import Number, Selection

MAX_BINS = 20
"""The approximate maximum number of bins in a histogram."""
Bin = tuple[Number, Number, int]
"""The low end and high end of a bin, and the number of levels in it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A division of the range of a fact's values into bins, from the lowest to the highest.

    Attributes:
        whole: True if the values are whole numbers. In that case each bin includes both its ends.
        edges: The low end of each bin, and the exclusive high end of the last bin.
    """

    whole: bool
    edges: tuple[Number, ...]

    def __len__(self) -> int:
        return max(len(self.edges) - 1, 0)

    def find_bin(self, value: Number) -> int:
        """Return the index of the bin that contains a value; it is out of range if no bin does."""
        return bisect_right(self.edges, value) - 1

    def get_ends(self, place: int) -> tuple[Number, Number]:
        """Return both ends of the bin with the index ``place``.

        For whole numbers, the high end is the highest value in the bin.
        """
        low, high = self.edges[place], self.edges[place + 1]
        return low, high - 1 if self.whole else high


@dataclass(frozen=True, slots=True)
class Density:
    """The joint distribution of two facts, also known as an expressive range.

    Attributes:
        keys: The names of the two facts.
        across, up: The bins for the first fact and for the second fact.
        counts: The number of levels for each pair of bins; pairs without levels are left out.
    """

    keys: tuple[str, str]
    across: Axis
    up: Axis
    counts: dict[tuple[int, int], int]

    @property
    def bins(self) -> list[tuple[Number, Number, Number, Number, int]]:
        """All pairs of bins that have levels.

        Each item has both ends of the first fact's bin, both ends of the second fact's bin, and the
        number of levels.
        """
        return [
            (*self.across.get_ends(col), *self.up.get_ends(row), number)
            for (col, row), number in sorted(self.counts.items())
        ]


def build_histogram(selection: Selection, key: str) -> list[Bin]:
    """Count the levels in each bin of a fact, leaving out levels in which it is not a number."""
    axis = build_axis(selection.measure_extent([key], key), MAX_BINS)
    found = Counter(axis.find_bin(value) for (value,) in selection.read_numbers(key))
    return [(*axis.get_ends(place), found[place]) for place in range(len(axis))]


def build_density(
    selection: Selection, across: str, up: str, max_bins: tuple[int, int] = (60, 20)
) -> Density:
    """Count the levels in each pair of bins of two facts.

    Args:
        selection: The levels to count.
        across: The key of the first fact.
        up: The key of the second fact.
        max_bins: The approximate maximum numbers of bins for the first and second facts.
    """
    keys = (across, up)
    x, y = (
        build_axis(selection.measure_extent(keys, key), n)
        for key, n in zip(keys, max_bins, strict=True)
    )
    found = Counter(
        (x.find_bin(one), y.find_bin(other)) for one, other in selection.read_numbers(*keys)
    )
    return Density(keys, x, y, dict(found))


def build_axis(extent: tuple[Number, Number, bool] | None, max_bins: int) -> Axis:
    """Build an axis of at most about ``max_bins`` bins that cover ``extent``.

    The width of a bin is 1, 2 or 5 times a power of ten. ``extent`` is the result of
    :meth:`engine.catalogue.query.Selection.measure_extent`.
    """
    if extent is None:
        return Axis(True, ())
    low, high, whole = extent
    if whole:
        step = int(_round_up(ceil((high - low + 1) / max_bins), whole=True))
        first, last = int(low // step), int(high // step)
        # The highest value is in the bin ``last``, which needs one more edge as its high end.
        return Axis(True, tuple(place * step for place in range(first, last + 2)))
    # Divide before subtracting, because high - low may overflow. If all values are equal, the width
    # depends on their size instead.
    width = _round_up(high / max_bins - low / max_bins or abs(low) / max_bins or 1.0)
    first, last = floor(low / width), floor(high / width)
    # Use a set, because neighbouring edges may round to the same number if they are very close.
    edges = {_round_decimal(place * width) for place in range(first, last + 2)}
    inner = sorted(edge for edge in edges if low < edge <= high)
    least = max((edge for edge in edges if edge <= low), default=low)
    end = min((edge for edge in edges if edge > high), default=nextafter(high, inf))
    return Axis(False, (least, *inner, end))


def _round_decimal(value: Number) -> float:
    """Round a number to 12 digits to remove noise. One too large for a float becomes infinite."""
    try:
        return float(f"{value:.12g}")
    except OverflowError:
        return inf if value > 0 else -inf


def _round_up(width: Number, *, whole: bool = False) -> Number:
    """Return ``width`` rounded up to a number that is 1, 2 or 5 times a power of ten."""
    ten = floor(log10(width))
    # A rounding error in the logarithm may give a power that is too low, so also try the next one.
    for power in (ten, ten + 1):
        for part in (1, 2, 5):
            found = part * 10**power if power >= 0 else part / 10**-power
            if found >= width:
                return int(found) if whole else found
    return width
