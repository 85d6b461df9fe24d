"""Numbers, lengths of time and places in words, and words with a tone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.values.budget import ProgressSnapshot
from engine.values.picture import Picture

Words = tuple[str, str]
"""A part of the status line and its role in the theme; the words alone must say it."""


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def added_words(added: Sequence[bool]) -> str:
    """Say how many levels were added to a catalogue, and how many were there already."""
    there = f", {len(added) - sum(added)} there already" if not all(added) else ""
    return f"{count(sum(added), 'level')} added{there}"


def capitalized(words: str) -> str:
    """Words with a capital at their beginning, the rest as it is."""
    return f"{words[:1].upper()}{words[1:]}"


def sentence(words: str) -> str:
    """Words as a sentence of their own."""
    return f"{capitalized(words)}."


def figure(value: object) -> str:
    """Something that an aim looks at, in few characters."""
    if value is None:
        return "not known"
    return f"{value:,.3f}" if isinstance(value, float) else str(value)


def best_of(snapshot: ProgressSnapshot) -> str:
    """What the best level so far is for what is sought: its score, or what the aim looks at."""
    text = ", ".join(f"{key} {figure(value)}" for key, value in snapshot.figures.items())
    return f"best: {text}" if text else f"best score {snapshot.best:,}"


def steps_of(snapshot: ProgressSnapshot) -> str:
    """The steps done, of those to be done where a number is named."""
    of = f" of {snapshot.of:,}" if snapshot.of else ""
    return f"{snapshot.done:,}{of} {snapshot.unit}"


def left_of(snapshot: ProgressSnapshot) -> str:
    """How long the steps to be done will still take; empty where that cannot be said."""
    if not (snapshot.speed and snapshot.tried and snapshot.of):
        return ""
    each = snapshot.done / snapshot.tried
    return f"{duration((snapshot.of - snapshot.done) / max(snapshot.speed * each, 1e-9))} left"


def ago(moment: datetime | None, now: datetime | None = None) -> str:
    """How long ago something was, in the unit that reads best; empty if that is not known."""
    if moment is None:
        return ""
    minutes = int(((now or datetime.now().astimezone()) - moment).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    for limit, size, unit in ((60, 1, "min"), (48 * 60, 60, "h")):
        if minutes < limit:
            return f"{minutes // size} {unit} ago"
    return f"{minutes // (24 * 60)} days ago"


def duration(seconds: float) -> str:
    """A length of time, in the unit that reads best."""
    if seconds < 0.0995:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


def place(picture: Picture, row: int, col: int) -> str:
    """A place in words: on its panel where a board consists of several."""
    title, row, col = _within(picture, row, col)
    return f"{title}{', ' if title else ''}row {row}, column {col}"


def place_brief(picture: Picture, row: int, col: int) -> str:
    """A place in short, such as ``2,3`` or ``top 2,0``."""
    title, row, col = _within(picture, row, col)
    return f"{title} {row},{col}".lstrip()


def _within(picture: Picture, row: int, col: int) -> tuple[str, int, int]:
    """The title of the panel, empty without one, and the row and the column on it."""
    for panel in picture.panels:
        if (row, col) in panel:
            down = row - panel.row
            return panel.title, panel.rows - 1 - down if panel.upwards else down, col - panel.col
    return "", row, col
