"""What single changes would do: those of one cell, and the best of the whole board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.message import Message

from workbench import keymap
from workbench.designing import effects, status
from workbench.designing.effects import Group
from workbench.designing.whatif import Report
from workbench.panes.lines import Line, LinePane, Span, columns, cut, window

ROLES = {"better": "better", "worse": "worse", "same": "same", "broken": "broken", "": "muted"}
"""Text styles by mark."""
BEST = "Best changes"
GLYPHS = 3
"""Tools of a line that are drawn, before all of them are named."""


class WhatIfPane(LinePane):
    """Two lists with one cursor: changes of the cell of the board's cursor, and the best ones."""

    DEFAULT_CSS = """
    WhatIfPane { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("whatif")]

    can_focus = True

    class Chosen(Message):
        """The user wants a change made."""

        def __init__(self, group: Group) -> None:
            super().__init__()
            self.group = group

    class Pointed(Message):
        """The cursor of the list came to another change."""

    _game = ""
    _report = Report()
    _index = 0
    _top = 0

    def show(self, game: str, report: Report) -> None:
        """Show a report on a level of a game; the cursor stays in the list that it is in."""
        if report.cell != self._report.cell:
            self._index = self._top = 0
        self._game, self._report = game, report
        self._index = min(self._index, max(len(self._groups) - 1, 0))
        running = {"running": "…", "stopped": " · stopped"}.get(report.state, "")
        tried = status.count(report.tried, "change") + running
        self.retitle(f"What if · {report.goal} · {tried}")
        self.renew()

    @property
    def pointed(self) -> Group | None:
        """The change at the cursor of the list."""
        return self._groups[self._index] if self._groups else None

    @property
    def _groups(self) -> tuple[Group, ...]:
        return (*self._report.here, *self._report.best)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The lists, by pages."""
        rows = list(self._rows())
        at = next((n for n, (number, _) in enumerate(rows) if number == self._index), 0)
        self._top = window(at, len(rows), height, self._top)
        for number, text in rows[self._top : self._top + height]:
            if number is not None:
                yield self._line(number, width)
            else:
                heading = bool(text) and text[0][0].startswith(BEST)
                right: list[Span] = [(" moves    ", "muted")] if heading else []
                yield columns(text, right, width)

    def _rows(self) -> Iterator[tuple[int | None, Line]]:
        """Every line: the number of a change, or a text."""
        report = self._report
        row, col = report.cell
        yield None, [(f"{row},{col} {report.contents}", "title")]
        yield None, [(f"as it stands: {effects.words(report.base)}", "muted")]
        if not report.here:
            yield None, [("nothing to change here", "muted")]
        for number in range(len(report.here)):
            yield number, []
        yield None, []
        yield None, [(f"{BEST} · {report.goal}", "title")]
        if not report.best:
            yield None, [("none is better than it is", "muted")]
        for number in range(len(report.here), len(self._groups)):
            yield number, []

    def _line(self, number: int, width: int) -> Line:
        report, group = self._report, self._groups[number]
        here = number == self._index
        role = ROLES[effects.mark(group.length, report.goal, report.base)]
        ranked = number >= len(report.here)
        place = f"{group.cell[0]},{group.cell[1]} " if ranked else ""
        more = effects.difference(group.length, report.base)
        moves = group.length.moves
        length = f" {effects.words(group.length)}" if moves is None else f" {moves}"
        right: list[Span] = [(length, role), (f"{more:>4}", role)]
        room = max(width - 2 - sum(cell_len(text) for text, _ in right), 0)
        name = "selected" if here else ""
        spans: list[Span] = [(place, name)]
        for change in group.changes[:GLYPHS]:
            look = self._theme.look(self._game, change.tool.name)
            if look.glyph.strip():
                spans += [(look.glyph, look.style), (" ", "")]
        spans.append((group.names, name))
        return columns([("▸ " if here else "  ", "key"), *cut(spans, room)], right, width)

    def action_move(self, delta: int) -> None:
        """Go to another change."""
        self._point(self._index + delta)

    def action_apply(self) -> None:
        """Ask for the change at the cursor."""
        if self.pointed is not None:
            self.post_message(self.Chosen(self.pointed))

    def on_click(self, event: events.Click) -> None:
        """Go to the change that was clicked; a second click makes it."""
        offset = event.get_content_offset(self)
        rows = [number for number, _ in self._rows()]
        if offset is None or self._top + offset.y >= len(rows):
            return
        number = rows[self._top + offset.y]
        if number is not None and number == self._index and event.chain > 1:
            self.action_apply()
        elif number is not None:
            self._point(number)

    def _point(self, index: int) -> None:
        # At once, not when the screen has answered: the next key may come before that.
        self._index = min(max(index, 0), max(len(self._groups) - 1, 0))
        self.renew()
        self.post_message(self.Pointed())
