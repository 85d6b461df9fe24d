"""``workbench experiment``: what the games' sources measured, measured again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial
from typing import Any

from engine.errors import EngineError, quoted
from engine.files import endings
from engine.files.storage import replace_file
from engine.game import registry
from engine.game.experiment import Experiment, Table
from engine.game.game import Game
from engine.generation.experimenting import table_of
from engine.values.budget import Control
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.cli.support.conversions import positive, seed
from workbench.drawing import plots
from workbench.service import running
from workbench.terminal import console
from workbench.terminal.console import Painter
from workbench.text.status import capitalized

FORMATS = ("csv", "svg")


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_argument("name", nargs="?", help="of the experiment; all are listed without")
    parser.option("--count N", "size of the sample (default: the experiment's own)", positive)
    parser.option("--seed N", "the first seed (default %(default)s)", seed, default=0)
    parser.option("--out FILE", "where to write the table (.csv) or its plot (.svg)")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Runs an experiment, or lists all.

    Raises:
        EngineError: no such experiment, or a file that cannot be written.
    """
    if args.name is None:
        for game, experiment in registry.experiments():
            record = _record(game, experiment) | {"count": experiment.count}
            console.answer(args, record, partial(_listed, experiment))
        return status.DONE
    game, experiment = _named(args.name)
    form = None if args.out is None else endings.format_of(args.out, FORMATS)
    if args.out is not None:
        if form is None:
            raise EngineError(f"{args.out}: expected a name that ends in .csv or .svg")
        inputs.require_writable(args.out, folder=False)
    count = args.count or experiment.count
    table = _measured(experiment, count, args.seed)
    if args.out is not None:
        title = capitalized(experiment.title)
        text = plots.as_csv(table) if form == "csv" else plots.svg(title, table, experiment.plot)
        replace_file(args.out, text.encode())
    record = _record(game, experiment) | {"count": count, "seed": args.seed, **_found(table)}
    if args.json or args.out is None:
        console.answer(args, record, partial(_described, experiment, table, count))
    return status.DONE


def _named(name: str) -> tuple[Game, Experiment]:
    known = {experiment.name: (game, experiment) for game, experiment in registry.experiments()}
    if name not in known:
        near = get_close_matches(name, known)
        hint = f"did you mean {near[0]}?" if near else "workbench experiment lists them"
        raise EngineError(f"no experiment is called {quoted(name)}; {hint}")
    return known[name]


def _measured(experiment: Experiment, count: int, first: int) -> Table:
    """The table of a sample, with its progress on a terminal."""
    at = [0, 0]

    def job(control: Control) -> Table:
        """Counts the parts that are done."""
        return table_of(
            experiment, count, first, control, lambda *now: at.__setitem__(slice(2), now)
        )

    return running.run(job, lambda _: f"{experiment.name}: {at[0]:,} of {at[1]:,} parts measured")


def _record(game: Game, experiment: Experiment) -> dict[str, Any]:
    """What is known of an experiment before it is run."""
    return {
        "name": experiment.name,
        "game": game.name,
        "title": experiment.title,
        "asks": experiment.asks,
        "unit": experiment.unit,
        "published": [{"where": each.where, "says": each.says} for each in experiment.published],
        "differs": experiment.differs,
    }


def _found(table: Table) -> dict[str, Any]:
    columns = [
        {"key": c.key, "title": c.title, "unit": c.unit, "measured": c.measured}
        for c in table.columns
    ]
    keys = [column.key for column in table.columns]
    return {
        "columns": columns,
        "rows": [dict(zip(keys, row, strict=True)) for row in table.rows],
    }


def _listed(experiment: Experiment, paint: Painter) -> Iterator[str]:
    """One experiment among all."""
    yield paint(experiment.name, "title") + f"  {experiment.title}"
    yield paint(f"    {experiment.asks} {experiment.count:,} {experiment.unit}.", "quiet")


def _described(experiment: Experiment, table: Table, count: int, paint: Painter) -> Iterator[str]:
    """A table with what the source says beside it."""
    yield paint(capitalized(experiment.title), "title") + f"  {count:,} {experiment.unit}"
    yield experiment.asks
    yield ""
    first, *others = console.table(plots.cells(table))
    yield paint(first, "quiet")
    yield from others
    if experiment.published:
        yield ""
    for each in experiment.published:
        yield f"{each.where}: {each.says}."
    if experiment.differs:
        yield ""
        yield f"What differs: {experiment.differs}"
