"""``workbench games``: the installed games with their parameters."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.game import registry
from engine.game.game import Game
from engine.values.parameters import Parameter
from workbench.cli.support import status
from workbench.cli.support.arguments import Parser
from workbench.terminal import console
from workbench.terminal.console import Painter


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Lists every game that can be loaded, and says which cannot."""
    for number, game in enumerate(registry.all_games()):
        if number and not args.json:
            console.line()
        console.answer(args, record(game), partial(describe, game))
    for problem in registry.refusals():
        console.error(problem)
    return status.DONE


def record(game: Game) -> dict[str, Any]:
    """A game as ``games --json`` prints it."""
    defaults = _defaults(game)
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "generator_version": game.generator_version,
        "goal": game.goal,
        "generator": game.generator_name,
        "strategies": list(game.solver.strategies),
        "options": {
            strategy: [_record(option, option.default) for option in options]
            for strategy, options in game.solver.options.items()
        },
        "moves": [move.word for move in game.play.moves],
        "mechanics": dict(game.solver.mechanics),
        "parameters": [
            _record(parameter, defaults.get(parameter.key))
            for parameter in game.parameters.parameters
        ],
    }


def _record(parameter: Parameter, default: Any) -> dict[str, Any]:
    """A parameter, or an option, as ``games --json`` prints it."""
    return {
        "key": parameter.key,
        "title": parameter.title,
        "type": "boolean" if parameter.boolean else parameter.kind,
        "range": _range(parameter),
        "default": default,
        "stage": parameter.stage,
        "unit": parameter.unit,
        "help": parameter.help,
    }


def describe(game: Game, painter: Painter) -> Iterator[str]:
    """A game in lines of text: its parameters by stage, then the options of its strategies."""
    versions = f"rules {game.rules_version}, generator {game.generator_version}"
    yield painter(game.name, "title") + f"  {game.title} ({versions})"
    if game.goal:
        yield f"  {game.goal}"
    yield "  strategies  " + ", ".join(game.solver.strategies)
    names = textwrap.wrap(", ".join(game.solver.mechanics), 64)
    yield from (f"  {'' if row else 'mechanics':12}{line}" for row, line in enumerate(names))
    defaults = _defaults(game)
    titles = {stage.name: stage.title for stage in game.generator.stages}
    stages = {"": "All stages", **titles, "verify": "Accepted levels"}
    listed: list[tuple[str, Parameter, Any]] = [
        (stages.get(p.stage, p.stage), p, defaults.get(p.key, "any"))
        for p in game.parameters.parameters
    ]
    for strategy, options in game.solver.options.items():
        listed += [(f"Strategy {strategy}", option, option.default) for option in options]
    rows = [(p.key, _words(p), str(default)) for _, p, default in listed]
    columns = console.table([("parameter", "values", "default"), *rows], indent=4)
    room = max(shutil.get_terminal_size().columns, 80)
    yield painter(columns[0], "quiet")
    heading = None
    for (title, parameter, _), text in zip(listed, columns[1:], strict=True):
        if title != heading:
            heading = title
            yield "  " + title
        yield text
        choices = f" One of: {', '.join(parameter.choices)}." if parameter.choices else ""
        for part in textwrap.wrap(parameter.help + choices, room - 8):
            yield painter("        " + part, "quiet")


def _defaults(game: Game) -> Mapping[str, int | str]:
    """The default of every parameter that has one, as level files have it."""
    schema = game.parameters
    return {key: schema[key].written(value) for key, value in schema.defaults({}).items()}


def _range(parameter: Parameter) -> list[Any]:
    if parameter.kind == "expression":
        return []
    if parameter.kind == "choice":
        return list(parameter.choices)
    return [False, True] if parameter.boolean else [parameter.low, parameter.high]


def _words(parameter: Parameter) -> str:
    if parameter.kind == "choice":
        return "a word"
    if parameter.kind == "expression":
        return "an expression"
    if parameter.boolean:
        return "true or false"
    kind = "a number" if parameter.kind == "integer" else "a range"
    return f"{kind} in {parameter.bounds}"
