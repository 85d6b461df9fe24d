"""A list to pick a line from, and the question with such a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from workbench.commands import keymap
from workbench.terminal.widths import pad
from workbench.ui.commands import LISTS
from workbench.ui.cursorpane import CursorPane
from workbench.ui.dialogs import Question
from workbench.ui.lines import Line, Span, cut


class PickList(CursorPane):
    """Lines with a cursor, moved by arrows and hjkl; enter or a click picks."""

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(LISTS)]

    can_focus = True

    @dataclass
    class RowPicked(Message):
        """The user picked a line, by its number from 0."""

        index: int

    def __init__(self, rows: Sequence[Line], cursor: int = 0) -> None:
        super().__init__()
        self._rows = rows
        self.cursor = cursor

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._rows)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A page of the list."""
        for number in self.shown(height):
            row, here = self._rows[number], number == self.cursor
            head: Span = ("▸ ", "key") if here else ("  ", "")
            first = (row[0][0], "selected" if here else row[0][1])
            yield cut([head, first, *row[1:]], width)

    def action_choose(self) -> None:
        """Picks the line of the cursor."""
        self.post_message(self.RowPicked(self.cursor))

    def clicked(self, *, double: bool) -> None:
        """Picks the line."""
        self.action_choose()


MOST = 16
"""Lines of the list; longer ones turn pages."""
SHARE = 0.9
"""Of the height of the screen, what a dialog may take at most."""
AROUND = 5
"""Lines of the dialog around its list."""


@dataclass(frozen=True, slots=True)
class PickableRow:
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


class PickRow(Question[int | None]):
    """Rows to pick one from, by arrows and enter, by its key or by a click.

    The result is the number of the row, None when backed out of. A refused row says why.
    """

    def __init__(self, question: str, rows: Sequence[PickableRow], cursor: int = 0) -> None:
        super().__init__()
        self.HINT = f"{keymap.key('list.choose')} take"
        self._question = question
        self._rows = rows
        self._cursor = cursor

    def asks(self) -> Iterable[Widget]:
        """The question and its answers."""
        width = max(cell_len(row.words) for row in self._rows) + 2
        yield Static(self._question, markup=False)
        keyed = any(row.key for row in self._rows)
        pick = PickList([_line(row, width, keyed=keyed) for row in self._rows], self._cursor)
        room = int(self.app.size.height * SHARE) - AROUND
        pick.styles.height = max(min(len(self._rows), MOST, room), 1)
        yield pick

    def on_key(self, event: events.Key) -> None:
        """Takes the answer of that key."""
        keys = [row.key for row in self._rows]
        if event.character and event.character in keys:
            event.stop()
            self._take(keys.index(event.character))

    @on(PickList.RowPicked)
    def _picked(self, message: PickList.RowPicked) -> None:
        self._take(message.index)

    def _take(self, index: int) -> None:
        refused = self._rows[index].refused
        if refused is None:
            self.dismiss(index)
        else:
            self.refuse(refused)


def _line(row: PickableRow, width: int, *, keyed: bool) -> Line:
    """A row of the list: its key where rows have some, its words, and what else there is to say."""
    look = "" if row.refused is None else "disabled"
    note = row.note if row.refused is None else f"disabled, because {row.refused}"
    key = f"{row.key:1}  " if keyed else ""
    return [(key + pad(row.words, width), look), (note, "muted")]
