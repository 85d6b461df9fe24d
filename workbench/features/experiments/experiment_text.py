"""The lines that describe an experiment: its question, its results, and published findings."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.experiment import Experiment, ResultTable
from workbench.drawing import table_plots
from workbench.terminal import command_line_output
from workbench.text.quantity_text import capitalize_first
from workbench.ui.styled_lines import Line, wrap_paragraph


def draw_description(experiment: Experiment, count: int, width: int) -> Iterator[Line]:
    """Yield lines that state the question, sample size, published findings and deviations."""
    yield [(capitalize_first(experiment.title), "title")]
    yield from wrap_paragraph(experiment.question, "", width)
    yield from wrap_paragraph(f"{count:,} {experiment.unit}.", "", width)
    for each in experiment.published:
        yield [("", "")]
        yield from wrap_paragraph(f"{capitalize_first(each.source)}: {each.finding}.", "", width)
    yield [("", "")]
    yield from wrap_paragraph(
        f"Differences from the publication: {experiment.deviation}", "", width
    )


def draw_plot(
    experiment: Experiment, results: ResultTable, width: int, *, ascii_only: bool
) -> Iterator[Line]:
    """Yield the lines of a bar chart of the results."""
    heads = {column.key: column.title for column in results.columns}
    yield [(f"{heads[experiment.plot.y_key]} by {heads[experiment.plot.x_key]}", "key")]
    for line in table_plots.draw_bars(results, experiment.plot, width, ascii_only=ascii_only):
        yield [(line, "")]


def draw_table(results: ResultTable, left: int) -> Iterator[Line]:
    """Yield the lines of a table of the results, each without its first ``left`` characters."""
    for number, text in enumerate(
        command_line_output.format_table(table_plots.format_cells(results), indent=0)
    ):
        yield [(text[left:], "" if number else "key")]
