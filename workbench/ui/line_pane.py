"""The base class of all panes, which show styled text and send few bytes for an update.

Over a slow connection every byte counts. A pane therefore computes lines for its current size
(:meth:`LinePane.draw_lines`), and only those that fit. :meth:`LinePane.update_content` then
compares the new strips with those on the screen and repaints only the columns that differ. An
update that changes nothing sends nothing, so callers may update after every event.

For example, when the cursor in a list moves by one row, two strips change. In each of them only the
columns from the first to the last difference are sent.
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
from workbench.terminal.fault_boundary import FaultBoundary
from workbench.ui.styled_lines import Line, Sign, Span, cut_at_word, cut_line

if TYPE_CHECKING:
    from workbench.theme.theme_loader import Theme
    from workbench.ui.host import Host


class LinePane(FaultBoundary, Widget):
    """A widget that shows lines of spans, each in one of the theme's text styles."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "LinePane { padding: 0 1; }"

    @dataclass
    class CommandRequested(Message):
        """A request to run a command, given by its id or by its name without the context."""

        command_id: str

    def __init_subclass__(cls, keys: str = "", **options: Any) -> None:
        """Make the pane focusable and bind the keys of the context ``keys``, if it is given."""
        if keys:
            cls.BINDINGS = [*keymap.bind_contexts(keys)]
            cls.can_focus = True
        super().__init_subclass__(**options)

    _strips: list[Strip] | None = None
    _strip_cache: tuple[Style, int, dict[tuple[Span, ...], Strip]] = Style.null(), 0, {}
    """The base style and the width of the cached strips, and a mapping from spans to strips."""

    @property
    def _theme(self) -> Theme:
        return cast("Host", self.app).theme_glyphs

    def redraw(self) -> None:
        """Draw everything again, for example in a new theme or size."""
        self._clear_strips()
        self.refresh()

    def _clear_strips(self) -> None:
        """Discard all drawn strips, because their styles may have changed."""
        self._strips = None
        self._strip_cache = Style.null(), 0, {}

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the contents as lines. Anything beyond ``width`` or ``height`` will be cut off."""
        return ()

    def update_content(self) -> None:
        """Draw the lines again, and repaint the columns that have changed."""
        if self._strips is None:
            return  # the next frame will paint everything
        old, new = self._strips, self._draw_strips()
        self._strips = new
        changed = [
            Region(start, y, end - start, 1)
            for y, (before, after) in enumerate(zip_longest(old, new))
            # Unchanged lines are the same Strip objects, because strips are cached.
            if before is not after
            for start, end in (_find_difference(before, after),)
            if end > start
        ]
        if changed:
            self.refresh(*changed)

    def set_titles(self, title: str, subtitle: str = "") -> None:
        """Set the titles in the pane's border, repainting it only if they have changed."""
        set_titles(self, title, subtitle)

    def render_line(self, y: int) -> Strip:
        """Return line ``y`` of the widget."""
        if self._strips is None:
            self._strips = self._draw_strips()
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, self.rich_style)

    async def on_event(self, event: events.Event) -> None:
        """Draw the lines, if necessary, before handling a mouse event.

        Drawing records where the clickable parts are. After a change of size or theme, nothing is
        drawn until the next frame, so these records are out of date.
        """
        if isinstance(event, events.MouseEvent) and self._strips is None and self.is_attached:
            self._strips = self._draw_strips()
        await super().on_event(event)

    def action_command(self, command_id: str) -> None:
        """Ask the screen to run a command, after any events that are still waiting."""
        self.post_message(self.CommandRequested(command_id))

    def list_signs(self) -> Sequence[Sign]:
        """Return the signs in the pane that need an explanation, with their meanings."""
        return ()

    @property
    def legend_title(self) -> str:
        """The title of the pane's section in the legend: the first part of the pane's title."""
        # The border's title is markup, but the legend shows plain text.
        title = "" if self.border_title is None else Content.from_markup(self.border_title).plain
        return title.partition(" · ")[0] or type(self).__name__.removesuffix("Pane")

    def scroll_by_wheel(self, lines: int) -> bool:
        """Scroll down by ``lines``, or up if negative, and return whether the pane can scroll."""
        return False

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _handle_wheel(self, event: events.MouseEvent) -> None:
        if self.scroll_by_wheel(3 if isinstance(event, events.MouseScrollDown) else -3):
            event.stop()

    def on_resize(self) -> None:
        """Draw everything again for the new size."""
        self.redraw()

    def notify_style_update(self) -> None:
        """Draw everything again in the new theme."""
        super().notify_style_update()
        self._clear_strips()

    def _draw_strips(self) -> list[Strip]:
        width, height = self.size
        if width <= 0 or height <= 0:
            return []
        # The cache is valid for one base style and one width.
        base = self.rich_style
        theme = self._theme
        known = self._strip_cache[2] if self._strip_cache[:2] == (base, width) else {}
        made: dict[tuple[Span, ...], Strip] = {}

        styles: dict[str | Style, Style] = {"": base}

        def resolve_style(role: str | Style) -> Style:
            if role not in styles:
                styles[role] = base + (theme.get_style(role) if isinstance(role, str) else role)
            return styles[role]

        strips = []
        for line, _ in zip(self.draw_lines(width, height), range(height), strict=False):
            spans = tuple(line)
            # Identical lines share one strip. The new cache keeps only the strips in use.
            strip = known.get(spans)
            if strip is None:
                segments = [Segment(text, resolve_style(role)) for text, role in spans if text]
                strip = Strip(segments).adjust_cell_length(width, base).simplify()
            made[spans] = strip
            strips.append(strip)
        self._strip_cache = base, width, made
        return strips


def set_titles(frame: Widget, title: str, subtitle: str = "") -> None:
    """Set the titles of a frame only if they have changed, because setting them repaints it."""
    # Content prevents titles, which may come from files, from being interpreted as markup.
    for name, text in (("border_title", title), ("border_subtitle", subtitle)):
        content = Content(text)
        if getattr(frame, name) != content.markup:
            setattr(frame, name, content)


def _find_difference(before: Strip | None, after: Strip | None) -> tuple[int, int]:
    """Return the first column in which two strips differ, and the column after the last one."""
    if before is None or after is None:
        strip = before or after
        return (0, strip.cell_length) if strip is not None else (0, 0)
    old, new = _list_cells(before), _list_cells(after)
    if len(old) != before.cell_length or len(new) != after.cell_length or len(old) != len(new):
        # Wide characters make characters and columns differ, so repaint the whole line.
        return 0, max(before.cell_length, after.cell_length)
    start, end = 0, len(new)
    while start < end and old[start] == new[start]:
        start += 1
    while end > start and old[end - 1] == new[end - 1]:
        end -= 1
    return start, end


def _list_cells(strip: Strip) -> list[tuple[str, Style | None]]:
    return [(glyph, segment.style) for segment in strip for glyph in segment.text]


ENDLESS = (10_000, 1_000)
"""A width in columns and a height in lines that no text exceeds."""


class TextPane(LinePane):
    """A pane that gets its text from a function of the available width and height."""

    _make_lines: Callable[[int, int], Iterable[Line]] | None = None

    def show_text(self, make_lines: Callable[[int, int], Iterable[Line]]) -> None:
        """Show the lines that ``make_lines`` returns for a width and a height."""
        self._make_lines = make_lines
        self.update_content()

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the text, cut to the size of the pane."""
        lines = self._make_lines(width, height) if self._make_lines is not None else ()
        shown = [cut_line(line, width) for line in islice(lines, height + 1)]
        # One extra line is requested to find out whether the text is cut. If so, add an ellipsis.
        if len(shown) > height > 0:
            shown[height - 1 :] = [cut_at_word([*shown[height - 1], (" …", "muted")], width)]
        return shown

    @property
    def text(self) -> str:
        """The full text without styles, including any part that is cut off in the pane."""
        # Runs of blanks align columns on the screen. In plain text, two blanks are enough.
        lines = ("".join(text for text, _ in line) for line in self.draw_lines(*ENDLESS))
        return "\n".join(re.sub(" {3,}", "  ", line.rstrip()) for line in lines)
