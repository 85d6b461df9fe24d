"""Functions that format counts, durations, progress and cells, and the type of styled text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.values.budget import ProgressSnapshot
from engine.values.picture import Picture

StyledText = tuple[str, str]
"""A part of the status line, and the name of its text style in the theme.

The text must be clear without colours.
"""


def format_count(number: int, one: str, many: str | None = None) -> str:
    """Format a number followed by its noun, which is plural unless the number is 1."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def format_added(added: Sequence[bool]) -> str:
    """Format how many levels were added to a catalogue, and how many it already contained.

    ``added`` has a value for each level, which is True if the level was added.
    """
    there = f", {len(added) - sum(added)} there already" if not all(added) else ""
    return f"{format_count(sum(added), 'level')} added{there}"


def capitalize_first(words: str) -> str:
    """Return a string with its first letter capitalized."""
    return f"{words[:1].upper()}{words[1:]}"


def make_sentence(words: str) -> str:
    """Return a phrase as a sentence, with a capital letter and closing punctuation."""
    return capitalize_first(words if words.endswith((".", "?", "!")) else f"{words}.")


def format_figure(value: object) -> str:
    """Format an objective's value for display, where None means that it is not known."""
    if value is None:
        return "unknown"
    return f"{value:,.3f}" if isinstance(value, float) else str(value)


def format_best(snapshot: ProgressSnapshot) -> str:
    """Format the objective's values for the best level so far, or its score if none are known."""
    text = ", ".join(f"{key} {format_figure(value)}" for key, value in snapshot.figures.items())
    return f"best: {text}" if text else f"best score {snapshot.best:,}"


def format_steps(snapshot: ProgressSnapshot) -> str:
    """Format the number of finished steps, with the total if it is known."""
    of = f" of {snapshot.total:,}" if snapshot.total else ""
    return f"{snapshot.done:,}{of} {snapshot.unit}"


def format_time_left(snapshot: ProgressSnapshot) -> str:
    """Format the estimated time left. The result is empty if there is no estimate."""
    if not (snapshot.speed and snapshot.tried and snapshot.total):
        return ""
    each = snapshot.done / snapshot.tried
    return (
        f"{format_duration((snapshot.total - snapshot.done) / max(snapshot.speed * each, 1e-9))} "
        "left"
    )


def format_age(moment: datetime | None, now: datetime | None = None) -> str:
    """Format the time since ``moment`` in minutes, hours or days.

    The result is empty if ``moment`` is None.
    """
    if moment is None:
        return ""
    minutes = int(((now or datetime.now().astimezone()) - moment).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    for limit, size, unit in ((60, 1, "min"), (48 * 60, 60, "h")):
        if minutes < limit:
            return f"{minutes // size} {unit} ago"
    return f"{minutes // (24 * 60)} days ago"


def format_duration(seconds: float) -> str:
    """Format a duration in milliseconds, seconds or minutes, whichever suits it best."""
    if seconds < 0.0995:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


def format_place(picture: Picture, row: int, col: int) -> str:
    """Describe the row and column of a cell, with its panel's title if the board has panels."""
    title, row, col = _locate_on_panel(picture, row, col)
    return f"{title}{', ' if title else ''}row {row}, column {col}"


def format_brief_place(picture: Picture, row: int, col: int) -> str:
    """Format the row and column of a cell briefly, for example as ``2,3`` or ``top 2,0``."""
    title, row, col = _locate_on_panel(picture, row, col)
    return f"{title} {row},{col}".lstrip()


def _locate_on_panel(picture: Picture, row: int, col: int) -> tuple[str, int, int]:
    """Return the title of the panel that contains a cell, and the cell's row and column in it.

    Outside all panels, the title is empty and the row and column are unchanged.
    """
    for panel in picture.panels:
        if (row, col) in panel:
            down = row - panel.row
            # Some panels count rows from the bottom.
            return (
                panel.title,
                panel.rows - 1 - down if panel.counts_upwards else down,
                col - panel.col,
            )
    return "", row, col
