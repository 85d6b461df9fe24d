"""Pictures as lines of terminal text: pure functions from names to styled columns.

The scales are those of :mod:`workbench.theme.scales`. At the smallest one, ``compact``, the first
column of a cell is what stands on it; the second belongs to it too, unless a gate leaves the cell
(a gate is always shown), or the brackets of the cursor or a mark need it. At all others things
have pictures, see :mod:`workbench.drawing.cells`; the last column and the last line of a cell are
its edges, so that a gate is drawn where it is: between two cells.

Nets are drawn with every face in its frame; see :mod:`workbench.drawing.nets`.

Heat maps colour the background and write a number into every cell that holds no piece
(``compact``) or every cell (all others); nothing is shown by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.brush import Overlay
from workbench.drawing.cells import Column
from workbench.drawing.plans import GridPlan
from workbench.theme.scales import PICTURED, SCALES, Scale, smaller
from workbench.theme.theming import Theme

if TYPE_CHECKING:
    from workbench.drawing.nets import NetPlan

    Plan = GridPlan | NetPlan
    """A way to draw pictures of one shape."""


def plan(picture: Picture, scale: Scale, *, margin: bool = False) -> Plan:
    """How a picture is drawn at a scale, with a margin or with as little around it as can be."""
    if picture.panels:
        from workbench.drawing import nets

        return nets.plan(picture, scale, nets.FRAMED if margin else nets.TIGHT)
    return GridPlan(picture.rows, picture.cols, scale, margin)


def choices(picture: Picture, *, margin: bool, firm: bool = False) -> Iterator[Plan]:
    """The ways to draw a whole picture, the best first; the last takes the least room.

    Numbers of rows and columns, where a margin is wanted, go before the scale does; if they are
    ``firm``, the next smaller scale at which things have pictures comes first. Nets have theirs in
    any case.
    """
    for scale in SCALES:
        if picture.panels:
            from workbench.drawing import nets

            for dress in (nets.FRAMED, nets.PARTED):
                yield nets.plan(picture, scale, dress, solid=True)
                yield nets.plan(picture, scale, dress)
        else:
            shape = picture.rows, picture.cols
            if margin:
                yield GridPlan(*shape, scale, True)
                if firm and smaller(scale) in PICTURED:
                    yield GridPlan(*shape, smaller(scale), True)
            yield GridPlan(*shape, scale, False)
    yield plan(picture, "compact")


def size(picture: Picture, scale: Scale, *, margin: bool = False) -> tuple[int, int]:
    """Columns and lines that a drawn picture takes."""
    return plan(picture, scale, margin=margin).size


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
    """The picture as lines of segments, stretches of one style merged.

    What is drawn over it is an :class:`~workbench.drawing.brush.Overlay`; a margin has the numbers
    of rows and columns.
    """
    overlay = Overlay(cursor, heat or {}, heat_text or {}, marks or {})
    canvas = plan(picture, scale, margin=margin).paint(picture, theme, game_name, overlay)
    return [segments(line) for line in canvas]


def segments(line: list[Column]) -> list[Segment]:
    """One line of a canvas as segments, stretches of one style merged."""
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
