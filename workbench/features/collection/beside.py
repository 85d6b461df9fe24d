"""What stands beside the wall: the level under the cursor, a histogram, why levels were refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.evaluation.boardfacts import kinds_of_boards
from engine.values.expression import fact
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.making import Run
from workbench.text import fact_order
from workbench.ui.lines import Line, wrap
from workbench.ui.wall.bars import Bar, Value, bar_lines, bars

REASONS = 8
"""Reasons of refusals that are listed."""


def orders(gallery: Gallery) -> list[str]:
    """The facts that levels can be ordered by: those that are not the same of all."""
    found: dict[str, set[Value]] = {}
    for key in kinds_of_boards([gallery.game]):
        values = {fact(exhibit.facts, key) for exhibit in gallery.exhibits} - {None}
        if len(values) > 1 or (values and key in fact_order.FIRST):
            found[key] = values
    return fact_order.in_order(found)


def histogram(gallery: Gallery) -> tuple[str, Sequence[Bar]]:
    """The fact that is shown by a histogram, and its bars, of the levels that are shown."""
    key = gallery.showing.sort or next(iter(orders(gallery)), "")
    values = (fact(gallery.exhibits[n].facts, key) for stack in gallery.stacks for n in stack)
    return key, bars(value for value in values if value is not None)


def lines(gallery: Gallery, run: Run | None, *, plain: bool, width: int) -> Iterator[Line]:
    """The histogram, and why levels were refused."""
    key, found = histogram(gallery)
    if found:
        yield [(key.replace("_", " "), "key")]
        yield from bar_lines(found, width, plain=plain)
        yield [("", "")]
    yield from _refused(gallery, run, width)


def _refused(gallery: Gallery, run: Run | None, width: int) -> Iterable[Line]:
    reasons = gallery.rejections + Counter({} if run is None else run.refused)
    if not reasons:
        return
    yield [("refused", "key"), (f" {sum(reasons.values()):,}", "muted")]
    for reason, number in reasons.most_common(REASONS):
        indent = " " * 7
        for line in wrap(f"{number:>6,} {reason}", width, subsequent_indent=indent):
            yield [(line, "muted")]
