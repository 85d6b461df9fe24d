"""The command line, with one module per verb.

A verb's module defines ``add_arguments(parser)`` and one of two functions that return an exit
status: ``process_input(args, name)``, which processes one input, or ``run(args)``, which does all
the work. If the verb has sub-commands, ``add_arguments`` takes the name of the sub-command as a
second argument, which is left out for the older form without a sub-command.

For example, ``workbench --json solve a.toml b.toml`` runs in these steps:

1. The option before the verb is moved after it, giving ``solve --json a.toml b.toml``.
2. ``workbench.cli.solve`` is imported, and its ``add_arguments`` declares the options.
3. The parser parses the other arguments. It reports wrong usage in one line, with status 2.
4. ``run`` solves each file. It reports an error in one line and continues with the next file.
5. The exit statuses are combined: a refused input (2) outranks an unsolvable level (1).

Scripts rely on the verbs, their output and their exit statuses. This module imports only a verb's
own module, and nothing else that is slow to load, so that every verb starts as fast as possible.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from functools import partial

from workbench.cli.support import exit_status

VERBS = {
    "games": "the installed games with their parameters",
    "solve": "what the solver says of levels",
    "rate": "all facts of levels, and what each thing on them is there for",
    "verify": "replay moves on a level",
    "trace": "what the solver tries, step by step",
    "generate": "make levels",
    "improve": "make levels better for an aim, by small changes",
    "batch": "make levels by the thousand, into a catalogue",
    "pack": "build a pack with a smooth difficulty curve",
    "rebuild": "make a generated level again from what it records",
    "play": "play a level in the terminal",
    "plays": "playtest records: import those of others, or export them as a table",
    "render": "a picture of a level",
    "validate": "check level files and folders",
    "experiment": "measure again what the games' sources measured",
    "catalogue": "ask catalogues of levels, measure, mark, export, import and merge them",
    "convert": "levels from and to JSON, share strings and text",
    "diff": "the cells and facts that differ between two levels",
    "doctor": "versions, folders, and what this terminal can do",
    "completion": "print the completion script of a shell",
}
"""The verbs, each with a description in one line."""

SUBCOMMANDS = {
    "catalogue": {
        "query": "list levels, show their boards or count them",
        "stats": "count the levels by the values of facts",
        "export": "write levels to files, or to one table",
        "import": "add levels of files, folders and galleries",
        "merge": "make one catalogue of several, without duplicates",
        "mark": "give levels tags, stars and notes, or take them away",
        "archive": "show the best level of each cell over two facts, and fill empty cells",
        "check": "look for damage in all of a catalogue",
    },
    "plays": {
        "import": "replay playtest records, and keep them with their levels",
        "export": "write playtest records as a table, one row a play",
    },
}
"""The verbs with sub-commands, and a description in one line for each sub-command."""

PLANNED_VERBS = ("calibrate", "serve", "check-game", "new-game")
"""Verbs that are planned but not implemented yet."""

ALIASES = {"campaign": "pack"}
"""The current verb for each former name. Former names still work, but are not listed."""

HELP = "help"
"""The verb that shows the help for another verb."""

_VALUED_OPTIONS = ("--theme", "--color")
"""The options with a value among those that may precede a verb."""
_COMMON_OPTIONS = (
    "--no-color", "--color", "--json", "--quiet", "-q", "--help", "-h", "--version", "-V",
)  # fmt: skip
"""The options that may precede a sub-command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. All exceptions are reported as errors."""
    _prepare_streams()
    warnings.showwarning = _show_warning
    try:
        with _interrupt_on_termination():
            result = _run_to_status(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as ``head``, has closed the pipe
        result = exit_status.DONE
    except (Exception, KeyboardInterrupt) as error:  # report every error in one line
        result = _report_failure(error)
    _flush_output()
    return result


@contextlib.contextmanager
def _interrupt_on_termination() -> Iterator[None]:
    """Treat the signals SIGTERM and SIGHUP like Ctrl+C during the ``with`` block.

    Computations then stop cleanly, without leaving half-written files.
    """
    # Only the main thread may set handlers. Keep any handler that the caller has installed.
    ours = threading.current_thread() is threading.main_thread()
    ends = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    taken = [end for end in ends if ours and end and signal.getsignal(end) is signal.SIG_DFL]
    for end in taken:
        signal.signal(end, signal.default_int_handler)
    try:
        yield
    finally:
        for end in taken:
            signal.signal(end, signal.SIG_DFL)


def _run_to_status(arguments: list[str]) -> int:
    try:
        return _dispatch_verb(arguments)
    except SystemExit as stop:  # argparse, after --help or a usage error
        return stop.code if isinstance(stop.code, int) else exit_status.DONE


def _report_failure(error: BaseException) -> int:
    from workbench.terminal import command_line_output

    interrupted = _is_interrupted(error)
    command_line_output.print_error("interrupted" if interrupted else _format_error(error))
    return exit_status.INTERRUPTED if interrupted else exit_status.REFUSED


def _flush_output() -> None:
    """Flush both output streams, discarding output that cannot be written.

    Any output left in a buffer would cause an error when the interpreter exits.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                # The interpreter flushes the stream again at exit, and that must not fail.
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _is_interrupted(error: BaseException | None) -> bool:
    """Return True if Ctrl+C caused the error.

    During an import, Python may wrap a KeyboardInterrupt in another exception.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        # Follow only explicit causes, because a context may be an unrelated earlier error.
        error = error.__cause__
    return error is not None


def _dispatch_verb(arguments: list[str]) -> int:
    arguments = _replace_alias(_move_verb_first(arguments))
    if arguments[:1] == [HELP]:
        from workbench.cli.support import overview

        arguments = overview.rewrite_help(arguments[1:])
    verb, *rest = arguments or [""]
    if verb not in (*VERBS, *PLANNED_VERBS):
        from workbench.cli.support import overview

        return overview.run_without_verb(arguments)
    if verb in PLANNED_VERBS:
        from engine.errors import EngineError

        raise EngineError(f"workbench {verb}: not yet available")
    from workbench.cli.support.argument_parser import VerbParser

    module = importlib.import_module(f"workbench.cli.{verb}")
    command, rest = _split_subcommand(verb, rest)
    text = SUBCOMMANDS[verb][command[0]] if command else VERBS[verb]
    parser = VerbParser(prog=" ".join(["workbench", verb, *command]), description=text)
    # Objects from imports live until the process ends, so the garbage collector can skip them.
    gc.freeze()
    gc.enable()
    module.add_arguments(parser, *command)
    args = parser.parse_arguments(rest)
    from workbench.terminal import command_line_output

    with command_line_output.silence_notes(args.quiet):
        if hasattr(module, "process_input"):
            from workbench.cli.support import input_and_output_files

            return input_and_output_files.process_inputs(
                args.inputs, partial(module.process_input, args)
            )
        result: int = module.run(args)
    return result


def _split_subcommand(verb: str, arguments: list[str]) -> tuple[list[str], list[str]]:
    """Separate the sub-command from the arguments.

    Returns:
        A list with the sub-command, which is empty if there is none, and a list of all other
        arguments.
    """
    at = 0
    while arguments[at : at + 1] and arguments[at].partition("=")[0] in _COMMON_OPTIONS:
        at += 2 if arguments[at] in _VALUED_OPTIONS else 1
    command = arguments[at : at + 1]
    if not {*command} & {*SUBCOMMANDS.get(verb, ())}:
        return [], arguments
    return command, [*arguments[:at], *arguments[at + 1 :]]


def skip_options(arguments: Sequence[str]) -> int:
    """Return the index of the first argument that is neither an option nor an option's value."""
    at = 0
    while arguments[at : at + 1] and arguments[at][:1] == "-" and arguments[at] not in ("-", "--"):
        at += 2 if arguments[at] in _VALUED_OPTIONS else 1
    return at


def _move_verb_first(arguments: list[str]) -> list[str]:
    """Move any options that precede the verb, so that they follow it."""
    at = skip_options(arguments)
    verb = arguments[at : at + 1]
    if not verb or verb[0] not in (*VERBS, *PLANNED_VERBS, *ALIASES):
        return arguments
    return [*verb, *arguments[:at], *arguments[at + 1 :]]


def _replace_alias(arguments: list[str]) -> list[str]:
    """Replace a verb's former name, which may follow ``help``, with its current name."""
    at = 1 if arguments[:1] == [HELP] else 0
    verb = [ALIASES.get(word, word) for word in arguments[at : at + 1]]
    return [*arguments[:at], *verb, *arguments[at + 1 :]]


def _prepare_streams() -> None:
    """Make output streams accept every character, and replace closed streams with empty ones."""
    from workbench.terminal import ascii_text

    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO()))
    ascii_text.prepare_output()


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning in one line, without the source line that Python would add."""
    from workbench.terminal import command_line_output

    command_line_output.print_note(f"warning: {message}")


def _format_error(error: BaseException) -> str:
    """Return the one-line message for an error that nothing else has handled."""
    from engine.errors import EngineError

    if isinstance(error, EngineError):
        return str(error)
    if isinstance(error, OSError):
        from engine.files.storage import describe_error

        # All errors about files name the file, so an error without a name is about the output.
        return f"{error.filename or 'standard output'}: {describe_error(error)}"
    from workbench.app import fault_report
    from workbench.paths.state_folder import get_user_state

    return fault_report.report_fault(error, get_user_state().root)
