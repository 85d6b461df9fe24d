"""The trace: every trial of a solver as one row, virtual in length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from textual import events
from textual.message import Message

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench import commands
from workbench.features.trace import breakmenu, traceparts, tracerows
from workbench.features.trace.breakmenu import BreakMenu
from workbench.features.trace.traceparts import Block
from workbench.features.trace.tracerows import TraceView
from workbench.session.tracing.breakpoints import Breakpoints
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Sign, Target, pointed, window

Purpose = Literal["search", "filter"]
SIBLINGS = ("trace.sibling-before", "trace.sibling-after")


class TracePane(LinePane, keys="trace"):
    """Rows of a trace with a cursor, and below them the row of the cursor explained.

    A row on the reported solution has a star, a situation without a win the word ``dead``;
    won and lost are words of the result. The mark at the right edge is where the page stands
    in the whole.
    """

    @dataclass
    class Selected(Message):
        """The cursor went to a row."""

        row: int

    @dataclass
    class RowsWanted(Message):
        """The user typed what rows to search for, or to list alone."""

        purpose: Purpose
        text: str

    @dataclass
    class BreakChosen(Message):
        """The user chose a line of the breakpoints: a cell, a verdict, or what else it says."""

        about: str | Cell

    _view = TraceView()
    _cursor = 0
    _top = 0
    _query: str | None = None
    _purpose: Purpose = "search"
    _menu: BreakMenu | None = None
    _targets: tuple[tuple[Target, ...], ...] = ()
    _first_target = 0

    def show(self, view: TraceView) -> None:
        """Show a moment of a trace, or why there is none."""
        if view == self._view and view.row == self._cursor:
            return
        if view.player is not self._view.player or view.filter is not self._view.filter:
            self._top = 0
        self._view, self._cursor = view, view.row
        if self._menu is not None:
            self._menu.breaks = view.breaks
        self.renew()

    # Drawing.

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A heading, a page of rows, and the details."""
        view = self._view
        below = self._below(width, height)
        rows = max(height - 1 - len(below), 1)
        self._targets = tuple(targets for _, targets in below)
        self._first_target = rows + 1
        if self._menu is not None:
            yield from self._menu.lines(width, rows + 1)
        elif view.rows:
            self._top = window(view.number(self._cursor), view.listed, rows, self._top)
            yield from tracerows.page(view, self._cursor, self._top, width, rows)
        else:
            yield from ([(view.empty, "muted")], *[[]] * rows)
        for line, _ in below:
            yield line

    def _below(self, width: int, height: int) -> Block:
        """The lines below the rows, with what can be clicked on them."""
        view, cursor = self._view, self._cursor
        lines = traceparts.block(view.details, width, height, view.rows) if view.rows else []
        if self._menu is not None:
            return [*lines, breakmenu.foot(width)]
        if self._query is None:
            lines += traceparts.row_lines(view, cursor, width)
        else:
            asked = "/" if self._purpose == "search" else "only "
            lines[-3:] = traceparts.typing(asked, self._query, width)
        return [*lines, traceparts.foot(view, cursor, width)] if view.rows else lines

    def signs(self) -> Sequence[Sign]:
        """What stands beside the rows."""
        return tracerows.REASONED_SIGNS if self._view.reasoned else tracerows.SIGNS

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves the keys of siblings to the screen where no move is tried beside another."""
        return not (self._view.reasoned and action == "command" and parameters[0] in SIBLINGS)

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        view = self._view
        if view.filter is None:
            self._go(self._cursor + rows)
        else:
            row = view.filter.step(self._cursor, rows)
            self._go(self._cursor if row is None else row)

    def action_page(self, direction: int) -> None:
        """Turn a page."""
        self.action_move(direction * max(self._first_target - 1, 1))

    def action_first(self) -> None:
        """To the first row."""
        self.action_move(-self._view.rows)

    def action_last(self) -> None:
        """To the last row."""
        self.action_move(self._view.rows)

    def ask(self, purpose: Purpose) -> None:
        """Begin to type what rows to search for, or to list alone."""
        player = self._view.player
        self._purpose, self._menu = purpose, None
        self._query = player.filter_text if player is not None and purpose == "filter" else ""
        self.renew()

    def open_breaks(self, breaks: Breakpoints, picture: Picture) -> None:
        """List the breakpoints set on a board in place of the rows."""
        self._query, self._menu = None, BreakMenu(breaks, picture)
        self.renew()

    def close_breaks(self) -> None:
        """List the rows again."""
        self._menu = None
        self.renew()

    def on_key(self, event: events.Key) -> None:
        """Type into the line, or move in the menu, while either is open."""
        if self._query is not None:
            self._type(event, self._query)
        elif self._menu is None or not self._choose(event.key, self._menu):
            return
        event.stop()
        event.prevent_default()
        self.renew()

    def _type(self, event: events.Key, query: str) -> None:
        if event.key == "enter":
            self._query = None
            if query or self._purpose == "filter":
                self.post_message(self.RowsWanted(self._purpose, query))
        elif event.key == "escape":
            self._query = None
        elif event.key == "backspace":
            self._query = query[:-1]
        elif event.key == "ctrl+u":
            self._query = ""
        elif event.is_printable and event.character:
            self._query = query + event.character

    def _choose(self, key: str, menu: BreakMenu) -> bool:
        """Do in the menu what a key does in lists; False for any other key."""
        command = commands.by_key(key, "list", "dialog", "design")
        name = command.id if command is not None else ""
        if name in breakmenu.STEPS:
            menu.move(breakmenu.STEPS[name])
        elif name == "list.choose":
            self.post_message(self.BreakChosen(menu.chosen))
        elif name in breakmenu.CLOSING:
            self._menu = None
        else:
            return False
        return True

    # Mouse.

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked, in the list or in the details."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.y >= self._first_target:
            line = offset.y - self._first_target
            row = pointed(self._targets[line], offset.x) if line < len(self._targets) else None
            if row is not None:
                self._go(row)
        elif self._menu is not None:
            number = self._menu.at(offset.y)
            if number is not None:
                self._menu.cursor = number
                self.renew()
                self.post_message(self.BreakChosen(self._menu.chosen))
        elif offset.y >= 1 and self._top + offset.y <= self._view.listed:
            self._go(self._view.at(self._top + offset.y - 1))

    def wheel(self, lines: int) -> bool:
        """Move by a few rows."""
        self.action_move(lines)
        return True

    def _go(self, row: int) -> None:
        if self._view.rows:
            # At once, not when the screen has answered: the next key may come before that.
            self._cursor = min(max(row, 0), self._view.rows - 1)
            self.post_message(self.Selected(self._cursor))
