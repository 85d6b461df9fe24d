"""The list of breakpoints that stands in place of the rows of a trace while it is open."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.commands import keymap
from workbench.session.tracing.breakpoints import VERDICTS, Breakpoints
from workbench.text import status
from workbench.ui.lines import Line, cut, window

STEPS = {
    "list.up": -1,
    "list.down": 1,
    "list.page-up": -8,
    "list.page-down": 8,
    "list.first": -sys.maxsize,
    "list.last": sys.maxsize,
}
"""How far the commands of lists move the cursor."""
CLOSING = ("dialog.cancel", "design.breakpoints")
"""Commands whose keys close the menu."""
PICK, CLEAR = "pick", "clear"
"""What a line of the menu is about if it is neither a cell nor a verdict."""


def foot(width: int) -> tuple[Line, tuple[()]]:
    """What keys do while the menu is open; there is nothing to click."""
    keys = f"{keymap.key('list.choose')} sets, removes · {keymap.key('dialog.cancel')} closes"
    return cut([(keys, "muted")], width), ()


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the menu: what it is about, its words, and whether it is set."""

    about: str | Cell
    words: str
    set: bool | None = None


def items(breaks: Breakpoints, picture: Picture) -> list[Item]:
    """The lines of the menu."""
    listed = [Item(PICK, "a cell changes: point at it")]
    listed += [
        Item(cell, f"{status.place_brief(picture, *cell)} changes", set=True)
        for cell in breaks.cells
    ]
    listed += [Item(word, words, word in breaks.verdicts) for word, words in VERDICTS.items()]
    return [*listed, Item(CLEAR, "remove all")] if breaks else listed


@dataclass(slots=True)
class BreakMenu:
    """The open menu, with a cursor, over the breakpoints of a board."""

    breaks: Breakpoints
    picture: Picture
    cursor: int = 0
    top: int = 0

    @property
    def _items(self) -> list[Item]:
        return items(self.breaks, self.picture)

    def move(self, count: int) -> None:
        """Move the cursor."""
        self.cursor = min(max(self.cursor + count, 0), len(self._items) - 1)

    @property
    def chosen(self) -> str | Cell:
        """What the line of the cursor is about."""
        return self._items[min(self.cursor, len(self._items) - 1)].about

    def lines(self, width: int, height: int) -> Iterator[Line]:
        """A heading and a page of the list."""
        yield cut([("stop when", "title")], width)
        listed = self._items
        rows = max(height - 1, 1)
        self.cursor = min(self.cursor, len(listed) - 1)
        self.top = window(self.cursor, len(listed), rows, self.top)
        for number, item in enumerate(listed[self.top : self.top + rows], self.top):
            here = number == self.cursor
            box = "    " if item.set is None else "[x] " if item.set else "[ ] "
            head = ("▸" if here else " ", "key" if here else "")
            role = "breakpoint" if item.set else ""
            yield cut([head, (f"{box}{item.words}", "selected" if here else role)], width)
        yield from [[]] * (rows - len(listed[self.top : self.top + rows]))

    def at(self, line: int) -> int | None:
        """The number of the item in a line below the heading; None beside it."""
        number = self.top + line - 1
        return number if line >= 1 and number < len(self._items) else None
