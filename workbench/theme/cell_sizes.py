"""The scales at which the cells of a board can be drawn in a terminal."""

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
"""The width in columns and height in lines of one cell at each scale, largest first."""
SCALES: tuple[Scale, ...] = tuple(SIZES)
"""The scales, largest first."""
PICTURE_SCALES: tuple[Scale, ...] = SCALES[:-1]
"""The scales at which tiles and pieces can have pictures. The smallest scale has only glyphs."""


def find_middle(scale: Scale) -> tuple[int, int]:
    """Return the column and line, within a cell, at which its glyph starts."""
    width, height = SIZES[scale]
    return (width - 2) // 2, (height - 1) // 2


def get_smaller(scale: Scale) -> Scale:
    """Return the next smaller scale, or ``scale`` itself if it is already the smallest."""
    return SCALES[min(SCALES.index(scale) + 1, len(SCALES) - 1)]
