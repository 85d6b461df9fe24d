"""The trace: every trial of a solver as one row, virtual in length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from engine.game import Move
from engine.trace import Trace, TraceRow
from workbench.designing.playback import sign
from workbench.panes.lines import Line, LinePane, Span, columns, cut, window

DETAILS = 2
"""Lines kept below the rows for the path and the search."""
HINT = "/ finds  S strategy"


class TracePane(LinePane):
    """Rows of a trace with a cursor; the path to the cursor's row below them.

    A row on the reported solution has a star, a situation without a win the word ``dead``;
    won and lost are words of the result.
    """

    DEFAULT_CSS = """
    TracePane { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k,w", "move(-1)", show=False),
        Binding("down,j,s", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    can_focus = True

    class Selected(Message):
        """The cursor went to a row."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    class Chosen(Message):
        """Play is to go on by hand from the row of the cursor."""

    class Find(Message):
        """The user asks for the next row of a name, or with a result."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    _trace: Trace | None = None
    _moves: tuple[Move, ...] = ()
    _cursor = 0
    _top = 0
    _empty = ""
    _query: str | None = None

    def show(self, trace: Trace | None, cursor: int, moves: tuple[Move, ...], empty: str) -> None:
        """Show a trace with the cursor on a row, or why there is none."""
        if trace is self._trace and (cursor, empty) == (self._cursor, self._empty):
            return
        if trace is not self._trace:
            self._top = 0
        self._trace, self._cursor, self._moves, self._empty = trace, cursor, moves, empty
        self.renew()

    # Drawing.

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A heading, a page of rows, and the path."""
        trace = self._trace
        if trace is None or len(trace) == 0:
            yield [(self._empty, "muted")]
            return
        rows = max(height - 1 - DETAILS, 1)
        self._top = window(self._cursor, len(trace), rows, self._top)
        end = min(self._top + rows, len(trace))
        page = [trace[index] for index in range(self._top, end)]
        names = max(4, *(len(row.name) for row in page)) + 1
        yield [(f" {'depth':<6}{'name':<{names}} move  result", "muted")]
        for index, row in enumerate(page, self._top):
            yield self._row(row, names, width, index == self._cursor)
        yield from [[]] * (rows - len(page))
        path = " ".join(self._sign(move) for move in trace.moves_to(self._cursor))
        yield cut([("path ", "muted"), (path or "start", "")], width)
        if self._query is not None:
            yield cut([("/", "key"), (self._query, "title"), (" ", "cursor")], width)
        else:
            place = f"row {self._cursor + 1:,} of {len(trace):,}"
            hint = HINT if len(place) + len(HINT) + 2 <= width else ""
            yield columns([(place, "muted")], [(hint, "muted")], width)

    def _row(self, row: TraceRow, names: int, width: int, here: bool) -> Line:
        role = _role(row)
        left: list[Span] = [
            ("▸" if here else " ", "key" if here else ""),
            (f"{row.depth:<6}", role),
            (f"{row.name:<{names}} ", role),
            (f"{self._sign(row.move):<5} ", role),
            (row.result, role),
        ]
        right: list[Span] = []
        if row.dead and "dead" not in row.result:
            right.append((" dead", role))
        if row.on_path:
            right.append((" ★", "path"))
        if here:
            left = [(text, "selected") for text, _ in left]
        return columns(left, right, width)

    def _sign(self, word: str) -> str:
        for move in self._moves:
            if move.word == word:
                return sign(move)
        return word

    # Keys.

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self._go(self._cursor + rows)

    def action_page(self, direction: int) -> None:
        """Turn a page."""
        self._go(self._cursor + direction * max(self.size.height - 1 - DETAILS, 1))

    def action_choose(self) -> None:
        """Go on by hand from here."""
        self.post_message(self.Chosen())

    def ask(self) -> None:
        """Begin to type what to find."""
        self._query = ""
        self.renew()

    def on_key(self, event: events.Key) -> None:
        """Type into the search while it is open."""
        if self._query is None:
            return
        event.stop()
        event.prevent_default()
        if event.key == "enter":
            query, self._query = self._query, None
            if query:
                self.post_message(self.Find(query))
        elif event.key == "escape":
            self._query = None
        elif event.key == "backspace":
            self._query = self._query[:-1]
        elif event.is_printable and event.character:
            self._query += event.character
        self.renew()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked."""
        offset = event.get_content_offset(self)
        if offset is not None and 1 <= offset.y < self.size.height - DETAILS:
            self._go(self._top + offset.y - 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move on by a few rows."""
        event.stop()
        self._go(self._cursor + 3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move back by a few rows."""
        event.stop()
        self._go(self._cursor - 3)

    def _go(self, row: int) -> None:
        if self._trace is None or not len(self._trace):
            return
        # At once, not when the screen has answered: the next key may come before that.
        self._cursor = min(max(row, 0), len(self._trace) - 1)
        self.renew()
        self.post_message(self.Selected(self._cursor))


def _role(row: TraceRow) -> str:
    if row.result.startswith("won"):
        return "good"
    if row.result.startswith("lost"):
        return "bad"
    if row.on_path:
        return "path"
    return "dead" if row.dead or row.result.startswith("=") else ""
