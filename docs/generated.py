"""Writes the generated pages of the reference: ``python docs/generated.py``.

A page may begin with text by hand. What follows the line :data:`MARK` is made from the registry of
commands, the parsers of the command line, the schemas of the games and the docstrings of
``engine.workshop``. A test holds the pages to what this program makes.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from engine import workshop
from engine.game import registry
from engine.game.game import Game
from engine.values.parameter_schema import Parameter
from workbench.app import keys_document
from workbench.cli import SUBCOMMANDS, VERBS
from workbench.cli.play import add_options
from workbench.cli.support.argument_parser import VerbParser

FOLDER = Path(__file__).parent / "reference"
MARK = "<!-- Below this line: made by `python docs/generated.py`. -->\n"
PLACES = ("dead_end", "corner", "corridor", "open")
HEADINGS = ("stage", "parameter", "values", "default", "meaning")
EVERYWHERE = ("`--no-color`", "`--color WHEN`", "`--quiet, -q`")
SHARED_BY = 2
"""How many verbs have an option before the page lists it only once."""


def table(*rows: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table; its first row has the headings."""
    for number, row in enumerate(rows):
        yield "|" + "|".join(cell.replace("|", "\\|") for cell in row) + "|"
        if not number:
            yield "|" + "---|" * len(row)
    yield ""


def build_parsers() -> dict[str, tuple[str, VerbParser]]:
    """Return the description and the parser of each verb and sub-command."""
    parsers = {}
    for verb, text in VERBS.items():
        module = importlib.import_module(f"workbench.cli.{verb}")
        for command in SUBCOMMANDS.get(verb, {"": text}):
            words = [command] if command else []
            name = " ".join([verb, *words])
            parser = VerbParser(prog=f"workbench {name}", description=text)
            module.add_arguments(parser, *words)
            parsers[name] = (SUBCOMMANDS[verb][command] if command else text, parser)
    return parsers


def list_options(parser: VerbParser) -> list[tuple[str, str]]:
    """Return the usage and the help of each argument of a verb."""
    found = []
    for action in parser._actions:
        text = action.help
        if text == argparse.SUPPRESS or action.dest == "help":
            continue
        value = "" if action.nargs == 0 else action.metavar
        if value is None and not action.option_strings:
            value = action.dest.upper()
        shown = f"{', '.join(action.option_strings)} {value or ''}".strip()
        help_text = (text or "") % {"default": action.default, "prog": parser.prog}
        if not all(str(choice) in help_text for choice in action.choices or ()):
            help_text += f" ({', '.join(map(str, action.choices or ()))})"
        found.append((f"`{shown}`", help_text))
    return found


def command_line() -> Iterator[str]:
    """Yield the verbs and their options."""
    parsers = build_parsers()
    options = {name: list_options(parser) for name, (_, parser) in parsers.items()}
    counts = Counter(option for each in options.values() for option in each)
    shared = [o for o, n in counts.items() if n >= SHARED_BY and o[0].startswith("`--")]
    # An option with two meanings is explained where it has them.
    meanings = Counter(usage for usage, _ in shared)
    shared = [option for option in shared if meanings[option[0]] == 1]
    yield "## Verbs"
    yield ""
    yield from table(("verb", "does"), *((f"`{verb}`", text) for verb, text in VERBS.items()))
    yield "## Options of many verbs"
    yield ""
    yield f"Every verb takes {', '.join(EVERYWHERE)}."
    yield ""
    yield from table(("option", "does"), *shared)
    app = VerbParser(prog="workbench", description="the app")
    add_options(app)
    for name, (text, _) in parsers.items():
        yield f"### {name}"
        yield ""
        if " " in name:  # the table of verbs does not have it
            yield f"{text[:1].upper()}{text[1:]}."
            yield ""
        own = [option for option in options[name] if option not in shared]
        also = [u for u, text in options[name] if (u, text) in shared and u not in EVERYWHERE]
        if own:
            yield from table(("argument", "does"), *own)
        if also:
            yield f"Also: {' '.join(also)}"
            yield ""
    yield "### The app"
    yield ""
    yield "`workbench` and `workbench play` take:"
    yield ""
    yield from table(("option", "does"), *(o for o in list_options(app) if o not in shared))


def describe_values(parameter: Parameter) -> str:
    """Return the values that a parameter takes."""
    if parameter.kind == "choice":
        return ", ".join(f"`{choice}`" for choice in parameter.choices)
    if parameter.kind == "expression":
        return "an [expression](expressions.md)"
    if parameter.boolean:
        return "`true`, `false`"
    return parameter.bounds


def list_parameters(game: Game) -> list[tuple[str, Parameter, str]]:
    """Return the stage, the parameter and the default of each parameter, facts left out."""
    schema = game.parameters
    defaults = {key: schema[key].format_value(v) for key, v in schema.list_defaults({}).items()}
    titles = {stage.name: stage.title for stage in game.generator.stages}
    stages = {"": "all", **titles, "verify": "accepted levels"}
    return [
        (stages.get(p.stage, p.stage), p, str(defaults.get(p.key, "any")))
        for p in schema.parameters
        if p.kind != "fact" or p.default is not None
    ]


def format_row(stage: str, parameter: Parameter, default: str) -> tuple[str, ...]:
    """Return the row of a parameter in a table."""
    values = describe_values(parameter)
    return stage, f"`{parameter.key}`", values, f"`{default}`", parameter.help


def find_weights(parameters: list[tuple[str, Parameter, str]]) -> dict[str, dict[str, str]]:
    """Return the default weights of each kind of thing by the place of a tile."""
    defaults = {parameter.key: default for _, parameter, default in parameters}
    things = [key.removesuffix("_dead_end") for key in defaults if key.endswith("_dead_end")]
    found = {}
    for thing in things:
        cells = {}
        for place in PLACES:
            extra = defaults[f"{thing}_{place}_random"]
            cells[place] = defaults[f"{thing}_{place}"] + (f" + {extra}" if extra != "0" else "")
        found[thing] = cells
    return found


def parameters() -> Iterator[str]:
    """Yield the parameters, the facts and the mechanics of each game."""
    games = registry.list_games()
    facts = {
        game.name: {p.key: p.help for p in game.parameters.parameters if p.kind == "fact"}
        for game in games
    }
    counts = Counter(pair for each in facts.values() for pair in each.items())
    shared = dict(pair for pair, number in counts.items() if number > 1)
    listed = {game.name: list_parameters(game) for game in games}
    rows_of = {name: [format_row(*each) for each in listed[name]] for name in listed}
    repeated = Counter(row for rows in rows_of.values() for row in rows)
    common = [row for row, number in repeated.items() if number == len(games)]
    yield "## Parameters of all games"
    yield ""
    yield from table(HEADINGS, *common)
    yield "## Facts of several games"
    yield ""
    rows: Iterator[tuple[str, ...]] = (
        (f"`{key}`", ", ".join(g.title for g in games if facts[g.name].get(key) == text), text)
        for key, text in shared.items()
    )
    yield from table(("fact", "games", "meaning"), *rows)
    for game in games:
        yield f"## {game.title}"
        yield ""
        weights = find_weights(listed[game.name])
        families = {f"{t}_{p}{end}" for t in weights for p in PLACES for end in ("", "_random")}
        rows = (
            row
            for row in rows_of[game.name]
            if row not in common and row[1].strip("`") not in families
        )
        yield from table(HEADINGS, *rows)
        if weights:
            yield "`THING_PLACE` (0 to 1000) is the weight of a tile for a thing; 0 keeps it off. A"
            yield "number below `THING_PLACE_random`, drawn for each tile, is added. Defaults:"
            yield ""
            heads = ("thing", *(f"`{place}`" for place in PLACES))
            rows = ((f"`{thing}`", *cells.values()) for thing, cells in weights.items())
            yield from table(heads, *rows)
        rows = (
            (f"`{key}`", text) for key, text in facts[game.name].items() if shared.get(key) != text
        )
        yield from table(("fact", "meaning"), *rows)
        options = [
            (f"`{strategy}`", f"`{o.key}`", describe_values(o), f"`{o.default}`", o.help)
            for strategy, each in game.solver.options.items()
            for o in each
        ]
        if options:
            yield from table(("strategy", "option", "values", "default", "meaning"), *options)
        rows = ((f"`{key}`", text) for key, text in game.solver.mechanic_titles.items())
        yield from table(("mechanic", "meaning"), *rows)


def format_docstring(text: str) -> Iterator[str]:
    """Yield a docstring in Google style as Markdown.

    Errors are left out, because the page says once what they mean.
    """
    text = re.sub(r":\w+:`~?(?:[a-z_]\w*\.)*([\w.]+)`", r"`\1`", text).replace("``", "`")
    for internal, public in list_public_names().items():
        text = text.replace(f"`{internal}`", f"`{public}`")
    text = re.sub(r"\nRaises:\n(    .*\n?)*", "", text)
    for line in text.splitlines():
        if re.fullmatch(r"(Args|Returns|Attributes|Yields):", line):
            yield f"*{line[:-1]}*"
            yield ""
        elif entry := re.match(r"    (\*?\w[\w, ]*): (.*)", line):
            yield f"- `{entry[1]}`: {entry[2]}"
        else:
            yield line[4:] if line.startswith("     ") else line.strip()


@cache
def list_public_names() -> dict[str, str]:
    """Return the name in ``engine.workshop`` of each function that has another one elsewhere."""
    found = {name: getattr(workshop, name) for name in workshop.__all__}
    names = {getattr(each, "__wrapped__", each): name for name, each in found.items()}
    return {
        each.__name__: name
        for each, name in names.items()
        if inspect.isfunction(each) and each.__name__ != name
    }


def list_methods(cls: type) -> Iterator[str]:
    """Yield a line about each public method and property of a class that is defined there."""
    for name, member in vars(cls).items():
        text = inspect.getdoc(member)
        known = inspect.isfunction(member) or isinstance(member, property | classmethod)
        if known and text and not name.startswith("_"):
            shown = f"{name}()" if not isinstance(member, property) else name
            (first, *_) = format_docstring(text)
            yield f"- `{shown}`: {first}"


def format_signature(name: str, function: Callable[..., object]) -> str:
    """Return a call with the names and defaults of all arguments."""
    parts, keyword = [], False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword:
            parts.append("*")
            keyword = True
        default = parameter.default
        simple = default is None or isinstance(default, str | int | float)
        shown = "" if default is parameter.empty else f"={default!r}" if simple else "=..."
        parts.append(parameter.name + shown)
    return f"{name}({', '.join(parts)})"


def api() -> Iterator[str]:
    """Yield the names that ``engine.workshop`` offers."""
    functions = [name for name in workshop.__all__ if name[0].islower()]
    classes = [name for name in workshop.__all__ if name[0].isupper() and not name.isupper()]
    for heading, names in (("Functions", functions), ("Classes", classes)):
        yield f"## {heading}"
        yield ""
        for name in names:
            found = getattr(workshop, name)
            yield f"### {name}"
            yield ""
            if heading == "Functions":
                yield f"`{format_signature(name, found)}`"
                yield ""
            yield from format_docstring(inspect.getdoc(found) or "")
            yield ""
            methods = [*list_methods(found)] if isinstance(found, type) else []
            if methods:
                yield from ("*Methods and properties*", "", *methods, "")


def keys() -> Iterator[str]:
    """Yield the keys of all commands, screen by screen."""
    yield from keys_document.list_sections()


PAGES = {"keys": keys, "command-line": command_line, "parameters": parameters, "api": api}


def format_page(name: str) -> str:
    """Return a page: its text by hand as it is, all else made again."""
    head = (FOLDER / f"{name}.md").read_text("utf-8").partition(MARK)[0]
    return f"{head}{MARK}\n" + "\n".join(PAGES[name]()).rstrip() + "\n"


if __name__ == "__main__":
    for each in PAGES:
        text = format_page(each)
        (FOLDER / f"{each}.md").write_text(text, "utf-8")
