"""Where the words stand, so that the board has the most room."""

from __future__ import annotations

from typing import Literal

from engine.values.picture import Picture
from workbench.drawing import canvas

Side = Literal["beside", "below"]

BELOW = 5
"""Lines of the words below a board."""
LEAST, MOST = 27, 44
"""Columns of the words beside a board."""
_KEYS = 1


def arrange(picture: Picture, width: int, height: int) -> tuple[Side, int]:
    """Where the words stand on a screen of that size, and their columns or lines.

    The board is drawn as large as it can be; the words stand beside it wherever that costs it
    nothing, because there is more room for them there.
    """
    height -= _KEYS
    for plan in canvas.choices(picture, margin=False):
        columns, lines = plan.size
        for room in range(MOST, LEAST - 1, -1):
            if columns <= width - room and lines <= height:
                return "beside", room
        if columns <= width and lines <= height - BELOW:
            break
    return "below", BELOW
