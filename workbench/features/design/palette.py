"""The palette of edit mode: what can be painted, with its keys, and the ways to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual import events
from textual.message import Message

from workbench.commands import keymap
from workbench.session.brush import WIPED, WeightBrush
from workbench.session.editing import Brush, ToolKey
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Span, cut, window

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


@dataclass(frozen=True, slots=True)
class PaletteLine:
    """Something that can be painted, a line of the palette.

    Attributes:
        plane: the heading that it stands below.
        title: its name.
        key: what picks it, if anything does.
        look: the name of what it looks like, in the theme; empty for what has no looks.
    """

    plane: str
    title: str
    key: str = ""
    look: str = ""


def tools(choices: Iterable[ToolKey]) -> tuple[PaletteLine, ...]:
    """The tools of a game."""
    return tuple(
        PaletteLine(c.tool.plane.title(), c.tool.title, c.key, c.tool.name) for c in choices
    )


def weights(brush: WeightBrush) -> tuple[PaletteLine, ...]:
    """The weights that a stage's cells can be given; see :attr:`WeightBrush.scale`."""
    plane = f"Weights for {brush.stage.title}"
    return tuple(PaletteLine(plane, WIPED if w is None else f"{w}") for w in brush.scale)


class PalettePane(LinePane, keys="tools"):
    """One thing to paint a line: its key, what it looks like, its name; grouped by plane.

    Where there is room, the ways to draw stand below, each to be clicked too.
    """

    @dataclass
    class Picked(Message):
        """The user picked something to paint."""

        index: int

    @dataclass
    class Brushed(Message):
        """The user clicked a brush."""

        brush: Brush

    _game = ""
    _manner = Manner()
    _paints: tuple[PaletteLine, ...] = ()
    _index = 0
    _top = 0

    def show(
        self, game: str, paints: tuple[PaletteLine, ...], index: int, manner: Manner | None = None
    ) -> None:
        """Show what can be painted in a game, one thing chosen, and how it is drawn."""
        self._game, self._paints, self._index = game, paints, index
        self._manner = manner or self._manner
        self.retitle("Palette", paints[index].title if paints else "")
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A page of what can be painted, a heading before each plane, and how much follows."""
        rows, foot = self._rows(), self._foot(height)
        height -= len(foot)
        page = height - (len(rows) > height)
        at = next((n for n, row in enumerate(rows) if row == self._index), 0)
        self._top = window(at, len(rows), page, self._top)
        shown = rows[self._top : self._top + page]
        for row in shown:
            yield [(row, "title")] if isinstance(row, str) else self._line(row, width)
        more = sum(isinstance(row, int) for row in rows[self._top + page :])
        if more:
            yield [(f"    … {more} more", "muted")]
        yield from [[("", "")]] * (height - len(shown) - bool(more))
        for ways in foot:
            if not ways:
                ends = keymap.key("design.cancel")
                moves: Line = [
                    (keymap.name_directions("board", brief=True), "key"),
                    (" cursor  ", ""),
                ]
                yield cut([*moves, (ends, "key"), (" done", "")], width)
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
        """Every line of the list: a number of what can be painted, or the name of a plane."""
        rows: list[int | str] = []
        plane = ""
        for number, paint in enumerate(self._paints):
            if paint.plane != plane:
                plane = paint.plane
                rows.append(plane)
            rows.append(number)
        return rows

    def _line(self, number: int, width: int) -> Line:
        paint, here = self._paints[number], number == self._index
        spans: list[Span] = [("▸" if here else " ", "key" if here else "")]
        if paint.look:
            look = self._theme.look(self._game, paint.look)
            spans += [(f"{paint.key or ' '} ", "key"), (look.glyph, look.style), (" ", "")]
        title = paint.title.ljust(max(width - 8, 0)) if paint.look else f" {paint.title}"
        return [*spans, (title, "selected" if here else "")]

    def action_turn(self, delta: int) -> None:
        """Pick what comes next."""
        if self._paints:
            # At once, not when the screen has answered: the next key may come before that.
            self._index = (self._index + delta) % len(self._paints)
            self.renew()
            self.post_message(self.Picked(self._index))

    def on_click(self, event: events.Click) -> None:
        """Pick what was clicked, or a way to draw."""
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
                self.post_message(self.Picked(row))

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
