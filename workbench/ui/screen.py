"""What every screen of the workbench has: commands from the registry, menus and a key line."""

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
from workbench.commands import Action, Command, keymap
from workbench.terminal.screens import HeldScreen
from workbench.ui import layout
from workbench.ui.boards.board import BoardView
from workbench.ui.commands import MENU_GROUP
from workbench.ui.keyline import KeyLine
from workbench.ui.linepane import LinePane
from workbench.ui.menu import KeyMenu
from workbench.ui.tour import ENDING

if TYPE_CHECKING:
    from workbench.ui.host import Host


T = TypeVar("T")
TOO_SMALL = "This window is too small.\nThe workbench needs {}x{}.".format(*layout.LEAST)
"""Takes the place of a screen in a window too small for it."""


class Arrived(Message):
    """Something came from another thread; runs in the UI thread."""

    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self.run = run


class CommandScreen(HeldScreen):
    """A screen whose keys are commands of the registry.

    A subclass names its ``CONTEXTS``, whose keys it is given, has a method ``action_NAME`` or an
    entry in :meth:`commands` for each of their commands, and says what its contents are.

    Attributes:
        key_line: the line of messages and the line of keys.
    """

    CONTEXTS: tuple[str, ...] = ()
    key_line: KeyLine
    _menu: KeyMenu | None = None
    DEFAULT_CSS = "CommandScreen { layers: default menu; }"

    def __init_subclass__(cls, **options: Any) -> None:
        """Takes the keys of its contexts, unless it says which."""
        if "CONTEXTS" in vars(cls) and "BINDINGS" not in vars(cls):
            cls.BINDINGS = [*keymap.bindings(*cls.CONTEXTS)]
        super().__init_subclass__(**options)

    def contents(self) -> ComposeResult:
        """What stands above messages and keys."""
        yield from ()

    def compose(self) -> ComposeResult:
        """Its contents and its keys, and the notice of a window that is too small."""
        # Given afterwards, as Textual does, they have the styles of everything looked up again.
        self.update_classes(layout.size_classes(*self.app.size), update=False)
        yield from self.contents()
        self.key_line = KeyLine(self.CONTEXTS, self.offers, self.unavailable)
        yield self.key_line
        self._menu = KeyMenu(self.key_line.choices, self.unavailable)
        yield self._menu
        yield Static(TOO_SMALL, id="too-small")

    def on_mount(self) -> None:
        """Waits with the first frame."""
        self.until_filled(self.hold.begin())

    def on_screen_resume(self) -> None:
        """Coming back, Textual draws a screen more than once; the last time is enough."""
        self.call_after_refresh(self.call_after_refresh, self.hold.begin())

    def _filled(self) -> None:
        self.workbench.screen_filled()

    async def may_leave(self) -> bool:
        """Whether it may go; asks if something would be lost."""
        return True

    def until_filled(self, release: Callable[[], None]) -> None:
        """Calls ``release`` once the screen has everything that its first frame should show.

        By default that is after two rounds: one to lay it out, one for what its panes draw
        once they know their size.
        """
        self.call_after_refresh(self.call_after_refresh, release)

    def hop(self, run: Callable[[], None]) -> None:
        """Runs a function in the UI thread, from any thread, unless the screen has gone."""
        try:
            self.post_message(Arrived(run))
        except RuntimeError:  # the app has ended while something was being computed
            return

    @on(LinePane.CommandAsked)
    async def _asked(self, message: LinePane.CommandAsked) -> None:
        name = message.command_id
        await self.action_command(name if "." in name else f"{self.CONTEXTS[-1]}.{name}")

    @on(Arrived)
    def _arrived(self, message: Arrived) -> None:
        if self.is_attached:
            with self._unless_gone():
                message.run()

    @property
    def workbench(self) -> Host:
        """The app."""
        return cast("Host", self.app)

    def commands(self) -> Mapping[str, Action]:
        """What it does for commands that have no method of their own, by their ids."""
        return {}

    @cached_property
    def _acts(self) -> Mapping[str, Action]:
        return self.commands()

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now, in a few words; None if it can."""
        return commands.refused(self._acts.get(command.id))

    def offers(self, command: Command) -> bool:
        """Whether it will ever do a command of its contexts; others are not listed anywhere."""
        return True

    async def action_command(self, command_id: str) -> None:
        """Does a command, or says why it cannot be done now.

        What was pressed or clicked before another screen came is too late.
        """
        if self.app.screen is not self:
            return
        command = commands.get(command_id)
        reason = self.unavailable(command)
        if reason is not None:
            self.say(f"{command.title}: {reason}")
            return
        done = action_of(self, command)()
        if iscoroutine(done):
            await done
        follow_tour(self, command)

    async def catch_key(self, event: events.Key) -> bool:
        """While a menu is open, the next key is one of it, or closes it."""
        menu = self._menu
        if menu is None or not menu.open:
            return False
        event.stop()
        event.prevent_default()
        command = menu.take(event.key)
        if command is not None:
            await self.action_command(command.id)
        elif event.key != "escape":
            self.say(f"{keymap.show(event.key)} is not in this menu")
        return True

    def on_screen_suspend(self) -> None:
        """Another screen has the keys now, none of which is for an open menu."""
        self.on_click()

    def on_click(self) -> None:
        """Closes an open menu, for which the mouse is not meant."""
        if self._menu is not None:
            self._menu.close()

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message above the keys, at most until the next key; empty to clear it.

        Args:
            message: one line.
            role: a style of the theme's ``[text]`` table, such as ``bad``.
        """
        if message:
            self.workbench.messages.note(message, role)
        for line in self.query(KeyLine):
            if message:
                line.say(message, role)
            else:
                line.clear()

    def ask(self, question: Coroutine[Any, Any, None]) -> None:
        """Runs what waits for answers, in place of a question that is open; says what fails."""
        self.run_worker(self._tried(question), group="question", exclusive=True)

    def follow(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs what asks nothing, beside a question that is open; says what fails."""
        self.run_worker(self._tried(work), group="followed")

    async def _tried(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            with self._unless_gone():
                await work
        except EngineError as error:
            self.failed(str(error))

    @contextmanager
    def _unless_gone(self) -> Iterator[None]:
        """Within it nothing is shown on a screen whose widgets have gone before it."""
        try:
            yield
        except NoMatches:
            if self.stands:
                raise

    def failed(self, error: str) -> None:
        """Says in one line what went wrong."""
        self.say(error, "bad")

    def renew(self) -> None:
        """Shows what is known now."""

    def file_seen(self) -> None:
        """Shows again what the open document says of its file."""

    def theme_changed(self) -> None:
        """Draws everything again with the app's new theme."""
        for pane in self.query("*"):
            if isinstance(pane, LinePane | BoardView):
                pane.redraw()
        self.refresh(layout=True)
        self.renew()

    def on_key(self, event: events.Key) -> None:
        """A message has been read once the next key is pressed."""
        self.say("")


def action_of(screen: CommandScreen, command: Command) -> Action:
    """What does a command: an entry of the screen's table, else a method of it or of the app."""
    if command.id in screen._acts:
        return screen._acts[command.id]
    if command.group == MENU_GROUP:
        return partial(_open_menu, screen, command)
    if command.id in screen.workbench.acts:
        return screen.workbench.acts[command.id]
    doer = screen.app if command.context == "app" else screen
    action: Action = getattr(doer, f"action_{command.action}")
    return action


def _open_menu(screen: CommandScreen, opener: Command) -> None:
    """Wait for a key of the menu that a command opens."""
    if screen._menu is not None and not screen._menu.begin(opener):
        screen.say(f"{opener.title}: nothing here")


def follow_tour(screen: CommandScreen, command: Command) -> None:
    """Go on with the tour if a command of a screen was what it waits for."""
    tour = screen.workbench.tour
    if tour.done(command.id, screen.CONTEXTS) or command.id == ENDING:
        for line in screen.app.screen.query(KeyLine):
            line.renew_message()


async def finish_work(screen: CommandScreen | Host, work: Coroutine[Any, Any, T]) -> T:
    """Do work to its end, even if another question takes the place of the one that asked for it.

    What was begun in a thread cannot be taken back. So what follows from it, such as a note of
    what was saved, must not depend on who still waits. The app does not end before it.

    Args:
        screen: says what goes wrong once nobody waits any more.
        work: writes files in a thread, and notes that.
    """
    task, works = asyncio.ensure_future(work), screen.workbench.works
    works.add(task)
    task.add_done_callback(works.discard)

    def report(_: object) -> None:
        """Say what went wrong, unless the screen has gone, where it would be shown."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, EngineError | OSError):
            screen.say(str(error), "bad")
        elif isinstance(error, Exception) and not isinstance(error, NoMatches):
            screen.say(screen.workbench.failure(error), "bad")

    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(report)
        raise
