"""The curve of a pack: how hard its levels are, in their order, as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

Role = Literal["level", "current", "ramp", "axis", ""]
Piece = tuple[str, Role]
"""Characters of one line, and what they are."""

ROLES: dict[Role, str] = {
    "level": "number", "current": "key", "ramp": "muted", "axis": "muted", "": ""
}  # fmt: skip
"""The text styles of themes that pieces are drawn in."""
WIDTH, HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 48, 48
_TICKS = 4


@dataclass(frozen=True, slots=True)
class Point:
    """A level on the curve.

    Attributes:
        value: how hard it is; None if that is not known.
        wanted: how hard it should be; None where there is no ramp.
        label: its name.
    """

    value: float | None
    wanted: float | None = None
    label: str = ""


PITCH = 20
"""Columns from one level to the next at most."""
_SAME = 1e-9
"""Share by which equal values may differ: the ramp is computed in logarithms."""


def _ends(points: Sequence[Point]) -> tuple[float, float]:
    """The least and the greatest value of a curve, the same if all are equal; 0 and 1 of none."""
    values = [v for point in points for v in (point.value, point.wanted) if v is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    return (low, low) if high - low <= _SAME * abs(high) else (low, high)


def text(
    points: Sequence[Point], width: int, height: int, *, current: int = -1, ascii_only: bool = False
) -> list[list[Piece]]:
    """The curve in lines of text: a mark for each level, dots for the ramp where there is room.

    Of more levels than columns those that fit are drawn, with the ``current`` one among them.
    """
    if height < 2 or all(p.value is None and p.wanted is None for p in points):
        return []
    low, high = _ends(points)
    names = ["" if low == high else f"{high:g}", f"{low:g}"]
    margin = max(map(len, names)) + 1
    room = max(width - margin - 1, 1)
    pitch = max(1, min(PITCH, room // len(points)))
    most = max(1, room // pitch)
    first = max(0, min(current - most // 2, len(points) - most))
    shown = range(first, min(first + most, len(points)))
    marks = ("o", "@", ".") if ascii_only else ("●", "◆", "·")
    wall = "|" if ascii_only else "│"
    grid: list[list[Piece]] = [[(" ", "")] * (len(shown) * pitch) for _ in range(height)]

    def line(value: float) -> int:
        """The line of a value."""
        part = (value - low) / (high - low) if high > low else 0.0
        return height - 1 - round(part * (height - 1))

    for at, place in enumerate(shown):
        point, column = points[place], at * pitch
        if point.wanted is not None:
            grid[line(point.wanted)][column] = (marks[2], "ramp")
        if point.value is not None:
            mark: Piece = (marks[1], "current") if place == current else (marks[0], "level")
            grid[line(point.value)][column] = mark
    heads = {0: names[0], height - 1: names[1]}
    return [
        [(f"{heads.get(number, ''):>{margin - 1}} {wall}", "axis"), *_joined(row)]
        for number, row in enumerate(grid)
    ]


def _joined(row: Sequence[Piece]) -> list[Piece]:
    """A line with neighbours of one role together."""
    found: list[Piece] = []
    for character, role in row:
        if found and found[-1][1] == role:
            found[-1] = (found[-1][0] + character, role)
        else:
            found.append((character, role))
    return found


def svg(title: str, head: str, points: Sequence[Point]) -> str:
    """The curve as a picture: a line with a dot for each level, the ramp dashed behind it.

    ``head`` says what is drawn upwards.
    """
    low, high = _ends(points)
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM

    def across(place: int) -> float:
        """Where a place lies."""
        return _LEFT + (right - _LEFT) * (place + 0.5) / max(1, len(points))

    def up(value: float) -> float:
        """Where a value lies."""
        part = (value - low) / (high - low) if high > low else 0.0
        return bottom - 8 - part * (bottom - _TOP - 16)

    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='12'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>",
        _words(_LEFT, 24, title, "start", 15),
        _words(_LEFT, _TOP - 8, head, "start"),
    ]
    for tick in range(_TICKS + 1 if low < high else 1):
        value = low + (high - low) * tick / _TICKS
        parts.append(f"<path d='M{_LEFT} {up(value):.1f}H{right}' stroke='#dddddd'/>")
        parts.append(_words(_LEFT - 6, up(value) + 4, f"{value:.3g}", "end"))
    every = max(1, -(-len(points) // 30))
    for place in range(0, len(points), every):
        parts.append(_words(across(place), bottom + 18, str(place + 1), "middle"))
    ramp = [(across(n), up(p.wanted)) for n, p in enumerate(points) if p.wanted is not None]
    levels = [(across(n), up(p.value)) for n, p in enumerate(points) if p.value is not None]
    parts.append(_path(ramp, "#a16207", " stroke-dasharray='4 4'"))
    parts.append(_path(levels, "#0b5fa5", ""))
    for place, point in enumerate(points):
        if point.value is not None:
            name = _escaped(f"{place + 1}. {point.label}".strip(". "))
            spot = f"cx='{across(place):.1f}' cy='{up(point.value):.1f}' r='4'"
            parts.append(f"<circle {spot} fill='#0b5fa5'><title>{name}</title></circle>")
    return "\n".join((*parts, "</svg>", ""))


def _path(points: Sequence[tuple[float, float]], colour: str, look: str) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f"<polyline points='{line}' fill='none' stroke='{colour}' stroke-width='1.8'{look}/>"


def _words(x: float, y: float, words: str, anchor: str, size: int = 12) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}'"
    return f"<text {place} fill='#333333'>{_escaped(words)}</text>"


def _escaped(words: str) -> str:
    """Words as XML may have them, of which control characters are no part, escaped or not."""
    return escape("".join(c if c.isprintable() else "?" for c in words))
