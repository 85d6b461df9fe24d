"""Lines of styled text, with functions that measure, cut and wrap them in terminal columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style

from workbench.terminal.column_width import crop_text
from workbench.terminal.column_width import wrap_text as wrap_text  # noqa: PLC0414 - panes take it from here

Span = tuple[str, str | Style]
"""A piece of text and its style, which is a style object or the name of a text style in the theme.

The empty name means plain text.
"""
Line = Sequence[Span]
Sign = tuple[Span, str]
"""A sign as it is drawn, with its meaning in words."""


@dataclass(frozen=True, slots=True)
class ClickTarget:
    """A stretch of columns in a line that selects an item when clicked.

    Attributes:
        start: The first column.
        end: The column after the last one.
        number: The number of the item.
    """

    start: int
    end: int
    number: int


def find_target(targets: Iterable[ClickTarget], column: int) -> int | None:
    """Return the number of the item in ``column``, or None if there is no item there."""
    return next((t.number for t in targets if t.start <= column < t.end), None)


def justify_line(left: Sequence[Span], right: Sequence[Span], width: int) -> Line:
    """Return a line with ``left`` at the left, cut if necessary, and ``right`` at the right."""
    room = width - measure_width(right)
    spans = list(cut_line(left, max(room, 0)))
    gap = room - measure_width(spans)
    return [*spans, (" " * max(gap, 0), ""), *right]


def measure_width(line: Iterable[Span]) -> int:
    """Return the number of columns that a line takes up on the screen."""
    return sum(cell_len(text) for text, _ in line)


def cut_line(line: Iterable[Span], width: int) -> Line:
    """Cut a line to ``width`` columns. If it is too long, the result ends with an ellipsis."""
    spans: list[Span] = []
    room = width
    for text, look in line:
        size = cell_len(text)
        # The ellipsis takes a column from this span, or from the previous one if this has no room.
        if size > room:
            if room > 0:
                spans.append((crop_text(text, room - 1) + "…", look))
            elif spans and spans[-1][0]:
                last, last_look = spans[-1]
                spans[-1] = (crop_text(last, cell_len(last) - 1) + "…", last_look)
            break
        spans.append((text, look))
        room -= size
    return spans


def cut_at_word(line: Iterable[Span], width: int, end_sign: str = "") -> Line:
    """Cut a line to ``width`` columns at the end of a word.

    If the line is too long, an ellipsis and ``end_sign`` follow the last word.
    """
    spans = list(line)
    if measure_width(spans) <= width:
        return spans
    end = f" …{end_sign}"
    kept = [*cut_line(spans, max(width - cell_len(end) + 1, 0))]
    # Search backwards, span by span, for a blank at which to cut.
    while kept:
        text, look = kept.pop()
        words, blank, _ = text.rstrip("…").rpartition(" ")
        if blank:
            return [*kept, (words.rstrip(" ·,;:"), look), (end, "muted")]
    return cut_line(spans, width)


def find_first_row(cursor: int, total: int, height: int, top: int) -> int:
    """Return the first row of a page on which the cursor is visible.

    The list turns whole pages, because scrolling by lines would repaint all of it at every step.

    Args:
        cursor: The row with the cursor.
        total: The number of rows in the list.
        height: The number of rows on a page.
        top: The first row of the current page.
    """
    if height <= 0 or total <= height:
        return 0
    # The cursor is in view. Stay on the page, unless the list has become too short for it.
    if top <= cursor < top + height:
        return min(top, total - height)
    # Going forward, the cursor is on the first row of the new page. Going back, it is on the last.
    start = cursor if cursor > top else cursor - height + 1
    return min(max(start, 0), total - height)


def wrap_paragraph(text: str, role: str, width: int) -> list[Line]:
    """Break text in the style ``role`` into lines of at most ``width`` columns."""
    return [[(line, role)] for line in wrap_text(text, width)]
