"""An experiment in lines of text: what it asks, what it found, what its source says."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from engine.game.experiment import Experiment, Table
from workbench.document.status import capitalized
from workbench.drawing import plots
from workbench.ui.lines import Line


def about(experiment: Experiment, count: int, width: int) -> Iterator[Line]:
    """What it asks, of how large a sample, and what its source says."""
    yield [(capitalized(experiment.title), "title")]
    yield from _wrapped(experiment.asks, width)
    yield from _wrapped(f"{count:,} {experiment.unit}.", width)
    for each in experiment.published:
        yield [("", "")]
        yield from _wrapped(f"{capitalized(each.where)}: {each.says}.", width)
    yield [("", "")]
    yield from _wrapped(f"What differs: {experiment.differs}", width)


def plot(experiment: Experiment, found: Table, width: int, *, ascii_only: bool) -> Iterator[Line]:
    """What was found as bars."""
    heads = {column.key: column.title for column in found.columns}
    yield [(f"{heads[experiment.plot.up]} by {heads[experiment.plot.across]}", "key")]
    for line in plots.bars(found, experiment.plot, width, ascii_only=ascii_only):
        yield [(line, "")]


def table(found: Table, left: int) -> Iterator[Line]:
    """What was found as a table, from one of its columns of characters on."""
    rows = plots.cells(found)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        text = "  ".join(f"{cell:{size}}" for cell, size in zip(row, widths, strict=True))
        yield [(text[left:], "" if number else "key")]


def _wrapped(text: str, width: int) -> Iterator[Line]:
    for line in wrap(text, max(width, 8)):
        yield [(line, "")]
