"""Unfolded solids: every face in a frame of its own, named, its rows and columns numbered.

Frames share their sides. Where nothing of the solid is, beside the faces, stand their names and
what is to be read with them. There are three ways to draw a net:

- ``FRAMED``: every face has its frame, with the numbers of its columns in it.
- ``PARTED``: the same without the topmost line.
- ``TIGHT``: upright lines only, which takes no more lines than there are rows.

Numbers of rows stand to the left of the faces. Arrows take the place of a line of a frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from rich.style import Style

from engine.values.grid import DOWN, LEFT, RIGHT, UP, Cell
from engine.values.picture import Panel, Picture
from workbench.drawing import boxes, oblique
from workbench.drawing.brush import Arrow, Brush, Overlay
from workbench.drawing.cells import Canvas, Column
from workbench.drawing.plans import Spot
from workbench.theme.scales import SIZES, Scale, middle
from workbench.theme.theming import Theme

_LEFT = 3
"""Columns left of the first face: a sign of the cursor, a number, a line."""
_BESIDE = 9
"""Columns right of a line that the names of faces and a blank take."""


def _pad(scale: Scale) -> int:
    """Blank columns between the line to the left of a face and its cells."""
    return 1 if scale == "compact" else 0


@dataclass(frozen=True, slots=True)
class Dress:
    """What is drawn around the faces: lines above all, between, and below all of them."""

    top: int
    apart: int
    bottom: int


FRAMED, PARTED, TIGHT = Dress(1, 1, 1), Dress(0, 1, 1), Dress(0, 0, 0)
DRESSES = (FRAMED, PARTED, TIGHT)
"""The ways to draw a net, the best first."""


@dataclass(frozen=True)
class NetPlan:
    """Where the cells of a net stand; equal plans have every cell at the same spot.

    Attributes:
        panels: the faces.
        dress: what is drawn around them.
        solid: whether the faces that are seen from outside are drawn once more as a solid.
    """

    panels: tuple[Panel, ...]
    scale: Scale
    dress: Dress
    solid: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the canvas."""
        sides = [self._box(panel) for panel in self.panels]
        columns = max(right for _, right, _, _ in sides) + 1
        lines = max(bottom for *_, bottom in sides) + self.dress.bottom
        if self.solid:
            (x, y), (wide, high) = self._solid_at, oblique.size(self.panels)
            columns, lines = max(columns, x + wide), max(lines, y + high)
        return columns, lines

    def spot(self, cell: Cell) -> Spot:
        """The upper left column of a cell."""
        width, height = SIZES[self.scale]
        (row, col), band, stack = cell, self._before(cell[0], 0), self._before(cell[1], 1)
        x = _LEFT + stack + (stack + 1) * _pad(self.scale) + col * width
        return x, self.dress.top + band * self.dress.apart + row * height

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell drawn at a column and line, of the net or the solid; None where none is."""
        width, height = SIZES[self.scale]
        for panel in self.panels:
            left, top = self.spot((panel.row, panel.col))
            cell = panel.row + (y - top) // height, panel.col + (x - left) // width
            if cell in panel:
                return cell
        if not self.solid:
            return None
        left, top = self._solid_at
        return oblique.cell_at(self.panels, x - left, y - top)

    def arrow_at(self, x: int, y: int) -> tuple[Cell, int] | None:
        """The spot for an arrow at a column and line, as the cell and direction it pushes."""
        beside = {
            RIGHT: (x + 1 + _pad(self.scale), y), LEFT: (x - 1, y), UP: (x, y - 1), DOWN: (x, y + 1)
        }  # fmt: skip
        if self.cell_at(x, y) is None:
            for direction, spot in beside.items():
                cell = self.cell_at(*spot)
                if cell is not None and self._arrow_spot(cell, direction) == (x, y):
                    return cell, direction
        return None

    def paint(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> Canvas:
        """A picture with these panels, drawn."""
        columns, lines = self.size
        canvas: Canvas = [[(" ", Style.null())] * columns for _ in range(lines)]
        brush = Brush(picture, theme, game, overlay)
        pen = _Pen(canvas, theme)
        self._paint_frames(pen)
        for panel in self.panels:
            self._paint_rulers(pen, panel, brush.cursor)
            self._paint_name(pen, panel)
            for row in range(panel.row, panel.row + panel.rows):
                for col in range(panel.col, panel.col + panel.cols):
                    pen.put_all(self.spot((row, col)), brush.cell((row, col), self.scale))
        self._paint_notes(pen, picture)
        for arrow in overlay.arrows:
            pen.arrow(self._arrow_spot(arrow.cell, arrow.direction), arrow)
        if brush.cursor is not None:
            brush.put_cursor(canvas, brush.cursor, self.scale, *self.spot(brush.cursor))
        if self.solid:
            oblique.paint(self.panels, brush, theme, canvas, self._solid_at)
        return canvas

    # Where things are.

    def _before(self, number: int, axis: int) -> int:
        """How many faces lie before a row or column."""
        return sum(1 for start in self._starts[axis] if start <= number) - 1

    @cached_property
    def _starts(self) -> tuple[frozenset[int], frozenset[int]]:
        """The rows and the columns in which faces begin."""
        rows = frozenset(panel.row for panel in self.panels)
        return rows, frozenset(panel.col for panel in self.panels)

    def _box(self, panel: Panel) -> boxes.Box:
        """The sides of a face's frame; some may be off the canvas."""
        width, height = SIZES[self.scale]
        x, y = self.spot((panel.row, panel.col))
        right, bottom = x + panel.cols * width, y + panel.rows * height
        return x - _pad(self.scale) - 1, right, y - 1, bottom

    def _arrow_spot(self, cell: Cell, direction: int) -> Spot:
        """Where an arrow is drawn: on the line before the cell that it pushes."""
        (width, height), (right, down) = SIZES[self.scale], middle(self.scale)
        x, y = self.spot(cell)
        if direction in (UP, DOWN):
            return x + right, y + height if direction == UP else y - 1
        return (x - _pad(self.scale) - 1 if direction == RIGHT else x + width), y + down

    @cached_property
    def _solid_at(self) -> Spot:
        """Where the solid is drawn: in the lower right corner if it fits there, else beside."""
        sides = [self._box(panel) for panel in self.panels]
        lowest = max(bottom for *_, bottom in sides)
        rightmost = max(right for _, right, _, _ in sides)
        free = max(bottom for _, right, _, bottom in sides if right == rightmost) + 2
        if free + oblique.size(self.panels)[1] <= lowest + self.dress.bottom:
            return max(right for _, right, _, low in sides if low == lowest) + _BESIDE, free
        return rightmost + 3, max(0, (lowest - oblique.size(self.panels)[1]) // 2)

    # What is around the cells.

    def _paint_frames(self, pen: _Pen) -> None:
        frames = [self._box(panel) for panel in self.panels]
        for spot, text in boxes.lines(
            frames, plain=pen.theme.ascii, level=self.dress.apart > 0
        ).items():
            pen.put(spot, text, "muted")

    def _paint_rulers(self, pen: _Pen, panel: Panel, cursor: Cell | None) -> None:
        """Numbers of rows and columns, each where no other face is in the way."""
        left, _, top, _ = self._box(panel)
        row_here, col_here = cursor or (None, None)
        right, down = middle(self.scale)
        if not self._is_face(panel.row, panel.col - 1):
            for at in range(panel.rows):
                row = panel.row + at
                y = self.spot((row, panel.col))[1] + down
                number = str(panel.rows - 1 - at if panel.upwards else at)
                pen.put((left - 1, y), number, "title" if row == row_here else "number")
                pen.put((left - 2, y), ">" if row == row_here else " ", "title")
        if self.dress.apart and not self._is_between(panel):
            for col in range(panel.col, panel.col + panel.cols):
                x = self.spot((panel.row, col))[0] + right
                role = "title" if col == col_here else "number"
                pen.put((x, top), str(col - panel.col), role)

    def _paint_name(self, pen: _Pen, panel: Panel) -> None:
        """The name of a face: above it, else beside it; in the frame of one amid others."""
        left, right, top, _ = self._box(panel)
        beside = [self._is_face(panel.row, panel.col + by) for by in (-1, panel.cols)]
        if self._is_between(panel):
            if self.dress.apart:
                pen.write((left + 2, top), panel.title, "number")
        elif any(beside) and not self._is_face(panel.row - 1, panel.col):
            pen.write((left + 2, top - self.dress.apart), panel.title, "number")
        else:
            pen.write((right + 2, top + 1), panel.title, "number")

    def _is_between(self, panel: Panel) -> bool:
        """Whether there are faces to the left and to the right of one."""
        return all(self._is_face(panel.row, panel.col + by) for by in (-1, panel.cols))

    def _is_face(self, row: int, col: int) -> bool:
        return any((row, col) in panel for panel in self.panels)

    def _paint_notes(self, pen: _Pen, picture: Picture) -> None:
        """What is to be read with the net, above and below the leftmost face."""
        leftmost = min(self.panels, key=lambda panel: panel.col)
        lines = 0, self._box(leftmost)[3] + (2 if self.dress.apart else 1)
        for y, note in zip(lines, picture.notes, strict=False):
            pen.write((0, y), note.title, "muted")
            pen.write((0, y + 1), note.value, "title")


class _Pen:
    """Writes on a canvas, and passes over what is beside it."""

    def __init__(self, canvas: Canvas, theme: Theme) -> None:
        self._canvas = canvas
        self.theme = theme

    def put(self, spot: Spot, text: str, role: str) -> None:
        """Puts one character, in the style of a role of text."""
        self._put(spot, (text, self.theme.style(role)))

    def write(self, spot: Spot, text: str, role: str) -> None:
        """Writes from a spot on."""
        for at, letter in enumerate(text):
            self.put((spot[0] + at, spot[1]), letter, role)

    def put_all(self, spot: Spot, drawn: Canvas) -> None:
        """Puts a small canvas on the large one."""
        for down, line in enumerate(drawn):
            for right, column in enumerate(line):
                self._put((spot[0] + right, spot[1] + down), column)

    def arrow(self, spot: Spot, arrow: Arrow) -> None:
        """Draws an arrow."""
        name = _ARROWS.get(arrow.state) or _DIRECTIONS[arrow.direction]
        style = self.theme.style(_ROLES[arrow.state])
        if arrow.state == "chosen":
            style += self.theme.style("selected")
        self._put(spot, (self.theme.symbol(name), style))
        if arrow.label:
            role = "disabled" if arrow.state == "refused" else "key"
            self.put((spot[0] - 1, spot[1]), arrow.label, role)

    def _put(self, spot: Spot, column: Column) -> None:
        x, y = spot
        if 0 <= y < len(self._canvas) and 0 <= x < len(self._canvas[y]):
            self._canvas[y][x] = column


_DIRECTIONS = {RIGHT: "right", UP: "up", LEFT: "left", DOWN: "down"}
_ARROWS = {"refused": "turn-refused", "fatal": "turn-fatal"}
"""The symbols of states whose arrow has no direction."""
_ROLES = {"allowed": "key", "refused": "disabled", "fatal": "bad", "chosen": "key"}


@lru_cache(64)
def _plan(panels: tuple[Panel, ...], scale: Scale, dress: Dress, solid: bool) -> NetPlan:
    return NetPlan(panels, scale, dress, solid)


def plan(picture: Picture, scale: Scale, dress: Dress, *, solid: bool = False) -> NetPlan:
    """How the net of a picture with panels is drawn, see :class:`NetPlan`."""
    return _plan(picture.panels, scale, dress, solid and oblique.drawable(picture.panels))
