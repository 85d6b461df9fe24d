"""``workbench rate``: all facts of levels, and what each thing on them is there for."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from engine import workshop
from engine.game import registry
from engine.making.rating import Rating
from engine.making.relevance import Relevance
from engine.values.budget import DEFAULT_MAX_STATES, Budget
from engine.values.level import Level
from workbench.cli import inputs, status
from workbench.cli.arguments import Parser, positive
from workbench.cli.solve import describe
from workbench.document.status import count, place
from workbench.service import running
from workbench.terminal import console
from workbench.terminal.console import Painter


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", number="+")
    enough = "give up each search once more states are known (default %(default)s)"
    parser.option("--max-states N", enough, positive, default=DEFAULT_MAX_STATES)
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Rates every level."""
    return inputs.each_file(args.inputs, partial(_one, args), empty=status.REFUSED)


def _one(args: argparse.Namespace, name: str) -> int:
    level = inputs.level(name)
    workshop.require_playable(level)
    job = partial(workshop.rate, level, Budget(args.max_states))
    rating = running.run(job, running.positions)
    answer = workshop.answer(level, name, rating.solved)
    words = partial(_described, level, answer, rating)
    console.answer(args, answer | rating.facts(), words)
    return status.of_facts(answer)


def _described(
    level: Level, answer: Mapping[str, Any], rating: Rating, painter: Painter
) -> Iterator[str]:
    """A rating in lines of text: the verdict, the layout, and what each thing is there for."""
    yield from describe(level, answer, rating.solved, painter)
    figures = {**rating.others, **rating.structure, **rating.counts}
    yield "  " + painter("further figures", "title")
    rows = [(key.replace("_", " "), _figure(value)) for key, value in figures.items()]
    yield from console.table(rows, indent=4)
    for counted, title in ((True, "without each thing"), (False, "without what is around")):
        found = [each for each in rating.relevance if each.thing.counted == counted]
        if found:
            yield "  " + painter(f"{title}: {_in_short(found)}", "title")
            yield from console.table([_row(level, each) for each in found], indent=4)


def _figure(value: float | None) -> str:
    if value is None:
        return "not known"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def _in_short(found: Sequence[Relevance]) -> str:
    needed = sum(each.needed is True for each in found)
    inert = sum(each.inert is True for each in found)
    return f"{needed} of {count(len(found), 'thing')} needed, {inert} inert"


def _row(level: Level, each: Relevance) -> tuple[str, str, str, str]:
    """What a thing is, where, what it is worth, and what is left without it."""
    thing = each.thing
    where = place(registry.get(level.game).boards.picture(level.board), thing.row, thing.col)
    name = thing.title
    if each.needed is None:
        return name, where, "not known", ""
    worth = "needed" if each.needed else "inert" if each.inert else "changes something"
    return name, where, worth, _left(each)


def _left(each: Relevance) -> str:
    """What is left without a thing."""
    if not each.solvable:
        return "no solution without it"
    if each.moves is None:
        return "without it solvable, but of no known length"
    return f"length {each.moves} without it"
