"""The palette of edit mode: the tools of the game with the keys that pick them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from workbench.designing.editing import Choice
from workbench.panes.lines import Line, LinePane, Span, window


class PalettePane(LinePane):
    """One tool a line: its key, what it looks like, its name; grouped by layer."""

    DEFAULT_CSS = """
    PalettePane { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k,w", "turn(-1)", show=False),
        Binding("down,j,s", "turn(1)", show=False),
    ]

    can_focus = True

    class Picked(Message):
        """The user picked a tool."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    _game = ""
    _choices: tuple[Choice, ...] = ()
    _index = 0
    _top = 0

    def show(self, game: str, choices: tuple[Choice, ...], index: int) -> None:
        """Show tools, one of them chosen."""
        self._game, self._choices, self._index = game, choices, index
        self.retitle("Palette", choices[index].tool.title if choices else "")
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A page of tools, a heading before each layer."""
        rows = self._rows()
        at = next((n for n, row in enumerate(rows) if row == self._index), 0)
        self._top = window(at, len(rows), height, self._top)
        for row in rows[self._top : self._top + height]:
            yield [(row.title(), "title")] if isinstance(row, str) else self._line(row, width)

    def _rows(self) -> list[int | str]:
        """Every line of the list: the number of a tool, or the name of a layer."""
        rows: list[int | str] = []
        layer = ""
        for number, choice in enumerate(self._choices):
            if choice.tool.layer != layer:
                layer = choice.tool.layer
                rows.append(layer)
            rows.append(number)
        return rows

    def _line(self, number: int, width: int) -> Line:
        choice = self._choices[number]
        here = number == self._index
        look = self._theme.look(self._game, choice.tool.name)
        name = choice.tool.title.ljust(max(width - 8, 0))
        spans: list[Span] = [
            ("▸" if here else " ", "key" if here else ""),
            (f"{choice.key or ' '} ", "key"),
            (look.glyph, look.style),
            (f" {name}", "selected" if here else ""),
        ]
        return spans

    def action_turn(self, delta: int) -> None:
        """Pick the next tool."""
        if self._choices:
            # At once, not when the screen has answered: the next key may come before that.
            self._index = (self._index + delta) % len(self._choices)
            self.renew()
            self.post_message(self.Picked(self._index))

    def on_click(self, event: events.Click) -> None:
        """Pick the tool that was clicked."""
        offset = event.get_content_offset(self)
        rows = self._rows()
        if offset is not None and 0 <= self._top + offset.y < len(rows):
            row = rows[self._top + offset.y]
            if isinstance(row, int):
                self.post_message(self.Picked(row))
