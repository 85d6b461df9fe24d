"""What SVG pictures show around the faces of a net: frames, numbers, names and notes."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.values.picture import Panel, Picture
from workbench.drawing.shapes import FONT


def around(picture: Picture, cell: int, ink: str, muted: str, paper: str) -> Iterator[str]:
    """The shapes, in the coordinates of the board.

    Args:
        picture: one with panels.
        cell: the side of a cell.
        ink: the colour of frames and notes.
        muted: the colour of numbers and names.
        paper: the colour beside lines, for those on what is as dark as they are.
    """
    for panel in picture.panels:
        yield from _rules(panel, cell, muted, paper)
    for colour, width in ((paper, 9), (ink, 3)):
        for panel in picture.panels:
            yield _frame(panel, cell, colour, width)
    for panel in picture.panels:
        yield from _numbers(picture, panel, cell, muted)
        yield from _name(picture, panel, cell, muted)
    leftmost = min(picture.panels, key=lambda panel: panel.col)
    rows = 0, leftmost.row + leftmost.rows
    for row, note in zip(rows, picture.notes, strict=False):
        y = row * cell
        yield _text(0, y + 0.45 * cell, note.title, muted, 15)
        yield _text(0, y + 0.95 * cell, note.value, ink, 18, weight="bold")


def _rules(panel: Panel, cell: int, muted: str, paper: str) -> Iterator[str]:
    """The thin lines between the cells of a face."""
    left, top = panel.col * cell, panel.row * cell
    right, bottom = left + panel.cols * cell, top + panel.rows * cell
    rules = [f"M{left} {top + at * cell} H{right}" for at in range(1, panel.rows)]
    rules += [f"M{left + at * cell} {top} V{bottom}" for at in range(1, panel.cols)]
    path = " ".join(rules)
    yield f"<path d='{path}' fill='none' stroke='{paper}' stroke-width='3'/>"
    yield f"<path d='{path}' fill='none' stroke='{muted}' stroke-width='1' opacity='0.45'/>"


def _frame(panel: Panel, cell: int, colour: str, width: int) -> str:
    """The line around a face."""
    return (
        f"<rect x='{panel.col * cell}' y='{panel.row * cell}' width='{panel.cols * cell}' "
        f"height='{panel.rows * cell}' fill='none' stroke='{colour}' stroke-width='{width}' "
        "stroke-linejoin='round'/>"
    )


def _numbers(picture: Picture, panel: Panel, cell: int, colour: str) -> Iterator[str]:
    """Numbers of rows and columns at the sides where no other face is."""
    for at in range(panel.rows):
        if not picture.has((panel.row + at, panel.col - 1)):
            number = str(panel.rows - 1 - at if panel.upwards else at)
            y = (panel.row + at + 0.5) * cell + 4
            yield _text(panel.col * cell - 12, y, number, colour, 12, anchor="middle")
    for at in range(panel.cols):
        if not picture.has((panel.row - 1, panel.col + at)):
            x = (panel.col + at + 0.5) * cell
            yield _text(x, panel.row * cell - 8, str(at), colour, 12, anchor="middle")


def _name(picture: Picture, panel: Panel, cell: int, colour: str) -> Iterator[str]:
    """The name beside a face, or above it; a face in the middle of others has no room for one."""
    beside = panel.row, panel.col + panel.cols
    if not picture.has(beside) and not picture.has((panel.row, panel.col - 1)):
        y = (panel.row + 0.5) * cell + 5
        yield _text((panel.col + panel.cols) * cell + 10, y, panel.title, colour, 15)
    elif not picture.has((panel.row - 1, panel.col)):
        yield _text(panel.col * cell + 8, panel.row * cell - 26, panel.title, colour, 15)


def _text(
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
