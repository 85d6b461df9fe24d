"""A question whose answers are a list to move through, some of them perhaps refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from workbench.commands import keymap
from workbench.theme.theming import Theme
from workbench.ui.commands import QUESTIONS
from workbench.ui.leaving import Dialog
from workbench.ui.lines import Line
from workbench.ui.picklist import PickList

MOST = 16
"""Lines of the list; longer ones turn pages."""
SHARE = 0.9
"""Of the height of the screen, what a dialog may take at most."""
WIDTH = 76
"""Columns of the dialog, where there are as many."""
AROUND = 5
"""Lines of the dialog around its list."""


@dataclass(frozen=True, slots=True)
class Row:
    """One answer.

    Attributes:
        words: what it says.
        key: the character that gives it at once, if any.
        note: what there is to say besides.
        refused: why it cannot be given now; None if it can.
    """

    words: str
    key: str = ""
    note: str = ""
    refused: str | None = None


class PickRow(Dialog[int | None]):
    """Rows to pick one from, by arrows and enter, by its key or by a click.

    The result is the number of the row, None when backed out of. A refused row says why.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(QUESTIONS)]

    def __init__(self, theme: Theme, question: str, rows: Sequence[Row], cursor: int = 0) -> None:
        """Creates the dialog.

        Args:
            theme: how its list is drawn.
            question: what is asked.
            rows: the answers, at least one.
            cursor: the row that the cursor begins on.
        """
        super().__init__()
        self._theme = theme
        self._question = question
        self._rows = rows
        self._cursor = cursor

    def compose(self) -> ComposeResult:
        """The question, its answers, and why the last one was refused."""
        width = max(cell_len(row.words) for row in self._rows) + 2
        with Vertical(classes="dialog") as dialog:
            dialog.styles.width, dialog.styles.padding = WIDTH, (0, 1)
            yield Static(self._question, markup=False)
            pick = PickList(self._theme, [_line(row, width) for row in self._rows], self._cursor)
            room = int(self.app.size.height * SHARE) - AROUND
            pick.styles.height = max(min(len(self._rows), MOST, room), 1)
            yield pick
            yield Static("", markup=False, id="wrong")
            hint = f"{keymap.key('list.choose')} take   {keymap.key('dialog.cancel')} cancel"
            yield Static(hint, markup=False, classes="hint")

    def on_key(self, event: events.Key) -> None:
        """Takes the answer of that key."""
        keys = [row.key for row in self._rows]
        if event.character and event.character in keys:
            event.stop()
            self._take(keys.index(event.character))

    @on(PickList.Picked)
    def _picked(self, message: PickList.Picked) -> None:
        self._take(message.index)

    def _take(self, index: int) -> None:
        refused = self._rows[index].refused
        if refused is None:
            self.dismiss(index)
        else:
            self.query_one("#wrong", Static).update(refused)

    def action_cancel(self) -> None:
        """Backs out."""
        self.dismiss(None)


def _line(row: Row, width: int) -> Line:
    """A row of the list: its key, its words, and what else there is to say."""
    look = "" if row.refused is None else "disabled"
    note = row.note if row.refused is None else f"disabled, because {row.refused}"
    key = f"{row.key}  " if row.key else ""
    return [(key + row.words.ljust(width), look), (note, "muted")]
