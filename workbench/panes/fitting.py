"""How a board is fitted into the room that its pane has."""

from __future__ import annotations

from engine.picture import Picture
from workbench.drawing import canvas
from workbench.drawing.canvas import Scale


def scale(
    picture: Picture, room: tuple[int, int], *, margin: bool, largest: Scale
) -> tuple[Scale, bool]:
    """The scale at which a board is drawn, and whether its rows and columns are numbered.

    The largest at which the whole board fits into ``room`` columns and lines; the numbers go
    before the scale does. A board that fits at no scale is drawn at the smallest.
    """
    scales: list[Scale] = ["large", "compact"]
    for chosen in scales[scales.index(largest) :]:
        for numbered in (True, False) if margin else (False,):
            columns, lines = canvas.size(picture, chosen, margin=numbered)
            if columns <= room[0] and lines <= room[1]:
                return chosen, numbered
    return "compact", False


def offset(now: int, length: int, room: int, start: int, cell: int) -> int:
    """Where to begin drawing ``length`` columns in ``room`` of them.

    What fits is centred. Of anything longer the cell that starts at ``start`` and its two
    neighbours are kept in view, moving no further than that takes.
    """
    if length <= room:
        return (room - length) // 2
    first = max(0, start - cell)
    last = min(length, start + 2 * cell)
    if -now > first:
        now = -first
    elif room - now < last:
        now = room - last
    return max(room - length, min(0, now))
