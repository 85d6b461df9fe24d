"""What was said in the line of messages since the start, to be read again."""

from __future__ import annotations

from collections.abc import Iterable

from textual import on
from textual.widget import Widget
from textual.widgets import Static

from workbench.commands import keymap
from workbench.ui.dialogs import Question
from workbench.ui.lines import Line
from workbench.ui.lists import MOST, PickList
from workbench.ui.said import Messages, Notice


class MessagesScreen(Question[None]):
    """All messages, the latest under the cursor."""

    DEFAULT_CSS = "MessagesScreen .dialog { width: 96%; }"

    def __init__(self, messages: Messages) -> None:
        super().__init__()
        self.HINT = f"{keymap.key('dialog.cancel')} back"
        self._messages = [*messages]

    def asks(self) -> Iterable[Widget]:
        """A line for each message."""
        yield Static("Messages", markup=False, classes="question")
        pick = PickList([_row(said) for said in self._messages], len(self._messages) - 1)
        pick.styles.height = min(len(self._messages), MOST, self.app.size.height // 2)
        yield pick

    @on(PickList.RowPicked)
    def _picked(self) -> None:
        self.dismiss(None)


def _row(said: Notice) -> Line:
    role = "" if said.role == "muted" else said.role
    return [(f"{said.at:%H:%M:%S}  ", "muted"), (said.text, role)]
