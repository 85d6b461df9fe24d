"""The base class of panes that show a list with a cursor."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual import events
from textual.message import Message

from workbench.commands import Action
from workbench.terminal.column_width import pad_text
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, find_first_row


class CursorPane(LinePane):
    """A list of one-line rows with a cursor. Subclasses provide the rows and draw them."""

    class RowHighlighted(Message):
        """A message that the cursor was put on a row, which may be the same row as before."""

    class RowOpened(Message):
        """A message that the user double-clicked a row."""

    DEFAULT_CSS = "CursorPane { padding: 0; }"
    HEADING: ClassVar[int] = 0
    """The number of lines above the rows."""
    cursor = 0
    _top = 0

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of rows."""

    @property
    def page(self) -> int:
        """The number of rows that fit into the pane."""
        return max(self.size.height - self.HEADING, 1)

    def go_to(self, number: int) -> None:
        """Put the cursor on the row ``number``, or on the last row if there are fewer rows."""
        self.cursor = max(0, min(number, self.count - 1))
        # Draw before posting the message, because its handlers may take a while.
        self.update_content()
        self.post_message(self.RowHighlighted())

    def draw_row(self, number: int, width: int) -> Line:
        """Draw the row ``number`` as a line of ``width`` columns, without the cursor."""
        return ()

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the rows that fit, including the row with the cursor."""
        for number in self.find_visible_rows(height):
            yield self.mark_cursor(self.draw_row(number, width), number, width)

    def find_visible_rows(self, height: int) -> range:
        """Return the range of rows that fit into ``height`` lines, including the cursor's row."""
        self._top = find_first_row(self.cursor, self.count, height, self._top)
        return range(self._top, min(self._top + height, self.count))

    def mark_cursor(self, line: Line, number: int, width: int) -> Line:
        """Return ``line``, marked if the row ``number`` has the cursor."""
        if number != self.cursor:
            return line
        # The ``>`` makes the cursor visible on terminals without colour.
        text = pad_text("".join(span[0] for span in line), width)
        return [(">" + text[1:], "selected")]

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the clicked row, and then handle the click."""
        offset = event.get_content_offset(self)
        number = None if offset is None else self.find_row(offset.y)
        if number is not None:
            self.go_to(number)
            self.handle_click(double=event.chain > 1)

    def find_row(self, line: int) -> int | None:
        """Return the number of the row in line ``line`` of the pane, or None if there is none."""
        number = self._top + line - self.HEADING
        return number if self._top <= number < self.count else None

    def handle_click(self, *, double: bool) -> None:
        """Handle a click on the row under the cursor.

        The base implementation opens the row if the click is a double click.
        """
        if double:
            self.post_message(self.RowOpened())

    def action_move(self, rows: int) -> None:
        """Move the cursor by ``rows`` rows, stopping at the ends of the list."""
        self.go_to(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by ``pages`` pages, stopping at the ends of the list."""
        self.action_move(pages * self.page)

    def action_first(self) -> None:
        """Move the cursor to the first row."""
        self.go_to(0)

    def action_last(self) -> None:
        """Move the cursor to the last row."""
        self.go_to(self.count)

    def bind_motions(self, context: str) -> dict[str, Action]:
        """Return a mapping from the ids of the cursor commands in ``context`` to their actions."""
        return {
            f"{context}.up": partial(self.action_move, -1),
            f"{context}.down": partial(self.action_move, 1),
            f"{context}.page-up": partial(self.action_page, -1),
            f"{context}.page-down": partial(self.action_page, 1),
            f"{context}.first": self.action_first,
            f"{context}.last": self.action_last,
        }
