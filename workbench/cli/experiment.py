"""``workbench experiment``: repeat measurements that were published about the games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial
from typing import Any

from engine.errors import EngineError, quote_input
from engine.files import suffixes
from engine.files.storage import replace_file
from engine.game import registry
from engine.game.experiment import Experiment, ResultTable
from engine.game.game import Game
from engine.generation.experiment_runner import run_experiment
from engine.values.budget import Control
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import parse_positive, parse_seed
from workbench.drawing import table_plots
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.terminal.command_line_output import Painter
from workbench.text.quantity_text import capitalize_first

FORMATS = ("csv", "svg")


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("name", nargs="?", help="of the experiment; all are listed without")
    parser.add_option(
        "--count N", "size of the sample (default: the experiment's own)", parse_positive
    )
    parser.add_option("--seed N", "the first seed (default %(default)s)", parse_seed, default=0)
    parser.add_option("--out FILE", "where to write the table (.csv) or its plot (.svg)")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Run an experiment, or list all experiments.

    Raises:
        EngineError: There is no such experiment, or the output file cannot be written.
    """
    if args.name is None:
        for game, experiment in registry.list_experiments():
            record = _build_record(game, experiment) | {"count": experiment.count}
            command_line_output.print_answer(args, record, partial(_format_listing, experiment))
        return exit_status.DONE
    game, experiment = _find_experiment(args.name)
    form = None if args.out is None else suffixes.find_format(args.out, FORMATS)
    if args.out is not None:
        if form is None:
            raise EngineError(f"{args.out}: expected a name that ends in .csv or .svg")
        input_and_output_files.require_writable(args.out, folder=False)
    count = args.count or experiment.count
    table = _run_experiment(experiment, count, args.seed)
    if args.out is not None:
        title = capitalize_first(experiment.title)
        text = (
            table_plots.format_csv(table)
            if form == "csv"
            else table_plots.draw_svg(title, table, experiment.plot)
        )
        replace_file(args.out, text.encode())
    record = _build_record(game, experiment) | {
        "count": count,
        "seed": args.seed,
        **_build_table_record(table),
    }
    # With --out, the table goes only to the file, but --json still prints a record.
    if args.json or args.out is None:
        command_line_output.print_answer(
            args, record, partial(_format_table, experiment, table, count)
        )
    return exit_status.DONE


def _find_experiment(name: str) -> tuple[Game, Experiment]:
    known = {
        experiment.name: (game, experiment) for game, experiment in registry.list_experiments()
    }
    if name not in known:
        near = get_close_matches(name, known)
        hint = f"did you mean {near[0]}?" if near else "workbench experiment lists them"
        raise EngineError(f"no experiment is called {quote_input(name)}; {hint}")
    return known[name]


def _run_experiment(experiment: Experiment, count: int, first: int) -> ResultTable:
    """Run an experiment and return its table, showing the progress on a terminal.

    Args:
        experiment: The experiment to run.
        count: The size of the sample.
        first: The first seed of the sample.
    """
    at = [0, 0]

    def job(control: Control) -> ResultTable:
        # The progress line reads `at`, so the callback must change that list in place.
        return run_experiment(
            experiment, count, first, control, lambda *now: at.__setitem__(slice(2), now)
        )

    return foreground.run_with_progress(
        job, lambda _: f"{experiment.name}: {at[0]:,} of {at[1]:,} parts measured"
    )


def _build_record(game: Game, experiment: Experiment) -> dict[str, Any]:
    """Return a JSON record that describes an experiment."""
    return {
        "name": experiment.name,
        "game": game.name,
        "title": experiment.title,
        "asks": experiment.question,
        "unit": experiment.unit,
        "published": [
            {"where": each.source, "says": each.finding} for each in experiment.published
        ],
        "differs": experiment.deviation,
    }


def _build_table_record(table: ResultTable) -> dict[str, Any]:
    columns = [
        {"key": c.key, "title": c.title, "unit": c.unit, "measured": c.measured}
        for c in table.columns
    ]
    keys = [column.key for column in table.columns]
    return {
        "columns": columns,
        "rows": [dict(zip(keys, row, strict=True)) for row in table.rows],
    }


def _format_listing(experiment: Experiment, paint: Painter) -> Iterator[str]:
    """Yield the lines for one experiment in the list of all experiments."""
    yield paint(experiment.name, "title") + f"  {experiment.title}"
    yield paint(f"    {experiment.question} {experiment.count:,} {experiment.unit}.", "quiet")


def _format_table(
    experiment: Experiment, table: ResultTable, count: int, paint: Painter
) -> Iterator[str]:
    """Yield the lines of an experiment's table, followed by the published findings."""
    yield paint(capitalize_first(experiment.title), "title") + f"  {count:,} {experiment.unit}"
    yield experiment.question
    yield ""
    first, *others = command_line_output.format_table(table_plots.format_cells(table))
    yield paint(first, "quiet")
    yield from others
    if experiment.published:
        yield ""
    for each in experiment.published:
        yield f"{each.source}: {each.finding}."
    if experiment.deviation:
        yield ""
        yield f"What differs: {experiment.deviation}"
