"""The positions of a picture's cells on a canvas of terminal columns, in a plain grid."""

from __future__ import annotations

from dataclasses import dataclass

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.cell_art import Canvas, Column
from workbench.drawing.cell_brush import Brush, Overlay
from workbench.theme.cell_sizes import SIZES, Scale, find_middle
from workbench.theme.theme_loader import Theme

Spot = tuple[int, int]
"""A position on a canvas: a column and a line."""
MARGIN = (3, 1)
"""The number of columns for row numbers on the left, and of lines for column numbers at the top."""


@dataclass(frozen=True, slots=True)
class GridPlan:
    """A grid of rows and columns without gaps.

    Equal plans place every cell at the same position.

    Attributes:
        rows: The number of rows.
        cols: The number of columns.
        scale: The scale of the cells.
        margin: True to show row and column numbers.
    """

    rows: int
    cols: int
    scale: Scale
    margin: bool

    @property
    def size(self) -> tuple[int, int]:
        """The size of the canvas in columns and lines."""
        return self.locate_cell((self.rows, self.cols))

    def locate_cell(self, cell: Cell) -> Spot:
        """Return the column and line of a cell's upper left corner."""
        width, height = SIZES[self.scale]
        left, top = MARGIN if self.margin else (0, 0)
        return left + cell[1] * width, top + cell[0] * height

    def find_cell(self, x: int, y: int) -> Cell | None:
        """Return the cell at a column and line on the canvas, or None if there is none."""
        width, height = SIZES[self.scale]
        left, top = self.locate_cell((0, 0))
        row, col = (y - top) // height, (x - left) // width
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def find_arrow(self, x: int, y: int) -> tuple[Cell, int] | None:
        """Return None, because a plain grid has no arrows."""
        return None

    def draw_picture(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> Canvas:
        """Draw a picture that has as many rows and columns as this grid."""
        brush = Brush(picture, theme, game, overlay)
        canvas = brush.draw_canvas(self.scale)
        return self._add_margin(canvas, theme, overlay.cursor) if self.margin else canvas

    def _add_margin(self, canvas: Canvas, theme: Theme, cursor: Cell | None) -> Canvas:
        (width, height), (right, down) = SIZES[self.scale], find_middle(self.scale)
        number, here = theme.get_style("number"), theme.get_style("title")
        row_here, col_here = cursor or (None, None)
        top: list[Column] = [(" ", number)] * MARGIN[0]
        for col in range(self.cols):
            style = here if col == col_here else number
            # A number above 9 and a gap do not fit in two columns, so show only the last digit.
            label = str(col % 10) if width == 2 else " " * right + str(col)
            top += [(letter, style) for letter in label.ljust(width)]
        lines = [top]
        for index, line in enumerate(canvas):
            row, within = divmod(index, height)
            pointed = row == row_here
            label = "" if within != down else f"{'>' if pointed else ''}{row}"
            style = here if pointed else number
            # Leave a blank column before the board, unless the cursor's ">" and a number of two
            # digits take all three columns.
            label = label.rjust(MARGIN[0] - 1).ljust(MARGIN[0])
            lines.append([(letter, style) for letter in label] + line)
        return lines
