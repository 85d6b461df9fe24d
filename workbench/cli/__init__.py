"""The command line: one file per verb, imported only when its verb is called.

A file declares ``arguments`` and has ``each``, which handles one of the inputs, or ``run``, which
does it all; both give the exit status. Of a verb with sub-commands ``arguments`` takes the name of
one, or nothing where none is named.

The verbs, their output and their exit status are a contract with scripts. Nothing heavy is
imported here, so that a verb starts as fast as what it needs.
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

from workbench.cli.support import status

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
    "render": "a picture of a level",
    "validate": "check level files and folders",
    "experiment": "measure again what the games' sources measured",
    "catalogue": "ask catalogues of levels, measure, mark, export, import and merge them",
    "convert": "levels from and to JSON, share strings and text",
    "doctor": "versions, folders, and what this terminal can do",
}
"""The verbs by name, each with what it does."""

COMMANDS = {
    "catalogue": {
        "query": "list levels, show their boards or count them",
        "stats": "count the levels by the values of facts",
        "export": "write levels to files, or to one table",
        "import": "add levels of files, folders and galleries",
        "merge": "make one catalogue of several, without duplicates",
        "mark": "give levels tags, stars and notes, or take them away",
        "archive": "show the best level of each cell over two facts, and fill empty cells",
        "check": "look for damage in all of a catalogue",
    }
}
"""The sub-commands of a verb by name, each with what it does."""

LATER = ("plays", "calibrate", "serve", "check-game", "new-game", "diff")
"""Verbs that are known and not built yet."""

ALIASES = {"campaign": "pack"}
"""Former names of verbs; they work the same and are not listed."""

HELP = "help"
"""The verb that explains another one."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status; never raises, never prints a traceback."""
    _prepare_streams()
    warnings.showwarning = _show_warning
    try:
        with _ended_in_order():
            result = _status(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        result = status.DONE
    except (Exception, KeyboardInterrupt) as error:  # users get one line, whatever happened
        result = _failed(error)
    _flush()
    return result


@contextlib.contextmanager
def _ended_in_order() -> Iterator[None]:
    """Within it a request to end does what Ctrl+C does: computations stop, files are whole."""
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


def _status(arguments: list[str]) -> int:
    try:
        return _dispatch(arguments)
    except SystemExit as stop:  # argparse, after --help or a usage error
        return stop.code if isinstance(stop.code, int) else status.DONE


def _failed(error: BaseException) -> int:
    from workbench.terminal import console

    interrupted = _interrupted(error)
    console.error("interrupted" if interrupted else _explain(error))
    return status.INTERRUPTED if interrupted else status.REFUSED


def _flush() -> None:
    """Sends what waits; what cannot be sent is dropped, or the interpreter fails to at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl+C is behind an error: while a module is read Python may wrap it in another."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


def _dispatch(arguments: list[str]) -> int:
    arguments = _with_help(_replace_alias(_verb_first(arguments)))
    verb, *rest = arguments or [""]
    if verb not in (*VERBS, *LATER):
        return _without_verb(arguments)
    if verb in LATER:
        from engine.errors import EngineError

        raise EngineError(f"workbench {verb}: not yet available")
    from workbench.cli.support.arguments import Parser

    module = importlib.import_module(f"workbench.cli.{verb}")
    command, rest = _split_command(verb, rest)
    text = COMMANDS[verb][command[0]] if command else VERBS[verb]
    parser = Parser(prog=" ".join(["workbench", verb, *command]), description=text)
    gc.freeze()
    gc.enable()
    module.arguments(parser, *command)
    args = parser.parse(rest)
    if hasattr(module, "each"):
        from workbench.cli.support import inputs

        return inputs.each(args.inputs, partial(module.each, args))
    result: int = module.run(args)
    return result


def _split_command(verb: str, arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return the sub-command of a verb, or nothing, and all other arguments."""
    at = 0
    while arguments[at : at + 1] in (["--no-color"], ["--json"]):
        at += 1
    command = arguments[at : at + 1]
    if not {*command} & {*COMMANDS.get(verb, ())}:
        return [], arguments
    return command, [*arguments[:at], *arguments[at + 1 :]]


def _with_help(arguments: list[str]) -> list[str]:
    """Return the arguments with ``help VERB`` as ``VERB --help``, all others as they are.

    A sub-command may stand behind its verb.

    Raises:
        EngineError: ``help`` is asked of something else than one verb or sub-command.
    """
    if arguments[:1] != [HELP]:
        return arguments
    verbs = arguments[1:]
    commands = COMMANDS.get(verbs[0], {}) if len(verbs) == 2 else {}
    if commands and verbs[1] in commands:
        return [*verbs, "--help"]
    if len(verbs) > 1 or not {*verbs} <= {*VERBS, *LATER}:
        from engine.errors import EngineError, quoted, similar

        if commands:
            hint = similar(verbs[1], (*commands,), f"see workbench {verbs[0]} --help")
            wanted = f"a command of {verbs[0]}"
            raise EngineError(f"help: expected {wanted}, found {quoted(verbs[1])}; {hint}")
        hint = similar(verbs[0], (*VERBS, *LATER), "see workbench --help")
        raise EngineError(f"help: expected one verb, found {quoted(' '.join(verbs))}; {hint}")
    return [*verbs, "--help"]


def _verb_first(arguments: list[str]) -> list[str]:
    """The arguments with the options that stand before a verb moved behind it."""
    at = 0
    while arguments[at : at + 1] and arguments[at].startswith("--") and arguments[at] != "--":
        at += 2 if arguments[at] == "--theme" else 1
    verb = arguments[at : at + 1]
    if not verb or verb[0] not in (*VERBS, *LATER, *ALIASES):
        return arguments
    return [*verb, *arguments[:at], *arguments[at + 1 :]]


def _replace_alias(arguments: list[str]) -> list[str]:
    """Return the arguments with the present name of a verb, also behind ``help``."""
    at = 1 if arguments[:1] == [HELP] else 0
    verb = [ALIASES.get(word, word) for word in arguments[at : at + 1]]
    return [*arguments[:at], *verb, *arguments[at + 1 :]]


def _without_verb(arguments: list[str]) -> int:
    """``workbench`` alone, with a level, or with an option."""
    from engine.errors import EngineError, quoted, similar
    from workbench.terminal import console

    if arguments[:1] in (["-h"], ["--help"]):
        console.lines(_overview())
        return status.DONE
    if arguments[:1] == ["--version"]:
        from engine.installed import version

        console.line(f"workbench {version('puzzle-workbench')}")
        return status.DONE
    from workbench.cli.play import add_options, open_app
    from workbench.cli.support.arguments import Parser

    parser = Parser(prog="workbench", description="the app")
    add_options(parser)
    parser.add_argument("levels", nargs="*")
    args, unknown = parser.parse_known(arguments)
    if unknown or len(args.levels) > 1:
        raise EngineError(
            f"expected a verb or one level file or folder, found {quoted(' '.join(arguments))}"
        )
    first = args.levels[0] if args.levels else None
    if first is not None and not ("." in first or ":" in first or os.path.lexists(first)):
        hint = similar(first, (*VERBS, *LATER), "see workbench --help")
        raise EngineError(f"no verb and no file of the name {quoted(first)}; {hint}")
    return open_app(first, "levels" if first is None else "design", args)


def _overview() -> list[str]:
    width = max(map(len, VERBS)) + 2
    return [
        "workbench               open the app",
        "workbench FOLDER        open the app on a folder of levels",
        "workbench LEVEL.toml    open a level in the app",
        "workbench X.pack.toml   open a pack in the app",
        "workbench CATALOGUE     open a catalogue in the app",
        "workbench VERB ...      one of the verbs below; each knows --help",
        "",
        *(f"  {verb:{width}}{text}" for verb, text in VERBS.items()),
        "",
        "not yet available: " + ", ".join(LATER),
        "options: --help, --version, --no-color",
        "options of the app and of play: --theme T, --no-mouse, --plain (for screen readers)",
    ]


def _prepare_streams() -> None:
    """Have output not fail for a character; closed streams are as good as empty ones."""
    from workbench.terminal import asciitext

    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO()))
    asciitext.prepare_output()


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning as one line; by default Python adds a place in the source to it."""
    from workbench.terminal import console

    console.note(f"warning: {message}")


def _explain(error: BaseException) -> str:
    """An error that reached the top, in one line."""
    from engine.errors import EngineError

    if isinstance(error, EngineError):
        return str(error)
    if isinstance(error, OSError):
        from engine.files.storage import reason

        # Files are written where errors name them; what has no name is the output.
        return f"{error.filename or 'standard output'}: {reason(error)}"
    from workbench.folders import state
    from workbench.folders.state import user_state

    return state.report(error, user_state().root)
