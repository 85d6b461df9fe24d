"""The base class of all screens, with commands from the registry, menus and a key line.

A key does not call a method directly, but is bound to a command id. The screen looks up the command
and checks whether it is available. If not, the screen shows the reason. Otherwise it runs the
command's action. Therefore the keys, the key line, the help and the command palette always agree.

Example: ``g`` is bound to ``design.new-seed``. :meth:`CommandScreen.action_command` gets that id.
If :meth:`CommandScreen.explain_unavailable` returns "no level is open", that is shown in the key
line. Otherwise :func:`find_action` looks for the action in this order: the screen's own table
(:meth:`CommandScreen.bind_commands`), a menu to open, the app's table, the method
``action_new_seed``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from inspect import iscoroutine
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.css.query import NoMatches
from textual.message import Message
from textual.widgets import Static

from engine.errors import EngineError
from workbench import commands
from workbench.commands import Action, Command, game_commands, keymap
from workbench.terminal.base_screens import HoldableScreen
from workbench.ui import pane_layout
from workbench.ui.boards.board_view import BoardView
from workbench.ui.commands import MENU_GROUP
from workbench.ui.key_line import KeyLine
from workbench.ui.key_menu import KeyMenu
from workbench.ui.line_pane import LinePane
from workbench.ui.tour import TOUR_COMMAND

if TYPE_CHECKING:
    from engine.game.game import Game
    from workbench.ui.host import Host


T = TypeVar("T")
TOO_SMALL = "This window is too small.\nThe workbench needs {}x{}.".format(*pane_layout.MIN_SIZE)
"""The text shown in place of a screen if the window is too small for it."""


class ThreadCall(Message):
    """A message from another thread that requests a function call in the UI thread."""

    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self.run = run


class CommandScreen(HoldableScreen):
    """A screen whose keys run commands from the registry.

    A subclass sets ``CONTEXTS`` to the contexts of its commands. For each of these commands it has
    a method ``action_NAME`` or an entry in :meth:`bind_commands`. It yields its widgets in
    :meth:`compose_contents`.

    Attributes:
        key_line: The widget at the bottom that shows messages and keys.
        command_game: The game whose moves the screen is for, or None if it is for any game.
        move_commands: The commands for moves of that game, which the registry lacks.
    """

    CONTEXTS: tuple[str, ...] = ()
    command_game: Game | None = None
    move_commands: tuple[Command, ...] = ()
    key_line: KeyLine
    _menu: KeyMenu | None = None
    DEFAULT_CSS = "CommandScreen { layers: default menu; }"

    def __init_subclass__(cls, **options: Any) -> None:
        """Bind the keys of the class's contexts, unless the class defines its own bindings."""
        # Textual's own hook reads BINDINGS, so set them before it runs.
        if "CONTEXTS" in vars(cls) and "BINDINGS" not in vars(cls):
            cls.BINDINGS = [*keymap.bind_contexts(*cls.CONTEXTS)]
        super().__init_subclass__(**options)

    def compose_contents(self) -> ComposeResult:
        """Yield the widgets above the key line."""
        yield from ()

    def compose(self) -> ComposeResult:
        """Yield the contents, key line, menu, and the notice shown if the window is too small."""
        # Set the classes before any widgets exist, because later changes would restyle all of them.
        self.update_classes(pane_layout.choose_size_classes(*self.app.size), update=False)
        yield from self.compose_contents()
        self.key_line = KeyLine(self.CONTEXTS, self.list_commands, self.explain_unavailable)
        yield self.key_line
        self._menu = KeyMenu(self.key_line.list_choices, self.explain_unavailable)
        yield self._menu
        yield Static(TOO_SMALL, id="too-small")

    def on_mount(self) -> None:
        """Hold back drawing until the first frame is complete."""
        self.call_when_filled(self.hold.hold_frames())

    def on_screen_resume(self) -> None:
        """Hold back drawing until the last of the several frames that Textual draws on resuming."""
        self.call_after_refresh(self.call_after_refresh, self.hold.hold_frames())

    def _handle_first_frame(self) -> None:
        self.workbench.screen_filled()

    async def confirm_leave(self) -> bool:
        """Ask about any work that would be lost, and return whether the screen may be closed."""
        return True

    def call_when_filled(self, release: Callable[[], None]) -> None:
        """Call ``release`` as soon as everything that the first frame should show is ready.

        The base implementation waits for two refreshes: one for the layout, and one for the panes,
        which cannot draw before they know their size.
        """
        self.call_after_refresh(self.call_after_refresh, release)

    def run_in_ui_thread(self, run: Callable[[], None]) -> None:
        """Run a function in the UI thread, unless the screen has closed.

        This method can be called from any thread.
        """
        try:
            self.post_message(ThreadCall(run))
        except RuntimeError:  # the app has ended while something was being computed
            return

    @on(LinePane.CommandRequested)
    async def _handle_command_requested(self, message: LinePane.CommandRequested) -> None:
        # A name without a context means a command in the last of the screen's contexts.
        name = message.command_id
        await self.action_command(name if "." in name else f"{self.CONTEXTS[-1]}.{name}")

    @on(ThreadCall)
    def _handle_thread_call(self, message: ThreadCall) -> None:
        if self.is_attached:
            with self._ignore_missing_widgets():
                message.run()

    @property
    def workbench(self) -> Host:
        """The app."""
        return cast("Host", self.app)

    def bind_commands(self) -> Mapping[str, Action]:
        """Return a mapping from command ids to actions, for commands without an action method."""
        return {}

    @cached_property
    def _command_actions(self) -> Mapping[str, Action]:
        return self.bind_commands()

    def explain_unavailable(self, command: Command) -> str | None:
        """Return a short reason why a command cannot be run now, or None if it can."""
        return commands.find_refusal(self._command_actions.get(command.id))

    def has_command(self, command: Command) -> bool:
        """Return True if the screen can ever run a command. Other commands are listed nowhere."""
        return self.command_game is None or game_commands.has_command(command, self.command_game)

    def _describe_command(self, command: Command) -> Command:
        """Return the command with the title and the description that suit the screen's game."""
        if self.command_game is None:
            return command
        return game_commands.describe_command(command, self.command_game)

    def list_commands(self, *contexts: str) -> tuple[Command, ...]:
        """Return the commands in ``contexts`` that the screen can ever run, as they suit it."""
        moves = (command for command in self.move_commands if command.context in contexts)
        listed = filter(self.has_command, commands.list_in_contexts(*contexts))
        return (*moves, *map(self._describe_command, listed))

    async def action_command(self, command_id: str) -> None:
        """Run a command, or show the reason why it cannot be run now.

        The command is ignored if another screen has opened since the key press or click.
        """
        if self.app.screen is not self:
            return
        command = commands.get_command(command_id)
        reason = self.explain_unavailable(command)
        if reason is not None:
            self.show_message(f"{self._describe_command(command).title}: {reason}")
            return
        done = find_action(self, command)()
        # An action may be a plain function or a coroutine function.
        if iscoroutine(done):
            await done
        advance_tour(self, command)

    async def catch_key(self, event: events.Key) -> bool:
        """Handle a key press if a menu is open, and return whether a menu was open.

        The menu closes, and if it has a command with that key, the command runs.
        """
        menu = self._menu
        if menu is None or not menu.is_open:
            return False
        # No other widget must get the key, even if the menu has no command for it.
        event.stop()
        event.prevent_default()
        if menu.turn_page(event.key):
            return True
        if (command := menu.choose_command(event.key)) is not None:
            await self.action_command(command.id)
        elif event.key != "escape":
            self.show_message(f"This menu has no key {keymap.format_key(event.key)}.")
        return True

    def on_screen_suspend(self) -> None:
        """Close an open menu when another screen takes over the keys."""
        self.on_click()

    def on_click(self) -> None:
        """Close an open menu."""
        if self._menu is not None:
            self._menu.close()

    def show_message(self, message: str, role: str = "muted") -> None:
        """Show a message above the keys, at most until the next key press.

        Args:
            message: The message as one line, or ``""`` to clear the previous one.
            role: The name of a style in the theme's ``[text]`` table, such as ``bad``.
        """
        if message:
            self.workbench.messages.add_note(message, role)
        for line in self.query(KeyLine):
            if message:
                line.show_message(message, role)
            else:
                line.clear()

    def ask_question(self, question: Coroutine[Any, Any, None]) -> None:
        """Run a sequence of dialogs, replacing any that is already running, and show its errors."""
        self.run_worker(self._show_failures(question), group="question", exclusive=True)

    def run_alongside(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work that neither opens nor interrupts any dialogs, and show its errors."""
        self.run_worker(self._show_failures(work), group="followed")

    async def _show_failures(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            # An EngineError is shown to the user. Any other error is a defect and ends the app.
            with self._ignore_missing_widgets():
                await work
        except EngineError as error:
            self.show_error(str(error))

    @contextmanager
    def _ignore_missing_widgets(self) -> Iterator[None]:
        """Return a context manager that ignores missing widgets while the screen is closing."""
        try:
            yield
        except NoMatches:
            # If the screen still has its widgets, a missing one is a defect.
            if self.has_widgets:
                raise

    def show_error(self, error: str) -> None:
        """Show an error message above the keys."""
        self.show_message(error, "bad")

    def update_content(self) -> None:
        """Update the screen to show the current state of its data."""

    def update_file_status(self) -> None:
        """Update the part of the screen that shows the status of the document's file."""

    def redraw_with_theme(self) -> None:
        """Draw everything again with the app's new theme."""
        for pane in self.query("*"):
            if isinstance(pane, LinePane | BoardView):
                pane.redraw()
        self.refresh(layout=True)
        self.update_content()

    def on_key(self, event: events.Key) -> None:
        """Clear the message, because the user has presumably read it by the next key press."""
        self.show_message("")


def find_action(screen: CommandScreen, command: Command) -> Action:
    """Return the action that a command runs on a screen, as the module docstring describes."""
    if command.id in screen._command_actions:
        return screen._command_actions[command.id]
    if command.group == MENU_GROUP:
        return partial(_open_menu, screen, command)
    if command.id in screen.workbench.command_actions:
        return screen.workbench.command_actions[command.id]
    doer = screen.app if command.context == "app" else screen
    action: Action = getattr(doer, f"action_{command.action_name}")
    return action


def _open_menu(screen: CommandScreen, opener: Command) -> None:
    """Open a menu and wait for the second key, or show a message if the menu is empty."""
    if screen._menu is not None and not screen._menu.wait_for_key(opener):
        screen.show_message(f"{opener.title}: no commands on this screen")


def advance_tour(screen: CommandScreen, command: Command) -> None:
    """Advance the tour if ``command`` completes its current step."""
    tour = screen.workbench.tour
    if tour.complete_step(command.id, screen.CONTEXTS) or command.id == TOUR_COMMAND:
        for line in screen.app.screen.query(KeyLine):
            line.refresh_message()


async def finish_work(screen: CommandScreen | Host, work: Coroutine[Any, Any, T]) -> T:
    """Run work to completion, even if the task that requested it is cancelled.

    Work in a thread cannot be cancelled. The steps that follow it, such as recording that a file
    was saved, must not depend on the task that waits for them, because a new dialog may cancel that
    task. The app waits for the work before it ends.

    Args:
        screen: The screen on which to show an error if no task is waiting for the work any more.
        work: The work, which writes files in a thread and records the result.

    Returns:
        The result of the work.

    Raises:
        asyncio.CancelledError: The waiting task was cancelled. The work continues.
    """
    task, works = asyncio.ensure_future(work), screen.workbench.pending_work
    works.add(task)
    task.add_done_callback(works.discard)

    def report_failure(_: object) -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, EngineError | OSError):
            screen.show_message(str(error), "bad")
        elif isinstance(error, Exception) and not isinstance(error, NoMatches):
            screen.show_message(screen.workbench.format_failure(error), "bad")

    try:
        # shield() keeps the work running when the waiting task is cancelled. Only in that case is
        # nobody left to handle its errors, so the callback reports them.
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(report_failure)
        raise
