"""The figures of an optimisation as rows, beside those of another one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.values.budget import ProgressSnapshot
from workbench.session.making.optimisations import Optimisation
from workbench.ui.lines import Line

BEST = "best score"


def lines(
    shown: Optimisation | None, other: Optimisation | None, width: int, height: int
) -> Iterator[Line]:
    """The figures, those that matter most first; numbers stand first, as words may be long."""
    if shown is None:
        return
    mine = dict(_figures(shown.snapshot))
    others = dict(_figures(other.snapshot)) if other is not None else {}
    first, second = (max(map(len, table.values()), default=0) for table in (mine, others))
    if other is not None:
        first, second = max(first, len(shown.title)), max(second, len(other.title))
        heads = f" {shown.title:>{first}}  {other.title:>{second}}"
        yield [(heads, "muted")]
    for what in dict.fromkeys((*mine, *others)):
        between = f"  {others.get(what, ''):>{second}}" if other is not None else ""
        role = "title" if what == BEST else ""
        yield [(f" {mine.get(what, ''):>{first}}", role), (between, ""), (f"  {what}", "muted")]


def _figures(snapshot: ProgressSnapshot) -> Iterator[tuple[str, str]]:
    """What there is to say of an optimisation, by what it is."""
    yield BEST, f"{snapshot.best:,}"
    yield snapshot.unit, f"{snapshot.done:,}"
    if snapshot.growth:
        yield f"{snapshot.unit} to it", f"{snapshot.growth[-1][0]:,}"
    yield "made a second", f"{snapshot.speed:,.0f}" if snapshot.speed else "-"
    yield "kept", f"{snapshot.kept:,}"
    yield "of those made", f"{100 * snapshot.acceptance:.1f}%"
    for reason, number in sorted(snapshot.rejections.items(), key=lambda entry: -entry[1]):
        yield reason, f"{number:,}"
    if len(snapshot.bests) > 1:
        yield "best of each way", " ".join(f"{best:,}" for best in snapshot.bests)
