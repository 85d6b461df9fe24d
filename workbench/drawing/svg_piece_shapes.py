"""The shapes in SVG pictures, each of which fits in a box of 100 by 100 units.

In a theme, the key ``shape`` selects the shape of a tile or piece. A tile or piece without a shape
is drawn as a chip with letters. Shapes have different outlines, and fruit also has different
letters. Pieces are smaller than the opening of a pit, so that the edges of the pit stay visible.

``shapes.toml`` contains the shapes as SVG with placeholders for colours. Rotated shapes and shapes
with a badge in one corner are derived from them. The strokes of lines are generated.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from pathlib import Path

FONT = "font-family='Helvetica, Arial, sans-serif'"


@dataclass(frozen=True, slots=True)
class ShapeColours:
    """The colours of a shape, and the letters on it.

    Attributes:
        fill: The main colour.
        ink: The colour of details drawn on the main colour.
        outline: The colour of edges around areas in ``fill``.
        paper: The colour of edges around details in ``ink``.
        text: The letters to write on the shape.
    """

    fill: str
    ink: str
    outline: str
    paper: str
    text: str


def draw_shape(name: str, paint: ShapeColours) -> str:
    """Return the named shape as SVG, or a chip if there is no such shape."""
    shape = load_shapes().get(name) or load_shapes()["chip"]
    return shape.format_map(asdict(paint) | {"text": escape(paint.text, quote=False)})


def draw_gate(direction: int, paint: ShapeColours) -> str:
    """Return a one-way gate as SVG, on the side of its box given by ``direction``."""
    return _rotate_shape(draw_shape("gate", paint), -90 * direction)


@cache
def load_shapes() -> Mapping[str, str]:
    """Return all shapes, keyed by name, as SVG with placeholders for colours and letters."""
    table = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text("utf-8"))
    found = {name: "".join(text.splitlines()) for name, text in table.items()}
    # Derive rotated shapes and badges, so that the file has each shape only once.
    for degrees, way in ((0, "right"), (90, "down"), (180, "left"), (270, "up")):
        found[f"snout-{way}"] = _rotate_shape(found["snout"], degrees)
    for name in ("block", "crate", "floor", "dot", "soldiers"):
        for badge in ("entrance", "exit", "exit-open"):
            found[f"{name}-{badge}"] = found[name] + found[f"badge-{badge}"]
    for what in ("line", "dot"):
        for length in ("short", "right", "long"):
            for part in ("", "-first", "-last"):
                stroke = _draw_stroke(length, part, dot=what == "dot")
                found[f"{what}-level-{length}{part}"] = f"<g>{stroke}</g>"
                found[f"{what}-upright-{length}{part}"] = _rotate_shape(stroke, 90)
    return found


def _rotate_shape(shape: str, degrees: int) -> str:
    return f"<g transform='rotate({degrees} 50 50)'>{shape}</g>"


def _draw_stroke(length: str, part: str, *, dot: bool) -> str:
    """Draw the part of a line that lies in one cell.

    A line that is too short is dashed, and one that is too long is doubled.
    """
    begin, end = 28 if part == "-first" else 0, 72 if part == "-last" else 100
    dashes = " stroke-dasharray='18 7'" if length == "short" else ""
    bars, width = ((36, 64), 12) if length == "long" else ((50,), 24)
    strokes = "".join(
        f"<path d='M{begin} {y} L{end} {y}' fill='none' stroke='{{ink}}' "
        f"stroke-width='{width}'{dashes}/>"
        for y in bars
    )
    spot = "<circle cx='50' cy='50' r='23' fill='{ink}' stroke='{paper}' stroke-width='7'/>"
    return strokes + spot if dot else strokes
