"""``workbench games``: the installed games with their parameters."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator
from typing import Any

from engine.errors import GameNotFound
from engine.game import registry
from engine.game.game import Game
from engine.values.parameters import Parameter
from workbench.cli import status
from workbench.cli.arguments import Parser
from workbench.terminal import console
from workbench.terminal.console import TextPainter


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Lists every game that can be loaded, and says which cannot."""
    painter = TextPainter(console.wants_color(args))
    for number, game in enumerate(_games()):
        if args.json:
            console.json_line(record(game))
            continue
        if number:
            console.line()
        for text in describe(game, painter):
            console.line(text)
    return status.DONE


def record(game: Game) -> dict[str, Any]:
    """A game as ``games --json`` prints it."""
    defaults = game.generator.parameters.complete({}).table()
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "generator_version": game.generator_version,
        "generator": game.generator_name,
        "strategies": list(game.solver.strategies),
        "moves": [move.word for move in game.play.moves],
        "parameters": [
            {
                "key": parameter.key,
                "title": parameter.title,
                "type": "boolean" if parameter.boolean else parameter.kind,
                "range": _range(parameter),
                "default": defaults.get(parameter.key),
                "stage": parameter.stage,
                "help": parameter.help,
            }
            for parameter in game.generator.parameters.parameters
        ],
    }


def describe(game: Game, painter: TextPainter) -> Iterator[str]:
    """A game in lines of text, its parameters by stage."""
    versions = f"rules {game.rules_version}, generator {game.generator_version}"
    yield painter(game.name, "title") + f"  {game.title} ({versions})"
    yield "  strategies  " + ", ".join(game.solver.strategies)
    parameters = game.generator.parameters.parameters
    defaults = game.generator.parameters.complete({}).table()
    stages = {stage.name: stage.title for stage in game.generator.stages} | {
        "verify": "Accepted levels"
    }
    rows = [(p.key, _words(p), str(defaults.get(p.key, "any"))) for p in parameters]
    columns = console.table([("parameter", "values", "default"), *rows], indent=4)
    room = max(shutil.get_terminal_size().columns, 80)
    yield painter(columns[0], "quiet")
    stage = None
    for parameter, text in zip(parameters, columns[1:], strict=True):
        if parameter.stage != stage:
            stage = parameter.stage
            yield "  " + stages.get(stage, stage)
        yield text
        for part in textwrap.wrap(_help(parameter), room - 8):
            yield painter("        " + part, "quiet")


def _games() -> Iterator[Game]:
    for name in registry.names():
        try:
            yield registry.get(name)
        except GameNotFound as error:
            console.error(error)


def _range(parameter: Parameter) -> list[Any]:
    if parameter.kind == "choice":
        return list(parameter.choices)
    return [False, True] if parameter.boolean else [parameter.low, parameter.high]


def _words(parameter: Parameter) -> str:
    if parameter.kind == "choice":
        return "a word"
    if parameter.boolean:
        return "true or false"
    kind = "a number" if parameter.kind == "integer" else "a range"
    return f"{kind} in {parameter.bounds}"


def _help(parameter: Parameter) -> str:
    choices = f" One of: {', '.join(parameter.choices)}." if parameter.choices else ""
    return parameter.help + choices
