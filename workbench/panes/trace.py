"""The trace: every trial of a solver as one row, virtual in length."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import events
from textual.binding import BindingType
from textual.message import Message

from engine.game import Move
from engine.trace import TraceRow
from workbench import keymap
from workbench.designing import tracequery
from workbench.designing.breakpoints import Breakpoints
from workbench.designing.playback import Cell, TracePlayer, sign
from workbench.designing.tracesearch import Found
from workbench.designing.tracesteps import Details
from workbench.panes import breakmenu, traceparts
from workbench.panes.breakmenu import BreakMenu
from workbench.panes.lines import Line, LinePane, Span, columns, cut, window
from workbench.panes.traceparts import Block, Target

Purpose = Literal["search", "filter"]
HINT = "/ search  F filter"
NO_BREAKS = Breakpoints()


@dataclass(frozen=True, slots=True)
class TraceView:
    """What the pane shows.

    Attributes:
        player: the trace and its cursor; None without a trace.
        row: the row of the cursor.
        filter: the rows to list; None for all.
        matches: the rows that the search found; None without a search.
        details: what is known of the row.
        looking: what is being done in the background, in words.
        breaks: the breakpoints.
        moves: the moves of the game.
        empty: why there is no trace.
    """

    player: TracePlayer | None = None
    row: int = 0
    filter: Found | None = None
    matches: Found | None = None
    details: Details | None = None
    looking: str = ""
    breaks: Breakpoints = NO_BREAKS
    moves: tuple[Move, ...] = ()
    empty: str = ""


class TracePane(LinePane):
    """Rows of a trace with a cursor, and below them the row of the cursor explained.

    A row on the reported solution has a star, a situation without a win the word ``dead``;
    won and lost are words of the result. The mark at the right edge is where the page stands
    in the whole.
    """

    DEFAULT_CSS = """
    TracePane { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("trace")]

    can_focus = True

    class Selected(Message):
        """The cursor went to a row."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    class Chosen(Message):
        """Play is to go on by hand from the row of the cursor."""

    class Around(Message):
        """To a row beside the cursor's: ``parent``, ``child``, ``before`` or ``after``."""

        def __init__(self, where: str) -> None:
            super().__init__()
            self.where = where

    class Asked(Message):
        """The user typed what rows to search for, or to list alone."""

        def __init__(self, purpose: Purpose, text: str) -> None:
            super().__init__()
            self.purpose = purpose
            self.text = text

    class BreakChosen(Message):
        """The user chose a line of the breakpoints: a cell, a verdict, or what else it says."""

        def __init__(self, about: str | Cell) -> None:
            super().__init__()
            self.about = about

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
        if self._view.player is None or not len(self._view.player.trace):
            yield [(self._view.empty, "muted")]
            return
        below = self._below(width, height)
        rows = max(height - 1 - len(below), 1)
        self._targets = tuple(targets for _, targets in below)
        self._first_target = rows + 1
        if self._menu is not None:
            yield from self._menu.lines(width, rows + 1)
        else:
            yield from self._page(self._view.player, width, rows)
        for line, _ in below:
            yield line

    def _page(self, player: TracePlayer, width: int, height: int) -> Iterable[Line]:
        """The heading and a page of rows."""
        found = self._view.filter
        total = len(player.trace) if found is None else len(found.rows)
        at = self._cursor if found is None else min(found.rank(self._cursor), total - 1)
        self._top = window(at, total, height, self._top)
        numbers = range(self._top, min(self._top + height, total))
        indices = [n if found is None else int(found.rows[n]) for n in numbers]
        page = [player.trace[index] for index in indices]
        names = max(4, *(len(row.name) for row in page)) + 1
        yield cut([(f" {'depth':<6}{'name':<{names}} move  result", "muted")], width)
        knob = (height - 1) * self._top // max(total - height, 1) if total > height else -1
        for line, (index, row) in enumerate(zip(indices, page, strict=True)):
            edge: list[Span] = [("┃" if line == knob else " ", "muted")]
            here = index == self._cursor
            yield [*columns(self._row(row, names, here), self._marks(row), width - 1), *edge]
        yield from [[]] * (height - len(page))

    def _row(self, row: TraceRow, names: int, here: bool) -> list[Span]:
        # Only the name is reversed: a cursor that changes whole rows costs twice as much.
        role = _role(row)
        return [
            ("▸" if here else " ", "key" if here else ""),
            (f"{row.depth:<6}", role),
            (row.name, "selected" if here else role),
            (f"{'':<{names - len(row.name)}} {self._sign(row.move):<5} ", role),
            (row.result, role),
        ]

    def _marks(self, row: TraceRow) -> list[Span]:
        """What stands at the right of a row."""
        marks: list[Span] = []
        if row.dead and not row.lost:
            marks.append((" dead", _role(row)))
        if row.on_path:
            marks.append((" ★", "path"))
        return marks

    def _sign(self, word: str) -> str:
        for move in self._view.moves:
            if move.word == word:
                return sign(move)
        return word

    def _below(self, width: int, height: int) -> Block:
        """The lines below the rows, with what can be clicked on them."""
        if self._query is not None:
            asked = "/" if self._purpose == "search" else "only "
            helped = traceparts.filled(_wrapped(tracequery.HELP, width), 2, width)
            typed = cut([(asked, "key"), (self._query, "title"), (" ", "cursor")], width)
            rest = traceparts.block(self._view.details, width, height)
            return [*rest[: max(len(rest) - 3, 0)], *helped, (typed, ()), self._foot(width)]
        foot = [self._foot(width)]
        if self._menu is not None:
            foot = [(cut([(breakmenu.HINT, "muted")], width), ())]
        return [*traceparts.block(self._view.details, width, height), *self._told(width), *foot]

    def _told(self, width: int) -> Block:
        """Filter and search in a line each, while there are any."""
        player = self._view.player
        told: Block = []
        for head, text, found in (
            ("only ", player.filter_text if player is not None else "", self._view.filter),
            ("/", player.search_text if player is not None else "", self._view.matches),
        ):
            if found is not None:
                place = f" {_rank(found, self._cursor)}"
                told.append((columns([(head, "key"), (text, "")], [(place, "key")], width), ()))
        return told

    def _foot(self, width: int) -> tuple[Line, tuple[Target, ...]]:
        """Where the cursor stands, and what else there is to know."""
        view = self._view
        total = len(view.player.trace) if view.player is not None else 0
        place = f"row {self._cursor + 1:,} of {total:,}"
        stops = f"{len(view.breaks)} break{'' if len(view.breaks) == 1 else 's'}"
        said = view.looking or (stops if view.breaks else HINT)
        said = said if len(place) + len(said) + 2 <= width else ""
        return columns([(place, "muted")], [(said, "muted")], width), ()

    # Keys.

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        player, found = self._view.player, self._view.filter
        if player is None or not len(player.trace):
            return
        if found is None:
            self._go(self._cursor + rows)
        else:
            row = found.step(self._cursor, rows)
            self._go(self._cursor if row is None else row)

    def action_page(self, direction: int) -> None:
        """Turn a page."""
        self.action_move(direction * max(self._first_target - 1, 1))

    def action_end(self, direction: int) -> None:
        """To the first row or the last."""
        if self._view.player is not None:
            self.action_move(direction * len(self._view.player.trace))

    def action_around(self, where: str) -> None:
        """To the row that this was tried from, one tried from here, or one tried beside it."""
        self.post_message(self.Around(where))

    def action_choose(self) -> None:
        """Go on by hand from here."""
        self.post_message(self.Chosen())

    def ask(self, purpose: Purpose) -> None:
        """Begin to type what rows to search for, or to list alone."""
        player = self._view.player
        self._purpose, self._menu = purpose, None
        self._query = player.filter_text if player is not None and purpose == "filter" else ""
        self.renew()

    def open_breaks(self, breaks: Breakpoints) -> None:
        """List the breakpoints in place of the rows."""
        self._query, self._menu = None, BreakMenu(breaks)
        self.renew()

    def close_breaks(self) -> None:
        """List the rows again."""
        self._menu = None
        self.renew()

    def on_key(self, event: events.Key) -> None:
        """Type into the line, or move in the menu, while either is open."""
        if self._query is not None:
            taken = self._type(event)
        else:
            taken = self._menu is not None and self._choose(event.key, self._menu)
        if taken:
            event.stop()
            event.prevent_default()
            self.renew()

    def _type(self, event: events.Key) -> bool:
        query = self._query or ""
        if event.key == "enter":
            self._query = None
            if query or self._purpose == "filter":
                self.post_message(self.Asked(self._purpose, query))
        elif event.key == "escape":
            self._query = None
        elif event.key == "backspace":
            self._query = query[:-1]
        elif event.key == "ctrl+u":
            self._query = ""
        elif event.is_printable and event.character:
            self._query = query + event.character
        return True

    def _choose(self, key: str, menu: BreakMenu) -> bool:
        steps = {"up": -1, "k": -1, "w": -1, "down": 1, "j": 1, "s": 1}
        if key in steps:
            menu.move(steps[key])
        elif key in ("enter", "space", "x", "delete"):
            self.post_message(self.BreakChosen(menu.chosen))
        elif key in ("escape", "B"):
            self._menu = None
        else:
            return False
        return True

    # Mouse.

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked, in the list or in the details."""
        offset = event.get_content_offset(self)
        if offset is None or self._view.player is None:
            return
        if offset.y >= self._first_target:
            line = offset.y - self._first_target
            for target in self._targets[line] if line < len(self._targets) else ():
                if target.start <= offset.x < target.end:
                    self._go(target.row)
        elif self._menu is not None:
            place = self._menu.at(offset.y)
            if place is not None:
                self._menu.cursor = place
                self.renew()
                self.post_message(self.BreakChosen(self._menu.chosen))
        elif offset.y >= 1:
            self._go_to_line(self._top + offset.y - 1)

    def _go_to_line(self, line: int) -> None:
        found = self._view.filter
        if found is None:
            self._go(line)
        elif line < len(found.rows):
            self._go(int(found.rows[line]))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move on by a few rows."""
        event.stop()
        self.action_move(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move back by a few rows."""
        event.stop()
        self.action_move(-3)

    def _go(self, row: int) -> None:
        player = self._view.player
        if player is None or not len(player.trace):
            return
        # At once, not when the screen has answered: the next key may come before that.
        self._cursor = min(max(row, 0), len(player.trace) - 1)
        self.post_message(self.Selected(self._cursor))


def _rank(found: Found, row: int) -> str:
    """The place of a row among those found, and how many there are."""
    count = f"{len(found.rows):,}{'' if found.complete else '+'}"
    return f"{found.rank(row) + 1:,} of {count}" if found.has(row) else count


def _wrapped(text: str, width: int) -> list[Line]:
    lines: list[Line] = []
    rest = text.split(" · ")
    while rest:
        taken = rest.pop(0)
        while rest and len(taken) + 3 + len(rest[0]) <= width:
            taken += f" · {rest.pop(0)}"
        lines.append([(taken, "muted")])
    return lines


def _role(row: TraceRow) -> str:
    if row.won:
        return "good"
    if row.lost:
        return "bad"
    if row.on_path:
        return "path"
    return "dead" if row.dead or row.seen else ""
