"""The menu of breakpoints, which covers the trace's rows while it is open."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.commands import keymap
from workbench.session.trace.breakpoints import VERDICTS, Breakpoints
from workbench.text import quantity_text
from workbench.ui.styled_lines import Line, cut_line, find_first_row

STEPS = {
    "list.up": -1,
    "list.down": 1,
    "list.page-up": -8,
    "list.page-down": 8,
    "list.first": -sys.maxsize,
    "list.last": sys.maxsize,
}
"""The number of items by which each command moves the cursor down."""
CLOSE_COMMANDS = ("dialog.cancel", "design.breakpoints")
"""The commands whose keys close the menu."""
PICK, CLEAR = "pick", "clear"
"""The subjects of the item for choosing a cell and of the item for removing all breakpoints."""


def draw_foot(width: int) -> tuple[Line, tuple[()]]:
    """Return a line that explains the menu's keys, and an empty tuple of click targets."""
    keys = (
        f"{keymap.get_key_hint('list.choose')} set or remove · "
        f"{keymap.get_key_hint('dialog.cancel')} close"
    )
    return cut_line([(keys, "muted")], width), ()


@dataclass(frozen=True, slots=True)
class BreakpointItem:
    """An item in the menu.

    Attributes:
        subject: The cell or the verdict that the breakpoint is for, or PICK or CLEAR.
        label: The text to show.
        is_set: True if the breakpoint is set, or None for an item that is not a breakpoint.
    """

    subject: str | Cell
    label: str
    is_set: bool | None = None


def list_items(breaks: Breakpoints, picture: Picture) -> list[BreakpointItem]:
    """Return the menu's items.

    The first item is for choosing a cell. The breakpoints follow. If any are set, the last item
    removes them all.
    """
    listed = [BreakpointItem(PICK, "choose a cell that changes")]
    listed += [
        BreakpointItem(
            cell, f"{quantity_text.format_brief_place(picture, *cell)} changes", is_set=True
        )
        for cell in breaks.cells
    ]
    listed += [
        BreakpointItem(word, words, word in breaks.verdicts) for word, words in VERDICTS.items()
    ]
    return [*listed, BreakpointItem(CLEAR, "remove all")] if breaks else listed


@dataclass(slots=True)
class BreakpointMenu:
    """The menu of breakpoints while it is open.

    Attributes:
        breakpoints: The breakpoints that are set.
        picture: The picture of the board, which provides the names of cells.
        cursor: The index of the item under the cursor.
        top: The index of the first visible item.
    """

    breakpoints: Breakpoints
    picture: Picture
    cursor: int = 0
    top: int = 0

    @property
    def _listed_items(self) -> list[BreakpointItem]:
        return list_items(self.breakpoints, self.picture)

    def move_cursor(self, count: int) -> None:
        """Move the cursor down by ``count`` items, or up if ``count`` is negative."""
        self.cursor = min(max(self.cursor + count, 0), len(self._listed_items) - 1)

    @property
    def chosen_subject(self) -> str | Cell:
        """The ``subject`` of the item under the cursor."""
        return self._listed_items[min(self.cursor, len(self._listed_items) - 1)].subject

    def draw_lines(self, width: int, height: int) -> Iterator[Line]:
        """Yield the heading and the items on the visible page."""
        yield cut_line([("stop when", "title")], width)
        listed = self._listed_items
        rows = max(height - 1, 1)
        # Removing a breakpoint may have left the cursor past the last item.
        self.cursor = min(self.cursor, len(listed) - 1)
        self.top = find_first_row(self.cursor, len(listed), rows, self.top)
        for number, item in enumerate(listed[self.top : self.top + rows], self.top):
            here = number == self.cursor
            box = "    " if item.is_set is None else "[x] " if item.is_set else "[ ] "
            head = ("▸" if here else " ", "key" if here else "")
            role = "breakpoint" if item.is_set else ""
            yield cut_line([head, (f"{box}{item.label}", "selected" if here else role)], width)
        yield from [[]] * (rows - len(listed[self.top : self.top + rows]))

    def find_item(self, line: int) -> int | None:
        """Return the index of the item in the pane's line ``line``, or None if there is none."""
        number = self.top + line - 1
        return number if line >= 1 and number < len(self._listed_items) else None
