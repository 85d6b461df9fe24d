"""The palette of edit mode: the tools of the game with their keys, and the ways to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual import events
from textual.message import Message

from workbench.commands import keymap
from workbench.session.editing import Brush, Choice
from workbench.ui.lines import Line, LinePane, Span, cut, window

FOOT_FROM = 14
"""Lines from which there is room for the ways to draw below the tools."""


@dataclass(frozen=True, slots=True)
class DrawingWay:
    """A way to draw at the foot of the palette: its command, its words, and its brush if any."""

    command_id: str
    words: str
    brush: Brush | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """How is drawn: what a press of the mouse does, the mirror, and what can be undone."""

    brush: Brush = "freehand"
    mirror: str = "none"
    undo: str = ""

    def rows(self) -> tuple[tuple[DrawingWay, ...], ...]:
        """The ways to draw, line by line."""
        shape: Brush = "filled" if self.brush == "filled" else "rectangle"
        return (
            (
                DrawingWay("edit.line", "line", "line"),
                DrawingWay("edit.rectangle", shape, shape),
            ),
            (
                DrawingWay("edit.fill", "fill", "fill"),
                DrawingWay("edit.pick", "pick", "pick"),
                DrawingWay("edit.move", "move", "move"),
            ),
            (DrawingWay("edit.mirror", f"mirror {self.mirror}"),),
            (DrawingWay("design.undo", f"undo {self.undo}".strip()),),
        )


class PalettePane(LinePane, keys="tools"):
    """One tool a line: its key, what it looks like, its name; grouped by plane.

    Where there is room, the ways to draw stand below, each to be clicked too.
    """

    @dataclass
    class ToolPicked(Message):
        """The user picked a tool."""

        index: int

    @dataclass
    class Brushed(Message):
        """The user clicked a brush."""

        brush: Brush

    _game = ""
    _manner = Manner()
    _choices: tuple[Choice, ...] = ()
    _index = 0
    _top = 0

    def show(
        self, game: str, choices: tuple[Choice, ...], index: int, manner: Manner | None = None
    ) -> None:
        """Show tools, one of them chosen, and how they draw."""
        self._game, self._choices, self._index = game, choices, index
        self._manner = manner or self._manner
        self.retitle("Palette", choices[index].tool.title if choices else "")
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A page of tools, a heading before each plane."""
        rows, foot = self._rows(), self._foot(height)
        height -= len(foot)
        at = next((n for n, row in enumerate(rows) if row == self._index), 0)
        self._top = window(at, len(rows), height, self._top)
        shown = rows[self._top : self._top + height]
        for row in shown:
            yield [(row.title(), "title")] if isinstance(row, str) else self._line(row, width)
        yield from [[("", "")]] * (height - len(shown))
        for ways in foot:
            if not ways:
                yield cut([("arrows", "key"), (" move the cursor", "")], width)
                continue
            yield cut([span for way in ways for span in self._way(way)][:-1], width)

    def _foot(self, height: int) -> tuple[tuple[DrawingWay, ...], ...]:
        return ((), *self._manner.rows()) if height >= FOOT_FROM else ()

    def _way(self, way: DrawingWay) -> Iterator[Span]:
        chosen = way.brush is not None and way.brush == self._manner.brush
        yield keymap.key(way.command_id), "key"
        yield f" {way.words}", "selected" if chosen else ""
        yield "  ", ""

    def _rows(self) -> list[int | str]:
        """Every line of the list: the number of a tool, or the name of a plane."""
        rows: list[int | str] = []
        plane = ""
        for number, choice in enumerate(self._choices):
            if choice.tool.plane != plane:
                plane = choice.tool.plane
                rows.append(plane)
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
            self.post_message(self.ToolPicked(self._index))

    def on_click(self, event: events.Click) -> None:
        """Pick the tool, or the way to draw, that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        foot = self._foot(self.size.height)
        line = offset.y - (self.size.height - len(foot))
        rows = self._rows()
        if line >= 0:
            self._click_way(foot[line], offset.x)
        elif self._top + offset.y < len(rows):
            row = rows[self._top + offset.y]
            if isinstance(row, int):
                self.post_message(self.ToolPicked(row))

    def _click_way(self, ways: tuple[DrawingWay, ...], column: int) -> None:
        end = 0
        for way in ways:
            end += len(keymap.key(way.command_id)) + len(way.words) + 3
            if column < end:
                if way.brush is None:
                    self.action_command(way.command_id)
                else:
                    self.post_message(self.Brushed(way.brush))
                return
