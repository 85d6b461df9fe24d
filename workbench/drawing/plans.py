"""Where the cells of a picture stand on a canvas of terminal columns: on one plain grid."""

from __future__ import annotations

from dataclasses import dataclass

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.brush import Brush, Overlay
from workbench.drawing.cells import Canvas, Column
from workbench.theme.scales import SIZES, Scale, middle
from workbench.theme.theming import Theme

Spot = tuple[int, int]
"""A column and a line of a canvas."""
MARGIN = (3, 1)
"""Columns of row numbers on the left and lines of column numbers on top."""


@dataclass(frozen=True, slots=True)
class GridPlan:
    """Rows and columns without gaps; equal plans have every cell at the same spot.

    Attributes:
        margin: whether rows and columns are numbered.
    """

    rows: int
    cols: int
    scale: Scale
    margin: bool

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the canvas."""
        return self.spot((self.rows, self.cols))

    def spot(self, cell: Cell) -> Spot:
        """The upper left column of a cell."""
        width, height = SIZES[self.scale]
        left, top = MARGIN if self.margin else (0, 0)
        return left + cell[1] * width, top + cell[0] * height

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell drawn at a column and line; None where none is."""
        width, height = SIZES[self.scale]
        left, top = self.spot((0, 0))
        row, col = (y - top) // height, (x - left) // width
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def arrow_at(self, x: int, y: int) -> tuple[Cell, int] | None:
        """None, for a plain grid has no spot for arrows."""
        return None

    def paint(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> Canvas:
        """A picture of these rows and columns, drawn."""
        brush = Brush(picture, theme, game, overlay)
        canvas = brush.canvas(self.scale)
        return self._with_margin(canvas, theme, overlay.cursor) if self.margin else canvas

    def _with_margin(self, canvas: Canvas, theme: Theme, cursor: Cell | None) -> Canvas:
        (width, height), (right, down) = SIZES[self.scale], middle(self.scale)
        number, here = theme.style("number"), theme.style("title")
        row_here, col_here = cursor or (None, None)
        top: list[Column] = [(" ", number)] * MARGIN[0]
        for col in range(self.cols):
            style = here if col == col_here else number
            label = str(col % 10) if width == 2 else " " * right + str(col)
            top += [(letter, style) for letter in label.ljust(width)]
        lines = [top]
        for index, line in enumerate(canvas):
            row, within = divmod(index, height)
            pointed = row == row_here
            label = "" if within != down else f"{'>' if pointed else ''}{row}"
            style = here if pointed else number
            # A cursor's sign before a number of two digits takes the blank behind the number.
            label = label.rjust(MARGIN[0] - 1).ljust(MARGIN[0])
            lines.append([(letter, style) for letter in label] + line)
        return lines
