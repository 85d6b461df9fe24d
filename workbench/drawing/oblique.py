"""The visible faces of a solid in cabinet projection, seen from above and from the left.

The front face is drawn without distortion, and edges that recede from it lead up and to the left. A
cell in the top or front face has three columns, and a cell in the left face has one column.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.values.grid import Cell
from engine.values.picture import Panel
from workbench.drawing import box_lines
from workbench.drawing.cell_art import Canvas, Column
from workbench.drawing.cell_brush import Brush
from workbench.drawing.grid_plan import Spot
from workbench.theme.theme_loader import Theme

_WIDE, _HIGH, _DEEP = 4, 2, 2
"""The distances from a cell to the next one: in columns to the right, in lines down, and in both
columns and lines towards the front."""
Faces = tuple[Panel, ...]


def is_drawable(panels: Faces) -> bool:
    """Return True if the solid has a top, a left and a front face."""
    return _list_visible_faces(panels).keys() == {"top", "left", "front"}


@lru_cache(16)
def measure_solid(panels: Faces) -> tuple[int, int]:
    """Return the number of columns and lines that the drawing takes."""
    wide, deep, high = _get_extent(panels)
    return wide * _WIDE + deep * _DEEP + 1, high * _HIGH + deep * _DEEP + 1


def find_cell(panels: Faces, x: int, y: int) -> Cell | None:
    """Return the cell at a column and line in the drawing, or None if there is none."""
    for cell, (left, line, columns) in _place_cells(panels).items():
        if line == y and left <= x < left + columns:
            return cell
    return None


def draw_solid(panels: Faces, brush: Brush, theme: Theme, canvas: Canvas, spot: Spot) -> None:
    """Draw the solid onto a canvas, with its upper left corner at ``spot``."""
    left, top = spot
    style, cursor = theme.get_style("muted"), theme.get_style("cursor")
    for (x, y), text in _draw_edges(panels, theme.is_ascii).items():
        canvas[top + y][left + x] = (text, style)
    for cell, (x, y, columns) in _place_cells(panels).items():
        drawn = (
            [brush.draw_narrow_cell(cell)]
            if columns == 1
            else _widen_cell(brush.draw_cell(cell, "compact")[0])
        )
        if cell == brush.cursor:
            drawn = [(text, style + cursor) for text, style in drawn]
        canvas[top + y][left + x : left + x + columns] = drawn


def _widen_cell(cell: list[Column]) -> list[Column]:
    """Widen a cell from two columns to three; the new one is blank unless the cell is filled."""
    first, second = cell
    fills = first[0] == second[0] and first[0] != " "
    return [(first[0] if fills else " ", first[1]), first, second]


def _list_visible_faces(panels: Faces) -> Mapping[str, Panel]:
    return {panel.face: panel for panel in panels if panel.face}


def _get_extent(panels: Faces) -> tuple[int, int, int]:
    """Return the width, depth and height of the solid in cells."""
    seen = _list_visible_faces(panels)
    return seen["top"].cols, seen["top"].rows, seen["front"].rows


@lru_cache(16)
def _place_cells(panels: Faces) -> Mapping[Cell, tuple[int, int, int]]:
    """Return the first column, the line, and the number of columns of each visible cell."""
    seen, (_, deep, high) = _list_visible_faces(panels), _get_extent(panels)
    cells = {}
    # Each row nearer to the front is drawn one step further down and to the right.
    for y in range(deep):
        for x in range(seen["top"].cols):
            at = _WIDE * x + _DEEP * y + 2, _DEEP * y + 1, _WIDE - 1
            cells[seen["top"].row + y, seen["top"].col + x] = at
        for z in range(high):
            # In the net, the left face is to the left of the top, so its last column becomes its
            # uppermost line here.
            cell = seen["left"].row + y, seen["left"].col + high - 1 - z
            cells[cell] = _DEEP * y + 1, _DEEP * y + _HIGH * z + 2, 1
    for z in range(high):
        for x in range(seen["front"].cols):
            at = _DEEP * deep + _WIDE * x + 1, _DEEP * deep + _HIGH * z + 1, _WIDE - 1
            cells[seen["front"].row + z, seen["front"].col + x] = at
    return cells


@lru_cache(16)
def _draw_edges(panels: Faces, ascii_only: bool) -> Mapping[Spot, str]:
    """Return the line characters between the cells, keyed by position."""
    wide, deep, high = _get_extent(panels)
    level, upright, slope, corner = ("-", "|", "\\", "+") if ascii_only else ("─", "│", "╲", "┌")
    across, down, away = wide * _WIDE, high * _HIGH, deep * _DEEP
    edges: dict[Spot, str] = {}
    # Draw the slopes, the edges that lead from the back to the front.
    for y in range(away):
        for z in range(_HIGH, down + 1, _HIGH):
            edges[y, y + z] = slope
        for x in range(0, across + 1, _WIDE):
            edges[x + y, y] = slope
    for y in range(0, away, _DEEP):
        edges |= {(y + x, y): level for x in range(1, across + 1)}
        edges |= {(y, y + z): upright for z in range(1, down)}
        edges[y, y] = corner
    # Draw the front last, as a grid of boxes that covers the ends of the slopes.
    front = [
        (away + x, away + x + _WIDE, away + z, away + z + _HIGH)
        for x in range(0, across, _WIDE)
        for z in range(0, down, _HIGH)
    ]
    return edges | box_lines.draw_boxes(front, ascii_only=ascii_only)
