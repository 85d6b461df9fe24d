"""What the screens of the app need of Textual's, beyond what those promise to subclasses.

Every screen is left once, by whatever comes first. Textual's ``dismiss`` takes away the screen
on top, whichever that is. Two keys or clicks that arrive together dismiss a screen twice, and a
worker may dismiss one that a question has come over meanwhile: another screen than the one that
is meant would go, or the last one that there is.

Every screen is as large as the window is now. A screen that was laid out for one size tells itself
so. While it is slow, that arrives after the news of the next size: Textual would lay it out for the
old size again, or change between the two for ever, without letting anything else have its turn.
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

if TYPE_CHECKING:
    from textual import messages
    from textual._types import CallbackType
    from textual.message import Message

Result = TypeVar("Result")
NO_BREAKPOINTS: list[tuple[int, str]] = []


class Leaving(Screen[Result]):
    """A screen that goes once, and then does nothing more. All screens are of this kind.

    Beside a screen of Textual's it is the second base, so that the styles of that one hold.
    """

    @property
    def left(self) -> bool:
        """Whether it has been dismissed, or another screen has taken its place."""
        return self not in self.app.screen_stack

    @property
    def stands(self) -> bool:
        """Whether it has its widgets: it has been mounted and is not being taken away.

        What another thread has to say may arrive before the first or after the last of them; when
        the app ends, the widgets of a screen go before the screen does.
        """
        return self.is_mounted and self.display

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """The styles of a screen that comes for the first time were looked up just now."""
        if not self.stack_updates:
            event.refresh_styles = False

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leaves the screen, and without an answer what has come over it.

        Nothing happens if it has been left, or if there is no screen to go back to. The result is
        the answer for who has pushed the screen.
        """
        # Under the first screen there is only Textual's own, which is empty.
        if self not in self.app.screen_stack[2:]:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.screen.dismiss()
        return super().dismiss(result)

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message, on a screen that has a line for it."""

    async def catch_key(self, event: events.Key) -> bool:
        """Takes a key before the widget that has the focus; False to leave it to that."""
        return False

    def file_seen(self) -> None:
        """Shows again what the open document says of its file."""

    def theme_changed(self) -> None:
        """Draws everything again with the app's new theme."""

    def finish_writing(self) -> None:
        """Waits until what was said and played on it is in files, a few seconds at most."""

    async def on_event(self, event: events.Event) -> None:
        """Takes the size of the window from the app: an event may be late."""
        if isinstance(event, events.Resize) and event.size != self.app.size:
            event = events.Resize(self.app.size, self.app.size, pixel_size=event.pixel_size)
        await super().on_event(event)

    async def _on_message(self, message: Message) -> None:
        """What bubbles comes from the user, or is for the eye: nothing for a screen that is left.

        What would be done by it has been done by the first of two clicks.
        """
        if not (message.bubble and self.left):
            await super()._on_message(message)


class Dialog(ModalScreen[Result], Leaving[Result]):
    """A question or a list over a screen."""

    def action_cancel(self) -> None:
        """Backs out."""
        self.dismiss(None)


class FrameHold:
    """The holds on the frames of a screen.

    Attributes:
        filling: whether the next frame is the first that is drawn after a hold.
    """

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._holds: set[object] = set()
        self.filling = False

    @property
    def held(self) -> bool:
        """Whether nothing of the screen is drawn for now."""
        return bool(self._holds)

    def begin(self) -> Callable[[], None]:
        """Draws nothing of the screen until the returned function is called.

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
                if not self._holds and self._screen.is_running:
                    self.filling = True
                    self._screen.refresh()

        return release


class HeldScreen(Leaving[None]):
    """A screen whose frames can be held back until it has everything to show.

    Attributes:
        hold: the holds on its frames.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hold = FrameHold(self)

    def _filled(self) -> None:
        """The screen is drawn with everything that its first frame shows."""

    def _compositor_refresh(self) -> None:
        """What would not be sent need not be rendered."""
        if not self.hold.held:
            super()._compositor_refresh()
            if self.hold.filling:
                self.hold.filling = False
                self.call_later(self._filled)

    def _on_invoke_later(self, message: messages.InvokeLater) -> None:
        """Waits for this screen to be drawn.

        Textual waits for the one on top, and forgets what waits if that one goes before.
        """
        message.prevent_default()
        later = partial(self._call_unless_gone, message.callback)
        self._invoke_later(later, message._sender or self)

    async def _call_unless_gone(self, callback: CallbackType) -> None:
        """Does what has waited for a frame, unless the widgets are being taken away."""
        if self.display or not self.is_mounted:
            await invoke(callback)


class Unseen(Leaving[None]):
    """The screen under all others, which Textual has before the first one is there."""

    # Whatever its size, it has no class and no style for it.
    HORIZONTAL_BREAKPOINTS = NO_BREAKPOINTS
    VERTICAL_BREAKPOINTS = NO_BREAKPOINTS

    def _compositor_refresh(self) -> None:
        return


async def made(screen: Screen[object]) -> None:
    """Waits until a screen is there as a whole: taken apart before, it would miss its parts."""
    if not screen._closed:
        await screen._mounted_event.wait()


def add_bindings(screen: Screen[None], bindings: Iterable[Binding]) -> None:
    """Gives a screen key bindings beside those of its class, whose keys they take."""
    screen._bindings.key_to_bindings.update(BindingsMap(bindings).key_to_bindings)
