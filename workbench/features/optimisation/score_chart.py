"""Charts of the best score over the steps, drawn with braille dots or ASCII characters.

A braille character has 2 by 4 dots, so a braille chart has twice the horizontal and four times the
vertical resolution of an ASCII chart. The first curve is a solid line, with vertical segments where
the score rises. The second curve is dotted and has no vertical segments, so that the two can be
told apart without colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.jit.decorators import Longs

SOLID, DOTTED = 1, 2
DOTS_ACROSS, DOTS_DOWN = 2, 4
# The code point of the blank braille pattern. Adding the dots' bits gives any other pattern.
_BRAILLE = 0x2800
_DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits for the dots in a braille character, indexed by the dot's line and column."""
_STEPS = (1, 2, 5)
_PLAIN = {0: " ", SOLID: "#", DOTTED: ".", SOLID | DOTTED: "#"}

ChartCell = tuple[str, int]
"""A character, and a bit mask (SOLID, DOTTED) of the curves that pass through it."""


@dataclass(frozen=True, slots=True)
class ScoreCurve:
    """An optimisation's best score as a function of the step.

    Attributes:
        growth: The steps that improved the score, each with the new score, in order.
        end: The last step so far.
    """

    growth: tuple[tuple[int, int], ...]
    end: int

    def get_scores(self, steps: Longs) -> Longs:
        """Return the best score at each of the given steps.

        Args:
            steps: The steps, as an integer array of any shape. Steps before the first entry in
                ``growth`` get that entry's score.

        Returns:
            The scores, in an array with the shape of ``steps``.
        """
        points = np.array(self.growth, np.int64)
        # Searching to the right of equal steps finds the last improvement at or before each step.
        rows = np.searchsorted(points[:, 0], steps, "right") - 1
        found: Longs = points[np.maximum(rows, 0), 1]
        return found


@dataclass(frozen=True, slots=True)
class Axes:
    """The ranges of a chart's axes: 0 to ``steps`` horizontally, ``low`` to ``high`` vertically."""

    steps: int
    low: int
    high: int

    @classmethod
    def from_curves(cls, curves: Sequence[ScoreCurve], steps: int) -> Axes:
        """Build the axes for a chart of ``curves``.

        The vertical axis ends at round numbers, so that it does not change whenever a score rises
        a little.

        Args:
            curves: The curves whose scores must fit on the vertical axis.
            steps: The number of steps at the right end of the horizontal axis.
        """
        scores = [score for curve in curves for _, score in curve.growth]
        low, high = min(scores, default=0), max(scores, default=1)
        # The axis has about four intervals or fewer, each 1, 2 or 5 times a power of ten in length.
        grain = _round_up(max(high - low, 1) / 4)
        low = math.floor(low / grain) * grain
        return cls(max(steps, 1), low, max(math.ceil(high / grain), low // grain + 1) * grain)


def _round_up(number: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50, ... that is not below ``number``."""
    ten = 1
    while True:
        for step in _STEPS:
            if step * ten >= number:
                return step * ten
        ten *= 10


def draw_curves(
    curves: Sequence[ScoreCurve], axes: Axes, width: int, height: int, *, ascii_only: bool = False
) -> list[list[ChartCell]]:
    """Plot one or two curves with characters.

    Args:
        curves: One or two curves; the first is drawn solid and the second dotted.
        axes: The ranges of the axes.
        width: The width of the chart in columns.
        height: The height of the chart in lines.
        ascii_only: True to draw with ASCII characters instead of braille.

    Returns:
        The lines of the chart, from top to bottom.
    """
    across, down = (1, 1) if ascii_only else (DOTS_ACROSS, DOTS_DOWN)
    dots = np.zeros((height * down, width * across), np.int64)
    # The zip is not strict because the second curve is optional.
    for curve, kind in zip(curves, (SOLID, DOTTED), strict=False):
        _plot_curve(dots, curve, axes, kind)
    # Split the dots into blocks of ``down`` by ``across``, one for each character.
    cells = dots.reshape(height, down, width, across)
    return [[_build_cell(cells[y, :, x]) for x in range(width)] for y in range(height)]


def _plot_curve(dots: Longs, curve: ScoreCurve, axes: Axes, kind: int) -> None:
    """Set the bit ``kind`` in ``dots`` along the curve, up to the curve's last step."""
    if not curve.growth:
        return
    height, width = dots.shape
    last = width - 1
    # The curve of a running optimisation ends before the right edge.
    count = min(curve.end * last // axes.steps, last) + 1
    heights = _compute_heights(curve, axes, np.arange(count) * axes.steps // max(last, 1), height)
    before = int(heights[0])
    for x, y in enumerate(heights.tolist()):
        if kind == DOTTED and x % 2:
            continue
        # A solid curve also fills the column between the previous height and the new one.
        lowest = min(before + 1, y) if kind == SOLID else y
        # Row 0 is at the top, but height 0 is at the bottom.
        dots[height - 1 - y : height - lowest, x] |= kind
        before = y


def _compute_heights(curve: ScoreCurve, axes: Axes, steps: Longs, height: int) -> Longs:
    """Return the curve's height at each of ``steps``, in dots from the bottom."""
    span = axes.high - axes.low
    found: Longs = (curve.get_scores(steps) - axes.low) * (height - 1) // span
    return np.clip(found, 0, height - 1)


def _build_cell(dots: Longs) -> ChartCell:
    """Return the character for a block of dots, and a mask of the curves that pass through it."""
    kinds = int(np.bitwise_or.reduce(dots, axis=None))
    if dots.shape == (1, 1):
        return _PLAIN[kinds], kinds
    bits = sum(
        bit
        for line, row in zip(_DOT_BITS, dots.tolist(), strict=True)
        for bit, dot in zip(line, row, strict=True)
        if dot
    )
    return (chr(_BRAILLE + bits) if bits else " "), kinds
