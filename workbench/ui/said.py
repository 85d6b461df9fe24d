"""What was said in the lines of messages."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime

KEPT = 200
"""Messages that are remembered, the latest."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message, in a role of the theme's ``[text]`` table, and when it was said last."""

    text: str
    role: str
    at: datetime


class Messages(deque[Notice]):
    """The latest messages, oldest first."""

    def __init__(self) -> None:
        """Remembers nothing yet."""
        super().__init__(maxlen=KEPT)

    def note(self, text: str, role: str) -> None:
        """Remembers a message; one that is said again and again, only the last time."""
        if self and self[-1].text == text:
            self.pop()
        self.append(Notice(text, role, datetime.now()))
