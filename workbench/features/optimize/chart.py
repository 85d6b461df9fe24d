"""Curves of the best score as text: braille dots, or plain characters where only those are drawn.

The first curve is a solid line with its rises. The second one is dotted, without its rises, so that
the two can be distinguished without colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.jit.marks import Longs

SOLID, DOTTED = 1, 2
DOTS_ACROSS, DOTS_DOWN = 2, 4
_BRAILLE = 0x2800
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a braille character by line and column of its dots."""
_STEPS = (1, 2, 5)
_PLAIN = {0: " ", SOLID: "#", DOTTED: ".", SOLID | DOTTED: "#"}

Cell = tuple[str, int]
"""A character, and which of the curves it is of."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The best score of an optimisation.

    Attributes:
        growth: the steps that improved it, with the score from then on, in order.
        end: the last step done.
    """

    growth: tuple[tuple[int, int], ...]
    end: int

    def at(self, steps: Longs) -> Longs:
        """The best score at some steps, none of them before the first improvement."""
        points = np.array(self.growth, np.int64)
        rows = np.searchsorted(points[:, 0], steps, "right") - 1
        found: Longs = points[np.maximum(rows, 0), 1]
        return found


@dataclass(frozen=True, slots=True)
class Axes:
    """What the edges of a chart stand for: 0 to ``steps`` across, ``low`` to ``high`` upwards."""

    steps: int
    low: int
    high: int

    @classmethod
    def around(cls, curves: Sequence[Curve], steps: int) -> Axes:
        """Axes with round ends, which stay as they are while a curve grows a little."""
        scores = [score for curve in curves for _, score in curve.growth]
        low, high = min(scores, default=0), max(scores, default=1)
        grain = _round_up(max(high - low, 1) / 4)
        low = math.floor(low / grain) * grain
        return cls(max(steps, 1), low, max(math.ceil(high / grain), low // grain + 1) * grain)


def _round_up(number: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50, ..."""
    ten = 1
    while True:
        for step in _STEPS:
            if step * ten >= number:
                return step * ten
        ten *= 10


def draw(
    curves: Sequence[Curve], axes: Axes, width: int, height: int, *, ascii_only: bool = False
) -> list[list[Cell]]:
    """Draws one or two curves.

    Only in ASCII there is one character a column and line, in place of braille.

    Returns:
        The lines, from the top.
    """
    across, down = (1, 1) if ascii_only else (DOTS_ACROSS, DOTS_DOWN)
    dots = np.zeros((height * down, width * across), np.int64)
    for curve, kind in zip(curves, (SOLID, DOTTED), strict=False):
        _plot(dots, curve, axes, kind)
    cells = dots.reshape(height, down, width, across)
    return [[_cell(cells[y, :, x]) for x in range(width)] for y in range(height)]


def _plot(dots: Longs, curve: Curve, axes: Axes, kind: int) -> None:
    """Sets the dots of a curve, as far as it goes."""
    if not curve.growth:
        return
    height, width = dots.shape
    last = width - 1
    count = min(curve.end * last // axes.steps, last) + 1
    heights = _heights(curve, axes, np.arange(count) * axes.steps // max(last, 1), height)
    before = int(heights[0])
    for x, y in enumerate(heights.tolist()):
        if kind == DOTTED and x % 2:
            continue
        lowest = min(before + 1, y) if kind == SOLID else y
        dots[height - 1 - y : height - lowest, x] |= kind
        before = y


def _heights(curve: Curve, axes: Axes, steps: Longs, height: int) -> Longs:
    """How high the curve is at some steps, in dots from the bottom."""
    span = axes.high - axes.low
    found: Longs = (curve.at(steps) - axes.low) * (height - 1) // span
    return np.clip(found, 0, height - 1)


def _cell(dots: Longs) -> Cell:
    """The character of some dots, and the curves it is of."""
    kinds = int(np.bitwise_or.reduce(dots, axis=None))
    if dots.shape == (1, 1):
        return _PLAIN[kinds], kinds
    bits = sum(
        bit
        for line, row in zip(_BITS, dots.tolist(), strict=True)
        for bit, dot in zip(line, row, strict=True)
        if dot
    )
    return (chr(_BRAILLE + bits) if bits else " "), kinds
