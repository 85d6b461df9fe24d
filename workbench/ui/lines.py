"""Lines of styled text, cut and broken by the columns that they take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style

from workbench.terminal.widths import crop
from workbench.terminal.widths import wrap as wrap  # noqa: PLC0414 - panes take it from here

Span = tuple[str, str | Style]
"""A piece of text and its role: a text style of the theme, by name, or a style of its own.

The empty role is plain text.
"""
Line = Sequence[Span]
Sign = tuple[Span, str]
"""A sign as it is drawn, and what it means."""


@dataclass(frozen=True, slots=True)
class Target:
    """Columns of a line, from ``start`` up to ``end``, that stand for a row or a state."""

    start: int
    end: int
    number: int


def pointed(targets: Iterable[Target], column: int) -> int | None:
    """What a column of a line stands for; None for nothing."""
    return next((t.number for t in targets if t.start <= column < t.end), None)


def columns(left: Sequence[Span], right: Sequence[Span], width: int) -> Line:
    """A line with one part at the left edge and one at the right; the left one is cut."""
    room = width - width_of(right)
    spans = list(cut(left, max(room, 0)))
    gap = room - width_of(spans)
    return [*spans, (" " * max(gap, 0), ""), *right]


def width_of(line: Iterable[Span]) -> int:
    """How many columns a line takes on the screen."""
    return sum(cell_len(text) for text, _ in line)


def cut(line: Iterable[Span], width: int) -> Line:
    """The line cut to a width, an ellipsis at the end of one that was longer."""
    spans: list[Span] = []
    room = width
    for text, look in line:
        size = cell_len(text)
        if size > room:
            if room > 0:
                spans.append((crop(text, room - 1) + "…", look))
            elif spans and spans[-1][0]:
                last, last_look = spans[-1]
                spans[-1] = (crop(last, cell_len(last) - 1) + "…", last_look)
            break
        spans.append((text, look))
        room -= size
    return spans


def cut_at_blank(line: Iterable[Span], width: int, sign: str = "") -> Line:
    """The line cut to a width after a word, with an ellipsis and a sign for where the rest is."""
    spans = list(line)
    if width_of(spans) <= width:
        return spans
    end = f" …{sign}"
    kept = [*cut(spans, max(width - cell_len(end) + 1, 0))]
    while kept:
        text, look = kept.pop()
        words, blank, _ = text.rstrip("…").rpartition(" ")
        if blank:
            return [*kept, (words.rstrip(" ·,;:"), look), (end, "muted")]
    return cut(spans, width)


def window(cursor: int, total: int, height: int, top: int) -> int:
    """The first row to show so that the cursor is in view, moving by pages.

    A list that scrolls by lines repaints itself with every step; one that turns pages
    repaints once in a while.
    """
    if height <= 0 or total <= height:
        return 0
    if top <= cursor < top + height:
        return min(top, total - height)
    start = cursor if cursor > top else cursor - height + 1
    return min(max(start, 0), total - height)


def paragraph(text: str, role: str, width: int) -> list[Line]:
    """A text of one role, broken into lines of at most that width."""
    return [[(line, role)] for line in wrap(text, width)]
