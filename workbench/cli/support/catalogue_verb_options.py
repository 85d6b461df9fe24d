"""The options for ``workbench catalogue``, both its sub-commands and its older form."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Callable, Iterator, Mapping

from engine.errors import MAX_QUOTED, EngineError, quote_input, suggest_similar
from workbench.cli import SUBCOMMANDS
from workbench.cli.support import background_command, catalogue_archive, input_and_output_files
from workbench.cli.support.argument_actions import CombineExpressions
from workbench.cli.support.argument_parser import RawHelpFormatter, VerbParser
from workbench.cli.support.argument_types import (
    build_integer_parser,
    parse_positive,
    parse_svg_path,
    parse_words,
)
from workbench.terminal import command_line_output

ANNOTATION_OPTIONS = ("tag", "untag", "note", "stars")
_ANSWERS = (
    "count", "digest", "check", "histogram", "density", "group", "show", "save", "export", "merge",
    "imported", "archive", *background_command.STEERING_OPTIONS,
)  # fmt: skip
DEFAULT_LISTED = 20
"""The largest number of levels to list or show as text without ``--limit``."""
_REQUIRED_CHOICES = {
    "stats": "one of --count, --digest, --histogram, --density and --group",
    "export": "--out DIR_OR_FILE or --save PATTERN",
    "mark": "--tag WORD, --untag WORD, --stars N or --note TEXT",
    "archive": "--facts KEY,KEY, or one of --status, --pause, --resume and --stop",
}
"""The options of which each sub-command requires at least one, as text for an error message."""
_REQUIRED_ARGUMENTS = {"import": "CATALOGUE LEVEL...", "merge": "--out FILE CATALOGUE..."}
"""The arguments that each sub-command requires, as text for the usage line."""
_USAGE = "%(prog)s COMMAND CATALOGUE... [option ...]"
_EPILOG = """%(prog)s COMMAND --help lists the options of one command.
Write a file whose name is that of a command with its folder: ./query."""


def add_arguments(parser: VerbParser, command: str | None) -> None:
    """Declare the options for a sub-command.

    If ``command`` is None, declare the options for the older form, hiding them from the help.
    """
    # Give every option a default, so that the verb can read it even where it is not declared.
    unset = (
        *_ANSWERS,
        *ANNOTATION_OPTIONS,
        "out",
        *catalogue_archive.SELECTION_OPTIONS,
        *catalogue_archive.ARCHIVE_OPTIONS,
    )
    parser.set_defaults(command=command, **dict.fromkeys(unset))
    if command is not None:
        parser.usage = f"%(prog)s [option ...] {_REQUIRED_ARGUMENTS.get(command, 'CATALOGUE...')}"
        for add in _OPTIONS[command]:
            add(parser)
        return
    _describe_commands(parser)
    parser.hides_arguments = True
    # Sub-commands share groups of options, but the older form can declare each group only once.
    for add in dict.fromkeys(add for groups in _OPTIONS.values() for add in groups):
        if add not in _RENAMED_OPTIONS:
            add(parser)
    _add_older_names(parser)


def require_answer(args: argparse.Namespace) -> list[str]:
    """Check the options, and find out which answer they request.

    Returns:
        A list with the name of the answer, or an empty list if the levels are to be listed.

    Raises:
        EngineError: Options contradict each other, or a required one is missing. The message names
            the sub-command.
    """
    try:
        return _find_answer(args)
    except EngineError as error:
        if args.command is None:
            raise
        called = f"workbench catalogue {args.command}"
        raise EngineError(f"{called}: {error}; see {called} --help") from None


def require_no_command(name: str) -> None:
    """Raise EngineError if the first argument is probably a misspelt sub-command, and no file."""
    commands = SUBCOMMANDS["catalogue"]
    if name.isalpha() and not os.path.lexists(name):
        hint = suggest_similar(name[:MAX_QUOTED], commands)
        if hint:
            raise EngineError(f"no command and no file of the name {quote_input(name)}; {hint}")


@contextlib.contextmanager
def name_option_in_errors(option: str) -> Iterator[None]:
    """Put an option's name before the message of any error raised in the ``with`` block."""
    try:
        yield
    except EngineError as error:
        raise EngineError(f"{option}: {error}") from None


def _get_option_name(args: argparse.Namespace, answer: str) -> str:
    """Return the option that requests an answer, which may have another name in the older form."""
    if args.command is not None and answer in ("export", "merge"):
        return "--out"
    if answer == "archive":
        return catalogue_archive.get_facts_option(args)
    return "--import" if answer == "imported" else f"--{answer}"


def _find_answer(args: argparse.Namespace) -> list[str]:
    found = [name for name in _ANSWERS if getattr(args, name) not in (None, False)]
    if any(getattr(args, name) is not None for name in ANNOTATION_OPTIONS):
        found.append("marks")
    if len(found) > 1:
        raise EngineError(
            f"expected one of {' and '.join(_get_option_name(args, x) for x in found)}"
        )
    if args.out is not None and args.density is None:
        raise EngineError("--out needs --density KEY,KEY")
    if args.merge is not None:
        input_and_output_files.require_named(_get_option_name(args, "merge"), args.merge)
    catalogue_archive.check_options(args)
    if not found and args.command in _REQUIRED_CHOICES:
        raise EngineError(f"expected {_REQUIRED_CHOICES[args.command]}")
    return found


def _describe_commands(parser: VerbParser) -> None:
    """Add a list of all sub-commands to the help."""
    rows = [*SUBCOMMANDS["catalogue"].items()]
    parser.usage, parser.epilog = _USAGE, _EPILOG
    parser.description = "\n".join(
        [f"{parser.description}", "", "commands:", *command_line_output.format_table(rows)]
    )
    parser.help_formatter = RawHelpFormatter


def _add_catalogues(parser: VerbParser) -> None:
    parser.add_inputs("catalogues, as workbench batch makes them", "CATALOGUE", "+")


def _add_selection(parser: VerbParser) -> None:
    only = "only levels that meet EXPR, as 'moves 8..10 not tag:bad'"
    parser.add_option("--where EXPR", only, action=CombineExpressions)
    parser.add_option("--sort KEY", "order by a fact; KEY:desc: greatest first; null is last")
    parser.add_option("--limit N", "take N levels at most of each catalogue", parse_positive)


def _add_figures(parser: VerbParser) -> None:
    parser.add_flag("--count", "how many they are")
    parser.add_flag("--digest", "a digest of their seeds, boards and facts")


def _add_show(parser: VerbParser) -> None:
    parser.add_flag(
        "--show", f"each level with its board, the first {DEFAULT_LISTED} without --limit"
    )


def _add_statistics(parser: VerbParser) -> None:
    parser.add_option("--histogram KEY", "how many have which values of a fact")
    parser.add_option("--density KEY,KEY", "how many have which values of two facts", parse_words)
    parser.add_option(
        "--out FILE.svg", "with --density: a picture in place of text", parse_svg_path
    )
    parser.add_option("--group KEY", "how many have each value of a fact")


def _add_save(parser: VerbParser) -> None:
    pattern = "level files named as date-{n}.toml, with titles to match"
    parser.add_option("--save PATTERN", pattern)


def _add_export(parser: VerbParser) -> None:
    table = "one table, *.csv or *.jsonl, or one picture of the boards, *.png"
    out = f"a folder for level files that rebuild accepts, {table}"
    parser.add_option("--out DIR_OR_FILE", out, dest="export")


def _add_merge(parser: VerbParser) -> None:
    out = "the new catalogue"
    parser.add_option("--out FILE", out, dest="merge", required=True)


def _add_import(parser: VerbParser) -> None:
    parser.add_inputs("a catalogue, made if it is not there", "CATALOGUE")
    adds = "level files, folders and galleries"
    parser.add_argument("imported", metavar="LEVEL", nargs="+", help=adds)


def _add_annotations(parser: VerbParser) -> None:
    parser.add_option("--tag WORD", "give them a tag", action="append")
    parser.add_option("--untag WORD", "take a tag from them", action="append")
    parser.add_option(
        "--stars N", "give them stars of your own, 1 to 5; 0 for none", build_integer_parser(0, 5)
    )
    parser.add_option("--note TEXT", "write a note on them; empty for none")


def _add_facts(parser: VerbParser) -> None:
    parser.add_option("--facts KEY,KEY", catalogue_archive.FACTS_HELP, dest="archive")


def _add_check(parser: VerbParser) -> None:
    parser.set_defaults(check=True)


def _add_older_names(parser: VerbParser) -> None:
    """Declare the older form's options that have other names in the sub-commands."""
    parser.add_flag("--check", "")
    parser.add_option("--export DIR_OR_FILE", "")
    parser.add_option("--merge OUT", "")
    parser.add_option("--import LEVEL", "", nargs="+", action="extend", dest="imported")
    parser.add_option("--archive KEY,KEY", "")


_OPTIONS: Mapping[str, tuple[Callable[[VerbParser], None], ...]] = {
    "query": (_add_catalogues, _add_selection, _add_figures, _add_show, VerbParser.add_json),
    "stats": (_add_catalogues, _add_selection, _add_figures, _add_statistics, VerbParser.add_json),
    "export": (_add_catalogues, _add_selection, _add_export, _add_save),
    "import": (_add_import,),
    "merge": (_add_catalogues, _add_merge),
    "mark": (_add_catalogues, _add_selection, _add_annotations),
    "archive": (
        _add_catalogues,
        _add_facts,
        _add_selection,
        catalogue_archive.add_archive_options,
        VerbParser.add_json,
    ),
    "check": (_add_catalogues, _add_check, VerbParser.add_json),
}
_RENAMED_OPTIONS = (_add_export, _add_import, _add_merge, _add_facts, _add_check)
