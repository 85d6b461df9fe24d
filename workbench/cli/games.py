"""``workbench games``: list the installed games with their parameters."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.game import registry
from engine.game.game import Game
from engine.values.parameter_schema import Parameter
from workbench.cli.support import exit_status
from workbench.cli.support.argument_parser import VerbParser
from workbench.terminal import console
from workbench.terminal.console import Painter


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """List every game that can be loaded, and report those that cannot."""
    for number, game in enumerate(registry.list_games()):
        # A blank line separates games, except in JSON, where every line is a record.
        if number and not args.json:
            console.print_line()
        console.print_answer(args, build_record(game), partial(describe_game, game))
    for problem in registry.list_refusals():
        console.print_error(problem)
    return exit_status.DONE


def build_record(game: Game) -> dict[str, Any]:
    """Return the record that ``games --json`` prints for a game."""
    defaults = _list_defaults(game)
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "generator_version": game.generator_version,
        "goal": game.goal,
        "generator": game.generator_name,
        "strategies": list(game.solver.strategies),
        "options": {
            strategy: [_build_parameter_record(option, option.default) for option in options]
            for strategy, options in game.solver.options.items()
        },
        "moves": [move.word for move in game.play.moves],
        "mechanics": dict(game.solver.mechanic_titles),
        "parameters": [
            _build_parameter_record(parameter, defaults.get(parameter.key))
            for parameter in game.parameters.parameters
        ],
    }


def _build_parameter_record(parameter: Parameter, default: Any) -> dict[str, Any]:
    """Return the part of a game's record that describes a parameter or a strategy's option."""
    return {
        "key": parameter.key,
        "title": parameter.title,
        "type": "boolean" if parameter.boolean else parameter.kind,
        "range": _list_range(parameter),
        "default": default,
        "stage": parameter.stage,
        "unit": parameter.unit,
        "help": parameter.help,
    }


def describe_game(game: Game, painter: Painter) -> Iterator[str]:
    """Yield lines about a game, its parameters grouped by stage, and its strategies' options."""
    versions = f"rules {game.rules_version}, generator {game.generator_version}"
    yield painter(game.name, "title") + f"  {game.title} ({versions})"
    if game.goal:
        yield f"  {game.goal}"
    yield "  strategies  " + ", ".join(game.solver.strategies)
    names = textwrap.wrap(", ".join(game.solver.mechanic_titles), 64)
    yield from (f"  {'' if row else 'mechanics':12}{line}" for row, line in enumerate(names))
    defaults = _list_defaults(game)
    titles = {stage.name: stage.title for stage in game.generator.stages}
    stages = {"": "All stages", **titles, "verify": "Accepted levels"}
    listed: list[tuple[str, Parameter, Any]] = [
        (stages.get(p.stage, p.stage), p, defaults.get(p.key, "any"))
        for p in game.parameters.parameters
    ]
    for strategy, options in game.solver.options.items():
        # The strategies' options follow the parameters in the same table.
        listed += [(f"Strategy {strategy}", option, option.default) for option in options]
    rows = [(p.key, _describe_values(p), str(default)) for _, p, default in listed]
    columns = console.format_table([("parameter", "values", "default"), *rows], indent=4)
    room = max(shutil.get_terminal_size().columns, 80)
    yield painter(columns[0], "quiet")
    heading = None
    # The table was formatted as a whole, so that its columns align across the headings.
    for (title, parameter, _), text in zip(listed, columns[1:], strict=True):
        if title != heading:
            heading = title
            yield "  " + title
        yield text
        choices = f" One of: {', '.join(parameter.choices)}." if parameter.choices else ""
        for part in textwrap.wrap(parameter.help + choices, room - 8):
            yield painter("        " + part, "quiet")


def _list_defaults(game: Game) -> Mapping[str, int | str]:
    """Return the default value of each parameter that has one, in the notation of level files."""
    schema = game.parameters
    return {key: schema[key].format_value(value) for key, value in schema.list_defaults({}).items()}


def _list_range(parameter: Parameter) -> list[Any]:
    if parameter.kind == "expression":
        return []
    if parameter.kind == "choice":
        return list(parameter.choices)
    return [False, True] if parameter.boolean else [parameter.low, parameter.high]


def _describe_values(parameter: Parameter) -> str:
    if parameter.kind == "choice":
        return "a word"
    if parameter.kind == "expression":
        return "an expression"
    if parameter.boolean:
        return "true or false"
    kind = "a number" if parameter.kind == "integer" else "a range"
    return f"{kind} in {parameter.bounds}"
