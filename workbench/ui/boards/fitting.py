"""How a board is fitted into the room that its pane has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing import canvas
from workbench.drawing.cells import Canvas, Column
from workbench.drawing.plans import MARGIN
from workbench.theme.scales import SCALES, SIZES, Scale, middle

_GAP = 8
"""Unchanged columns that are repeated rather than passed over: what moving the cursor costs."""


MakesWay = Callable[[Size, Size], bool]
"""Whether there is room left for something else, from the room for a board and what it takes."""


def plan(
    picture: Picture,
    room: Size,
    *,
    margin: bool,
    firm: bool = False,
    steps: int = 0,
    makes_way: MakesWay | None = None,
) -> canvas.Plan:
    """How a board is drawn in ``room``.

    The best way in which the whole board fits; one that fits in no way is drawn as small as can
    be.

    Args:
        picture: the board.
        room: columns and lines.
        margin: see :func:`workbench.drawing.canvas.choices`.
        firm: see there.
        steps: by how many scales cells are to be smaller than there is room for.
        makes_way: what cells are drawn smaller for, though never so small that they are hard to
            see.
    """
    scales = SCALES
    for chosen in canvas.choices(picture, margin=margin, firm=firm):
        columns, lines = chosen.size
        if columns > room[0] or lines > room[1] or chosen.scale not in scales:
            continue
        large = SIZES[chosen.scale] > SIZES["large"]
        if large and makes_way is not None and not makes_way(room, Size(columns, lines)):
            continue
        scales = SCALES[SCALES.index(chosen.scale) + steps :] or SCALES[-1:]
        steps = 0
        if chosen.scale in scales:
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


def strip(line: list[Column], left: int, width: int, style: Style) -> Strip:
    """A line of a canvas from a column on, negative for one that is scrolled, in so much room."""
    drawn = Strip(canvas.segments(line)).crop(max(0, -left))
    before = [Strip([Segment(" " * left)])] if line and left > 0 else []
    joined = Strip.join([*before, drawn]).apply_style(style)
    return joined.crop_extend(0, width, style).simplify()


def changes(before: Canvas, after: Canvas) -> Iterator[tuple[int, int, int]]:
    """The stretches that differ between two canvases of one size: column, line and columns."""
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            for first, end in stretches(old, new):
                yield first, y, end - first


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
    (width, height), (right, down) = SIZES[scale], middle(scale)
    if sign in ("|", "+"):
        # Between two columns for an even number of them, else on the middle one.
        edge = MARGIN[0] + cols // 2 * width
        canvas[0][edge + right if cols % 2 else edge - 1] = (UPRIGHT, style)
    if sign in ("-", "+"):
        line = MARGIN[1] + rows // 2 * height
        on = rows % 2
        canvas[line + down if on else line - 1][MARGIN[0] - 1] = (LEVEL if on else BELOW, style)


HOTTEST = 9
"""The highest degree."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """By cell: a degree from 0 to HOTTEST, a figure of three columns at most, a theme's mark."""

    heat: dict[Cell, int] = field(default_factory=dict)
    numbers: dict[Cell, str] = field(default_factory=dict)
    marks: dict[Cell, str] = field(default_factory=dict)
