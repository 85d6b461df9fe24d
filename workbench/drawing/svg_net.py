"""The frames, numbers, names and notes around the faces of a net, in SVG pictures."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.values.picture import Panel, Picture
from workbench.drawing.svg_piece_shapes import FONT


def draw_surroundings(
    picture: Picture, cell: int, ink: str, muted: str, paper: str
) -> Iterator[str]:
    """Yield the SVG elements around and between the cells, in the board's coordinates.

    Args:
        picture: A picture with faces.
        cell: The width and height of a cell in pixels.
        ink: The colour for frames and notes.
        muted: The colour for numbers, names and thin lines.
        paper: The colour for outlines, which set lines off from dark cells.
    """
    for panel in picture.panels:
        yield from _draw_cell_lines(panel, cell, muted, paper)
    # Draw the wide outlines of all frames first, so that none of them covers another frame.
    for colour, width in ((paper, 9), (ink, 3)):
        for panel in picture.panels:
            yield _draw_frame(panel, cell, colour, width)
    for panel in picture.panels:
        yield from _draw_numbers(picture, panel, cell, muted)
        yield from _draw_name(picture, panel, cell, muted)
    leftmost = min(picture.panels, key=lambda panel: panel.col)
    rows = 0, leftmost.row + leftmost.rows
    for row, note in zip(rows, picture.notes, strict=False):
        y = row * cell
        yield _draw_text(0, y + 0.45 * cell, note.title, muted, 15)
        yield _draw_text(0, y + 0.95 * cell, note.value, ink, 18, weight="bold")


def _draw_cell_lines(panel: Panel, cell: int, muted: str, paper: str) -> Iterator[str]:
    """Draw thin lines between the cells of a face."""
    left, top = panel.col * cell, panel.row * cell
    right, bottom = left + panel.cols * cell, top + panel.rows * cell
    rules = [f"M{left} {top + at * cell} H{right}" for at in range(1, panel.rows)]
    rules += [f"M{left + at * cell} {top} V{bottom}" for at in range(1, panel.cols)]
    path = " ".join(rules)
    yield f"<path d='{path}' fill='none' stroke='{paper}' stroke-width='3'/>"
    yield f"<path d='{path}' fill='none' stroke='{muted}' stroke-width='1' opacity='0.45'/>"


def _draw_frame(panel: Panel, cell: int, colour: str, width: int) -> str:
    """Draw the outline of a face."""
    return (
        f"<rect x='{panel.col * cell}' y='{panel.row * cell}' width='{panel.cols * cell}' "
        f"height='{panel.rows * cell}' fill='none' stroke='{colour}' stroke-width='{width}' "
        "stroke-linejoin='round'/>"
    )


def _draw_numbers(picture: Picture, panel: Panel, cell: int, colour: str) -> Iterator[str]:
    """Draw row and column numbers on those sides of a face where it has no neighbour."""
    for at in range(panel.rows):
        if not picture.has_cell((panel.row + at, panel.col - 1)):
            number = str(panel.rows - 1 - at if panel.counts_upwards else at)
            y = (panel.row + at + 0.5) * cell + 4
            yield _draw_text(panel.col * cell - 12, y, number, colour, 12, anchor="middle")
    for at in range(panel.cols):
        if not picture.has_cell((panel.row - 1, panel.col + at)):
            x = (panel.col + at + 0.5) * cell
            yield _draw_text(x, panel.row * cell - 8, str(at), colour, 12, anchor="middle")


def _draw_name(picture: Picture, panel: Panel, cell: int, colour: str) -> Iterator[str]:
    """Draw a face's name to its right or above it, or nowhere if neither place is free."""
    beside = panel.row, panel.col + panel.cols
    if not picture.has_cell(beside) and not picture.has_cell((panel.row, panel.col - 1)):
        y = (panel.row + 0.5) * cell + 5
        yield _draw_text((panel.col + panel.cols) * cell + 10, y, panel.title, colour, 15)
    elif not picture.has_cell((panel.row - 1, panel.col)):
        yield _draw_text(panel.col * cell + 8, panel.row * cell - 26, panel.title, colour, 15)


def _draw_text(
    x: float,
    y: float,
    text: str,
    colour: str,
    size: int,
    *,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size}' font-weight='{weight}' "
        f"text-anchor='{anchor}' {FONT} fill='{colour}'>{escape(text, quote=False)}</text>"
    )
