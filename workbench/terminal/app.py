"""What the app needs of Textual's, beyond what that promises to subclasses.

Only what differs from the terminal's present content is sent, keys are handled in the order in
which they were typed, questions go with who asked them, and an exception ends the app with one
line in place of a traceback.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.screen import Screen
from textual.worker import WorkerFailed

from workbench.terminal import caches, limits, output, screens
from workbench.terminal.keys import KeyOrder
from workbench.terminal.pasting import pasted

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver

    from workbench.terminal.graphics import Graphics
    from workbench.terminal.link import Link
    from workbench.terminal.placements import Placements


class TerminalApp(App[int], inherit_bindings=False):
    """An app that is kind to its terminal, and to who types fast.

    Attributes:
        last_words: lines for the standard error after the screen is gone.
    """

    def __init__(self, link: Link) -> None:
        """Prepares the app for a terminal."""
        super().__init__()
        self.link = link
        self.last_words: list[str] = []
        self.animation_level = "none"
        self._shown = output.Memory(erases=link.erases)
        self._keys = KeyOrder(self, self._handle_key)
        self._ascii_only = limits.AsciiOnly()
        limits.limit_colours(self, link)
        caches.keep_colours_only()
        self._filters.append(self._ascii_only)

    def limit_to_ascii(self, limited: bool) -> None:
        """Sends nothing but ASCII from now on, or again whatever the terminal shows."""
        self._ascii_only.enabled = limited

    def send(self, sequences: str) -> None:
        """Sends control sequences, if any, to the terminal as they are."""
        if sequences and self._driver is not None:
            self._driver.write(sequences)

    def use_graphics(self, graphics: Graphics | None) -> None:
        """Shows images from now on, or none any more."""
        self.send(self.take_down())
        self._shown.placements = None
        if graphics is not None:
            from workbench.terminal.placements import Placements

            self._shown.placements = Placements(graphics)

    @property
    def placements(self) -> Placements | None:
        """The images that the terminal shows; None where there are none."""
        return self._shown.placements

    def take_down(self) -> str:
        """What takes all images from the terminal, before another program has it."""
        return "" if self._shown.placements is None else self._shown.placements.take_down()

    def before_key(self) -> None:
        """Does what is due before a key from the terminal is handled."""

    def before_stop(self) -> None:
        """Does what is due before the process is stopped: it may never go on."""

    def failure(self, error: BaseException) -> str:
        """The line that the user reads of an exception that nothing has caught."""
        return str(error)

    async def on_event(self, event: events.Event) -> None:
        """Handle keys one after the other, everything else at once."""
        if isinstance(event, events.Paste) and not event.is_forwarded:
            event.text = pasted(event.text, self.focused)
        if not isinstance(event, events.Key):
            await super().on_event(event)
        elif not event.is_forwarded:
            self.before_key()
            await self._keys.take(event)
        elif not self._keys.astray(event):
            await super().on_event(event)

    async def _handle_key(self, event: events.Key) -> None:
        screen = self.screen
        if not (isinstance(screen, screens.Leaving) and await screen.catch_key(event)):
            await super().on_event(event)

    def on_resize(self) -> None:
        """Terminals move what they show about when their size changes."""
        self._shown.forget()

    def action_redraw(self) -> None:
        """Draws everything again, whatever the terminal shows now."""
        self._shown.forget()
        self.screen.refresh()

    def refresh_css(self, animate: bool = True) -> None:
        """Applies the colours of another theme.

        Before there is a screen the style sheets are yet to be read: once is enough.
        """
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, made to outlive its terminal where that is needed."""
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from workbench.terminal.driver import TerminalDriver

        # Textual makes the driver by the arguments that it knows.
        made = partial(TerminalDriver, take_down=self.take_down, before_stop=self.before_stop)
        return cast("type[Driver]", made)

    def get_default_screen(self) -> Screen[None]:
        """A screen that is never drawn."""
        return screens.Unseen()

    async def push_screen_wait(self, screen: Screen[Any] | str, *, mode: str | None = None) -> Any:
        """Shows a screen and waits for its answer. For a worker.

        When the worker is cancelled, since its screen has gone or the same was asked for
        again, no caller waits for the answer: the question goes too.
        """
        try:
            return await super().push_screen_wait(screen, mode=mode)
        except asyncio.CancelledError:
            if isinstance(screen, Screen):
                screen.dismiss()
            raise

    def switch_screen(self, screen: Screen[Any] | str) -> AwaitComplete:
        """Shows a screen in place of the one that is there, and of the questions over that."""
        while self.screen.is_modal:
            self.screen.dismiss()
        return super().switch_screen(screen)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        await screens.made(screen)
        return await super()._replace_screen(screen)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        sent = self.is_running and not self._batch_count and not self.is_headless
        if sent and isinstance(renderable, LayoutUpdate | ChopsUpdate):
            difference = self._shown.reduce(renderable, self.size)
            super()._display(screen, difference or None)
        else:
            super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        """One line in place of a traceback; the app ends."""
        if self.is_headless:  # tests want to see it
            super()._handle_exception(error)
        elif not self._exit:  # else a screen complains that it is torn down half made
            cause = error.error if isinstance(error, WorkerFailed) else error
            self.last_words.append(f"workbench: {self.failure(cause)}")
            self._return_code = 1
            self._close_messages_no_wait()
