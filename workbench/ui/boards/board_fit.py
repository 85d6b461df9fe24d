"""Functions that fit a board into its pane and find the columns to redraw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing import terminal_picture
from workbench.drawing.cell_art import Canvas, Column
from workbench.drawing.grid_plan import MARGIN
from workbench.theme.cell_sizes import SCALES, SIZES, Scale, find_middle

_GAP = 8
"""The number of unchanged columns that take as many bytes to send as a move of the cursor."""


LeavesRoom = Callable[[Size, Size], bool]
"""A test that returns True if a board leaves room for other content.

Its arguments are the size of the pane and the size of the board.
"""


def choose_plan(
    picture: Picture,
    room: Size,
    *,
    margin: bool,
    firm: bool = False,
    steps: int = 0,
    leaves_room: LeavesRoom | None = None,
) -> terminal_picture.Plan:
    """Choose a plan for drawing a board in a pane.

    The result is the best plan with which the whole board fits into the pane. If the board does not
    fit at any scale, the plan draws it as small as possible.

    Args:
        picture: The board.
        room: The size of the pane in columns and lines.
        margin: True to number rows and columns where there is room, as described for
            :func:`workbench.drawing.terminal_picture.list_plans`.
        firm: True to prefer a margin to larger cells, as described for the same function.
        steps: The number of scales to go below the largest one at which the board fits.
        leaves_room: A test that the board must pass to be drawn with very large cells. The test
            does not apply to smaller cells, because making those even smaller would make them hard
            to see.
    """
    scales = SCALES
    for chosen in terminal_picture.list_plans(picture, margin=margin, firm=firm):
        columns, lines = chosen.size
        if columns > room[0] or lines > room[1] or chosen.scale not in scales:
            continue
        large = SIZES[chosen.scale] > SIZES["large"]
        if large and leaves_room is not None and not leaves_room(room, Size(columns, lines)):
            continue
        # The first plan that fits determines the scales still allowed: those at least ``steps``
        # scales smaller than its own.
        scales = SCALES[SCALES.index(chosen.scale) + steps :] or SCALES[-1:]
        steps = 0
        if chosen.scale in scales:
            break
    return chosen


def find_offset(now: int, length: int, room: int, start: int, cell: int) -> int:
    """Return the offset of a board from the start of its pane, in columns or in lines.

    A board that fits is centred. A larger board is scrolled as little as possible to bring the cell
    at ``start`` and its two neighbours into view.

    Args:
        now: The current offset, which is negative if the board is scrolled.
        length: The length of the board, in columns or lines.
        room: The length of the pane.
        start: The first column or line of the cell to keep in view, counted within the board.
        cell: The length of a cell, in columns or lines.
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


def find_nearest_cell(picture: Picture, cell: Cell) -> Cell:
    """Return the cell of a picture nearest to ``cell``, which need not be in the picture."""
    last_row, last_col = max(0, picture.rows - 1), max(0, picture.cols - 1)
    row, col = min(max(0, cell[0]), last_row), min(max(0, cell[1]), last_col)
    if not picture.panels or picture.has_cell((row, col)):
        return row, col
    cells = ((r, c) for r in range(picture.rows) for c in range(picture.cols))
    return min(filter(picture.has_cell, cells), key=lambda at: abs(at[0] - row) + abs(at[1] - col))


def draw_strip(line: list[Column], left: int, width: int, style: Style) -> Strip:
    """Convert a line of a canvas to a strip for the widget.

    Args:
        line: The styled characters of the line, one for each column.
        left: The column of the strip at which the line begins, which is negative if the board is
            scrolled.
        width: The width of the strip in columns.
        style: The background style, which the styles of the characters are added to.
    """
    drawn = Strip(terminal_picture.merge_segments(line)).crop(max(0, -left))
    before = [Strip([Segment(" " * left)])] if line and left > 0 else []
    joined = Strip.join([*before, drawn]).apply_style(style)
    return joined.crop_extend(0, width, style).simplify()


def find_changes(before: Canvas, after: Canvas) -> Iterator[tuple[int, int, int]]:
    """Yield the stretches of columns that differ between two canvases of the same size.

    Each is given as its first column, its line and its length.
    """
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            for first, end in find_stretches(old, new):
                yield first, y, end - first


def find_stretches(old: list[Column], new: list[Column]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of columns in which two lines of the same length differ.

    Each is given as its first column and the column after its last. Two stretches are joined if
    sending the columns between them costs less than skipping those columns.
    """
    first = end = None
    for x, pair in enumerate(zip(old, new, strict=True)):
        if pair[0] == pair[1]:
            continue
        if first is not None and end is not None and x - end > _GAP:
            yield _widen_stretch(new, first, end)
            first = None
        first, end = x if first is None else first, x + 1
    if first is not None and end is not None:
        yield _widen_stretch(new, first, end)


def _widen_stretch(line: list[Column], first: int, end: int) -> tuple[int, int]:
    """Widen a stretch of columns so that it does not cut through a wide character at either end."""
    # The right half of a wide character is a column with an empty string.
    first -= not line[first][0]
    return first, end + (end < len(line) and not line[end][0])


UPRIGHT, LEVEL, BELOW = "|", "-", "_"


def draw_axes(canvas: Canvas, sign: str, scale: Scale, shape: Cell, style: Style) -> None:
    """Draw the axes of a mirror, used for symmetric drawing, in the margin of a painted canvas.

    The axes hide only row and column numbers, never a cell. The corner shows the mirror's sign,
    because rotations and diagonals have no axis that could be drawn in the margin.

    Args:
        canvas: The canvas to draw on.
        sign: The sign of the mirror: ``|`` or ``-`` for one axis, ``+`` for both, or another sign
            for a mirror without axes in the margin.
        scale: The scale of the board.
        shape: The numbers of rows and columns on the board.
        style: The style of the axes.
    """
    rows, cols = shape
    for column, character in enumerate(sign[: MARGIN[0]]):
        canvas[0][column] = (character, style)
    (width, height), (right, down) = SIZES[scale], find_middle(scale)
    if sign in ("|", "+"):
        # If the number of columns is even, the axis is between the two middle ones.
        edge = MARGIN[0] + cols // 2 * width
        canvas[0][edge + right if cols % 2 else edge - 1] = (UPRIGHT, style)
    if sign in ("-", "+"):
        line = MARGIN[1] + rows // 2 * height
        on = rows % 2
        canvas[line + down if on else line - 1][MARGIN[0] - 1] = (LEVEL if on else BELOW, style)


MAX_HEAT = 9
"""The highest degree of heat in a heat map."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A heat map over the cells of a board.

    Attributes:
        heat: The degree of heat of each cell, up to :data:`MAX_HEAT`.
        numbers: The number to show in each cell.
        marks: The name of the theme's mark for each marked cell.
    """

    heat: dict[Cell, int] = field(default_factory=dict)
    numbers: dict[Cell, str] = field(default_factory=dict)
    marks: dict[Cell, str] = field(default_factory=dict)
