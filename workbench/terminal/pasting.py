"""Pasted text as fields take it: terminals send returns for line ends, prompts have one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.widget import Widget


class ManyLines:
    """A line that takes a paste of many lines whole, whatever it does with it."""


def pasted(text: str, field: Widget | None) -> str:
    """Return a pasted text for a field: with newlines, or with blanks in their place for a line."""
    from textual.widgets import Input

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not isinstance(field, Input) or isinstance(field, ManyLines):
        return text
    # As Input tells lines apart, which keeps the first one alone.
    lines = text.splitlines()
    return text if len(lines) == 1 else " ".join(filter(None, map(str.strip, lines)))
