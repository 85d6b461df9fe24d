"""The faces of a solid that are seen from outside, drawn in cabinet projection from its left.

The front is seen as it is; what lies behind it goes up and to the left. A cell of the top and the
front has three columns, one of the left face only one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.values.grid import Cell
from engine.values.picture import Panel
from workbench.drawing import boxes
from workbench.drawing.brush import Brush
from workbench.drawing.cells import Canvas, Column
from workbench.drawing.plans import Spot
from workbench.theme.theming import Theme

_WIDE, _HIGH, _DEEP = 4, 2, 2
"""Columns from one cell to the next to its right, lines to the one below; columns, and lines,
to the one in front."""
Faces = tuple[Panel, ...]


def drawable(panels: Faces) -> bool:
    """Whether all three faces are there."""
    return _seen(panels).keys() == {"top", "left", "front"}


@lru_cache(16)
def size(panels: Faces) -> tuple[int, int]:
    """Columns and lines of the drawing."""
    wide, deep, high = _extent(panels)
    return wide * _WIDE + deep * _DEEP + 1, high * _HIGH + deep * _DEEP + 1


def cell_at(panels: Faces, x: int, y: int) -> Cell | None:
    """The cell at a column and line of the drawing."""
    for cell, (left, line, columns) in _cells(panels).items():
        if line == y and left <= x < left + columns:
            return cell
    return None


def paint(panels: Faces, brush: Brush, theme: Theme, canvas: Canvas, at: Spot) -> None:
    """Draws the solid onto a canvas, with its upper left corner at a spot."""
    left, top = at
    style, cursor = theme.style("muted"), theme.style("cursor")
    for (x, y), text in _edges(panels, theme.ascii).items():
        canvas[top + y][left + x] = (text, style)
    for cell, (x, y, columns) in _cells(panels).items():
        drawn = [brush.narrow(cell)] if columns == 1 else _three(brush.cell(cell, "compact")[0])
        if cell == brush.cursor:
            drawn = [(text, style + cursor) for text, style in drawn]
        canvas[top + y][left + x : left + x + columns] = drawn


def _three(cell: list[Column]) -> list[Column]:
    """Two columns stretched to three: what fills the cell goes on filling it."""
    first, second = cell
    fills = first[0] == second[0] and first[0] != " "
    return [(first[0] if fills else " ", first[1]), first, second]


def _seen(panels: Faces) -> Mapping[str, Panel]:
    return {panel.seen: panel for panel in panels if panel.seen}


def _extent(panels: Faces) -> tuple[int, int, int]:
    """Cells to the right, to the back and downwards."""
    seen = _seen(panels)
    return seen["top"].cols, seen["top"].rows, seen["front"].rows


@lru_cache(16)
def _cells(panels: Faces) -> Mapping[Cell, tuple[int, int, int]]:
    """First column, line and number of columns of every cell."""
    seen, (_, deep, high) = _seen(panels), _extent(panels)
    cells = {}
    for y in range(deep):
        for x in range(seen["top"].cols):
            at = _WIDE * x + _DEEP * y + 2, _DEEP * y + 1, _WIDE - 1
            cells[seen["top"].row + y, seen["top"].col + x] = at
        for z in range(high):
            # The left face lies beside the top: its last column is uppermost.
            cell = seen["left"].row + y, seen["left"].col + high - 1 - z
            cells[cell] = _DEEP * y + 1, _DEEP * y + _HIGH * z + 2, 1
    for z in range(high):
        for x in range(seen["front"].cols):
            at = _DEEP * deep + _WIDE * x + 1, _DEEP * deep + _HIGH * z + 1, _WIDE - 1
            cells[seen["front"].row + z, seen["front"].col + x] = at
    return cells


@lru_cache(16)
def _edges(panels: Faces, plain: bool) -> Mapping[Spot, str]:
    """The lines between the cells."""
    wide, deep, high = _extent(panels)
    level, upright, slope, corner = ("-", "|", "\\", "+") if plain else ("─", "│", "╲", "┌")
    across, down, away = wide * _WIDE, high * _HIGH, deep * _DEEP
    edges: dict[Spot, str] = {}
    for y in range(away):
        for z in range(_HIGH, down + 1, _HIGH):
            edges[y, y + z] = slope
        for x in range(0, across + 1, _WIDE):
            edges[x + y, y] = slope
    for y in range(0, away, _DEEP):
        edges |= {(y + x, y): level for x in range(1, across + 1)}
        edges |= {(y, y + z): upright for z in range(1, down)}
        edges[y, y] = corner
    front = [
        (away + x, away + x + _WIDE, away + z, away + z + _HIGH)
        for x in range(0, across, _WIDE)
        for z in range(0, down, _HIGH)
    ]
    return edges | boxes.lines(front, plain=plain)
