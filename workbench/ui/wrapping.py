"""Text over several lines, in however little room a window leaves."""

from __future__ import annotations

import textwrap


def wrap(
    text: str,
    width: int,
    *,
    subsequent_indent: str = "",
    max_lines: int | None = None,
    placeholder: str = " …",
) -> list[str]:
    """Breaks a text into lines as ``textwrap.wrap`` does, which takes no width below 1.

    Args:
        text: the text.
        width: columns; one is always taken.
        subsequent_indent: stands before all lines but the first.
        max_lines: how many there may be.
        placeholder: ends the last line if there were more.
    """
    return textwrap.wrap(
        text,
        max(width, 1),
        subsequent_indent=subsequent_indent,
        max_lines=max_lines,
        placeholder=placeholder,
    )
