"""Nets of unfolded solids, in which every face has a frame, a name, and row and column numbers.

Neighbouring frames share a side. The free space around the faces holds their names and the
picture's notes. There are three styles:

- ``FRAMED``: each face has a frame, with the column numbers in its upper side.
- ``PARTED``: the same, but without the topmost line.
- ``TIGHT``: only the vertical sides of frames, so that the net takes up as few lines as possible.

Row numbers are to the left of the faces. Each arrow replaces one character in a frame.

For example, the faces in a cross-shaped net begin in three different columns. A vertical line is
drawn before each of these columns. Thus the cells of the second face in a row are shifted right by
the left margin and two vertical lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from rich.style import Style

from engine.values.grid import DOWN, LEFT, RIGHT, UP, Cell
from engine.values.picture import Panel, Picture
from workbench.drawing import box_lines, oblique
from workbench.drawing.cell_art import Canvas, Column
from workbench.drawing.cell_brush import Arrow, Brush, Overlay
from workbench.drawing.grid_plan import Spot
from workbench.theme.cell_sizes import SIZES, Scale, find_middle
from workbench.theme.theme_loader import Theme

_LEFT_COLUMNS = 3
"""The number of columns to the left of the first face, for a ">", a row number, and a line."""
_NAME_COLUMNS = 9
"""The number of columns to the right of a face, for its name and a gap."""


def _get_padding(scale: Scale) -> int:
    """Return the number of blank columns between the left side of a frame and its cells."""
    return 1 if scale == "compact" else 0


@dataclass(frozen=True, slots=True)
class NetStyle:
    """The number of lines above all faces, between neighbouring faces, and below all faces."""

    top: int
    apart: int
    bottom: int


FRAMED, PARTED, TIGHT = NetStyle(1, 1, 1), NetStyle(0, 1, 1), NetStyle(0, 0, 0)
NET_STYLES = (FRAMED, PARTED, TIGHT)
"""The styles for a net, from best to worst."""


@dataclass(frozen=True)
class NetPlan:
    """The positions of the cells in a net.

    Equal plans place every cell at the same position.

    Attributes:
        panels: The faces of the net.
        scale: The scale of the cells.
        style: The style of the frames.
        draws_solid: True to draw the visible faces a second time, as a solid.
    """

    panels: tuple[Panel, ...]
    scale: Scale
    style: NetStyle
    draws_solid: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """The size of the canvas in columns and lines."""
        sides = [self._get_frame(panel) for panel in self.panels]
        columns = max(right for _, right, _, _ in sides) + 1
        lines = max(bottom for *_, bottom in sides) + self.style.bottom
        if self.draws_solid:
            (x, y), (wide, high) = self._solid_spot, oblique.measure_solid(self.panels)
            columns, lines = max(columns, x + wide), max(lines, y + high)
        return columns, lines

    def locate_cell(self, cell: Cell) -> Spot:
        """Return the column and line of a cell's upper left corner."""
        width, height = SIZES[self.scale]
        (row, col), band, stack = (
            cell,
            self._count_boundaries(cell[0], 0),
            self._count_boundaries(cell[1], 1),
        )
        # Each column where faces begin, up to the column of this cell, adds a line and padding.
        x = _LEFT_COLUMNS + stack + (stack + 1) * _get_padding(self.scale) + col * width
        return x, self.style.top + band * self.style.apart + row * height

    def find_cell(self, x: int, y: int) -> Cell | None:
        """Return the cell at a position in the net or the solid, or None if there is none."""
        width, height = SIZES[self.scale]
        for panel in self.panels:
            left, top = self.locate_cell((panel.row, panel.col))
            cell = panel.row + (y - top) // height, panel.col + (x - left) // width
            if cell in panel:
                return cell
        if not self.draws_solid:
            return None
        left, top = self._solid_spot
        return oblique.find_cell(self.panels, x - left, y - top)

    def find_arrow(self, x: int, y: int) -> tuple[Cell, int] | None:
        """Return the cell and direction of the push whose arrow is at a position.

        The result is None if there is no arrow.
        """
        beside = {
            RIGHT: (x + 1 + _get_padding(self.scale), y), LEFT: (x - 1, y),
            UP: (x, y - 1), DOWN: (x, y + 1),
        }  # fmt: skip
        # An arrow is on a frame. The cell that it pushes is next to it, in the push's direction.
        if self.find_cell(x, y) is None:
            for direction, spot in beside.items():
                cell = self.find_cell(*spot)
                if cell is not None and self._locate_arrow(cell, direction) == (x, y):
                    return cell, direction
        return None

    def draw_picture(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> Canvas:
        """Draw a picture whose faces are those of this net."""
        columns, lines = self.size
        canvas: Canvas = [[(" ", Style.null())] * columns for _ in range(lines)]
        brush = Brush(picture, theme, game, overlay)
        pen = _Pen(canvas, theme)
        self._draw_frames(pen)
        for panel in self.panels:
            self._draw_rulers(pen, panel, brush.cursor)
            self._draw_name(pen, panel)
            for row in range(panel.row, panel.row + panel.rows):
                for col in range(panel.col, panel.col + panel.cols):
                    pen.put_canvas(
                        self.locate_cell((row, col)), brush.draw_cell((row, col), self.scale)
                    )
        self._draw_notes(pen, picture)
        for arrow in overlay.arrows:
            pen.draw_arrow(self._locate_arrow(arrow.cell, arrow.direction), arrow)
        if brush.cursor is not None:
            brush.draw_cursor(canvas, brush.cursor, self.scale, *self.locate_cell(brush.cursor))
        if self.draws_solid:
            oblique.draw_solid(self.panels, brush, theme, canvas, self._solid_spot)
        return canvas

    def _count_boundaries(self, number: int, axis: int) -> int:
        """Count the boundaries between faces before a row (``axis`` 0) or a column (``axis`` 1)."""
        return sum(1 for start in self._face_starts[axis] if start <= number) - 1

    @cached_property
    def _face_starts(self) -> tuple[frozenset[int], frozenset[int]]:
        """The rows and the columns in which faces begin."""
        rows = frozenset(panel.row for panel in self.panels)
        return rows, frozenset(panel.col for panel in self.panels)

    def _get_frame(self, panel: Panel) -> box_lines.Box:
        """Return the sides of a face's frame, some of which may be outside the canvas."""
        width, height = SIZES[self.scale]
        x, y = self.locate_cell((panel.row, panel.col))
        right, bottom = x + panel.cols * width, y + panel.rows * height
        return x - _get_padding(self.scale) - 1, right, y - 1, bottom

    def _locate_arrow(self, cell: Cell, direction: int) -> Spot:
        """Return the position of an arrow, which is on the frame just before the pushed cell."""
        (width, height), (right, down) = SIZES[self.scale], find_middle(self.scale)
        x, y = self.locate_cell(cell)
        if direction in (UP, DOWN):
            return x + right, y + height if direction == UP else y - 1
        return (x - _get_padding(self.scale) - 1 if direction == RIGHT else x + width), y + down

    @cached_property
    def _solid_spot(self) -> Spot:
        """The solid's position: in the lower right corner if possible, otherwise on the right."""
        sides = [self._get_frame(panel) for panel in self.panels]
        lowest = max(bottom for *_, bottom in sides)
        rightmost = max(right for _, right, _, _ in sides)
        # Begin at the second line below the rightmost faces, to leave a gap.
        free = max(bottom for _, right, _, bottom in sides if right == rightmost) + 2
        if free + oblique.measure_solid(self.panels)[1] <= lowest + self.style.bottom:
            return max(right for _, right, _, low in sides if low == lowest) + _NAME_COLUMNS, free
        return rightmost + 3, max(0, (lowest - oblique.measure_solid(self.panels)[1]) // 2)

    def _draw_frames(self, pen: _Pen) -> None:
        frames = [self._get_frame(panel) for panel in self.panels]
        for spot, text in box_lines.draw_boxes(
            frames, ascii_only=pen.theme.is_ascii, horizontal=self.style.apart > 0
        ).items():
            pen.put_character(spot, text, "muted")

    def _draw_rulers(self, pen: _Pen, panel: Panel, cursor: Cell | None) -> None:
        """Draw a face's row and column numbers where no other face is in the way."""
        left, _, top, _ = self._get_frame(panel)
        row_here, col_here = cursor or (None, None)
        right, down = find_middle(self.scale)
        if not self._is_face(panel.row, panel.col - 1):
            for at in range(panel.rows):
                row = panel.row + at
                y = self.locate_cell((row, panel.col))[1] + down
                number = str(panel.rows - 1 - at if panel.counts_upwards else at)
                pen.put_character((left - 1, y), number, "title" if row == row_here else "number")
                pen.put_character((left - 2, y), ">" if row == row_here else " ", "title")
        if self.style.apart and not self._is_between(panel):
            for col in range(panel.col, panel.col + panel.cols):
                x = self.locate_cell((panel.row, col))[0] + right
                role = "title" if col == col_here else "number"
                pen.put_character((x, top), str(col - panel.col), role)

    def _draw_name(self, pen: _Pen, panel: Panel) -> None:
        """Draw a face's name above it, to its right, or in its frame if it is between two faces."""
        left, right, top, _ = self._get_frame(panel)
        beside = [self._is_face(panel.row, panel.col + by) for by in (-1, panel.cols)]
        if self._is_between(panel):
            if self.style.apart:
                pen.write_text((left + 2, top), panel.title, "number")
        elif any(beside) and not self._is_face(panel.row - 1, panel.col):
            pen.write_text((left + 2, top - self.style.apart), panel.title, "number")
        else:
            pen.write_text((right + 2, top + 1), panel.title, "number")

    def _is_between(self, panel: Panel) -> bool:
        """Return True if a face has other faces both to its left and to its right."""
        return all(self._is_face(panel.row, panel.col + by) for by in (-1, panel.cols))

    def _is_face(self, row: int, col: int) -> bool:
        return any((row, col) in panel for panel in self.panels)

    def _draw_notes(self, pen: _Pen, picture: Picture) -> None:
        """Draw the picture's notes above and below the leftmost face."""
        leftmost = min(self.panels, key=lambda panel: panel.col)
        lines = 0, self._get_frame(leftmost)[3] + (2 if self.style.apart else 1)
        for y, note in zip(lines, picture.notes, strict=False):
            pen.write_text((0, y), note.title, "muted")
            pen.write_text((0, y + 1), note.value, "title")


class _Pen:
    """A pen that writes on a canvas, ignoring positions outside it."""

    def __init__(self, canvas: Canvas, theme: Theme) -> None:
        self._canvas = canvas
        self.theme = theme

    def put_character(self, spot: Spot, text: str, role: str) -> None:
        """Write a character in the theme's style for ``role``."""
        self._put_column(spot, (text, self.theme.get_style(role)))

    def write_text(self, spot: Spot, text: str, role: str) -> None:
        """Write text from left to right, starting at ``spot``."""
        for at, letter in enumerate(text):
            self.put_character((spot[0] + at, spot[1]), letter, role)

    def put_canvas(self, spot: Spot, drawn: Canvas) -> None:
        """Copy a smaller canvas onto this one, with its upper left corner at ``spot``."""
        for down, line in enumerate(drawn):
            for right, column in enumerate(line):
                self._put_column((spot[0] + right, spot[1] + down), column)

    def draw_arrow(self, spot: Spot, arrow: Arrow) -> None:
        """Draw an arrow, with its label in the column before it."""
        name = _ARROWS.get(arrow.state) or _DIRECTIONS[arrow.direction]
        style = self.theme.get_style(_ROLES[arrow.state])
        if arrow.state == "chosen":
            style += self.theme.get_style("selected")
        self._put_column(spot, (self.theme.get_symbol(name), style))
        if arrow.label:
            role = "disabled" if arrow.state == "refused" else "key"
            self.put_character((spot[0] - 1, spot[1]), arrow.label, role)

    def _put_column(self, spot: Spot, column: Column) -> None:
        x, y = spot
        # Names and frames may extend beyond the canvas, so cut them off at its edges.
        if 0 <= y < len(self._canvas) and 0 <= x < len(self._canvas[y]):
            self._canvas[y][x] = column


_DIRECTIONS = {RIGHT: "right", UP: "up", LEFT: "left", DOWN: "down"}
_ARROWS = {"refused": "turn-refused", "fatal": "turn-fatal"}
"""The symbols for states in which an arrow does not show its direction."""
_ROLES = {"allowed": "key", "refused": "disabled", "fatal": "bad", "chosen": "key"}


@lru_cache(64)
def _plan_cached(panels: tuple[Panel, ...], scale: Scale, style: NetStyle, solid: bool) -> NetPlan:
    return NetPlan(panels, scale, style, solid)


def plan_net(picture: Picture, scale: Scale, style: NetStyle, *, solid: bool = False) -> NetPlan:
    """Return the plan for a picture with faces.

    The plan includes the solid if ``solid`` is True and the solid can be drawn.
    """
    return _plan_cached(picture.panels, scale, style, solid and oblique.is_drawable(picture.panels))
