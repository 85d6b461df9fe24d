"""The main loop of plain mode, which runs each line as a command or answers with an error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EngineError, quote_input, suggest_similar
from engine.files.suffixes import is_pack_name
from engine.values.level import Level
from workbench import commands
from workbench.document.document import Document
from workbench.paths.state_folder import get_user_state
from workbench.plain import (
    describe_commands,
    document_commands,
    gallery_commands,
    generation_commands,
    manual_commands,
    pack_commands,
    playback_commands,
    playtest_commands,
    run_commands,
    what_if_commands,
)
from workbench.plain.command_table import CommandTable
from workbench.plain.line_console import ConversationEnd, LineConsole
from workbench.plain.plain_state import PlainApp
from workbench.terminal import command_line_output
from workbench.text.quantity_text import capitalize_first, make_sentence

_COMMANDS = CommandTable()


@_COMMANDS("app.help [COMMAND]...", "list all commands, or describe some of them")
def _list_commands(app: PlainApp, rest: list[str]) -> None:
    """List all commands under their headings, or only those that match the typed words."""
    wanted = " ".join(rest).lower()
    # "help undo edit" means the command "undo edit", not the commands "undo" and "edit".
    fitting = {each.word for each in _COMMANDS.values() if wanted in each.word}
    for word in [wanted] if fitting or wanted in _COMMANDS else wanted.split():
        fitting |= {_COMMANDS[word].word} if word in _COMMANDS else set()
    if not fitting:
        hint = suggest_similar(
            wanted, [each.word for each in _COMMANDS.values()], "type help for all commands"
        )
        raise EngineError(f"unknown command {quote_input(wanted)}; {hint}")
    game = app.game if app.is_open else None
    for heading, orders in _COMMANDS.group_by_heading().items():
        said = []
        for order in orders:
            words = order.describe(game) if order.word in fitting else ""
            # A command that the user asks for by name is described even if the game has no use
            # for it.
            if wanted and order.word in fitting:
                words = words or order.describe(None)
            said += [f"{order.format_usage()}: {words}."] if words else []
        if said:
            app.say(*([] if wanted else [heading]), *said)


for _part in (
    describe_commands, playback_commands, what_if_commands, playtest_commands, run_commands,
    document_commands, generation_commands, gallery_commands, pack_commands, manual_commands,
):  # fmt: skip
    _COMMANDS.update(_part.COMMANDS)


def run_plain_mode(path: Path | None, levels: Sequence[Level] = (), *, play: bool = False) -> int:
    """Run plain mode on standard input and output until the user leaves.

    Args:
        path: The path of a level or a pack to open, or None to open no file.
        levels: Levels to open instead of a file. If there are several, they are only listed.
        play: True to start playing the pack's next level.

    Returns:
        The exit status.

    Raises:
        LevelError: The file cannot be read as a level or a pack.
    """
    talk = LineConsole(sys.stdin, sys.stdout)
    _COMMANDS.bind_words()
    opened = PlainApp(get_user_state(), talk)
    kept: Path | None = None
    discard = False
    try:
        if levels:
            document_commands.offer_levels(opened, levels)
        elif path is not None and is_pack_name(path):
            pack_commands.open_pack(opened, str(path), play=play)
        elif path is not None:
            opened.open_document(Document.open(path))
            opened.describe_level()
        opened.autosave.start()
        # A screen reader would read out a progress line each time it is redrawn.
        with command_line_output.ProgressLine.speak_progress(talk.write_lines):
            _run_conversation(opened)
    except ConversationEnd as left:
        discard = left.discard
    finally:
        commands.bind_keys({})
        kept = opened.close(discard=discard)
    if kept is not None:
        talk.write_lines(
            f"Your unsaved work is stored in {kept}. The next start of the app offers to "
            "recover it."
        )
    return 0


def _run_conversation(app: PlainApp) -> None:
    """Read and run lines until the user leaves, answering each error with a sentence."""
    greeted = False
    while True:
        try:
            # Greet inside the `try`, because the user may press Ctrl+C during the greeting.
            if not greeted:
                greeted = True
                app.say("Type help for the commands.")
            _run_and_warn(app, app.console.read_line())
        except EngineError as error:
            app.say(_format_error(str(error), getattr(error, "file", None)))
        except KeyboardInterrupt:
            app.say("Stopped. Type quit to leave.")
        except OSError as error:
            # Without a reader at the other end of the pipe, no answer can be written.
            if isinstance(error, BrokenPipeError):
                raise
            app.say(_format_error(error.strerror or str(error)))


def _run_and_warn(app: PlainApp, line: str) -> None:
    """Run a line. If it changed the level and autosaving still fails, warn the user again."""
    problem, before = app.autosave.problem, app.document.entry if app.is_open else None
    run_line(app, line)
    changed = app.is_open and app.document.is_dirty and app.document.entry is not before
    if changed and problem and app.autosave.problem:
        app.say(make_sentence(app.autosave.problem))


def run_line(app: PlainApp, line: str) -> None:
    """Run the command in ``line``; do nothing if the line is empty.

    Raises:
        EngineError: The command is unknown or cannot be run. The message gives the reason.
        ConversationEnd: The command ends the conversation.
    """
    if not line:
        return
    word, *rest = line.split()
    # Look for a command of two words first, because "undo" and "undo edit" both exist.
    pair = f"{word} {rest[0]}".lower() if rest else ""
    if pair in _COMMANDS:
        word, rest = pair, rest[1:]
    elif rest and (known := [name for name in _COMMANDS if name.startswith(f"{word.lower()} ")]):
        hint = suggest_similar(pair, known, f"did you mean {known[0]}?")
        raise EngineError(f"unknown command {quote_input(pair)}; {hint}")
    order = _COMMANDS.get(word.lower())
    if order is None:
        known = [order.word for order in _COMMANDS.values()]
        hint = suggest_similar(word.lower(), known, "type help for the commands")
        raise EngineError(f"unknown command {quote_input(word)}; {hint}")
    if len(rest) < order.required_words:
        raise EngineError(f"expected: {order.format_usage(word.lower())}")
    order.handler(app, rest)
    # A win after a look at the solution must be marked as such.
    if order.reveals_solution and app.playtest is not None:
        app.playtest.record_solution_shown()
    # Report wins and lapses after the answer to the command that caused them.
    while app.deferred_actions:
        app.deferred_actions.pop(0)()


def _format_error(text: str, file: str | None = None) -> str:
    """Format an error as a sentence, leaving a file name or key at its start as it is."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    named = file is not None or not first.rstrip(":;,").isalpha()
    whole = text if named else capitalize_first(text)
    return whole if whole.endswith(("?", ".")) else f"{whole}."
