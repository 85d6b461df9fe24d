"""Tables of experiments: as CSV, as text, and as plots: curves in SVG, bars as text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape
from itertools import cycle
from math import ceil, floor, log10

from engine.game.experiment import Column, Plot, Table, Value

WIDTH, HEIGHT = 720, 420
_LEFT, _TOP, _BOTTOM, _LEGEND = 64, 48, 56, 190
_COLOURS = ("#0b5fa5", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#0e7490", "#be123c", "#525252")
_DASHES = ("", "6 3", "2 3", "8 3 2 3")
"""Of the first curves, of those after the last colour, and so on."""
_TICKS = 5
_BAR = " ▏▎▍▌▋▊▉█"


def as_csv(table: Table) -> str:
    """The table with a line of keys; nothing where there is no value."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.key for column in table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


def cells(table: Table) -> list[tuple[str, ...]]:
    """The table in words, a line of heads first; numbers stand at the right edge."""
    values = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    return [*zip(*map(_column, table.columns, values), strict=True)]


def _column(column: Column, values: Sequence[Value]) -> list[str]:
    """The cells of a column with its head."""
    head = f"{column.title}, {column.unit}" if column.unit else column.title
    found = [head, *map(column.written, values)]
    if any(isinstance(value, str) for value in values):
        return found
    width = max(map(len, found))
    return [cell.rjust(width) for cell in found]


def svg(title: str, table: Table, plot: Plot) -> str:
    """The plot of a table: a curve with its name for each of its series."""
    heads = {column.key: column for column in table.columns}
    curves = table.curves(plot)
    points = [point for curve in curves.values() for point in curve]
    across = _scale([x for x, _ in points], from_zero=False)
    up = _scale([y for _, y in points], from_zero=True)
    right, bottom = WIDTH - _LEGEND, HEIGHT - _BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        """Where a point lies on the picture."""
        part = (x - across[0]) / (across[-1] - across[0]), (y - up[0]) / (up[-1] - up[0])
        return _LEFT + part[0] * (right - _LEFT), bottom - part[1] * (bottom - _TOP)

    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
        f"viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='12'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>",
        _text(_LEFT, 24, title, "start", 15),
    ]
    words = [str(value) for value in dict.fromkeys(table.of(plot.across)) if isinstance(value, str)]
    for x in range(len(words)) if words else across:
        at, _ = place(x, up[0])
        name = words[int(x)] if words else f"{x:g}"
        parts.append(f"<path d='M{at:.1f} {bottom}v4' stroke='#333333'/>")
        parts.append(_text(at, bottom + 18, name, "middle"))
    for y in up:
        _, at = place(across[0], y)
        parts.append(f"<path d='M{_LEFT} {at:.1f}H{right}' stroke='#dddddd'/>")
        parts.append(_text(_LEFT - 6, at + 4, f"{y:g}", "end"))
    parts.append(f"<path d='M{_LEFT} {_TOP}V{bottom}H{right}' fill='none' stroke='#333333'/>")
    head = heads[plot.up]
    parts.append(_text(_LEFT, _TOP - 8, f"{head.title} {head.unit}".strip(), "start"))
    parts.append(_text(right, HEIGHT - 16, heads[plot.across].title, "end"))
    for number, ((name, curve), colour) in enumerate(
        zip(curves.items(), cycle(_COLOURS), strict=False)
    ):
        dash = _DASHES[number // len(_COLOURS) % len(_DASHES)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in sorted(curve)))
        look = f"fill='none' stroke='{colour}' stroke-width='1.8' stroke-dasharray='{dash}'"
        parts.append(f"<polyline points='{line}' {look}/>")
        at = _TOP + 16 * number
        if name and at < bottom:
            parts.append(f"<path d='M{right + 12} {at}h20' {look}/>")
            parts.append(_text(right + 38, at + 4, name, "start"))
    return "\n".join((*parts, "</svg>", ""))


def bars(table: Table, plot: Plot, width: int, *, ascii_only: bool) -> Iterator[str]:
    """The plot as lines of text: a bar for every row that has a value."""
    column = next(column for column in table.columns if column.key == plot.up)
    labels = [
        " ".join(str(value) for value in values)
        for values in zip(*(table.of(key) for key in (*plot.series, plot.across)), strict=True)
    ]
    values = [value if isinstance(value, int | float) else None for value in table.of(plot.up)]
    written = [column.written(value) for value in table.of(plot.up)]
    widest, widths = max(map(len, labels), default=0), max(map(len, written), default=0)
    most = max((value for value in values if value is not None), default=0) or 1
    room = max(width - widest - widths - 3, 1)
    for label, value, text in zip(labels, values, written, strict=True):
        bar = "" if value is None else _bar(max(value, 0) / most * room, ascii_only=ascii_only)
        yield f"{label:{widest}} {text:>{widths}} {bar}"


def _bar(cells: float, *, ascii_only: bool) -> str:
    """A bar of so many cells, to an eighth of one."""
    if ascii_only:
        return "#" * round(cells)
    whole, eighths = divmod(round(8 * cells), 8)
    return _BAR[8] * whole + (_BAR[eighths] if eighths else "")


def _scale(values: Sequence[float], *, from_zero: bool) -> list[float]:
    """Round numbers from below the least to above the greatest."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    low = min(low, 0.0) if from_zero else low
    span = (high - low) or 1.0
    ten = 10.0 ** floor(log10(span / _TICKS))
    step = next(ten * part for part in (1, 2, 5, 10) if ten * part * _TICKS >= span)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [round(number * step, 12) for number in range(first, last + 1)]


def _text(x: float, y: float, words: str, anchor: str, size: int = 12) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}'"
    return f"<text {place} fill='#333333'>{escape(words)}</text>"
