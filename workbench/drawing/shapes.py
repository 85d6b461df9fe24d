"""The shapes that SVG pictures are made of, each in a box of 100 by 100 units.

A theme picks one for a name by ``shape``; a name without one is drawn as a chip with its
letters. Every shape differs from the others by its outline, fruit by its letter as well. Pieces
keep clear of the edges of a pit, which so stays visible around whatever stands on it.

``shapes.toml`` has them as SVG with colours to be filled in; those that are turned, that have a
sign in their corner, and the strokes of lines are made from it.
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
class Fill:
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


def draw(name: str, paint: Fill) -> str:
    """A shape as SVG, a chip for an unknown name."""
    shape = by_name().get(name) or by_name()["chip"]
    return shape.format_map(asdict(paint) | {"text": escape(paint.text, quote=False)})


def gate(direction: int, paint: Fill) -> str:
    """A one-way gate at the edge of its box, turned to leave it in that direction."""
    return _turned(draw("gate", paint), -90 * direction)


@cache
def by_name() -> Mapping[str, str]:
    """All shapes by name, as SVG with the names of colours in braces."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    found = {name: "".join(text.splitlines()) for name, text in table.items()}
    for degrees, way in ((0, "right"), (90, "down"), (180, "left"), (270, "up")):
        found[f"snout-{way}"] = _turned(found["snout"], degrees)
    for name in ("block", "crate", "floor", "dot", "soldiers"):
        for badge in ("entrance", "exit", "exit-open"):
            found[f"{name}-{badge}"] = found[name] + found[f"badge-{badge}"]
    for what in ("line", "dot"):
        for length in ("short", "right", "long"):
            for part in ("", "-first", "-last"):
                stroke = _stroke(length, part, dot=what == "dot")
                found[f"{what}-level-{length}{part}"] = f"<g>{stroke}</g>"
                found[f"{what}-upright-{length}{part}"] = _turned(stroke, 90)
    return found


def _turned(shape: str, degrees: int) -> str:
    return f"<g transform='rotate({degrees} 50 50)'>{shape}</g>"


def _stroke(length: str, part: str, *, dot: bool) -> str:
    """A stretch of a line, cut short at its ends: dashed if too short, double if too long."""
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
