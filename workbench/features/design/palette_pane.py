"""The palette of edit mode: tools or weights, their keys, and the brushes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual import events
from textual.message import Message

from workbench.commands import keymap
from workbench.session.edit_mode import MouseBrush, ToolKey
from workbench.session.weight_brush import ERASING, WeightBrush
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, Span, cut_line, find_first_row

MIN_FOOT_HEIGHT = 14
"""The smallest height, in lines, at which the pane also shows the brushes."""


@dataclass(frozen=True, slots=True)
class FootItem:
    """An item at the foot of the palette: its command, its label, and its brush if it has one."""

    command_id: str
    label: str
    brush: MouseBrush | None = None


@dataclass(frozen=True, slots=True)
class DrawingState:
    """The current brush, the current mirror, and the name of the change that undo would revert."""

    brush: MouseBrush = "freehand"
    mirror: str = "none"
    undo: str = ""

    def list_rows(self) -> tuple[tuple[FootItem, ...], ...]:
        """Return the rows of items at the foot of the palette."""
        shape: MouseBrush = "filled" if self.brush == "filled" else "rectangle"
        return (
            (
                FootItem("edit.line", "line", "line"),
                FootItem("edit.rectangle", shape, shape),
            ),
            (
                FootItem("edit.fill", "fill", "fill"),
                FootItem("edit.pick", "pick", "pick"),
                FootItem("edit.move", "move", "move"),
            ),
            (FootItem("edit.mirror", f"mirror {self.mirror}"),),
            (FootItem("design.undo", f"undo {self.undo}".strip()),),
        )


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """A tool or weight in the palette, which takes up one line.

    Attributes:
        plane: The heading of the item's group.
        title: The item's name.
        key: The key that picks the item; empty if there is none.
        look: The name of the item's look in the theme; empty if there is none.
    """

    plane: str
    title: str
    key: str = ""
    look: str = ""


def list_tools(choices: Iterable[ToolKey]) -> tuple[PaletteItem, ...]:
    """Build the palette items for a game's tools."""
    return tuple(
        PaletteItem(c.tool.plane.title(), c.tool.title, c.key, c.tool.name) for c in choices
    )


def list_weights(brush: WeightBrush) -> tuple[PaletteItem, ...]:
    """Build the palette items for the weights in :attr:`WeightBrush.scale`."""
    plane = f"Weights for {brush.stage.title}"
    return tuple(PaletteItem(plane, ERASING if w is None else f"{w}") for w in brush.scale)


class PalettePane(LinePane, keys="tools"):
    """A list of tools, grouped by plane. Each line shows a tool's key, glyph and name.

    If there is room, the brushes are listed below the tools and can be clicked.
    """

    @dataclass
    class ItemPicked(Message):
        """A message sent when the user picks a tool or a weight."""

        index: int

    @dataclass
    class BrushPicked(Message):
        """A message sent when the user clicks a brush."""

        brush: MouseBrush

    _game = ""
    _state = DrawingState()
    _items: tuple[PaletteItem, ...] = ()
    _index = 0
    _top = 0

    def show_items(
        self,
        game: str,
        items: tuple[PaletteItem, ...],
        index: int,
        state: DrawingState | None = None,
    ) -> None:
        """Show ``items`` and highlight the chosen one; below them, show the brush and mirror.

        Args:
            game: The name of the game.
            items: The tools or weights.
            index: The index of the chosen item.
            state: The brush, the mirror and the change to undo; None to keep the previous ones.
        """
        self._game, self._items, self._index = game, items, index
        self._state = state or self._state
        self.set_titles("Palette", items[index].title if items else "")
        self.update_content()

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield one page of items under their headings, then the foot."""
        rows, foot = self._list_rows(), self._list_foot_rows(height)
        height -= len(foot)
        # If there are more items than lines, the last line says how many follow.
        page = height - (len(rows) > height)
        at = next((n for n, row in enumerate(rows) if row == self._index), 0)
        self._top = find_first_row(at, len(rows), page, self._top)
        shown = rows[self._top : self._top + page]
        for row in shown:
            yield [(row, "title")] if isinstance(row, str) else self._draw_item(row, width)
        more = sum(isinstance(row, int) for row in rows[self._top + page :])
        if more:
            yield [(f"    … {more} more", "muted")]
        yield from [[("", "")]] * (height - len(shown) - bool(more))
        for ways in foot:
            if not ways:
                ends = keymap.get_key_hint("design.cancel")
                moves: Line = [
                    (keymap.name_directions("board", brief=True), "key"),
                    (" cursor  ", ""),
                ]
                yield cut_line([*moves, (ends, "key"), (" done", "")], width)
                continue
            yield cut_line([span for way in ways for span in self._draw_foot_item(way)][:-1], width)

    def _list_foot_rows(self, height: int) -> tuple[tuple[FootItem, ...], ...]:
        return ((), *self._state.list_rows()) if height >= MIN_FOOT_HEIGHT else ()

    def _draw_foot_item(self, way: FootItem) -> Iterator[Span]:
        chosen = way.brush is not None and way.brush == self._state.brush
        yield keymap.get_key_hint(way.command_id), "key"
        yield f" {way.label}", "selected" if chosen else ""
        yield "  ", ""

    def _list_rows(self) -> list[int | str]:
        """Return the rows of the list: item indices and, as headings, the names of planes."""
        rows: list[int | str] = []
        plane = ""
        for number, paint in enumerate(self._items):
            # The items are ordered by plane, so a change of plane begins a new group.
            if paint.plane != plane:
                plane = paint.plane
                rows.append(plane)
            rows.append(number)
        return rows

    def _draw_item(self, number: int, width: int) -> Line:
        paint, here = self._items[number], number == self._index
        spans: list[Span] = [("▸" if here else " ", "key" if here else "")]
        if paint.look:
            look = self._theme.get_look(self._game, paint.look)
            spans += [(f"{paint.key or ' '} ", "key"), (look.glyph, look.style), (" ", "")]
        title = paint.title.ljust(max(width - 8, 0)) if paint.look else f" {paint.title}"
        return [*spans, (title, "selected" if here else "")]

    def action_turn(self, delta: int) -> None:
        """Pick the item that is ``delta`` items further down, wrapping around at either end."""
        if self._items:
            # Update the index now, because the next key may arrive before the screen responds.
            self._index = (self._index + delta) % len(self._items)
            self.update_content()
            self.post_message(self.ItemPicked(self._index))

    def on_click(self, event: events.Click) -> None:
        """Pick the tool, weight or brush that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        foot = self._list_foot_rows(self.size.height)
        line = offset.y - (self.size.height - len(foot))
        rows = self._list_rows()
        if line >= 0:
            self._click_foot(foot[line], offset.x)
        elif self._top + offset.y < len(rows):
            row = rows[self._top + offset.y]
            if isinstance(row, int):
                self.post_message(self.ItemPicked(row))

    def _click_foot(self, ways: tuple[FootItem, ...], column: int) -> None:
        end = 0
        for way in ways:
            # As in `_draw_foot_item`, one blank precedes the label and two follow it.
            end += len(keymap.get_key_hint(way.command_id)) + len(way.label) + 3
            if column < end:
                if way.brush is None:
                    self.action_command(way.command_id)
                else:
                    self.post_message(self.BrushPicked(way.brush))
                return
