"""Base classes for all screens, with workarounds for problems in Textual.

First, a screen can be dismissed only once. Textual's ``dismiss`` always removes the top screen,
even if it is called on another one. Two key presses or clicks that arrive together would therefore
dismiss two screens, and a worker could dismiss its screen while a dialog covers it. Either would
close the wrong screen, or even the last one.

Second, a screen always uses the current size of the window. Textual sends a resize event to a
screen after its layout. If the layout is slow, the window may have changed its size again before
that event arrives. Textual would then lay out the screen for the old size, or alternate between the
two sizes forever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual._callback import invoke
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingsMap
from textual.screen import ModalScreen, Screen

from workbench.terminal.fault_boundary import FaultBoundary

if TYPE_CHECKING:
    from textual import messages
    from textual._types import CallbackType
    from textual.message import Message

Result = TypeVar("Result")
NO_BREAKPOINTS: list[tuple[int, str]] = []


class AppScreen(FaultBoundary, Screen[Result]):
    """The base class for all screens. A screen closes only once and then ignores user input.

    A class that also inherits from one of Textual's screens must name this class second, so that
    the styles of Textual's screen apply.
    """

    @property
    def is_gone(self) -> bool:
        """True if the screen has been dismissed or replaced."""
        return self not in self.app.screen_stack

    @property
    def has_widgets(self) -> bool:
        """True while the screen has its widgets, from mounting to removal.

        Messages from other threads may arrive before or after this time. When the app ends, a
        screen's widgets are removed before the screen itself.
        """
        return self.is_mounted and self.display

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Skip the refresh of styles on the first resume, because they have just been computed."""
        if not self.stack_updates:
            event.refresh_styles = False

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen, after dismissing all screens above it without a result.

        Nothing happens if the screen is already closed, or if there is no screen to return to.

        Args:
            result: The result to return to the caller that pushed the screen.
        """
        # The stack begins with Textual's empty screen and the app's first screen.
        if self not in self.app.screen_stack[2:]:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.screen.dismiss()
        return super().dismiss(result)

    def show_message(self, message: str, role: str = "muted") -> None:
        """Show a message on the screen's message line.

        The base class has no such line. Screens that have one override this method.
        """

    async def catch_key(self, event: events.Key) -> bool:
        """Handle a key press before the focused widget does.

        Return whether the key press was handled. The base class leaves it to the widget.
        """
        return False

    def update_file_status(self) -> None:
        """Update the display of the open document's file status."""

    def redraw_with_theme(self) -> None:
        """Redraw the whole screen after a change to the app's theme."""

    def finish_writing(self) -> None:
        """Wait until all of the screen's pending writes are done, for a few seconds at most."""

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, after replacing a late resize event with one for the current size."""
        if isinstance(event, events.Resize) and event.size != self.app.size:
            event = events.Resize(self.app.size, self.app.size, pixel_size=event.pixel_size)
        await super().on_event(event)

    async def _on_message(self, message: Message) -> None:
        """Ignore bubbling messages after the screen has closed.

        Such messages come from the user or concern the display. For example, if the first of two
        clicks closes the screen, the second click must have no effect.
        """
        if not (message.bubble and self.is_gone):
            await super()._on_message(message)


class Dialog(ModalScreen[Result], AppScreen[Result]):
    """A screen with a question or a list, shown on top of another screen."""

    def action_cancel(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(None)


class FrameHold:
    """A switch that holds back a screen's frames for as long as any caller requires it.

    Attributes:
        awaits_first_frame: True from the release of the last hold until the next frame is drawn.
    """

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._holds: set[object] = set()
        self.awaits_first_frame = False

    @property
    def is_held(self) -> bool:
        """True while frames are held back."""
        return bool(self._holds)

    def hold_frames(self) -> Callable[[], None]:
        """Hold back all frames of the screen until the returned function is called.

        A new screen is laid out and filled in several steps. Textual would draw each step in full,
        which is slow over a network. Other screens are still drawn, because this one may be closed
        or covered before it is complete.
        """
        hold = object()
        self._holds.add(hold)

        def release() -> None:
            # A second call has no effect, so that it cannot release another caller's hold.
            if hold in self._holds:
                self._holds.discard(hold)
                if not self._holds and self._screen.is_running:
                    self.awaits_first_frame = True
                    self._screen.refresh()

        return release


class HoldableScreen(AppScreen[None]):
    """A screen whose frames can be held back until its content is complete.

    Attributes:
        hold: The switch that holds back this screen's frames.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hold = FrameHold(self)

    def _handle_first_frame(self) -> None:
        """Respond to the first complete frame of the screen. Subclasses override this."""

    def _compositor_refresh(self) -> None:
        """Render a frame, unless frames are being held back."""
        if not self.hold.is_held:
            super()._compositor_refresh()
            if self.hold.awaits_first_frame:
                self.hold.awaits_first_frame = False
                self.call_later(self._handle_first_frame)

    def _on_invoke_later(self, message: messages.InvokeLater) -> None:
        """Delay a callback until this screen has been drawn.

        Textual would wait for the top screen instead, and drop the callback if that screen closed
        first.
        """
        message.prevent_default()
        later = partial(self._call_unless_gone, message.callback)
        self._invoke_later(later, message._sender or self)

    async def _call_unless_gone(self, callback: CallbackType) -> None:
        """Call a callback that was waiting for a frame, unless the widgets are being removed."""
        if self.display or not self.is_mounted:
            await invoke(callback)


class HiddenScreen(AppScreen[None]):
    """The screen below all others, which Textual needs before the app's first screen exists."""

    # No styles depend on this screen's size, so it needs no breakpoints.
    HORIZONTAL_BREAKPOINTS = NO_BREAKPOINTS
    VERTICAL_BREAKPOINTS = NO_BREAKPOINTS

    def _compositor_refresh(self) -> None:
        return


async def wait_until_mounted(screen: Screen[object]) -> None:
    """Wait until ``screen`` is mounted.

    Removing a screen sooner fails, because its widgets do not exist yet.
    """
    if not screen._closed:
        await screen._mounted_event.wait()


def add_bindings(screen: Screen[None], bindings: Iterable[Binding]) -> None:
    """Add key bindings to ``screen``, overriding those of its class."""
    screen._bindings.key_to_bindings.update(BindingsMap(bindings).key_to_bindings)
