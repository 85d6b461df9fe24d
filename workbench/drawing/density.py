"""Where levels lie in the plane of two facts: as text, and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from math import ceil

from engine.catalogue.query import Number
from engine.catalogue.statistics import Axis, Density

SHADES, SHADES_ASCII = " ░▒▓█", " .:+*#"
"""From no level to as many as anywhere."""
WIDTH, HEIGHT = 720, 420
LARGEST = 4
"""Lines of a bin at most; it has twice as many columns."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 72, 48, 24, 48
_TICKS = 6


def as_text(density: Density, *, ascii_only: bool, room: tuple[int, int] = (0, 0)) -> Iterator[str]:
    """The plot as lines of text, the greatest values of the second fact at the top.

    Bins are as large as there is ``room`` for below the first line, in columns and lines.
    """
    most = max(density.counts.values(), default=0)
    yield f"{density.keys[1]} over {density.keys[0]}, darkest {most:,} levels"
    depths = {cell: number / most for cell, number in density.counts.items()}
    yield from plane(density.across, density.up, depths, ascii_only=ascii_only, room=room)


def plane(
    across: Axis,
    up: Axis,
    depths: Mapping[tuple[int, int], float],
    *,
    ascii_only: bool,
    room: tuple[int, int] = (0, 0),
) -> Iterator[str]:
    """Bins of two facts as lines of text, each as dark as it is deep, from 0 to 1.

    The greatest values of the second fact are at the top. Bins are of one cell, or as large as
    there is ``room`` for, in columns and lines.
    """
    heads = [figure_of(up.ends(row)[0]) for row in range(len(up))]
    margin = max(map(len, [*heads, ""]))
    wide, tall = size_of((len(across), len(up)), (room[0] - margin - 3, room[1] - 1))
    for row in reversed(range(len(up))):
        found = (depths.get((col, row), 0.0) for col in range(len(across)))
        cells = "".join(wide * shade(depth, ascii_only=ascii_only) for depth in found)
        for line in range(tall):
            yield f"{heads[row] if line == (tall - 1) // 2 else '':>{margin}} |{cells}|"
    if len(across):
        low, high = figure_of(across.ends(0)[0]), figure_of(across.ends(len(across) - 1)[1])
        gap = max(wide * len(across) - len(low) - len(high), 1)
        yield f"{'':>{margin}}  {low}{' ' * gap}{high}"


def as_svg(density: Density) -> str:
    """The plot as a picture: a field is the darker, the more levels are in it."""
    across, up = density.across, density.up
    most = max(density.counts.values(), default=1)
    wide = (WIDTH - _LEFT - _RIGHT) / max(len(across), 1)
    high = (HEIGHT - _TOP - _BOTTOM) / max(len(up), 1)
    bottom = HEIGHT - _BOTTOM
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='12' fill='#333333'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>",
        _text(_LEFT, 24, f"{density.keys[1]} over {density.keys[0]}, levels", "start", 15),
    ]
    for (col, row), number in sorted(density.counts.items()):
        x, y = _LEFT + col * wide, bottom - (row + 1) * high
        depth = 0.12 + 0.88 * number / most
        title = f"<title>{number:,}</title>"
        place = f"x='{x:.2f}' y='{y:.2f}' width='{wide:.2f}' height='{high:.2f}'"
        parts.append(f"<rect {place} fill='#0b5fa5' fill-opacity='{depth:.3f}'>{title}</rect>")
    for col, value in _ticks(across):
        parts.append(_text(_LEFT + (col + 0.5) * wide, bottom + 18, value, "middle"))
    for row, value in _ticks(up):
        parts.append(_text(_LEFT - 6, bottom - (row + 0.5) * high + 4, value, "end"))
    parts.append(f"<path d='M{_LEFT} {_TOP}V{bottom}H{WIDTH - _RIGHT}' fill='none' stroke='#333'/>")
    parts.append(_text(WIDTH - _RIGHT, HEIGHT - 12, density.keys[0], "end"))
    return "\n".join((*parts, "</svg>", ""))


def size_of(bins: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Columns and lines of a bin, of so many across and up, in a room of columns and lines."""
    scale = min(LARGEST, room[0] // (2 * max(bins[0], 1)), room[1] // max(bins[1], 1))
    return (2 * scale, scale) if scale > 0 else (1, 1)


def shade(depth: float, *, ascii_only: bool) -> str:
    """A sign for a depth from 0 to 1; the least above 0 is seen beside the deepest."""
    shades = SHADES_ASCII if ascii_only else SHADES
    return shades[ceil((len(shades) - 1) * depth)]


def _ticks(axis: Axis) -> Iterator[tuple[int, str]]:
    """Some of the bins, with where they begin."""
    every = max(-(-len(axis) // _TICKS), 1)
    return ((place, figure_of(axis.ends(place)[0])) for place in range(0, len(axis), every))


def figure_of(value: Number) -> str:
    """A value of an axis in few characters."""
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _text(x: float, y: float, words: str, anchor: str, size: int = 12) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}'"
    return f"<text {place}>{escape(words)}</text>"
