"""Keys in the order in which they were typed, each handled to its end before the next begins.

Over a network several keys arrive at once. Textual gives each to the focused widget at once,
but does what a binding says only after the key has travelled up to the app: of ``/`` and
``abc`` the letters would be gone before the search line has the focus.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from weakref import ReferenceType, ref

from textual.keys import _character_to_key

if TYPE_CHECKING:
    from textual import events
    from textual.app import App
    from textual.message_pump import MessagePump
    from textual.screen import Screen

PATIENCE = 0.25
"""Seconds after which the next key is let in even if the way of the last one was lost."""
REMEMBERED = 16
"""Keys that may be on their way at once."""


def key_of(character: str) -> str:
    """Textual's name for the key of a character, such as ``slash``."""
    return _character_to_key(character)


class KeyOrder:
    """Lets one key at a time into an app.

    A callback follows the key from widget to parent, always one message behind it; when it
    has arrived at the app and all that was posted meanwhile is done, so is the key.
    """

    def __init__(self, app: App[Any], handle: Callable[[events.Key], Awaitable[None]]) -> None:
        """Prepares for an app that handles a key by ``handle``."""
        self._app = app
        self._handle = handle
        self._waiting: deque[events.Key] = deque()
        self._begun: deque[tuple[events.Key, ReferenceType[Screen[Any]]]] = deque(
            maxlen=REMEMBERED
        )  # weak, lest a screen that was left outlive its last key
        self._number = 0
        self._busy = False

    async def take(self, key: events.Key) -> None:
        """Handles a key now or when its turn has come."""
        if self._busy:
            self._waiting.append(key)
        else:
            await self._begin(key)

    def astray(self, key: events.Key) -> bool:
        """Whether another screen has come while a key made its way through the last one.

        It was not meant for the new one, which need not even be there as a whole.
        """
        return any(begun is key and at() is not self._app.screen for begun, at in self._begun)

    async def _begin(self, key: events.Key) -> None:
        self._busy = True
        self._number += 1
        number = self._number
        self._begun.append((key, ref(self._app.screen)))
        node: MessagePump = self._app.focused or self._app.screen
        self._app.set_timer(PATIENCE, lambda: self._end(number))
        await self._handle(key)
        node.call_later(self._follow, node, number)

    def _follow(self, node: MessagePump, number: int) -> None:
        """The node has handled the key, and handed it on to its parent unless it stopped it."""
        parent = node._parent
        if parent is not None:
            parent.call_later(self._follow, parent, number)
        else:
            # What the key's action has posted, such as a change of focus, comes first.
            node.call_later(node.call_later, self._end, number)

    async def _end(self, number: int) -> None:
        if number != self._number or not self._busy:
            return
        if self._waiting:
            await self._begin(self._waiting.popleft())
        else:
            self._busy = False
