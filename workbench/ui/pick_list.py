"""A list from which the user picks a row, and a dialog that contains such a list."""

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
from workbench.terminal.column_width import pad_text
from workbench.ui.commands import LISTS
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.dialogs import Question
from workbench.ui.styled_lines import Line, Span, cut_line


class PickList(CursorPane):
    """A list from which the user picks a row with Enter or a click."""

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.make_bindings(LISTS)]

    can_focus = True

    @dataclass
    class RowPicked(Message):
        """A message that the user picked the row ``index``."""

        index: int

    def __init__(self, rows: Sequence[Line], cursor: int = 0) -> None:
        super().__init__()
        self._rows = rows
        self.cursor = cursor

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self._rows)

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the page of the list on which the cursor is visible."""
        for number in self.find_visible_rows(height):
            row, here = self._rows[number], number == self.cursor
            head: Span = ("▸ ", "key") if here else ("  ", "")
            first = (row[0][0], "selected" if here else row[0][1])
            yield cut_line([head, first, *row[1:]], width)

    def action_choose(self) -> None:
        """Pick the row under the cursor."""
        self.post_message(self.RowPicked(self.cursor))

    def handle_click(self, *, double: bool) -> None:
        """Pick the clicked row."""
        self.action_choose()


MAX_LINES = 16
"""The maximum height of a list in lines. A longer list is shown in pages."""
MAX_SHARE = 0.9
"""The maximum fraction of the screen's height that a dialog may take up."""
FRAME_LINES = 5
"""The number of lines that the dialog needs above and below its list."""


@dataclass(frozen=True, slots=True)
class PickableRow:
    """One of the possible answers in a :class:`PickRow`, shown as a row of its list.

    Attributes:
        label: The text of the answer.
        key: The character that chooses the row directly, or ``""`` if there is none.
        note: An additional remark, shown after the label.
        refusal: The reason why the row cannot be chosen now, or None if it can.
    """

    label: str
    key: str = ""
    note: str = ""
    refusal: str | None = None


class PickRow(Question[int | None]):
    """A dialog in which the user picks a row: with the arrows and Enter, by its key, or by a click.

    The result is the number of the row, or None if the user cancels. Choosing a disabled row shows
    the reason why it is disabled.
    """

    def __init__(self, question: str, rows: Sequence[PickableRow], cursor: int = 0) -> None:
        super().__init__()
        self.HINT = f"{keymap.get_key_hint('list.choose')} take"
        self._question = question
        self._rows = rows
        self._cursor = cursor

    def compose_question(self) -> Iterable[Widget]:
        """Yield the question and the list of rows."""
        width = max(cell_len(row.label) for row in self._rows) + 2
        yield Static(self._question, markup=False)
        keyed = any(row.key for row in self._rows)
        pick = PickList(
            [_format_row(row, width, has_keys=keyed) for row in self._rows], self._cursor
        )
        # Show at least one row, however few lines the screen has.
        room = int(self.app.size.height * MAX_SHARE) - FRAME_LINES
        pick.styles.height = max(min(len(self._rows), MAX_LINES, room), 1)
        yield pick

    def on_key(self, event: events.Key) -> None:
        """Choose the row whose key was pressed."""
        keys = [row.key for row in self._rows]
        if event.character and event.character in keys:
            event.stop()
            self._choose_row(keys.index(event.character))

    @on(PickList.RowPicked)
    def _handle_row_picked(self, message: PickList.RowPicked) -> None:
        self._choose_row(message.index)

    def _choose_row(self, index: int) -> None:
        refused = self._rows[index].refusal
        if refused is None:
            self.dismiss(index)
        else:
            self.show_refusal(refused)


def _format_row(row: PickableRow, width: int, *, has_keys: bool) -> Line:
    """Format a row of the list: its key, its label and its note. A disabled row is dimmed.

    ``has_keys`` is True if any row has a key. Only then is there a column for keys.
    """
    look = "" if row.refusal is None else "disabled"
    key = f"{row.key:1}  " if has_keys else ""
    return [(key + pad_text(row.label, width), look), (row.note, look or "muted")]
