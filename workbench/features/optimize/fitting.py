"""How an optimisation's screen is divided between the board and what stands beside it."""

from __future__ import annotations

from engine.values.picture import Picture
from workbench.drawing import canvas
from workbench.drawing.brush import Scale

FRAME = 2
"""Columns and lines of a frame."""
LEAST_LEFT = 34
"""Columns that figures take below the board."""
_CHOICES: tuple[tuple[Scale, bool, int, int], ...] = (
    ("large", True, 60, 8),
    ("large", False, 60, 8),
    ("compact", True, 28, 3),
    ("compact", False, 26, 3),
)
"""How to draw the board, with its margin or without, and the columns beside it and the lines below
that this must leave; the best first."""


def beside(picture: Picture, width: int, height: int) -> tuple[int, int]:
    """The columns of the board with the figures below it, and the lines of the board alone.

    Args:
        picture: the board.
        width: columns of the screen.
        height: its lines but for the keys.
    """
    for scale, margin, columns, lines in _CHOICES:
        wide, high = (side + FRAME for side in canvas.size(picture, scale, margin=margin))
        left = max(wide, min(LEAST_LEFT, width - columns))
        if left + columns <= width and high + lines <= height:
            return left, high
    _, _, columns, lines = _CHOICES[-1]
    return width - columns, height - lines
