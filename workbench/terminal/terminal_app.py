"""The base class for the app, with workarounds for problems in Textual.

The app sends only the columns that differ from the terminal's content, and handles key presses in
the order in which they were typed. It closes a dialog when the worker that opened it is cancelled,
and reports an uncaught exception as one line instead of a traceback.
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

from engine.game.loading.plug_in_faults import PlugInError
from workbench.terminal import base_screens, output_filters, screen_difference, styles_cache_fix
from workbench.terminal.fault_boundary import FaultBoundary
from workbench.terminal.key_queue import KeyQueue
from workbench.terminal.paste_normalization import normalize_paste

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver

    from workbench.terminal.capabilities import Capabilities
    from workbench.terminal.graphics_protocol import Graphics
    from workbench.terminal.image_placements import ImagePlacements


class TerminalApp(FaultBoundary, App[int], inherit_bindings=False):
    """An app that sends little output and handles quick key presses in order.

    Attributes:
        capabilities: The capabilities of the terminal.
        exit_messages: The lines to write to standard error when the app has ended.
    """

    def __init__(self, capabilities: Capabilities) -> None:
        """Create an app for a terminal with the given capabilities."""
        super().__init__()
        self.capabilities = capabilities
        self.exit_messages: list[str] = []
        self.animation_level = "none"
        self._screen_buffer = screen_difference.ScreenBuffer(erases=capabilities.erases)
        self._key_queue = KeyQueue(self, self._handle_key)
        self._ascii_filter = output_filters.AsciiFilter()
        output_filters.limit_colours(self, capabilities)
        styles_cache_fix.cache_colours_only()
        self._filters.append(self._ascii_filter)

    def limit_to_ascii(self, limited: bool) -> None:
        """Limit the output to ASCII if ``limited`` is True, otherwise allow all characters."""
        self._ascii_filter.enabled = limited

    def send_sequences(self, sequences: str) -> None:
        """Send control sequences directly to the terminal."""
        if sequences and self._driver is not None:
            self._driver.write(sequences)

    def use_graphics(self, graphics: Graphics | None) -> None:
        """Show images with the given graphics protocol, or no images if ``graphics`` is None."""
        self.send_sequences(self.clear_images())
        self._screen_buffer.placements = None
        if graphics is not None:
            from workbench.terminal.image_placements import ImagePlacements

            self._screen_buffer.placements = ImagePlacements(graphics)

    @property
    def placements(self) -> ImagePlacements | None:
        """The images that the terminal is showing, or None if images are not used."""
        return self._screen_buffer.placements

    def clear_images(self) -> str:
        """Return the sequences that remove all images before another program uses the terminal."""
        return (
            ""
            if self._screen_buffer.placements is None
            else self._screen_buffer.placements.clear_images()
        )

    def prepare_for_key(self) -> None:
        """Do the work that must precede the handling of a key press. Subclasses override this."""

    def prepare_for_stop(self) -> None:
        """Save all pending work before the process is stopped, in case it never resumes."""

    def show_message(self, message: str, role: str = "muted") -> None:
        """Show a message. The base class ignores it, because it has no message line."""

    def format_failure(self, error: BaseException) -> str:
        """Return the line that reports an uncaught exception to the user."""
        return str(error)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event. Key presses are queued and handled one at a time."""
        if isinstance(event, events.Paste) and not event.is_forwarded:
            event.text = normalize_paste(event.text, self.focused)
        if not isinstance(event, events.Key):
            await super().on_event(event)
        # Textual calls this method again for a key that it forwards to the focused widget.
        elif not event.is_forwarded:
            self.prepare_for_key()
            await self._key_queue.handle_in_turn(event)
        elif not self._key_queue.is_stray(event):
            await super().on_event(event)

    async def _handle_key(self, event: events.Key) -> None:
        screen = self.screen
        if not (isinstance(screen, base_screens.AppScreen) and await screen.catch_key(event)):
            await super().on_event(event)

    def on_resize(self) -> None:
        """Forget the terminal's content, because a terminal rearranges it on a resize."""
        self._screen_buffer.invalidate()

    def action_redraw(self) -> None:
        """Redraw the whole screen, whatever the terminal is showing."""
        self._screen_buffer.invalidate()
        self.screen.refresh()

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the colours of the current theme.

        Before the first screen exists, the style sheets have not been read yet. In that case only
        their variables are set, so that the style sheets are read just once.
        """
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver or, on Unix, a driver that survives the loss of its terminal."""
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from workbench.terminal.driver import TerminalDriver

        # Textual passes only its own arguments to the driver, so bind ours here.
        made = partial(
            TerminalDriver, clear_images=self.clear_images, prepare_for_stop=self.prepare_for_stop
        )
        return cast("type[Driver]", made)

    def get_default_screen(self) -> Screen[None]:
        """Return the screen below all others, which is never drawn."""
        return base_screens.HiddenScreen()

    async def push_screen_wait(self, screen: Screen[Any] | str, *, mode: str | None = None) -> Any:
        """Show a screen and wait for its result.

        This must be called in a worker. The worker is cancelled if its own screen closes or the
        same dialog is opened again. The new screen is then dismissed, because nothing is waiting
        for its result.
        """
        try:
            return await super().push_screen_wait(screen, mode=mode)
        except asyncio.CancelledError:
            if isinstance(screen, Screen):
                screen.dismiss()
            raise

    def switch_screen(self, screen: Screen[Any] | str) -> AwaitComplete:
        """Replace the current screen, and all dialogs above it, with another screen."""
        while self.screen.is_modal:
            self.screen.dismiss()
        return super().switch_screen(screen)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        # Textual might otherwise remove the screen before its widgets are mounted.
        await base_screens.wait_until_mounted(screen)
        return await super()._replace_screen(screen)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        # Nothing is sent in tests or during a batch of updates, so there is nothing to record as
        # sent.
        sent = self.is_running and not self._batch_count and not self.is_headless
        if sent and isinstance(renderable, LayoutUpdate | ChopsUpdate):
            difference = self._screen_buffer.compute_update(renderable, self.size)
            super()._display(screen, difference or None)
        else:
            super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Report an exception as one line instead of a traceback, and end the app.

        A fault of a plug-in game is shown as a message, and the app continues.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        # On the hidden first screen, there is no place for a message yet.
        if isinstance(cause, PlugInError) and len(self.screen_stack) > 1:
            self.show_message(str(cause), "bad")
        elif self.is_headless:  # tests need the traceback
            super()._handle_exception(error)
        elif not self._exit:  # a screen that is closed before it is complete may raise errors
            self.exit_messages.append(f"workbench: {self.format_failure(cause)}")
            # Without the next two lines, Textual would print the traceback itself.
            self._return_code = 1
            self._close_messages_no_wait()
