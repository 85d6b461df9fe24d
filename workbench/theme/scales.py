"""How large the cells of a board are drawn in a terminal: the one place that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Scale = Literal["compact", "large", "larger", "largest"]

SIZES: Mapping[Scale, tuple[int, int]] = {
    "largest": (8, 4),
    "larger": (6, 3),
    "large": (4, 2),
    "compact": (2, 1),
}
"""Columns and lines of one cell, from the largest to the smallest."""
SCALES: tuple[Scale, ...] = tuple(SIZES)
"""From the largest to the smallest."""
PICTURED: tuple[Scale, ...] = SCALES[:-1]
"""Those at which things have pictures; at the smallest one they have their glyphs."""


def middle(scale: Scale) -> tuple[int, int]:
    """The column and the line of a cell that its sign stands in."""
    width, height = SIZES[scale]
    return (width - 2) // 2, (height - 1) // 2


def smaller(scale: Scale) -> Scale:
    """The next smaller scale; the smallest is its own."""
    return SCALES[min(SCALES.index(scale) + 1, len(SCALES) - 1)]
