"""Pictures as lines of terminal text. All functions are pure.

The scales are defined in :mod:`workbench.theme.cell_sizes`. At the smallest scale, ``compact``, a
cell has two columns. The first one shows the piece or tile. The second one shows a gate, a mark or
one of the cursor's brackets, or else the rest of the piece or tile. A gate is always shown. At
larger scales, tiles and pieces have pictures; see :mod:`workbench.drawing.cell_art`. The last
column and the last line of such a cell are its edges, so that a gate is drawn between the two cells
that it separates.

In a net, every face has a frame; see :mod:`workbench.drawing.net_plan`.

A heat map colours the background of cells and also writes numbers, because colour must not be the
only way to show information. At the scale ``compact``, cells with a piece have no number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.cell_art import Column
from workbench.drawing.cell_brush import Overlay
from workbench.drawing.grid_plan import GridPlan
from workbench.theme.cell_sizes import PICTURE_SCALES, SCALES, Scale, get_smaller
from workbench.theme.theme_loader import Theme

if TYPE_CHECKING:
    from workbench.drawing.net_plan import NetPlan

    Plan = GridPlan | NetPlan
    """The layout for drawing pictures of one shape."""


def plan_picture(picture: Picture, scale: Scale, *, margin: bool = False) -> Plan:
    """Return the plan for a picture at a scale, which has a margin or is as small as possible."""
    if picture.panels:
        from workbench.drawing import net_plan

        return net_plan.plan_net(picture, scale, net_plan.FRAMED if margin else net_plan.TIGHT)
    return GridPlan(picture.rows, picture.cols, scale, margin)


def list_plans(picture: Picture, *, margin: bool, firm: bool = False) -> Iterator[Plan]:
    """Yield the possible plans for a picture, from best to worst; the last takes the least room.

    If ``margin`` is True, each scale is tried with row and column numbers before it is tried
    without them. If ``firm`` is True as well, the next smaller scale is tried with numbers between
    these two attempts, provided that it has pictures. Nets always have numbers.
    """
    # The scales are sorted from large to small.
    for scale in SCALES:
        if picture.panels:
            from workbench.drawing import net_plan

            # Plans that show the solid come first, because it shows how the faces meet.
            for dress in (net_plan.FRAMED, net_plan.PARTED):
                yield net_plan.plan_net(picture, scale, dress, solid=True)
                yield net_plan.plan_net(picture, scale, dress)
        else:
            shape = picture.rows, picture.cols
            if margin:
                yield GridPlan(*shape, scale, True)
                if firm and get_smaller(scale) in PICTURE_SCALES:
                    yield GridPlan(*shape, get_smaller(scale), True)
            yield GridPlan(*shape, scale, False)
    yield plan_picture(picture, "compact")


def measure_picture(picture: Picture, scale: Scale, *, margin: bool = False) -> tuple[int, int]:
    """Return the number of columns and lines that a picture takes when it is drawn."""
    return plan_picture(picture, scale, margin=margin).size


def draw_picture(
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
    """Draw a picture as lines of segments, where each segment has one style.

    The cursor, heat map and marks are described in
    :class:`~workbench.drawing.cell_brush.Overlay`. If ``margin`` is True, row and column numbers
    are shown.
    """
    overlay = Overlay(cursor, heat or {}, heat_text or {}, marks or {})
    canvas = plan_picture(picture, scale, margin=margin).draw_picture(
        picture, theme, game_name, overlay
    )
    return [merge_segments(line) for line in canvas]


def merge_segments(line: list[Column]) -> list[Segment]:
    """Merge neighbouring columns of a line that have the same style into segments."""
    merged: list[Segment] = []
    text, style = "", Style.null()
    for column, column_style in line:
        # Compare identities first, because comparing styles is slow and most neighbours share one.
        if column_style is not style and column_style != style:
            if text:
                merged.append(Segment(text, style))
            text, style = "", column_style
        text += column
    if text:
        merged.append(Segment(text, style))
    return merged
