"""The figures of a run as rows, beside those of another one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.values.budget import ProgressSnapshot
from workbench.session.making.runs import Optimisation
from workbench.ui.lines import Line

BEST = "best score"

Row = tuple[str, str, str]
"""The figure, that of the other run (empty without one), and what it is."""


def rows(run: Optimisation, other: Optimisation | None) -> list[Row]:
    """The figures, those that matter most first."""
    mine = dict(_figures(run.snapshot))
    others = dict(_figures(other.snapshot)) if other is not None else {}
    what = list(dict.fromkeys((*mine, *others)))
    return [(mine.get(key, ""), others.get(key, ""), key) for key in what]


def lines(
    run: Optimisation | None, other: Optimisation | None, width: int, height: int
) -> Iterator[Line]:
    """The figures as lines, numbers first: words may be long."""
    if run is None:
        return
    table = rows(run, other)
    first = max(len(row[0]) for row in table)
    second = max(len(row[1]) for row in table)
    if other is not None:
        first, second = max(first, len(run.title)), max(second, len(other.title))
        heads = f" {run.title:>{first}}  {other.title:>{second}}"
        yield [(heads, "muted")]
    for mine, others, what in table:
        between = f"  {others:>{second}}" if other is not None else ""
        role = "title" if what == BEST else ""
        yield [(f" {mine:>{first}}", role), (between, ""), (f"  {what}", "muted")]


def _figures(snapshot: ProgressSnapshot) -> Iterator[tuple[str, str]]:
    """What there is to say of a run, by what it is."""
    yield BEST, f"{snapshot.best:,}"
    yield snapshot.unit, f"{snapshot.done:,}"
    if snapshot.growth:
        yield f"{snapshot.unit} to it", f"{snapshot.growth[-1][0]:,}"
    yield "made a second", f"{snapshot.speed:,.0f}" if snapshot.speed else "-"
    yield "kept", f"{snapshot.kept:,}"
    yield "of those made", f"{100 * snapshot.acceptance:.1f} %"
    for reason, number in sorted(snapshot.rejections.items(), key=lambda entry: -entry[1]):
        yield reason, f"{number:,}"
    if len(snapshot.bests) > 1:
        yield "best of each way", " ".join(f"{best:,}" for best in snapshot.bests)
