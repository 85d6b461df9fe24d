"""Pictures as lines of terminal text: pure functions from names to styled columns.

There are two scales:

- ``compact``: 2x1 columns a cell. The first column is what stands on the cell; the second
  belongs to it too, unless a gate leaves the cell (a gate is always shown), or the brackets of
  the cursor or a mark need it.
- ``large``: 4x2 columns a cell. The last column and the last line of a cell are its edges, so
  that a gate is drawn where it is: between two cells.

Heat maps colour the background and write a number into every cell that holds no piece
(``compact``) or every cell (``large``); nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rich.segment import Segment
from rich.style import Style

from engine.picture import Picture
from workbench.drawing.brush import Brush, Canvas, Cell, Column, Overlay
from workbench.theming import Theme

Scale = Literal["compact", "large"]

SIZES: Mapping[Scale, tuple[int, int]] = {"compact": (2, 1), "large": (4, 2)}
"""Columns and lines of one cell."""
MARGIN = (3, 1)
"""Columns of row numbers on the left and lines of column numbers on top."""


def size(picture: Picture, scale: Scale, *, margin: bool = False) -> tuple[int, int]:
    """Columns and lines that a drawn picture takes."""
    width, height = SIZES[scale]
    left, top = MARGIN if margin else (0, 0)
    return picture.cols * width + left, picture.rows * height + top


def cell_at(picture: Picture, scale: Scale, x: int, y: int, *, margin: bool = False) -> Cell | None:
    """The cell drawn at a column and line, None outside the board."""
    width, height = SIZES[scale]
    left, top = MARGIN if margin else (0, 0)
    row, col = (y - top) // height, (x - left) // width
    return (row, col) if 0 <= row < picture.rows and 0 <= col < picture.cols else None


def draw(
    picture: Picture,
    theme: Theme,
    game_name: str,
    *,
    scale: Scale = "compact",
    cursor: Cell | None = None,
    heat: Mapping[Cell, float] | None = None,
    heat_text: Mapping[Cell, str] | None = None,
    marks: Mapping[Cell, str] | None = None,
    margin: bool = False,
) -> list[list[Segment]]:
    """The picture as lines of segments, runs of one style merged.

    Args:
        picture: what to draw.
        theme: how its names look.
        game_name: the section of the theme.
        scale: how large.
        cursor: the cell with the cursor, shown by brackets and by reversing.
        heat: a heat map, values from 0 to 1 by cell.
        heat_text: the numbers in it, at most two columns; a digit 0 to 9 by default.
        marks: names of the theme's ``[marks]`` by cell, such as ``problem`` or ``changed``.
        margin: with row and column numbers.
    """
    overlay = Overlay(cursor, heat or {}, heat_text or {}, marks or {})
    canvas = paint(picture, theme, game_name, overlay, scale=scale, margin=margin)
    return [segments(line) for line in canvas]


def paint(
    picture: Picture,
    theme: Theme,
    game_name: str,
    overlay: Overlay,
    *,
    scale: Scale = "compact",
    margin: bool = False,
) -> Canvas:
    """The picture as a canvas, by which two frames can be compared."""
    brush = Brush(picture, theme, game_name, overlay)
    canvas = brush.compact() if scale == "compact" else brush.large()
    return _with_margin(canvas, picture, theme, overlay.cursor, scale) if margin else canvas


def segments(line: list[Column]) -> list[Segment]:
    """One line of a canvas as segments, runs of one style merged."""
    merged: list[Segment] = []
    text, style = "", Style.null()
    for column, column_style in line:
        if column_style is not style and column_style != style:
            if text:
                merged.append(Segment(text, style))
            text, style = "", column_style
        text += column
    if text:
        merged.append(Segment(text, style))
    return merged


def _with_margin(
    canvas: Canvas, picture: Picture, theme: Theme, cursor: Cell | None, scale: Scale
) -> Canvas:
    width, height = SIZES[scale]
    number, here = theme.style("number"), theme.style("title")
    row_here, col_here = cursor or (None, None)
    top: list[Column] = [(" ", number)] * MARGIN[0]
    for col in range(picture.cols):
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
