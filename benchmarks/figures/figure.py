"""A group of figures that one measurement gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one page.

    Attributes:
        name: the name for the command line.
        page: the page in ``docs/`` that has them.
        measure: returns the parts of the page that depend on them, without line breaks.
    """

    name: str
    page: str
    measure: Callable[[], Iterable[str]]


def table_row(*cells: object) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value at a share of the way through sorted values."""
    return values[min(len(values) - 1, int(len(values) * share))]
