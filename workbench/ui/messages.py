"""What was said in the line of messages since the start, to be read again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, chain

from textual import on
from textual.widget import Widget
from textual.widgets import Static

from workbench.ui.dialogs import Question
from workbench.ui.lines import Line, wrap
from workbench.ui.lists import MOST, PickList
from workbench.ui.said import Messages, Notice

CURSOR = 2
"""Columns of the sign of the cursor."""


class MessageList(PickList):
    """All messages whole, each on as many rows as it takes, the end of the last at the cursor."""

    def __init__(self, messages: Messages) -> None:
        super().__init__([])
        self._messages = [*messages]
        self._ends: list[int] = []
        """The last row of each message."""
        self.styles.height = 1

    def on_resize(self) -> None:
        """Break the messages to the width that there is; the cursor stays on its message."""
        width = max(self.size.width - CURSOR, 1)
        broken = [_break_rows(said, width) for said in self._messages]
        rows = [*chain.from_iterable(broken)]
        if rows != self._rows:
            at = sum(end < self.cursor for end in self._ends) if self._ends else -1
            self._ends = [end - 1 for end in accumulate(map(len, broken))]
            self._rows, self.cursor = rows, self._ends[at]
            self.styles.height = min(len(rows), MOST, self.app.size.height // 2)
            self.renew()


class MessagesScreen(Question[None]):
    """All messages, the latest under the cursor."""

    HINT, LEAVES = "", "back"

    def __init__(self, messages: Messages) -> None:
        super().__init__()
        self._messages = messages

    def asks(self) -> Iterable[Widget]:
        """The messages."""
        yield Static("Messages", markup=False, classes="question")
        yield MessageList(self._messages)

    @on(PickList.RowPicked)
    def _picked(self) -> None:
        self.dismiss(None)


def _break_rows(said: Notice, width: int) -> list[Line]:
    """Break a message into rows, the first with its time."""
    time, role = f"{said.at:%H:%M:%S}  ", "" if said.role == "muted" else said.role
    texts = wrap(said.text, width - len(time))
    return [
        [(time if number == 0 else " " * len(time), "muted"), (text, role)]
        for number, text in enumerate(texts)
    ]
