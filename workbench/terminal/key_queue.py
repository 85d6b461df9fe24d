"""A queue that handles key presses one at a time, in the order in which they were typed.

Over a network, several key presses may arrive together. Textual passes each one to the focused
widget immediately, but runs the action of a binding only after the key has bubbled up to the app.
If ``/`` and ``abc`` arrived together, the letters would be lost, because the search line would not
have the focus yet.

The queue therefore releases one key at a time. A callback follows the key from each widget to its
parent, always one message behind it. The key is finished when the callback has reached the app and
all messages posted in the meantime have been handled::

    key      widget -> pane -> screen -> app: action moves the focus
    callback        widget -> pane -> screen -> app -> release the next key

If the callback is lost because a widget was removed, the next key is released after a timeout.
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

KEY_TIMEOUT = 0.25
"""The number of seconds after which the next key is released even without a callback."""
MAX_REMEMBERED_KEYS = 16
"""The number of recent key presses for which the queue remembers the screen that was active."""


def get_key_name(character: str) -> str:
    """Return Textual's name for the key that types a character, such as ``slash``."""
    return _character_to_key(character)


class KeyQueue:
    """A queue that passes one key at a time to an app. See the module docstring."""

    def __init__(self, app: App[Any], handle: Callable[[events.Key], Awaitable[None]]) -> None:
        """Create a queue for ``app`` that calls ``handle`` for each key."""
        self._app = app
        self._handle = handle
        self._waiting: deque[events.Key] = deque()
        self._recent_keys: deque[tuple[events.Key, ReferenceType[Screen[Any]]]] = deque(
            maxlen=MAX_REMEMBERED_KEYS
        )  # weak references, so that no key keeps a closed screen alive
        self._number = 0
        self._is_busy = False

    async def handle_in_turn(self, key: events.Key) -> None:
        """Handle a key, immediately or after all keys that were typed before it."""
        if self._is_busy:
            self._waiting.append(key)
        else:
            await self._begin_key(key)

    def is_stray(self, key: events.Key) -> bool:
        """Return True if the screen has changed since the app began to handle ``key``.

        Such a key was not meant for the new screen, whose widgets may not even be mounted yet.
        """
        return any(begun is key and at() is not self._app.screen for begun, at in self._recent_keys)

    async def _begin_key(self, key: events.Key) -> None:
        self._is_busy = True
        self._number += 1
        number = self._number
        self._recent_keys.append((key, ref(self._app.screen)))
        node: MessagePump = self._app.focused or self._app.screen
        self._app.set_timer(KEY_TIMEOUT, lambda: self._end_key(number))
        await self._handle(key)
        node.call_later(self._follow_key, node, number)

    def _follow_key(self, node: MessagePump, number: int) -> None:
        """Follow a key from the node that has just handled it to that node's parent."""
        parent = node._parent
        if parent is not None:
            parent.call_later(self._follow_key, parent, number)
        else:
            # First let the app handle messages that the key's action posted, such as a change of
            # focus.
            node.call_later(node.call_later, self._end_key, number)

    async def _end_key(self, number: int) -> None:
        # Both the callback and the timer end a key. The later of the two has nothing left to do.
        if number != self._number or not self._is_busy:
            return
        if self._waiting:
            await self._begin_key(self._waiting.popleft())
        else:
            self._is_busy = False
