"""Names in the order that people expect: numbers in them by their values, 2 before 10."""

from __future__ import annotations

import re
from pathlib import Path

_NUMBER = re.compile(r"([0-9]+)")

NaturalKey = tuple[tuple[str | int, ...], str]


def natural_key(name: str | Path) -> NaturalKey:
    """Return the sort key of a name: texts without regard to case, numbers by their values."""
    text = str(name)
    # Texts and numbers take turns, so that the same places of two keys can be compared. A number
    # is as large as it is long without the zeros before it; int() takes no number of any length.
    parts: list[str | int] = []
    for at, part in enumerate(_NUMBER.split(text)):
        digits = part.lstrip("0")
        parts += [len(digits), digits] if at % 2 else [part.casefold()]
    return tuple(parts), text
