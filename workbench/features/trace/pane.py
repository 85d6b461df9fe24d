"""The pane that shows a trace, with one row for each step of the solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from textual import events
from textual.message import Message

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench import commands
from workbench.features.trace import breakpoint_menu, trace_details, trace_rows
from workbench.features.trace.breakpoint_menu import BreakpointMenu
from workbench.features.trace.trace_details import DetailLines
from workbench.features.trace.trace_rows import TraceView
from workbench.session.trace.breakpoints import Breakpoints
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import ClickTarget, Line, Sign, find_first_row, find_target

Purpose = Literal["search", "filter"]
SIBLINGS = ("trace.sibling-before", "trace.sibling-after")


class TracePane(LinePane, keys="trace"):
    """A pane that shows the rows of a trace and, below them, explains the selected row.

    A star marks the rows on the reported solution. Each row says whether its move wins or loses,
    and how far its state is from a win or that it is a dead end. A mark at the right edge shows how
    far down the trace the visible page is.
    """

    @dataclass
    class RowSelected(Message):
        """A message sent when the user moves the cursor to a row."""

        row: int

    @dataclass
    class RowsRequested(Message):
        """A message sent when the user enters a query for a search or a filter."""

        purpose: Purpose
        text: str

    @dataclass
    class BreakpointChosen(Message):
        """A message sent when the user chooses an item in the menu of breakpoints."""

        subject: str | Cell

    _view = TraceView()
    _cursor = 0
    _top = 0
    _query: str | None = None
    _purpose: Purpose = "search"
    _menu: BreakpointMenu | None = None
    _targets: tuple[tuple[ClickTarget, ...], ...] = ()
    _first_target = 0

    def show_view(self, view: TraceView) -> None:
        """Show a trace, and put the cursor on the view's row; or say why there is no trace."""
        # An unchanged view must be shown again if a key has moved the pane's own cursor since.
        if view == self._view and view.row == self._cursor:
            return
        if view.player is not self._view.player or view.filter is not self._view.filter:
            self._top = 0
        self._view, self._cursor = view, view.row
        if self._menu is not None:
            self._menu.breakpoints = view.breakpoints
        self.update_content()

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield the heading, a page of rows, and the details of the selected row."""
        view = self._view
        below = self._draw_below(width, height)
        # The rows get the lines that the details leave free.
        rows = max(height - 1 - len(below), 1)
        self._targets = tuple(targets for _, targets in below)
        self._first_target = rows + 1
        if self._menu is not None:
            yield from self._menu.draw_lines(width, rows + 1)
        elif view.row_count:
            self._top = find_first_row(
                view.find_number(self._cursor), view.listed_count, rows, self._top
            )
            yield from trace_rows.draw_page(view, self._cursor, self._top, width, rows)
        else:
            yield from ([(view.empty, "muted")], *[[]] * rows)
        for line, _ in below:
            yield line

    def _draw_below(self, width: int, height: int) -> DetailLines:
        """Return the lines below the rows, each with its click targets."""
        view, cursor = self._view, self._cursor
        lines = (
            trace_details.draw_details(view.details, width, height, view.row_count)
            if view.row_count
            else []
        )
        if self._menu is not None:
            return [*lines, breakpoint_menu.draw_foot(width)]
        if self._query is None:
            lines += trace_details.draw_queries(view, cursor, width)
        else:
            asked = "/" if self._purpose == "search" else "only "
            lines[-3:] = trace_details.draw_query(asked, self._query, width)
        return [*lines, trace_details.draw_foot(view, cursor, width)] if view.row_count else lines

    def list_signs(self) -> Sequence[Sign]:
        """Return the signs that the legend explains."""
        return trace_rows.REASONED_SIGNS if self._view.is_reasoned else trace_rows.SIGNS

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the sibling commands to the screen if the trace consists of conclusions."""
        return not (self._view.is_reasoned and action == "command" and parameters[0] in SIBLINGS)

    def action_move(self, rows: int) -> None:
        """Move the cursor down by ``rows`` listed rows, or up if ``rows`` is negative."""
        view = self._view
        if view.filter is None:
            self._go_to(self._cursor + rows)
        else:
            # The cursor may be on a row that is not listed, which `step_from` allows.
            row = view.filter.step_from(self._cursor, rows)
            self._go_to(self._cursor if row is None else row)

    def action_page(self, direction: int) -> None:
        """Move the cursor down by a page, or up if ``direction`` is negative."""
        self.action_move(direction * max(self._first_target - 1, 1))

    def action_first(self) -> None:
        """Move the cursor to the first listed row."""
        self.action_move(-self._view.row_count)

    def action_last(self) -> None:
        """Move the cursor to the last listed row."""
        self.action_move(self._view.row_count)

    def open_query(self, purpose: Purpose) -> None:
        """Open the input line for a search or filter query."""
        player = self._view.player
        self._purpose, self._menu = purpose, None
        self._query = player.filter_text if player is not None and purpose == "filter" else ""
        self.update_content()

    def open_breakpoints(self, breaks: Breakpoints, picture: Picture) -> None:
        """Open the menu of the board's breakpoints in place of the rows."""
        self._query, self._menu = None, BreakpointMenu(breaks, picture)
        self.update_content()

    def close_breakpoints(self) -> None:
        """Close the menu of breakpoints and show the rows again."""
        self._menu = None
        self.update_content()

    def on_key(self, event: events.Key) -> None:
        """Edit the query or control the menu, if either is open."""
        if self._query is not None:
            self._edit_query(event, self._query)
        elif self._menu is None or not self._run_menu_key(event.key, self._menu):
            return
        event.stop()
        event.prevent_default()
        self.update_content()

    def _edit_query(self, event: events.Key, query: str) -> None:
        if event.key == "enter":
            self._query = None
            if query or self._purpose == "filter":
                self.post_message(self.RowsRequested(self._purpose, query))
        elif event.key == "escape":
            self._query = None
        elif event.key == "backspace":
            self._query = query[:-1]
        elif event.key == "ctrl+u":
            self._query = ""
        elif event.is_printable and event.character:
            self._query = query + event.character

    def _run_menu_key(self, key: str, menu: BreakpointMenu) -> bool:
        """Handle a key press in the menu; return False if the menu does not use the key."""
        command = commands.find_by_key(key, "list", "dialog", "design")
        name = command.id if command is not None else ""
        if name in breakpoint_menu.STEPS:
            menu.move_cursor(breakpoint_menu.STEPS[name])
        elif name == "list.choose":
            self.post_message(self.BreakpointChosen(menu.chosen_subject))
        elif name in breakpoint_menu.CLOSE_COMMANDS:
            self._menu = None
        else:
            return False
        return True

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row, or choose the clicked item in the open menu."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.y >= self._first_target:
            line = offset.y - self._first_target
            row = find_target(self._targets[line], offset.x) if line < len(self._targets) else None
            if row is not None:
                self._go_to(row)
        elif self._menu is not None:
            number = self._menu.find_item(offset.y)
            if number is not None:
                self._menu.cursor = number
                self.update_content()
                self.post_message(self.BreakpointChosen(self._menu.chosen_subject))
        # Line 0 is the heading, so the rows start at line 1.
        elif offset.y >= 1 and self._top + offset.y <= self._view.listed_count:
            self._go_to(self._view.get_row(self._top + offset.y - 1))

    def scroll_by_wheel(self, lines: int) -> bool:
        """Move the cursor down by ``lines`` listed rows, or up if ``lines`` is negative."""
        self.action_move(lines)
        return True

    def _go_to(self, row: int) -> None:
        if self._view.row_count:
            # Do not wait for the screen, because the next key press may come before it responds.
            self._cursor = min(max(row, 0), self._view.row_count - 1)
            self.post_message(self.RowSelected(self._cursor))
