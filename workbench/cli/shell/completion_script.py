r"""Completion scripts for bash, zsh and fish.

`shtab <https://docs.iterative.ai/shtab/>`_ writes the scripts from the parsers. This module adds
the words that depend on the game: the keys of ``--set`` and their values, parameters and facts. The
scripts are static, so that completing a word starts no Python. (``argcomplete``, which asks the
program, would take the time of a start for each press of Tab.)

The added functions look for the name of a game among the words of the command line. They read two
tables in the script, of which each line is a case of the shell's ``case`` or ``switch``::

    skiddy) printf '%s\n' blues cols crates ... ;;       # the parameters of a game
    skiddy:cols) printf '%s\n' 3 4 5 ... ;;              # the values of a parameter
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from shlex import quote

import shtab

from engine.evaluation.board_facts import list_fact_types
from engine.files import conversion
from engine.game import registry
from engine.game.game import Game
from engine.improvement.improvement_objectives import list_objectives
from engine.values.parameter_schema import Parameter, Value
from workbench.cli.shell.command_tree import build_parser
from workbench.cli.shell.completion_functions import BASH_WRAPPER, FUNCTIONS
from workbench.cli.support.argument_actions import CombineExpressions, OncePerKey
from workbench.cli.support.argument_parser import VerbParser
from workbench.theme import theme_loader

_MAX_VALUES = 24
"""The most values of a number to list one by one. Of more, the default and the range are listed."""
_CATALOGUE_KEYS = ("attempt", "game", "id", "seed", "stars", "tag:", "title")
_LEVELS = shtab.glob("*.toml", "*.share")
_FILES = shtab.FILE
_BY_METAVAR: Mapping[str, object] = {
    "CATALOGUE": shtab.glob("*.db", "*.catalogue"),
    "CELL": "facts",
    "DIR_OR_FILE": _FILES,
    "EXPR": "facts",
    "FILE": _FILES,
    "FILE.svg": shtab.glob("*.svg"),
    "FILE_OR_DIR": _FILES,
    "KEY": "facts",
    "KEY,KEY": "facts",
    "KEY=VALUE": "settings",
    "LEVEL": _LEVELS,
    "OTHER": _LEVELS,
    "PARAMETER": "parameters",
    "PATH": _LEVELS,
    "SOURCE": shtab.glob("*.db", "*.catalogue"),
    "STAGE=FILE": _FILES,
}
"""The completion of a value by its placeholder: a kind of file, or the name of a function."""


def build_script(shell: str) -> str:
    """Return the completion script for a shell: ``bash``, ``zsh`` or ``fish``."""
    parser = build_parser()
    games = registry.list_games()
    _annotate_actions(parser, games)
    # Options whose values are combined may be repeated, which zsh wants to know.
    repeated = (*shtab.OPTION_MULTI, OncePerKey, CombineExpressions)
    shtab.OPTION_MULTI = repeated  # type: ignore[assignment]
    script = shtab.complete(parser, shell, preamble=_build_functions(shell, games))
    if shell == "zsh":  # the contract names --color=always, a form that shtab leaves out
        script = script.replace('"--color[', '"--color=[')
        # A script that is sourced, rather than evaluated or found by zsh, must register itself too.
        script = script.replace("zsh_eval_context[-1] == eval", "zsh_eval_context[-1] != load*")
    return f"{script}\n{BASH_WRAPPER}" if shell == "bash" else f"{script}\n"


def _annotate_actions(parser: VerbParser, games: tuple[Game, ...]) -> None:
    """Add the possible values of each argument to a parser, in the form that shtab reads."""
    words = {
        "AIM": [*dict.fromkeys(re.sub("=.*", "=", a) for g in games for a in list_objectives(g))],
        "FORMAT": conversion.list_format_names(),
        "GAME": [game.name for game in games],
        "T": theme_loader.list_themes(),
    }
    for action in _walk_actions(parser):
        placeholder = str(action.metavar)
        if action.dest == "strategy":
            action.choices = [*dict.fromkeys(way for g in games for way in g.solver.strategies)]
        elif action.dest == "name":
            action.choices = [experiment.name for _, experiment in registry.list_experiments()]
        elif placeholder in words:
            action.choices = words[placeholder]
        elif found := _BY_METAVAR.get(placeholder):
            action.complete = _name_function(found) if isinstance(found, str) else found  # type: ignore[attr-defined]
        # Colons and brackets have a meaning in zsh's descriptions of options.
        action.metavar = re.sub(r"[\[:].*", "", placeholder) if action.metavar else None


def _walk_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of all its sub-parsers that take a value."""
    for action in parser._actions:
        if isinstance(action.choices, Mapping):
            for inner in action.choices.values():
                yield from _walk_actions(inner)
        elif action.nargs != 0:
            yield action


def _name_function(name: str) -> dict[str, str]:
    function = f"_workbench_{name}"
    return {"bash": function, "zsh": function, "fish": f"({function})"}


def _build_functions(shell: str, games: tuple[Game, ...]) -> str:
    """Return the shell functions that complete settings, parameters and facts."""
    facts = sorted({*list_fact_types(games), *_CATALOGUE_KEYS})
    keys = {game.name: [each.key for each in game.parameters.parameters] for game in games}
    options: dict[str, list[str]] = {}
    for game in games:
        for each in (option for ways in game.solver.options.values() for option in ways):
            options[each.key] = _list_values(each, each.default)
    values = {f":{key}": found for key, found in options.items()}
    for game in games:
        defaults = game.parameters.list_defaults({})
        values |= {
            f"{game.name}:{each.key}": _list_values(each, defaults.get(each.key))
            for each in game.parameters.parameters
        }
    tables = {
        "@GAMES@": " ".join(keys),
        "@FACTS@": " ".join(facts),
        "@KEYS@": _format_cases(shell, {**keys, "": [*options]}),
        "@VALUES@": _format_cases(shell, {name: found for name, found in values.items() if found}),
    }
    text = FUNCTIONS[shell]
    for mark, table in tables.items():
        text = text.replace(mark, table)
    return text


def _format_cases(shell: str, table: Mapping[str, list[str]]) -> str:
    """Return the cases of a ``case`` or ``switch`` command that prints the words for a name."""
    end = "" if shell == "fish" else " ;;"
    lines = []
    for name, words in table.items():
        opens = f"case {quote(name)};" if shell == "fish" else f"{quote(name)})"
        lines.append(f"    {opens} printf '%s\\n' {' '.join(map(quote, words))}{end}")
    return "\n".join(lines)


def _list_values(parameter: Parameter, default: Value | None) -> list[str]:
    """Return the values of a parameter that are worth offering, which may be none."""
    if parameter.kind == "expression":
        return []
    if parameter.kind == "choice":
        return [*parameter.choices]
    if parameter.boolean:
        return ["true", "false"]
    if parameter.kind == "integer" and parameter.high - parameter.low < _MAX_VALUES:
        return [str(number) for number in range(parameter.low, parameter.high + 1)]
    usual = [] if default is None else [str(parameter.format_value(default))]
    return [*dict.fromkeys([*usual, parameter.bounds])]
