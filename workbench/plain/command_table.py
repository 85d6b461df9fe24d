"""The table of plain mode's commands, each with a word to type, arguments and a handler.

A command that does the same as one of the app's commands is declared with that command's id, and
takes its name and help from the registry. While plain mode runs, the word to type is registered as
the key for the app's command. A message that would name a key, such as the reason why a command is
unavailable, therefore names the word instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import workbench.features  # noqa: F401 - fills the registry of commands
from engine.game.game import Game
from engine.values.grid import Cell
from workbench import commands
from workbench.commands import game_commands
from workbench.plain import plain_text
from workbench.plain.plain_state import PlainApp
from workbench.plain.typed_arguments import find_stage, find_tool, parse_cell
from workbench.service.solver_service import GenerationResult

GameText = Callable[[Game | None], str]
"""A function that describes a command for a game, or for no game in particular if it gets None.

The description is empty if the game has no use for the command.
"""
CommandHandler = Callable[[PlainApp, list[str]], None]
"""A function that runs a command, given the app and the words typed after the command's name."""
_USAGE = re.compile(r"([a-z.\- ]*[a-z])\b ?(.*)")
"""A pattern for a command's usage: one or two words or an id, followed by the arguments."""
_OPTIONAL = re.compile(r"\[[^]]*\](\.\.\.)?")
HISTORY_COMMANDS = ("design.undo", "design.redo", "design.reload")
"""The ids of the commands that switch to another version of the level."""
PLAIN_HEADING = "In words"
"""The heading, in the list of commands, for those that exist only in plain mode."""


class PlainCommand(NamedTuple):
    """A command in plain mode.

    Attributes:
        word: The name that the user types, which is one or two words.
        arguments: The names of the arguments, with optional ones in brackets.
        describe: A function that describes the command for a game.
        handler: The function that runs the command.
        reveals_solution: True if the answer contains a complete solution.
        command_id: The id of the corresponding command in the app, or "" if there is none.
    """

    word: str
    arguments: str
    describe: GameText
    handler: CommandHandler
    reveals_solution: bool
    command_id: str

    def format_usage(self, word: str = "") -> str:
        """Return the command's word, or ``word`` if it is given, followed by the arguments."""
        return f"{word or self.word} {self.arguments}".rstrip()

    @property
    def required_words(self) -> int:
        """The number of arguments that the command requires."""
        return len(_OPTIONAL.sub("", self.arguments).split())


class CommandTable(dict[str, PlainCommand]):
    """A table of commands, keyed by word. Calling it returns a decorator that adds a command."""

    def __call__(
        self,
        usage: str,
        help_: str | GameText = "",
        *,
        word: str = "",
        alias: str = "",
        reveals_solution: bool = False,
    ) -> Callable[[CommandHandler], CommandHandler]:
        """Return a decorator that adds a command whose handler is the decorated function.

        Args:
            usage: The word and the arguments, or the id of one of the app's commands and the
                arguments.
            help_: A description, or a function that describes the command for a game, or "" for the
                description of the app's command.
            word: The word to type for one of the app's commands, or "" for the name in its id.
            alias: Another word for the same command, or "" for none.
            reveals_solution: True if the answer contains a complete solution.
        """
        named, arguments = _USAGE.fullmatch(usage).groups()  # type: ignore[union-attr]
        command = named if "." in named else ""
        word = word or named.rpartition(".")[2]
        if isinstance(help_, str):
            help_ = partial(_describe_command, command, help_)
        describe = help_

        def add_command(obey: CommandHandler) -> CommandHandler:
            order = PlainCommand(word, arguments, describe, obey, reveals_solution, command)
            # The user may also type the id itself.
            self.update(dict.fromkeys(filter(None, (word, named, alias)), order))
            return obey

        return add_command

    def add_session_commands(self, *usages: str, alias: str = "", word: str = "") -> None:
        """Add commands that call :func:`apply_arguments` and then run a session command."""
        for usage in usages:
            command, *names = usage.split()
            self(usage, alias=alias, word=word)(partial(run_session_command, command, names))

    def group_by_heading(self) -> dict[str, list[PlainCommand]]:
        """Group the commands by heading, in the order of the app's registry.

        Commands that exist only in plain mode come first. A command that has several names is
        listed only once.
        """
        places = {command.id: place for place, command in enumerate(commands.list_defaults())}
        found: dict[str, list[PlainCommand]] = {}
        for order in sorted(
            dict.fromkeys(self.values()), key=lambda order: places.get(order.command_id, -1)
        ):
            heading = (
                commands.get_command(order.command_id).group if order.command_id else PLAIN_HEADING
            )
            found.setdefault(heading, []).append(order)
        return found

    def bind_words(self) -> None:
        """Register the words to type as the keys for the app's commands.

        For a command that plain mode lacks, its title is registered instead.
        """
        titles = {command.id: (command.title.lower(),) for command in commands.list_defaults()}
        commands.bind_keys(titles | {order.command_id: (order.word,) for order in self.values()})


def _describe_command(command_id: str, text: str, game: Game | None) -> str:
    """Return ``text`` or, if it is empty, the description of the app's command for a game."""
    if not command_id:
        return text
    command = commands.get_command(command_id)
    if game is not None:
        if not game_commands.has_command(command, game):
            return ""
        command = game_commands.describe_command(command, game)
    said = command.help or command.title
    return text or f"{said[:1].lower()}{said[1:].rstrip('.')}"


def run_session_command(
    command_id: str, names: Sequence[str], app: PlainApp, rest: list[str]
) -> None:
    """Run a session command, and report the result.

    The result is the session's notice. If there is none, it is the name of the change or, if
    nothing has changed, the board's caption.

    Args:
        command_id: The id of the session command.
        names: The names of the arguments that the command takes.
        app: The state of plain mode.
        rest: The words typed after the command's name.
    """
    session, before = app.session, app.document.entry
    draws = command_id.startswith("edit.")
    if draws:
        session.playback.show_view("edit")
    try:
        cells = apply_arguments(app, names, rest)
        said = app.run_command(command_id)
        # Running the command starts a line, rectangle or move at the first cell.
        if cells[1:] and session.painter.pending is not None:
            session.painter.extend_drawing(cells[1])
            said = app.apply_change(session.painter.apply_drawing)
    finally:
        if draws:
            session.playback.show_view("timeline")
    changed = app.document.entry is not before
    app.say(
        said
        or (plain_text.format_change(app.document.entry.name) if changed else app.board_caption)
    )
    if changed:
        made = app.document.entry.attachment
        # Undo, redo and reload go to a version whose improvement has been described before.
        is_new = command_id not in HISTORY_COMMANDS and made is not before.attachment
        if isinstance(made, GenerationResult) and is_new:
            app.say(*plain_text.describe_improvement(made.candidate.snapshot))
        app.say_intended()


def apply_arguments(app: PlainApp, names: Sequence[str], rest: list[str]) -> list[Cell]:
    """Apply typed arguments to the session, according to their names.

    ``TOOL`` selects a tool, ``STAGE`` moves the timeline to a stage, and the first ``ROW COLUMN``
    moves the cursor to a cell.

    Args:
        app: The state of plain mode.
        names: The names of the arguments that the command takes.
        rest: The words typed after the command's name.

    Returns:
        The cells that the arguments name.
    """
    if "TOOL" in names:
        # A tool's name may contain spaces, so it is everything before the other arguments.
        more = len(names) - 1
        app.session.editor.select_tool(find_tool(app, " ".join(rest[:-more])))
        rest = rest[-more:]
    if "STAGE" in names:
        stage = find_stage(app, rest[0])
        app.wait_for_timeline()
        app.session.playback.show_view("timeline")
        if (player := app.session.playback.timeline) is not None:
            player.seek_stage(stage)
    cells = [parse_cell(app, rest[at : at + 2]) for at in range(0, names.count("ROW") * 2, 2)]
    if cells:
        app.session.editor.place_cursor(app.session.board, *cells[0])
        if not app.session.playback.is_editing and not app.session.inspector.is_inspecting:
            app.session.inspector.toggle_inspecting()
    return cells
