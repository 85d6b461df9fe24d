"""Plots of the number of levels for each combination of two facts, as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from math import ceil

from engine.catalogue.query import Number
from engine.catalogue.statistics import Axis, Density

SHADES, SHADES_ASCII = " ░▒▓█", " .:+*#"
"""The shades, from the one for no levels to the one for the largest number of levels."""
WIDTH, HEIGHT = 720, 420
MAX_BIN_LINES = 4
"""The maximum height of a bin, in lines. A bin has twice as many columns as lines."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 72, 48, 24, 48
_TICKS = 6


def draw_text(
    density: Density, *, ascii_only: bool, room: tuple[int, int] = (0, 0)
) -> Iterator[str]:
    """Yield the plot as lines of text, with the highest values of the second fact at the top.

    ``room`` is the number of columns and the number of lines available below the first line. Bins
    are as large as this allows.
    """
    most = max(density.counts.values(), default=0)
    yield f"{density.keys[1]} over {density.keys[0]}, darkest {most:,} levels"
    depths = {cell: number / most for cell, number in density.counts.items()}
    yield from draw_plane(density.across, density.up, depths, ascii_only=ascii_only, room=room)


def draw_plane(
    across: Axis,
    up: Axis,
    depths: Mapping[tuple[int, int], float],
    *,
    ascii_only: bool,
    room: tuple[int, int] = (0, 0),
) -> Iterator[str]:
    """Yield a grid of bins over two facts as lines of text, showing depths from 0 to 1 as shades.

    The highest values of the second fact are at the top. ``room`` is the number of columns and the
    number of lines available. Bins are as large as this allows, but at least one character.
    """
    heads = [format_value(up.get_ends(row)[0]) for row in range(len(up))]
    margin = max(map(len, [*heads, ""]))
    wide, tall = get_bin_size((len(across), len(up)), (room[0] - margin - 3, room[1] - 1))
    for row in reversed(range(len(up))):
        found = (depths.get((col, row), 0.0) for col in range(len(across)))
        cells = "".join(wide * get_shade(depth, ascii_only=ascii_only) for depth in found)
        for line in range(tall):
            yield f"{heads[row] if line == (tall - 1) // 2 else '':>{margin}} |{cells}|"
    if len(across):
        low, high = (
            format_value(across.get_ends(0)[0]),
            format_value(across.get_ends(len(across) - 1)[1]),
        )
        gap = max(wide * len(across) - len(low) - len(high), 1)
        yield f"{'':>{margin}}  {low}{' ' * gap}{high}"


def draw_svg(density: Density) -> str:
    """Draw the plot as SVG, with darker bins for more levels."""
    across, up = density.across, density.up
    most = max(density.counts.values(), default=1)
    wide = (WIDTH - _LEFT - _RIGHT) / max(len(across), 1)
    high = (HEIGHT - _TOP - _BOTTOM) / max(len(up), 1)
    bottom = HEIGHT - _BOTTOM
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='12' fill='#333333'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>",
        _draw_text(_LEFT, 24, f"{density.keys[1]} over {density.keys[0]}, levels", "start", 15),
    ]
    for (col, row), number in sorted(density.counts.items()):
        x, y = _LEFT + col * wide, bottom - (row + 1) * high
        depth = 0.12 + 0.88 * number / most
        title = f"<title>{number:,}</title>"
        place = f"x='{x:.2f}' y='{y:.2f}' width='{wide:.2f}' height='{high:.2f}'"
        parts.append(f"<rect {place} fill='#0b5fa5' fill-opacity='{depth:.3f}'>{title}</rect>")
    for col, value in _list_ticks(across):
        parts.append(_draw_text(_LEFT + (col + 0.5) * wide, bottom + 18, value, "middle"))
    for row, value in _list_ticks(up):
        parts.append(_draw_text(_LEFT - 6, bottom - (row + 0.5) * high + 4, value, "end"))
    parts.append(f"<path d='M{_LEFT} {_TOP}V{bottom}H{WIDTH - _RIGHT}' fill='none' stroke='#333'/>")
    parts.append(_draw_text(WIDTH - _RIGHT, HEIGHT - 12, density.keys[0], "end"))
    return "\n".join((*parts, "</svg>", ""))


def get_bin_size(bins: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return a bin's width and height, given the number of bins and the room in each direction."""
    scale = min(MAX_BIN_LINES, room[0] // (2 * max(bins[0], 1)), room[1] // max(bins[1], 1))
    return (2 * scale, scale) if scale > 0 else (1, 1)


def get_shade(depth: float, *, ascii_only: bool) -> str:
    """Return the character for a depth from 0 to 1; only the depth 0 is blank."""
    shades = SHADES_ASCII if ascii_only else SHADES
    # Round up, so that any depth above 0 is visible.
    return shades[ceil((len(shades) - 1) * depth)]


def _list_ticks(axis: Axis) -> Iterator[tuple[int, str]]:
    """Return the indices of a few evenly spaced bins, each with the bin's lower end as text."""
    every = max(-(-len(axis) // _TICKS), 1)
    return ((place, format_value(axis.get_ends(place)[0])) for place in range(0, len(axis), every))


def format_value(value: Number) -> str:
    """Format a value on an axis in few characters."""
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _draw_text(x: float, y: float, text: str, anchor: str, size: int = 12) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}'"
    return f"<text {place}>{escape(text)}</text>"
