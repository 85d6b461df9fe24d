"""The natural order of names, which compares the numbers in them by value: 2 comes before 10."""

from __future__ import annotations

import re
from pathlib import Path

_NUMBER = re.compile(r"([0-9]+)")

NaturalKey = tuple[tuple[str | int, ...], str]


def build_natural_key(name: str | Path) -> NaturalKey:
    """Return a sort key that ignores case and compares the numbers in a name by value."""
    text = str(name)
    # Strings and numbers alternate, so items at the same index in two keys are comparable. Numbers
    # are compared by their length without leading zeros, then by their digits, because int()
    # refuses very long ones.
    parts: list[str | int] = []
    for at, part in enumerate(_NUMBER.split(text)):
        digits = part.lstrip("0")
        parts += [len(digits), digits] if at % 2 else [part.casefold()]
    return tuple(parts), text
