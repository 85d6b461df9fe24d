"""A table of an optimisation's figures, optionally with those of another for comparison."""

from __future__ import annotations

from collections.abc import Iterator

from engine.values.budget import ProgressSnapshot
from workbench.session.generation.optimisations import Optimisation
from workbench.ui.styled_lines import Line

BEST_LABEL = "best score"


def draw_figures(
    optimisation: Optimisation | None, other: Optimisation | None, width: int, height: int
) -> Iterator[Line]:
    """Yield one row for each figure, most important first.

    In each row, the label follows the numbers.

    Args:
        optimisation: The optimisation to describe, or None to yield no rows.
        other: Another optimisation to compare with, or None.
        width: The width of the pane, which is not used.
        height: The height of the pane, which is not used.
    """
    if optimisation is None:
        return
    mine = dict(_list_figures(optimisation.snapshot))
    others = dict(_list_figures(other.snapshot)) if other is not None else {}
    first, second = (max(map(len, table.values()), default=0) for table in (mine, others))
    if other is not None:
        first, second = max(first, len(optimisation.title)), max(second, len(other.title))
        heads = f" {optimisation.title:>{first}}  {other.title:>{second}}"
        yield [(heads, "muted")]
    # Labels that occur only in the other optimisation come last.
    for what in dict.fromkeys((*mine, *others)):
        between = f"  {others.get(what, ''):>{second}}" if other is not None else ""
        role = "title" if what == BEST_LABEL else ""
        yield [(f" {mine.get(what, ''):>{first}}", role), (between, ""), (f"  {what}", "muted")]


def _list_figures(snapshot: ProgressSnapshot) -> Iterator[tuple[str, str]]:
    """Yield the label and the formatted value of each figure for one optimisation."""
    yield BEST_LABEL, f"{snapshot.best:,}"
    yield snapshot.unit, f"{snapshot.done:,}"
    if snapshot.best_history:
        yield f"{snapshot.unit} to the best", f"{snapshot.best_history[-1][0]:,}"
    yield "made per second", f"{snapshot.speed:,.0f}" if snapshot.speed else "-"
    yield "kept", f"{snapshot.kept:,}"
    yield "share kept", f"{100 * snapshot.acceptance_share:.1f}%"
    for reason, number in sorted(snapshot.rejections.items(), key=lambda entry: -entry[1]):
        yield reason, f"{number:,}"
    if len(snapshot.search_bests) > 1:
        yield "best of each search", " ".join(f"{best:,}" for best in snapshot.search_bests)
