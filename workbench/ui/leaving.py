"""How every screen is left: once, by whatever comes first.

Textual's ``dismiss`` takes away the screen on top, whichever that is. Two keys or clicks that
arrive together dismiss a screen twice, and a worker may dismiss one that a question has come
over meanwhile: another screen than the one that is meant would go, or the last one that there is.
"""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import ModalScreen, Screen

Result = TypeVar("Result")


class Leaving(Screen[Result]):
    """A screen that goes once, and then does nothing more. All screens are of this kind.

    Beside a screen of Textual's it is the second base, so that the styles of that one hold.
    """

    @property
    def left(self) -> bool:
        """Whether it has been dismissed, or another screen has taken its place."""
        return self not in self.app.screen_stack

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leaves the screen, and without an answer what has come over it.

        Nothing happens if it has been left, or if there is no screen to go back to.

        Args:
            result: the answer, for who has pushed the screen.
        """
        # Under the first screen there is only Textual's own, which is empty.
        if self not in self.app.screen_stack[2:]:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.screen.dismiss()
        return super().dismiss(result)

    async def _on_message(self, message: Message) -> None:
        """What bubbles comes from the user, or is for the eye: nothing for a screen that is left.

        What would be done by it has been done by the first of two clicks.
        """
        if not (message.bubble and self.left):
            await super()._on_message(message)


class Dialog(ModalScreen[Result], Leaving[Result]):
    """A question or a list over a screen."""
