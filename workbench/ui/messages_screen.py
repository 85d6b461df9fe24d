"""The dialog that lists the messages shown since the app started."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, chain

from textual import on
from textual.widget import Widget
from textual.widgets import Static

from workbench.ui.dialogs import Question
from workbench.ui.message_log import MessageLog, Notice
from workbench.ui.pick_list import MAX_LINES, PickList
from workbench.ui.styled_lines import Line, wrap_text

CURSOR_WIDTH = 2
"""The number of columns at the start of each row that are reserved for the cursor."""


class MessageList(PickList):
    """A list that shows all messages in full. The cursor is initially on the last row."""

    def __init__(self, messages: MessageLog) -> None:
        super().__init__([])
        self._messages = [*messages]
        self._ends: list[int] = []
        """The index of the last row of each message."""
        self.styles.height = 1

    def on_resize(self) -> None:
        """Wrap the messages to the new width, keeping the cursor on the same message."""
        width = max(self.size.width - CURSOR_WIDTH, 1)
        broken = [_break_rows(said, width) for said in self._messages]
        rows = [*chain.from_iterable(broken)]
        if rows != self._rows:
            # Find the message under the cursor by counting the messages that end above it. The
            # first time, use the newest message.
            at = sum(end < self.cursor for end in self._ends) if self._ends else -1
            self._ends = [end - 1 for end in accumulate(map(len, broken))]
            self._rows, self.cursor = rows, self._ends[at]
            self.styles.height = min(len(rows), MAX_LINES, self.app.size.height // 2)
            self.update_content()


class MessagesScreen(Question[None]):
    """A dialog that lists all messages, with the cursor initially on the latest one."""

    HINT, LEAVES = "", "back"

    def __init__(self, messages: MessageLog) -> None:
        super().__init__()
        self._messages = messages

    def compose_question(self) -> Iterable[Widget]:
        """Yield the list of messages."""
        yield Static("Messages", markup=False, classes="question")
        yield MessageList(self._messages)

    @on(PickList.RowPicked)
    def _handle_row_picked(self) -> None:
        self.dismiss(None)


def _break_rows(message: Notice, width: int) -> list[Line]:
    """Break a message into rows, the first of which begins with the time."""
    time, role = f"{message.time:%H:%M:%S}  ", "" if message.role == "muted" else message.role
    texts = wrap_text(message.text, width - len(time))
    return [
        [(time if number == 0 else " " * len(time), "muted"), (text, role)]
        for number, text in enumerate(texts)
    ]
