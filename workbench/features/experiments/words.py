"""An experiment in lines of text: what it asks, what it found, what its source says."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.experiment import Experiment, Table
from workbench.drawing import plots
from workbench.terminal import console
from workbench.text.status import capitalized
from workbench.ui.lines import Line, paragraph


def about(experiment: Experiment, count: int, width: int) -> Iterator[Line]:
    """What it asks, of how large a sample, and what its source says."""
    yield [(capitalized(experiment.title), "title")]
    yield from paragraph(experiment.asks, "", width)
    yield from paragraph(f"{count:,} {experiment.unit}.", "", width)
    for each in experiment.published:
        yield [("", "")]
        yield from paragraph(f"{capitalized(each.where)}: {each.says}.", "", width)
    yield [("", "")]
    yield from paragraph(f"What differs: {experiment.differs}", "", width)


def plot(experiment: Experiment, found: Table, width: int, *, ascii_only: bool) -> Iterator[Line]:
    """What was found as bars."""
    heads = {column.key: column.title for column in found.columns}
    yield [(f"{heads[experiment.plot.up]} by {heads[experiment.plot.across]}", "key")]
    for line in plots.bars(found, experiment.plot, width, ascii_only=ascii_only):
        yield [(line, "")]


def table(found: Table, left: int) -> Iterator[Line]:
    """What was found as a table, from one of its columns of characters on."""
    for number, text in enumerate(console.table(plots.cells(found), indent=0)):
        yield [(text[left:], "" if number else "key")]
