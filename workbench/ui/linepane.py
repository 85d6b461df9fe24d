"""The base of the design screen's panes: lines of styled text that cost few bytes.

A pane says what its lines are for its present size; :meth:`LinePane.renew` compares them
with what is on the screen and repaints only the columns that differ. Lists and bars stay
cheap that way however often they are renewed, and a renewal that changes nothing sends
nothing. Panes are virtual in length: they make only the lines that fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any, cast

from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.commands import keymap
from workbench.ui.lines import Line, Sign, Span, cut, cut_at_blank

if TYPE_CHECKING:
    from workbench.theme.theming import Theme
    from workbench.ui.host import Host


class LinePane(Widget):
    """A fixed-size widget that shows lines of spans in the roles of a theme's text styles."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "LinePane { padding: 0 1; }"

    @dataclass
    class CommandAsked(Message):
        """A command of the screen was asked for, by its id, or its name among the screen's own."""

        command_id: str

    def __init_subclass__(cls, keys: str = "", **options: Any) -> None:
        """Takes the keys of the commands of a context while it has the focus."""
        if keys:
            cls.BINDINGS = [*keymap.bindings(keys)]
            cls.can_focus = True
        super().__init_subclass__(**options)

    _strips: list[Strip] | None = None
    _made: tuple[Style, int, dict[tuple[Span, ...], Strip]] = Style.null(), 0, {}
    """The strips that are shown by their lines, with the base style and the width of all."""

    @property
    def _theme(self) -> Theme:
        return cast("Host", self.app).theme_glyphs

    def redraw(self) -> None:
        """Draws everything again, for another theme or another size."""
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        """Has everything drawn anew: styles may have changed."""
        self._strips = None
        self._made = Style.null(), 0, {}

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The lines to show in ``width`` by ``height`` cells, longer ones cut; a pane's own."""
        return ()

    def renew(self) -> None:
        """Repaint what is no longer as :meth:`lines` says."""
        if self._strips is None:
            return  # nothing painted yet, or everything is going to be
        old, new = self._strips, self._draw()
        self._strips = new
        changed = [
            Region(start, y, end - start, 1)
            for y, (before, after) in enumerate(zip_longest(old, new))
            if before is not after
            for start, end in (_difference(before, after),)
            if end > start
        ]
        if changed:
            self.refresh(*changed)

    def retitle(self, title: str, subtitle: str = "") -> None:
        """Set the titles in the border, repainting only if they changed."""
        retitle(self, title, subtitle)

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        if self._strips is None:
            self._strips = self._draw()
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, self.rich_style)

    async def on_event(self, event: events.Event) -> None:
        """Draws before the mouse points at anything: where things are is known by drawing them.

        After another size or theme nothing is drawn until the next frame, while other contents may
        have come.
        """
        if isinstance(event, events.MouseEvent) and self._strips is None and self.is_attached:
            self._strips = self._draw()
        await super().on_event(event)

    def action_command(self, command_id: str) -> None:
        """Has the screen do a command, after what it was asked for before."""
        self.post_message(self.CommandAsked(command_id))

    def signs(self) -> Sequence[Sign]:
        """What the signs in its lines mean, as far as words do not say so; by default none."""
        return ()

    @property
    def name_of_signs(self) -> str:
        """What the legend calls it: its title up to what is said of its contents."""
        title = "" if self.border_title is None else Content.from_markup(self.border_title).plain
        return title.partition(" · ")[0] or type(self).__name__.removesuffix("Pane")

    def wheel(self, lines: int) -> bool:
        """Does what the wheel asks for, which turns by so many lines; False for nothing."""
        return False

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel_turned(self, event: events.MouseEvent) -> None:
        if self.wheel(3 if isinstance(event, events.MouseScrollDown) else -3):
            event.stop()

    def on_resize(self) -> None:
        """Draw again for the new size."""
        self.redraw()

    def notify_style_update(self) -> None:
        """Draw again in the new theme."""
        super().notify_style_update()
        self._forget()

    def _draw(self) -> list[Strip]:
        width, height = self.size
        if width <= 0 or height <= 0:
            return []
        base = self.rich_style
        theme = self._theme
        known = self._made[2] if self._made[:2] == (base, width) else {}
        made: dict[tuple[Span, ...], Strip] = {}

        styles: dict[str | Style, Style] = {"": base}

        def style(role: str | Style) -> Style:
            """The style of a role over the base, worked out once."""
            if role not in styles:
                styles[role] = base + (theme.style(role) if isinstance(role, str) else role)
            return styles[role]

        strips = []
        for line, _ in zip(self.lines(width, height), range(height), strict=False):
            spans = tuple(line)
            strip = known.get(spans)
            if strip is None:
                segments = [Segment(text, style(role)) for text, role in spans if text]
                strip = Strip(segments).adjust_cell_length(width, base).simplify()
            made[spans] = strip
            strips.append(strip)
        self._made = base, width, made
        return strips


def retitle(frame: Widget, title: str, subtitle: str = "") -> None:
    """Set the titles of a frame if they changed: setting them repaints it."""
    # Through Content, because titles come from files and must not be read as markup.
    for name, text in (("border_title", title), ("border_subtitle", subtitle)):
        content = Content(text)
        if getattr(frame, name) != content.markup:
            setattr(frame, name, content)


def _difference(before: Strip | None, after: Strip | None) -> tuple[int, int]:
    """The columns in which two strips differ, as a half-open interval."""
    if before is None or after is None:
        strip = before or after
        return (0, strip.cell_length) if strip is not None else (0, 0)
    old, new = _cells(before), _cells(after)
    if len(old) != before.cell_length or len(new) != after.cell_length or len(old) != len(new):
        return 0, max(before.cell_length, after.cell_length)  # wide characters: the whole line
    start, end = 0, len(new)
    while start < end and old[start] == new[start]:
        start += 1
    while end > start and old[end - 1] == new[end - 1]:
        end -= 1
    return start, end


def _cells(strip: Strip) -> list[tuple[str, Style | None]]:
    return [(glyph, segment.style) for segment in strip for glyph in segment.text]


ENDLESS = (10_000, 1_000)
"""More columns and lines than any words take."""


class WordsPane(LinePane):
    """Lines to read, made by a function of the columns and lines that there are."""

    _words: Callable[[int, int], Iterable[Line]] | None = None

    def show(self, words: Callable[[int, int], Iterable[Line]]) -> None:
        """Shows what a function makes."""
        self._words = words
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """What the function makes; nothing at first."""
        lines = self._words(width, height) if self._words is not None else ()
        shown = [cut(line, width) for line in islice(lines, height + 1)]
        if len(shown) > height > 0:
            shown[height - 1 :] = [cut_at_blank([*shown[height - 1], (" …", "muted")], width)]
        return shown

    @property
    def text(self) -> str:
        """All of it as plain text, as if there were room for everything."""
        lines = ("".join(text for text, _ in line) for line in self.lines(*ENDLESS))
        return "\n".join(re.sub(" {3,}", "  ", line.rstrip()) for line in lines)
