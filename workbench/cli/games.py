"""``workbench games``: list the installed games, and explain their parameters."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from engine.errors import ParameterError
from engine.game import registry
from engine.game.game import Game
from engine.values.parameter_schema import Parameter
from workbench.cli.support import exit_status
from workbench.cli.support.argument_parser import VerbParser
from workbench.terminal import command_line_output
from workbench.terminal.command_line_output import Painter
from workbench.text.quantity_text import format_count


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="list this game's parameters")
    parser.add_argument(
        "parameter", metavar="PARAMETER", nargs="?", help="explain this parameter of the game"
    )
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """List all games, list the parameters of one, or explain one parameter.

    Raises:
        EngineError: There is no such game, or it has no such parameter.
    """
    if args.game is not None:
        game = registry.get_game(args.game)
        _print_game(args, game)
        return exit_status.DONE
    games = registry.list_games()
    if args.json:
        for game in games:
            command_line_output.print_json(build_record(game))
    else:
        command_line_output.print_lines(
            _format_overview(
                games, command_line_output.create_painter(command_line_output.wants_color(args))
            )
        )
    for problem in registry.list_refusals():
        command_line_output.print_error(problem)
    return exit_status.DONE


def _print_game(args: argparse.Namespace, game: Game) -> None:
    """Print one game with its parameters, or only the parameter that the arguments name."""
    if args.parameter is None:
        command_line_output.print_answer(args, build_record(game), partial(describe_game, game))
        return
    options = _find_options(game, args.parameter)
    # A parameter and a strategy's option may have the same key, so show both.
    try:
        parameters = [game.parameters[args.parameter]]
    except ParameterError:
        if not options:
            raise
        parameters = []
    record = build_record(game)
    record["parameters"] = [
        {**each, "presets": _list_presets(game, each["key"])}
        for each in record["parameters"]
        if each["key"] == args.parameter
    ]
    record["options"] = {
        strategy: [_build_parameter_record(option, option.default)] for strategy, option in options
    }
    command_line_output.print_answer(
        args, record, partial(_describe_parameters, game, parameters, options)
    )


def _find_options(game: Game, key: str) -> list[tuple[str, Parameter]]:
    """Return each strategy that has an option with this key, together with the option."""
    return [
        (strategy, option)
        for strategy, options in game.solver.options.items()
        for option in options
        if option.key == key
    ]


def _list_presets(game: Game, key: str) -> dict[str, int | str]:
    """Return the values that presets give a parameter, keyed by preset, such as ``mode=easy``."""
    return {
        f"{preset}={word}": game.parameters[key].format_value(values[key])
        for preset, words in game.parameters.presets.items()
        for word, values in words.items()
        if key in values
    }


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


def _format_overview(games: Sequence[Game], painter: Painter) -> Iterator[str]:
    """Yield a table with one line for each game."""
    rows = [
        (
            game.name,
            game.title,
            f"rules {game.rules_version}, generator {game.generator_version}",
            format_count(len(game.parameters.parameters), "parameter"),
        )
        for game in games
    ]
    for row, line in zip(rows, command_line_output.format_table(rows, indent=0), strict=True):
        yield painter(line[: len(row[0])], "title") + line[len(row[0]) :]
    yield painter("workbench games GAME lists the parameters of one game", "quiet")


def describe_game(game: Game, painter: Painter) -> Iterator[str]:
    """Yield lines about a game: its parameters with their defaults, by stage, and its facts."""
    versions = f"rules {game.rules_version}, generator {game.generator_version}"
    yield painter(game.name, "title") + f"  {game.title} ({versions})"
    if game.goal:
        yield from _wrap(game.goal, "")
    defaults = _list_defaults(game)
    titles = {stage.name: stage.title for stage in game.generator.stages}
    stages = {"": "all stages", **titles, "verify": "accepted levels"}
    groups: dict[str, list[str]] = {}
    facts = [p.key for p in game.parameters.parameters if p.key not in defaults]
    for parameter in game.parameters.parameters:
        if parameter.key in defaults:
            title = stages.get(parameter.stage, parameter.stage)
            groups.setdefault(title, []).append(f"{parameter.key}={defaults[parameter.key]}")
    groups["facts"] = facts
    for strategy, options in game.solver.options.items():
        if options:
            groups[f"strategy {strategy}"] = [f"{each.key}={each.default}" for each in options]
    groups["strategies"] = [*game.solver.strategies]
    groups["mechanics"] = [name.replace(" ", "_") for name in game.solver.mechanic_titles]
    for title, words in groups.items():
        if words:
            # A default may contain blanks, at which no line is to be broken.
            lines = _wrap("  ".join(word.replace(" ", "\xa0") for word in words), title.lower())
            yield from (line.replace("\xa0", " ") for line in lines)
    yield painter(f"workbench games {game.name} PARAMETER explains a parameter or a fact", "quiet")


def _wrap(text: str, title: str) -> Iterator[str]:
    """Yield text in lines as wide as the terminal, next to a column with its title."""
    width = max(shutil.get_terminal_size().columns, 40)
    margin = 22 if title else 2
    lines = textwrap.wrap(text, width - margin - 1, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield f"{'' if number or not title else '  ' + title:{margin}}{line}"


def _describe_parameters(
    game: Game,
    parameters: Sequence[Parameter],
    options: Sequence[tuple[str, Parameter]],
    painter: Painter,
) -> Iterator[str]:
    """Yield everything about parameters of a game and about options of its strategies."""
    titles = {stage.name: stage.title for stage in game.generator.stages}
    stages = {"": "all stages", **titles, "verify": "accepted levels"}
    defaults = _list_defaults(game)
    for each in parameters:
        used = stages.get(each.stage, each.stage)
        yield from _describe_parameter(
            each, f"stage: {used}", defaults.get(each.key, "none"), painter
        )
        presets = _list_presets(game, each.key)
        rows = [(preset, str(value)) for preset, value in presets.items()]
        # The presets of a size are as many as its values, and mostly give the same.
        if rows:
            yield "  set by presets"
            yield from command_line_output.format_table(rows, indent=4)
        for word in game.parameters.presets.get(each.key, ()):
            implied = game.parameters.presets[each.key][word]
            texts = [f"{key}={game.parameters[key].format_value(v)}" for key, v in implied.items()]
            if texts:
                yield from _wrap("  ".join(texts), f"{each.key}={word}")
    for strategy, option in options:
        used = f"option of the strategy {strategy}"
        yield from _describe_parameter(option, used, option.default, painter)


def _describe_parameter(
    parameter: Parameter, used: str, default: object, painter: Painter
) -> Iterator[str]:
    """Yield a parameter's title, help text, values and default."""
    yield painter(parameter.key, "title") + f"  {parameter.title} ({used})"
    yield from _wrap(parameter.help, "")
    unit = f" {parameter.unit}" * bool(parameter.unit)
    yield from command_line_output.format_table(
        [("values", _describe_values(parameter) + unit), ("default", str(default))]
    )


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
        return "one of " + ", ".join(parameter.choices)
    if parameter.kind == "expression":
        return "an expression"
    if parameter.boolean:
        return "true or false"
    kind = "a number" if parameter.kind == "integer" else "a range"
    return f"{kind} in {parameter.bounds}"
