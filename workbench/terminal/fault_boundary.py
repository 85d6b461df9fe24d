"""A boundary that keeps the app alive when the code of a plug-in game fails.

Textual ends the app if handling a message raises an exception. A mistake in a plug-in must not end
a designer's session. Therefore widgets and screens that call the code of a game catch a plug-in's
error where they handle a message, and the app shows the error. Other exceptions pass through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message_pump import MessagePump

from engine.game.loading.plug_in_faults import PlugInError

if TYPE_CHECKING:
    from textual.message import Message


class FaultBoundary(MessagePump):
    """A base class for widgets, screens and the app. It must be named before Textual's class."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except PlugInError as error:
            self.app._handle_exception(error)
