"""The axes of symmetric drawing, hinted at in the margin of a board.

They stand where the numbers of rows and columns stand, so that no cell is hidden and nothing
but a change of the mirror is ever sent. The corner has the mirror's sign, which says what an
axis cannot: turns and diagonals.
"""

from __future__ import annotations

from rich.style import Style

from workbench.drawing.brush import Canvas
from workbench.drawing.plans import MARGIN
from workbench.drawing.scales import SIZES, Scale

UPRIGHT, LEVEL, BELOW = "|", "-", "_"


def hint(canvas: Canvas, sign: str, scale: Scale, rows: int, cols: int, style: Style) -> None:
    """Draws the axes into the margin of a painted canvas.

    Args:
        canvas: the canvas, with its margin.
        sign: the mirror's sign: ``|``, ``-``, ``+`` for both, or another without axes.
        scale: the scale of the canvas.
        rows: rows of the board.
        cols: columns of the board.
        style: how to draw them.
    """
    for place, character in enumerate(sign[: MARGIN[0]]):
        canvas[0][place] = (character, style)
    width, height = SIZES[scale]
    if sign in ("|", "+"):
        # Between two columns for an even number of them, else on the middle one.
        middle = MARGIN[0] + cols // 2 * width
        canvas[0][middle if cols % 2 else middle - 1] = (UPRIGHT, style)
    if sign in ("-", "+"):
        line = MARGIN[1] + rows // 2 * height
        on = rows % 2
        canvas[line if on else line - 1][MARGIN[0] - 1] = (LEVEL if on else BELOW, style)
