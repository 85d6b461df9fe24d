"""What the shapes of SVG pictures are drawn with, each in a box of 100 by 100 units."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

FONT = "font-family='Helvetica, Arial, sans-serif'"


@dataclass(frozen=True, slots=True)
class Paint:
    """What a shape is drawn with.

    Attributes:
        fill: main colour.
        ink: colour of what is drawn on it.
        outline: colour of edges around the fill.
        paper: colour of edges around the ink.
        text: the letters of the name.
    """

    fill: str
    ink: str
    outline: str
    paper: str
    text: str


def letters(text: str, colour: str, size: int = 50, y: int = 68) -> str:
    """Letters in the middle of the box."""
    return (
        f"<text x='50' y='{y}' font-size='{size}' font-weight='bold' text-anchor='middle' "
        f"{FONT} fill='{colour}'>{escape(text, quote=False)}</text>"
    )


def line(path: str, colour: str, width: int) -> str:
    """A path of lines with round ends."""
    return (
        f"<path d='{path}' fill='none' stroke='{colour}' stroke-width='{width}' "
        "stroke-linecap='round'/>"
    )


def ground(colour: str) -> str:
    """The whole box in one colour."""
    # A little larger than the cell and not anti-aliased: no seams between neighbours.
    return (
        f"<rect x='-0.5' y='-0.5' width='101' height='101' fill='{colour}' "
        "shape-rendering='crispEdges'/>"
    )
