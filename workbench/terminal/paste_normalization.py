"""Normalization of pasted text, which may have carriage returns or too many lines for a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.widget import Widget


class MultilinePaste:
    """A marker class for inputs that accept several lines of pasted text unchanged."""


def normalize_paste(text: str, field: Widget | None) -> str:
    """Return pasted text with newlines as line endings, or as one line for a one-line input."""
    from textual.widgets import Input

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not isinstance(field, Input) or isinstance(field, MultilinePaste):
        return text
    # Textual's Input would split the text in the same way, but keep only the first line.
    lines = text.splitlines()
    return text if len(lines) == 1 else " ".join(filter(None, map(str.strip, lines)))
