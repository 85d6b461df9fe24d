"""What every screen of the workbench has: commands from the registry and a key line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, messages, on
from textual.message import Message
from textual.widgets import Static

from workbench import commands
from workbench.commands import Action, Command
from workbench.ui import layout
from workbench.ui.board import BoardView
from workbench.ui.keyline import KeyLine
from workbench.ui.leaving import Leaving
from workbench.ui.lines import LinePane

if TYPE_CHECKING:
    from workbench.ui.host import Host


class TooSmall(Static):
    """The notice that takes the place of a screen in a window too small for it."""

    DEFAULT_CSS = """
    TooSmall { width: 1fr; height: 1fr; content-align: center middle; text-align: center; }
    """

    def on_mount(self) -> None:
        """Says how large the window must be."""
        width, height = layout.LEAST
        self.update(f"This window is too small.\nThe workbench needs {width}x{height}.")


class Arrived(Message):
    """Something came from another thread; runs in the UI thread."""

    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self.run = run


class CommandScreen(Leaving[None]):
    """A screen whose keys are commands of the registry.

    A subclass names its ``CONTEXTS``, sets ``BINDINGS = keymap.bindings(*CONTEXTS)``, has a
    method ``action_NAME`` or an entry in :meth:`commands` for each of theirs, and composes one
    :class:`KeyLine`.
    """

    CONTEXTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        super().__init__()
        self._holds: set[object] = set()

    def on_mount(self) -> None:
        """Adds the notice of a window that is too small, and waits with the first frame."""
        self.mount(TooSmall())
        self.until_filled(self.hold_frames())

    def on_screen_resume(self) -> None:
        """Coming back, Textual draws a screen more than once; the last time is enough."""
        self.call_after_refresh(self.call_after_refresh, self.hold_frames())

    def hold_frames(self) -> Callable[[], None]:
        """Draws nothing of this screen until the returned function is called.

        A new screen is laid out and filled in several steps, each of which Textual would draw
        in full; over a slow link only the last one is wanted. Other screens are drawn: this one
        may go, or be covered, before it is filled.
        """
        hold = object()
        self._holds.add(hold)

        def release() -> None:
            """Draw again, unless there is another hold; a second call does nothing."""
            if hold in self._holds:
                self._holds.discard(hold)
                if not self._holds and self.is_running:
                    self.refresh()
                    self.call_after_refresh(self.workbench.screen_filled)

        return release

    def until_filled(self, release: Callable[[], None]) -> None:
        """Calls ``release`` once the screen has everything that its first frame should show.

        By default that is after two rounds: one to lay it out, one for what its panes draw
        once they know their size.
        """
        self.call_after_refresh(self.call_after_refresh, release)

    def _compositor_refresh(self) -> None:
        """What would not be sent need not be rendered."""
        if not self._holds:
            super()._compositor_refresh()

    def _on_invoke_later(self, message: messages.InvokeLater) -> None:
        """Waits for this screen to be drawn.

        Textual waits for the one on top, and forgets what waits if that one goes before.
        """
        message.prevent_default()
        self._invoke_later(message.callback, message._sender or self)

    def _hop(self, run: Callable[[], None]) -> None:
        """Runs a function in the UI thread, from any thread, unless the screen has gone."""
        try:
            self.post_message(Arrived(run))
        except RuntimeError:  # the app has ended while something was being computed
            return

    @on(Arrived)
    def _arrived(self, message: Arrived) -> None:
        if self.is_attached:
            message.run()

    @property
    def workbench(self) -> Host:
        """The app."""
        return cast("Host", self.app)

    def commands(self) -> Mapping[str, Action]:
        """What it does for commands that have no method of their own, by their ids."""
        return {}

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now, in a few words; None if it can."""
        return None

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
        act = self.commands().get(command_id)
        if act is not None:
            act()
            return
        namespace = "app" if command.context == "app" else "screen"
        await self.run_action(f"{namespace}.{command.action}")

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message in the key line, at most until the next key; empty to clear it.

        Args:
            message: one line.
            role: a style of the theme's ``[text]`` table, such as ``bad``.
        """
        for line in self.query(KeyLine):
            if message:
                line.say(message, role)
            else:
                line.clear()

    def refresh_keys(self) -> None:
        """Draws the key line again, after something became possible or impossible."""
        for line in self.query(KeyLine):
            line.renew()

    def file_seen(self) -> None:
        """Shows again what the open document says of its file."""

    def theme_changed(self) -> None:
        """Draws everything again with the app's new theme."""
        for pane in self.query("*"):
            if isinstance(pane, LinePane):
                pane.set_theme(self.workbench.theme_glyphs)
            elif isinstance(pane, BoardView):
                pane.redraw()
        self.refresh(layout=True)

    def on_key(self, event: events.Key) -> None:
        """A message has been read once the next key is pressed."""
        self.say("")
