"""How a board is fitted into the room that its pane has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.style import Style

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing import canvas
from workbench.drawing.brush import SIZES, Canvas, Column, Scale
from workbench.drawing.plans import MARGIN

_GAP = 8
"""Unchanged columns that are repeated rather than passed over: what moving the cursor costs."""


def plan(picture: Picture, room: tuple[int, int], *, margin: bool) -> canvas.Plan:
    """How a board is drawn in ``room`` columns and lines.

    The best way in which the whole board fits; one that fits in no way is drawn as small as can
    be. For ``margin`` see :func:`workbench.drawing.canvas.choices`.
    """
    for chosen in canvas.choices(picture, margin=margin):
        columns, lines = chosen.size
        if columns <= room[0] and lines <= room[1]:
            break
    return chosen


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


def nearest(picture: Picture, cell: Cell) -> Cell:
    """The cell of a picture that is nearest to a row and a column."""
    last_row, last_col = max(0, picture.rows - 1), max(0, picture.cols - 1)
    row, col = min(max(0, cell[0]), last_row), min(max(0, cell[1]), last_col)
    if not picture.panels or picture.has((row, col)):
        return row, col
    cells = ((r, c) for r in range(picture.rows) for c in range(picture.cols))
    return min(filter(picture.has, cells), key=lambda at: abs(at[0] - row) + abs(at[1] - col))


def stretches(old: list[Column], new: list[Column]) -> Iterator[tuple[int, int]]:
    """Where two lines of one length differ, as first column and the one after the last.

    What lies between two changes is repeated where going on beyond it would cost more.
    """
    first = end = None
    for x, pair in enumerate(zip(old, new, strict=True)):
        if pair[0] == pair[1]:
            continue
        if first is not None and end is not None and x - end > _GAP:
            yield _whole(new, first, end)
            first = None
        first, end = x if first is None else first, x + 1
    if first is not None and end is not None:
        yield _whole(new, first, end)


def _whole(line: list[Column], first: int, end: int) -> tuple[int, int]:
    """Those columns, and the other half of wide characters at their ends."""
    first -= not line[first][0]
    return first, end + (end < len(line) and not line[end][0])


UPRIGHT, LEVEL, BELOW = "|", "-", "_"


def add_axes(canvas: Canvas, sign: str, scale: Scale, shape: Cell, style: Style) -> None:
    """Draws the axes of symmetric drawing into the margin of a painted canvas.

    They stand where the numbers of rows and columns stand, so that no cell is hidden and nothing
    but a change of the mirror is ever sent. The corner has the mirror's sign, which says what an
    axis cannot: turns and diagonals. ``sign`` is ``|``, ``-``, ``+`` for both, or another without
    axes; ``shape`` that of the board.
    """
    rows, cols = shape
    for column, character in enumerate(sign[: MARGIN[0]]):
        canvas[0][column] = (character, style)
    width, height = SIZES[scale]
    if sign in ("|", "+"):
        # Between two columns for an even number of them, else on the middle one.
        middle = MARGIN[0] + cols // 2 * width
        canvas[0][middle if cols % 2 else middle - 1] = (UPRIGHT, style)
    if sign in ("-", "+"):
        line = MARGIN[1] + rows // 2 * height
        on = rows % 2
        canvas[line if on else line - 1][MARGIN[0] - 1] = (LEVEL if on else BELOW, style)


HOTTEST = 9
"""The highest degree."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """By cell: a degree from 0 to HOTTEST, a figure of at most two columns, and a theme's mark."""

    heat: dict[Cell, int] = field(default_factory=dict)
    numbers: dict[Cell, str] = field(default_factory=dict)
    marks: dict[Cell, str] = field(default_factory=dict)
