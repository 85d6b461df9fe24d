"""Where the cells of a picture stand on a canvas of terminal columns: on one plain grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.brush import SIZES, Brush, Canvas, Column, Overlay, Scale
from workbench.theme.theming import Theme

Spot = tuple[int, int]
"""A column and a line of a canvas."""
MARGIN = (3, 1)
"""Columns of row numbers on the left and lines of column numbers on top."""


class Plan(Protocol):
    """A way to draw pictures of one shape; equal plans have every cell in the same place."""

    @property
    def scale(self) -> Scale:
        """How large cells are."""
        ...

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the canvas."""
        ...

    def spot(self, cell: Cell) -> Spot:
        """The upper left column of a cell."""
        ...

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell drawn at a column and line; None where none is."""
        ...

    def arrow_at(self, x: int, y: int) -> tuple[Cell, int] | None:
        """The place for an arrow at a column and line, as the cell and direction it pushes."""
        ...

    def paint(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> Canvas:
        """A picture of the plan's shape, drawn."""
        ...


@dataclass(frozen=True, slots=True)
class GridPlan:
    """Rows and columns without gaps.

    Attributes:
        margin: whether rows and columns are numbered.
    """

    rows: int
    cols: int
    scale: Scale
    margin: bool

    @property
    def size(self) -> tuple[int, int]:
        """See :attr:`Plan.size`."""
        return self.spot((self.rows, self.cols))

    def spot(self, cell: Cell) -> Spot:
        """See :meth:`Plan.spot`."""
        width, height = SIZES[self.scale]
        left, top = MARGIN if self.margin else (0, 0)
        return left + cell[1] * width, top + cell[0] * height

    def cell_at(self, x: int, y: int) -> Cell | None:
        """See :meth:`Plan.cell_at`."""
        width, height = SIZES[self.scale]
        left, top = self.spot((0, 0))
        row, col = (y - top) // height, (x - left) // width
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def arrow_at(self, x: int, y: int) -> tuple[Cell, int] | None:
        """See :meth:`Plan.arrow_at`; a plain grid has no place for arrows."""
        return None

    def paint(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> Canvas:
        """See :meth:`Plan.paint`."""
        brush = Brush(picture, theme, game, overlay)
        canvas = brush.compact() if self.scale == "compact" else brush.large()
        return self._with_margin(canvas, theme, overlay.cursor) if self.margin else canvas

    def _with_margin(self, canvas: Canvas, theme: Theme, cursor: Cell | None) -> Canvas:
        width, height = SIZES[self.scale]
        number, here = theme.style("number"), theme.style("title")
        row_here, col_here = cursor or (None, None)
        top: list[Column] = [(" ", number)] * MARGIN[0]
        for col in range(self.cols):
            style = here if col == col_here else number
            label = str(col % 10) if width == 2 else f" {col}"
            top += [(letter, style) for letter in label.ljust(width)]
        lines = [top]
        for index, line in enumerate(canvas):
            row, within = divmod(index, height)
            pointed = row == row_here
            label = "" if within else f"{'>' if pointed else ''}{row}"
            style = here if pointed else number
            lines.append([(letter, style) for letter in f"{label:>{MARGIN[0] - 1}} "] + line)
        return lines
