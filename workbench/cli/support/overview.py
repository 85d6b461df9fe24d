"""The command without a verb: its help, its version, the app, and advice on misspelt verbs."""

from __future__ import annotations

import os
from collections.abc import Sequence

from engine.errors import MAX_QUOTED, EngineError, quote_input, suggest_similar
from workbench.cli import ALIASES, HELP, PLANNED_VERBS, SUBCOMMANDS, VERBS, skip_options
from workbench.cli.support import exit_status
from workbench.terminal import command_line_output

_HELP_OPTIONS = ("-h", "--help")
_VERSION_OPTIONS = ("-V", "--version")
_EVERY_HELP = "see workbench --help"


def print_version() -> None:
    """Print the name and the version of the command."""
    from engine.package_versions import find_version

    command_line_output.print_line(f"workbench {find_version('puzzle-workbench')}")


def rewrite_help(words: Sequence[str]) -> list[str]:
    """Return the arguments that do the same as ``help`` followed by ``words``.

    Args:
        words: Nothing, or a verb, which may be followed by one of its sub-commands.

    Raises:
        EngineError: The words are not a verb and a sub-command.
    """
    verb = words[0] if words else HELP
    commands = SUBCOMMANDS.get(verb, {})
    if len(words) == 1 and verb in (*VERBS, *PLANNED_VERBS):
        return [verb, "--help"]
    if len(words) == 2 and words[1] in commands:
        return [*words, "--help"]
    if verb == HELP and len(words) < 2:
        return ["--help"]
    if len(words) == 2 and commands:
        hint = suggest_similar(words[1], commands, f"see workbench {verb} --help")
        found = quote_input(words[1])
        raise EngineError(f"help: expected a command of {verb}, found {found}; {hint}")
    hint = f"see workbench {verb} --help"
    if verb not in VERBS:
        hint = suggest_similar(verb[:MAX_QUOTED], VERBS, _EVERY_HELP)
    found = quote_input(" ".join(words))
    raise EngineError(f"help: expected one verb, found {found}; {hint}")


def run_without_verb(arguments: list[str]) -> int:
    """Run ``workbench`` without a verb, to open the app, show the help or show the version.

    Raises:
        EngineError: The arguments are not those of the app.
    """
    if arguments[:1] and arguments[0] in _VERSION_OPTIONS:
        print_version()
        return exit_status.DONE
    at = skip_options(arguments)
    # A misspelt option may take the word after it as its value.
    _require_no_verb(arguments[at : at + 1], "" if at else _EVERY_HELP)
    if not {*arguments[:at]}.isdisjoint(_HELP_OPTIONS):
        command_line_output.print_lines(_format_overview())
        return exit_status.DONE
    from workbench.cli.play import add_options, open_app
    from workbench.cli.support.argument_parser import VerbParser

    parser = VerbParser(prog="workbench", description="the app")
    add_options(parser)
    parser.add_argument("levels", nargs="*")
    args, unknown = parser.parse_known_arguments(arguments)
    if unknown or len(args.levels) > 1:
        given = next((word for word in unknown if word.startswith("--")), "")
        hint = suggest_similar(given, parser.option_names) if given else ""
        wanted = "expected a verb or one level file or folder"
        found = quote_input(" ".join(arguments))
        raise EngineError(f"{wanted}, found {found}" + f"; {hint}" * bool(hint))
    first = args.levels[0] if args.levels else None
    return open_app(first, "levels" if first is None else "design", args)


def _require_no_verb(words: Sequence[str], otherwise: str) -> None:
    """Raise EngineError if the first argument is probably a misspelt verb.

    That is a word without a dot or a colon that is not the name of a file.

    Args:
        words: The first argument that is not an option, or nothing.
        otherwise: The advice if no verb is close; if it is empty, there is no error then.
    """
    for word in words:
        if word not in ("", "--") and not ("." in word or ":" in word or os.path.lexists(word)):
            hint = suggest_similar(word[:MAX_QUOTED], (*VERBS, *ALIASES), otherwise)
            if hint:
                raise EngineError(f"no verb and no file of the name {quote_input(word)}; {hint}")


def _format_overview() -> list[str]:
    width = max(map(len, VERBS)) + 2
    return [
        "workbench               open the app",
        "workbench FOLDER        open the app on a folder of levels",
        "workbench LEVEL.toml    open a level in the app",
        "workbench X.pack.toml   open a pack in the app",
        "workbench CATALOGUE     open a catalogue in the app",
        "workbench VERB ...      one of the verbs below; workbench help VERB explains it",
        "",
        *(f"  {verb:{width}}{text}" for verb, text in VERBS.items()),
        "",
        "options: -h --help, -V --version, -q --quiet, --color always|auto|never",
        "options of the app and of play: --theme T, --no-mouse, --plain (for screen readers)",
    ]
