"""The log of the messages shown since the app started."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime

MAX_MESSAGES = 200
"""The maximum number of messages to keep."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that was shown to the user.

    Attributes:
        text: The message.
        role: The name of its style in the theme's ``[text]`` table.
        time: The time at which it was last shown.
    """

    text: str
    role: str
    time: datetime


class MessageLog(deque[Notice]):
    """The latest messages, from the oldest to the newest."""

    def __init__(self) -> None:
        """Create an empty log."""
        super().__init__(maxlen=MAX_MESSAGES)

    def add_note(self, text: str, role: str) -> None:
        """Add a message, replacing the previous one if that has the same text."""
        if self and self[-1].text == text:
            self.pop()
        self.append(Notice(text, role, datetime.now()))
