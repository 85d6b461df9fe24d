"""A list to pick one line from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message

from workbench.commands import keymap
from workbench.theme.theming import Theme
from workbench.ui.commands import LISTS
from workbench.ui.lines import Line, LinePane, cut, window


class PickList(LinePane):
    """Lines with a cursor, moved by arrows, hjkl and wasd; enter or a click picks."""

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(LISTS)]

    can_focus = True

    class Picked(Message):
        """The user picked a line, by its number from 0."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, theme: Theme, rows: Sequence[Line], cursor: int = 0) -> None:
        """Creates the list.

        Args:
            theme: how it is drawn.
            rows: the lines.
            cursor: the line that the cursor begins on.
        """
        super().__init__(theme)
        self._rows = rows
        self._cursor = cursor
        self._top = 0

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A page of the list."""
        self._top = window(self._cursor, len(self._rows), height, self._top)
        for place, row in enumerate(self._rows[self._top : self._top + height], self._top):
            here = place == self._cursor
            head = ("▸ ", "key") if here else ("  ", "")
            first = [(row[0][0], "selected" if here else row[0][1])]
            yield cut([head, *first, *row[1:]], width)

    def action_move(self, rows: int) -> None:
        """Moves the cursor."""
        self._cursor = min(max(self._cursor + rows, 0), len(self._rows) - 1)
        self.renew()

    def action_page(self, pages: int) -> None:
        """Turns pages."""
        self.action_move(pages * max(self.size.height, 1))

    def action_first(self) -> None:
        """To the first line."""
        self.action_move(-len(self._rows))

    def action_last(self) -> None:
        """To the last line."""
        self.action_move(len(self._rows))

    def action_choose(self) -> None:
        """Picks the line of the cursor."""
        self.post_message(self.Picked(self._cursor))

    def on_click(self, event: events.Click) -> None:
        """Picks the line under the pointer."""
        offset = event.get_content_offset(self)
        if offset is not None and self._top + offset.y < len(self._rows):
            self._cursor = self._top + offset.y
            self.renew()
            self.action_choose()
