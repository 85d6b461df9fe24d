"""Plots of a pack's difficulty curve, as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

Role = Literal["level", "current", "ramp", "axis", ""]
CurvePart = tuple[str, Role]
"""Neighbouring characters in a line that have the same role, and that role."""

ROLES: dict[Role, str] = {
    "level": "number", "current": "key", "ramp": "muted", "axis": "muted", "": ""
}  # fmt: skip
"""The theme's text style for each role."""
WIDTH, HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 48, 48
_TICKS = 4


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A level's point on the difficulty curve.

    Attributes:
        value: The difficulty of the level; None if it is unknown.
        wanted: The intended difficulty; None if there is no intended curve.
        label: The name of the level.
    """

    value: float | None
    wanted: float | None = None
    label: str = ""


MAX_PITCH = 20
"""The maximum number of columns between neighbouring levels."""
_TOLERANCE = 1e-9
"""The relative difference below which values count as equal, to allow for rounding errors."""


def _get_range(points: Sequence[CurvePoint]) -> tuple[float, float]:
    """Return the lowest and highest values of a curve, or 0 and 1 if it has no values."""
    values = [v for point in points for v in (point.value, point.wanted) if v is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    return (low, low) if high - low <= _TOLERANCE * abs(high) else (low, high)


def draw_text(
    points: Sequence[CurvePoint],
    width: int,
    height: int,
    *,
    current: int = -1,
    ascii_only: bool = False,
) -> list[list[CurvePart]]:
    """Draw the curve as lines of text, with a mark for each level and dots for the intended curve.

    If there are more levels than columns, only a section around the ``current`` level is drawn.
    """
    if height < 2 or all(p.value is None and p.wanted is None for p in points):
        return []
    low, high = _get_range(points)
    names = ["" if low == high else f"{high:g}", f"{low:g}"]
    margin = max(map(len, names)) + 1
    room = max(width - margin - 1, 1)
    # Spread a few levels over the width, but give each of many levels only one column.
    pitch = max(1, min(MAX_PITCH, room // len(points)))
    most = max(1, room // pitch)
    # Show at most ``most`` levels, with the current one in the middle if possible.
    first = max(0, min(current - most // 2, len(points) - most))
    shown = range(first, min(first + most, len(points)))
    marks = ("o", "@", ".") if ascii_only else ("●", "◆", "·")
    wall = "|" if ascii_only else "│"
    grid: list[list[CurvePart]] = [[(" ", "")] * (len(shown) * pitch) for _ in range(height)]

    def get_line(value: float) -> int:
        part = (value - low) / (high - low) if high > low else 0.0
        return height - 1 - round(part * (height - 1))

    for at, place in enumerate(shown):
        point, column = points[place], at * pitch
        if point.wanted is not None:
            # Draw the dot first, so that the level's mark covers it if they share a position.
            grid[get_line(point.wanted)][column] = (marks[2], "ramp")
        if point.value is not None:
            mark: CurvePart = (marks[1], "current") if place == current else (marks[0], "level")
            grid[get_line(point.value)][column] = mark
    heads = {0: names[0], height - 1: names[1]}
    return [
        [(f"{heads.get(number, ''):>{margin - 1}} {wall}", "axis"), *_merge_parts(row)]
        for number, row in enumerate(grid)
    ]


def _merge_parts(row: Sequence[CurvePart]) -> list[CurvePart]:
    """Merge neighbouring characters with the same role."""
    found: list[CurvePart] = []
    for character, role in row:
        if found and found[-1][1] == role:
            found[-1] = (found[-1][0] + character, role)
        else:
            found.append((character, role))
    return found


def draw_svg(title: str, head: str, points: Sequence[CurvePoint]) -> str:
    """Draw the curve as SVG, with a dot for each level and a dashed line for the intended curve.

    ``head`` is the label of the vertical axis.
    """
    low, high = _get_range(points)
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM

    def get_x(place: int) -> float:
        return _LEFT + (right - _LEFT) * (place + 0.5) / max(1, len(points))

    def get_y(value: float) -> float:
        part = (value - low) / (high - low) if high > low else 0.0
        return bottom - 8 - part * (bottom - _TOP - 16)

    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='12'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>",
        _draw_text(_LEFT, 24, title, "start", 15),
        _draw_text(_LEFT, _TOP - 8, head, "start"),
    ]
    for tick in range(_TICKS + 1 if low < high else 1):
        value = low + (high - low) * tick / _TICKS
        parts.append(f"<path d='M{_LEFT} {get_y(value):.1f}H{right}' stroke='#dddddd'/>")
        parts.append(_draw_text(_LEFT - 6, get_y(value) + 4, f"{value:.3g}", "end"))
    every = max(1, -(-len(points) // 30))
    for place in range(0, len(points), every):
        parts.append(_draw_text(get_x(place), bottom + 18, str(place + 1), "middle"))
    ramp = [(get_x(n), get_y(p.wanted)) for n, p in enumerate(points) if p.wanted is not None]
    levels = [(get_x(n), get_y(p.value)) for n, p in enumerate(points) if p.value is not None]
    parts.append(_draw_path(ramp, "#a16207", " stroke-dasharray='4 4'"))
    parts.append(_draw_path(levels, "#0b5fa5", ""))
    for place, point in enumerate(points):
        if point.value is not None:
            name = _escape_text(f"{place + 1}. {point.label}".strip(". "))
            spot = f"cx='{get_x(place):.1f}' cy='{get_y(point.value):.1f}' r='4'"
            parts.append(f"<circle {spot} fill='#0b5fa5'><title>{name}</title></circle>")
    return "\n".join((*parts, "</svg>", ""))


def _draw_path(points: Sequence[tuple[float, float]], colour: str, look: str) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f"<polyline points='{line}' fill='none' stroke='{colour}' stroke-width='1.8'{look}/>"


def _draw_text(x: float, y: float, text: str, anchor: str, size: int = 12) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}'"
    return f"<text {place} fill='#333333'>{_escape_text(text)}</text>"


def _escape_text(text: str) -> str:
    """Escape text for XML, replacing control characters, which XML does not allow."""
    return escape("".join(c if c.isprintable() else "?" for c in text))
