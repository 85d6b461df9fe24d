"""Options of ``workbench catalogue``: of each sub-command, and of the older form without one."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from engine.errors import EngineError
from workbench.cli import COMMANDS
from workbench.cli.support import archiving, detached, inputs
from workbench.cli.support.arguments import AllOf, Parser
from workbench.cli.support.conversions import positive, svg_file, whole, words
from workbench.terminal import console

MARKS = ("tag", "untag", "note", "stars")
_ANSWERS = (
    "count", "digest", "check", "histogram", "density", "group", "show", "save", "export", "merge",
    "imported", "archive", *detached.STEERING,
)  # fmt: skip
LISTED = 20
"""Levels that are listed or shown as text unless asked for more."""
_CHOICES = {
    "stats": "one of --count, --digest, --histogram, --density and --group",
    "export": "--out DIR_OR_FILE or --save PATTERN",
    "mark": "--tag WORD, --untag WORD, --stars N or --note TEXT",
    "archive": "--facts KEY,KEY, or one of --status, --pause, --resume and --stop",
}
"""Options of a sub-command of which one must be given."""
_NEEDED = {"import": "CATALOGUE LEVEL...", "merge": "--out FILE CATALOGUE..."}
"""The arguments that a sub-command needs, in its usage."""
_USAGE = "%(prog)s COMMAND CATALOGUE... [option ...]"
_EPILOG = """%(prog)s COMMAND --help lists the options of one command.
Write a file whose name is that of a command with its folder: ./query."""


def arguments(parser: Parser, command: str | None) -> None:
    """Declare the options of a sub-command, or of the older form, which no help lists."""
    unset = (*_ANSWERS, *MARKS, "out", *archiving.SELECTING, *archiving.OTHERS)
    parser.set_defaults(command=command, **dict.fromkeys(unset))
    if command is not None:
        parser.usage = f"%(prog)s [option ...] {_NEEDED.get(command, 'CATALOGUE...')}"
        for add in _OPTIONS[command]:
            add(parser)
        return
    _describe_commands(parser)
    parser.hides_arguments = True
    # A group of options that several sub-commands share is declared once.
    for add in dict.fromkeys(add for groups in _OPTIONS.values() for add in groups):
        if add not in _RENAMED:
            add(parser)
    _add_older_names(parser)


def require_answer(args: argparse.Namespace) -> list[str]:
    """Return the name of the answer that is asked for, or nothing for the list of levels.

    Raises:
        EngineError: options do not go together; names the sub-command.
    """
    try:
        return _find_answer(args)
    except EngineError as error:
        if args.command is None:
            raise
        called = f"workbench catalogue {args.command}"
        raise EngineError(f"{called}: {error}; see {called} --help") from None


def _name_option(args: argparse.Namespace, answer: str) -> str:
    """Return the option that asks for an answer, which has another name in the older form."""
    if args.command is not None and answer in ("export", "merge"):
        return "--out"
    if answer == "archive":
        return archiving.name_facts(args)
    return "--import" if answer == "imported" else f"--{answer}"


def _find_answer(args: argparse.Namespace) -> list[str]:
    found = [name for name in _ANSWERS if getattr(args, name) not in (None, False)]
    if any(getattr(args, name) is not None for name in MARKS):
        found.append("marks")
    if len(found) > 1:
        raise EngineError(f"expected one of {' and '.join(_name_option(args, x) for x in found)}")
    if args.out is not None and args.density is None:
        raise EngineError("--out needs --density KEY,KEY")
    if args.merge is not None:
        inputs.require_named(_name_option(args, "merge"), args.merge)
    archiving.check(args)
    if not found and args.command in _CHOICES:
        raise EngineError(f"expected {_CHOICES[args.command]}")
    return found


def _describe_commands(parser: Parser) -> None:
    """Have the help list the sub-commands."""
    rows = [*COMMANDS["catalogue"].items()]
    parser.usage, parser.epilog = _USAGE, _EPILOG
    parser.description = "\n".join([f"{parser.description}", "", "commands:", *console.table(rows)])
    parser.help_formatter = argparse.RawDescriptionHelpFormatter


def _add_catalogues(parser: Parser) -> None:
    parser.add_inputs("catalogues, as workbench batch makes them", "CATALOGUE", "+")


def _add_selection(parser: Parser) -> None:
    only = "only levels that meet EXPR, as 'moves 8..10 not tag:bad'"
    parser.option("--where EXPR", only, action=AllOf)
    parser.option("--sort KEY", "order by a fact; KEY:desc: greatest first; null is last")
    parser.option("--limit N", "take N levels at most of each catalogue", positive)


def _add_figures(parser: Parser) -> None:
    parser.flag("--count", "how many they are")
    parser.flag("--digest", "a digest of their seeds, boards and facts")


def _add_show(parser: Parser) -> None:
    parser.flag("--show", f"each level with its board, the first {LISTED} without --limit")


def _add_statistics(parser: Parser) -> None:
    parser.option("--histogram KEY", "how many have which values of a fact")
    parser.option("--density KEY,KEY", "how many have which values of two facts", words)
    parser.option("--out FILE.svg", "with --density: a picture in place of text", svg_file)
    parser.option("--group KEY", "how many have each value of a fact")


def _add_save(parser: Parser) -> None:
    pattern = "level files named as date-{n}.toml, with titles to match"
    parser.option("--save PATTERN", pattern)


def _add_export(parser: Parser) -> None:
    out = "a folder for level files that rebuild accepts, or one table, *.csv or *.jsonl"
    parser.option("--out DIR_OR_FILE", out, dest="export")


def _add_merge(parser: Parser) -> None:
    out = "the new catalogue"
    parser.option("--out FILE", out, dest="merge", required=True)


def _add_import(parser: Parser) -> None:
    parser.add_inputs("a catalogue, made if it is not there", "CATALOGUE")
    adds = "level files, folders and galleries"
    parser.add_argument("imported", metavar="LEVEL", nargs="+", help=adds)


def _add_marks(parser: Parser) -> None:
    parser.option("--tag WORD", "give them a tag", action="append")
    parser.option("--untag WORD", "take a tag from them", action="append")
    parser.option("--stars N", "give them stars of your own, 1 to 5; 0 for none", whole(0, 5))
    parser.option("--note TEXT", "write a note on them; empty for none")


def _add_facts(parser: Parser) -> None:
    parser.option("--facts KEY,KEY", archiving.FACTS_HELP, dest="archive")


def _add_check(parser: Parser) -> None:
    parser.set_defaults(check=True)


def _add_older_names(parser: Parser) -> None:
    """Declare the options that sub-commands replace."""
    parser.flag("--check", "")
    parser.option("--export DIR_OR_FILE", "")
    parser.option("--merge OUT", "")
    parser.option("--import LEVEL", "", nargs="+", action="extend", dest="imported")
    parser.option("--archive KEY,KEY", "")


_OPTIONS: Mapping[str, tuple[Callable[[Parser], None], ...]] = {
    "query": (_add_catalogues, _add_selection, _add_figures, _add_show, Parser.add_json),
    "stats": (_add_catalogues, _add_selection, _add_figures, _add_statistics, Parser.add_json),
    "export": (_add_catalogues, _add_selection, _add_export, _add_save),
    "import": (_add_import,),
    "merge": (_add_catalogues, _add_merge),
    "mark": (_add_catalogues, _add_selection, _add_marks),
    "archive": (
        _add_catalogues,
        _add_facts,
        _add_selection,
        archiving.arguments,
        Parser.add_json,
    ),
    "check": (_add_catalogues, _add_check, Parser.add_json),
}
_RENAMED = (_add_export, _add_import, _add_merge, _add_facts, _add_check)
