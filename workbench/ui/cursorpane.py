"""Lists with a cursor."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual import events
from textual.message import Message

from workbench.commands import Action
from workbench.terminal.widths import pad
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, window


class CursorPane(LinePane):
    """Rows of one line each, with a cursor; a subclass says how many there are and draws them."""

    class Moved(Message):
        """The cursor was put on a row, perhaps on the one where it was."""

    class Opened(Message):
        """A row was double-clicked."""

    DEFAULT_CSS = "CursorPane { padding: 0; }"
    HEADING: ClassVar[int] = 0
    """Lines above the rows."""
    cursor = 0
    _top = 0

    @property
    @abstractmethod
    def count(self) -> int:
        """How many rows there are."""

    @property
    def page(self) -> int:
        """Rows that fit."""
        return max(self.size.height - self.HEADING, 1)

    def go(self, number: int) -> None:
        """Puts the cursor on a row, the last one for a number too large."""
        self.cursor = max(0, min(number, self.count - 1))
        self.renew()
        self.post_message(self.Moved())

    def row_line(self, number: int, width: int) -> Line:
        """A row without the marker of the cursor."""
        return ()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The rows that fit, with the cursor among them."""
        for number in self.shown(height):
            yield self.marked(self.row_line(number, width), number, width)

    def shown(self, height: int) -> range:
        """The rows that fit into so many lines, with the cursor among them."""
        self._top = window(self.cursor, self.count, height, self._top)
        return range(self._top, min(self._top + height, self.count))

    def marked(self, line: Line, number: int, width: int) -> Line:
        """A row, with a marker under the cursor: in one style, and to be seen without colour."""
        if number != self.cursor:
            return line
        text = pad("".join(span[0] for span in line), width)
        return [(">" + text[1:], "selected")]

    def on_click(self, event: events.Click) -> None:
        """Puts the cursor on the row; a double click opens it."""
        offset = event.get_content_offset(self)
        number = None if offset is None else self.at(offset.y)
        if number is not None:
            self.go(number)
            self.clicked(double=event.chain > 1)

    def at(self, line: int) -> int | None:
        """The row that stands in a line of the pane; None for a heading, and below them all."""
        number = self._top + line - self.HEADING
        return number if self._top <= number < self.count else None

    def clicked(self, *, double: bool) -> None:
        """Does what a click on the row under the cursor asks for."""
        if double:
            self.post_message(self.Opened())

    def action_move(self, rows: int) -> None:
        """Moves the cursor by rows, as far as there are any."""
        self.go(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        """Turns pages."""
        self.action_move(pages * self.page)

    def action_first(self) -> None:
        """To the first row."""
        self.go(0)

    def action_last(self) -> None:
        """To the last row."""
        self.go(self.count)

    def motions(self, context: str) -> dict[str, Action]:
        """What moves the cursor, by the ids of commands of a context."""
        return {
            f"{context}.up": partial(self.action_move, -1),
            f"{context}.down": partial(self.action_move, 1),
            f"{context}.page-up": partial(self.action_page, -1),
            f"{context}.page-down": partial(self.action_page, 1),
            f"{context}.first": self.action_first,
            f"{context}.last": self.action_last,
        }
