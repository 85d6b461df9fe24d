"""Parts of figures that several pages share: rows of tables and quantiles."""

from __future__ import annotations

from collections.abc import Sequence


def table_row(*cells: object) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value at a share of the way through sorted values."""
    return values[min(len(values) - 1, int(len(values) * share))]
