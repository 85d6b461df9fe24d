"""Tables of results as CSV and as text, and plots of them as SVG and as bars of text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape
from itertools import cycle
from math import ceil, floor, log10

from engine.game.experiment import CellValue, Column, Plot, ResultTable

WIDTH, HEIGHT = 720, 420
_LEFT, _TOP, _BOTTOM, _LEGEND = 64, 48, 56, 190
_COLOURS = ("#0b5fa5", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#0e7490", "#be123c", "#525252")
_DASHES = ("", "6 3", "2 3", "8 3 2 3")
"""The dash patterns. Each is used with every colour before the next one is used."""
_TICKS = 5
_BAR = " ▏▎▍▌▋▊▉█"


def format_csv(table: ResultTable) -> str:
    """Format a table as CSV, with the columns' keys in the first line; missing values are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.key for column in table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


def format_cells(table: ResultTable) -> list[tuple[str, ...]]:
    """Format a table as rows of text, headings first, with columns of numbers right-aligned."""
    values = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    return [*zip(*map(_format_column, table.columns, values), strict=True)]


def _format_column(column: Column, values: Sequence[CellValue]) -> list[str]:
    """Format a column's heading and its cells."""
    head = f"{column.title}, {column.unit}" if column.unit else column.title
    found = [head, *map(column.format_value, values)]
    if any(isinstance(value, str) for value in values):
        return found
    width = max(map(len, found))
    return [cell.rjust(width) for cell in found]


def draw_svg(title: str, table: ResultTable, plot: Plot) -> str:
    """Draw the plot of a table as SVG, with a labelled curve for each series."""
    heads = {column.key: column for column in table.columns}
    curves = table.list_curves(plot)
    points = [point for curve in curves.values() for point in curve]
    across = _build_scale([x for x, _ in points], from_zero=False)
    up = _build_scale([y for _, y in points], from_zero=True)
    right, bottom = WIDTH - _LEGEND, HEIGHT - _BOTTOM

    def to_pixels(x: float, y: float) -> tuple[float, float]:
        part = (x - across[0]) / (across[-1] - across[0]), (y - up[0]) / (up[-1] - up[0])
        return _LEFT + part[0] * (right - _LEFT), bottom - part[1] * (bottom - _TOP)

    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='12'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>",
        _draw_text(_LEFT, 24, title, "start", 15),
    ]
    # Strings on the horizontal axis are evenly spaced, in the order in which they occur.
    words = [
        str(value)
        for value in dict.fromkeys(table.get_column(plot.x_key))
        if isinstance(value, str)
    ]
    for x in range(len(words)) if words else across:
        at, _ = to_pixels(x, up[0])
        name = words[int(x)] if words else f"{x:g}"
        parts.append(f"<path d='M{at:.1f} {bottom}v4' stroke='#333333'/>")
        parts.append(_draw_text(at, bottom + 18, name, "middle"))
    for y in up:
        _, at = to_pixels(across[0], y)
        parts.append(f"<path d='M{_LEFT} {at:.1f}H{right}' stroke='#dddddd'/>")
        parts.append(_draw_text(_LEFT - 6, at + 4, f"{y:g}", "end"))
    parts.append(f"<path d='M{_LEFT} {_TOP}V{bottom}H{right}' fill='none' stroke='#333333'/>")
    head = heads[plot.y_key]
    parts.append(_draw_text(_LEFT, _TOP - 8, f"{head.title} {head.unit}".strip(), "start"))
    parts.append(_draw_text(right, HEIGHT - 16, heads[plot.x_key].title, "end"))
    for number, ((name, curve), colour) in enumerate(
        zip(curves.items(), cycle(_COLOURS), strict=False)
    ):
        dash = _DASHES[number // len(_COLOURS) % len(_DASHES)]
        line = " ".join(
            f"{x:.1f},{y:.1f}" for x, y in (to_pixels(*point) for point in sorted(curve))
        )
        look = f"fill='none' stroke='{colour}' stroke-width='1.8' stroke-dasharray='{dash}'"
        parts.append(f"<polyline points='{line}' {look}/>")
        at = _TOP + 16 * number
        if name and at < bottom:
            parts.append(f"<path d='M{right + 12} {at}h20' {look}/>")
            parts.append(_draw_text(right + 38, at + 4, name, "start"))
    return "\n".join((*parts, "</svg>", ""))


def draw_bars(table: ResultTable, plot: Plot, width: int, *, ascii_only: bool) -> Iterator[str]:
    """Yield the plot as lines of text, one for each row, with a bar if the row has a value."""
    column = next(column for column in table.columns if column.key == plot.y_key)
    labels = [
        " ".join(str(value) for value in values)
        for values in zip(
            *(table.get_column(key) for key in (*plot.series, plot.x_key)), strict=True
        )
    ]
    values = [
        value if isinstance(value, int | float) else None for value in table.get_column(plot.y_key)
    ]
    written = [column.format_value(value) for value in table.get_column(plot.y_key)]
    widest, widths = max(map(len, labels), default=0), max(map(len, written), default=0)
    most = max((value for value in values if value is not None), default=0) or 1
    room = max(width - widest - widths - 3, 1)
    for label, value, text in zip(labels, values, written, strict=True):
        bar = "" if value is None else _draw_bar(max(value, 0) / most * room, ascii_only=ascii_only)
        yield f"{label:{widest}} {text:>{widths}} {bar}"


def _draw_bar(cells: float, *, ascii_only: bool) -> str:
    """Draw a bar that is ``cells`` columns long, to the nearest eighth of a column."""
    if ascii_only:
        return "#" * round(cells)
    # Block characters can show an eighth of a column.
    whole, eighths = divmod(round(8 * cells), 8)
    return _BAR[8] * whole + (_BAR[eighths] if eighths else "")


def _build_scale(values: Sequence[float], *, from_zero: bool) -> list[float]:
    """Return round tick values that span the range from the lowest to the highest value."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    low = min(low, 0.0) if from_zero else low
    span = (high - low) or 1.0
    ten = 10.0 ** floor(log10(span / _TICKS))
    # The step is the smallest of 1, 2, 5 and 10 times a power of ten that needs at most about
    # _TICKS ticks.
    step = next(ten * part for part in (1, 2, 5, 10) if ten * part * _TICKS >= span)
    # Make at least one step, so that equal values still give an axis.
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [round(number * step, 12) for number in range(first, last + 1)]


def _draw_text(x: float, y: float, text: str, anchor: str, size: int = 12) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}'"
    return f"<text {place} fill='#333333'>{escape(text)}</text>"
