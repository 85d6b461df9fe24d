"""The timeline: a bar of everything that can be stepped through, and a caption below it.

The mouse does what the keys do: a press or a drag on the line seeks, a name goes to its
section, the wheel steps, and the signs after the caption play, pause and change the speed.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from textual import events
from textual.message import Message

from workbench.ui.lines import Line, LinePane, Span, columns, cut
from workbench.ui.track import Bar, Piece, track
from workbench.ui.wrapping import wrap

__all__ = ["Bar", "TimelinePane"]


BACK_FORWARD = (
    ("◂◂", "previous-stage"),
    ("◂", "back"),
    ("▸", "forward"),
    ("▸▸", "next-stage"),
)
"""Signs and commands of the buttons that stand at the right where there is room."""
ROOMY = 100
"""Columns from which there is room for them, and for the words at the ends of the bar."""


class TimelinePane(LinePane):
    """Two lines: the bar with its playhead, and the caption."""

    DEFAULT_CSS = """
    TimelinePane { height: 4; padding: 0 1; }
    """

    can_focus = True

    class Seek(Message):
        """The user pointed at a place of the bar, or at the name of a section that ends there."""

        def __init__(self, place: int, section: int | None = None) -> None:
            super().__init__()
            self.place = place
            self.section = section

    class Asked(Message):
        """The user asked with the mouse for a command of the screen, by its name there."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    _bar = Bar("timeline")
    _track: tuple[Piece | None, ...] = ()
    _buttons: tuple[str, ...] = ()
    _dragging = False

    def show(self, bar: Bar) -> None:
        """Show a bar."""
        self._bar = bar
        self.retitle("Timeline")
        self.renew()

    @property
    def text(self) -> str:
        """Mode, place and caption as plain text."""
        bar = self._bar
        return f"{bar.mode} {bar.place + bar.first}/{bar.length + bar.first} {bar.caption}"

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The bar with mode and counter; the caption with what the playback does."""
        bar = self._bar
        roomy = width >= ROOMY
        mode: Span = (f"[{bar.mode}] " if roomy or bar.mode != "timeline" else "", "key")
        unit = f"{bar.unit} " if roomy else ""
        counter = f"{unit}{bar.counter}" if bar.counter else ""
        room = width - cell_len(mode[0]) - cell_len(counter) - 1
        pieces = track(bar, max(room, 0), self._lock_sign)
        self._track = (*[None] * cell_len(mode[0]), *pieces)
        yield columns(
            [mode, *((piece.text, piece.role) for piece in pieces)],
            [(" ", ""), (counter, "title")],
            width,
        )
        buttons = self._signs(width)
        used = sum(cell_len(text) for text, _, _ in buttons)
        told, rest = self._caption(max(width - used, 0), width, height - 2)
        caption = cut([(told, "")], max(width - used, 0))
        self._buttons = ("",) * (width - used)
        self._buttons += tuple(command for text, _, command in buttons for _ in text)
        yield columns(caption, [(text, role) for text, role, _ in buttons], width)
        for line in rest:
            yield cut([(line, "")], width)

    def _caption(self, first: int, width: int, further: int) -> tuple[str, list[str]]:
        """The caption's first line, and as many more as there is room for and it needs."""
        caption = self._bar.caption
        if further <= 0 or cell_len(caption) <= first:
            return caption, []
        told, *_ = wrap(caption, first) or [""]
        rest = caption[len(told) :].lstrip()
        return told, wrap(rest, width, max_lines=further, placeholder=" …")

    def _signs(self, width: int) -> list[tuple[str, str, str]]:
        """What stands after the caption: text, role, and the command that it asks for."""
        bar = self._bar
        state = ("▶" if bar.playing else "‖") + f" {bar.speed}/s"
        signs = [(f" {sign} ", "muted", command) for sign, command in BACK_FORWARD]
        return [
            ("  ", "", ""),
            *(signs if width >= ROOMY else ()),
            (state, "key" if bar.playing else "muted", "play-pause"),
            (" -", "muted", "slower"),
            (" +", "muted", "faster"),
        ]

    @property
    def _lock_sign(self) -> str:
        sign = self._theme.symbol("locked")
        return f" {sign}" if self._theme.ascii else sign

    # Mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Seek to where the bar is pressed, go to the section named, or do what a sign says."""
        offset = event.get_content_offset(self)
        if offset is None or event.button != 1:
            return
        if offset.y == 1 and offset.x < len(self._buttons) and self._buttons[offset.x]:
            self.post_message(self.Asked(self._buttons[offset.x]))
        piece = self._piece(offset.x) if offset.y == 0 else None
        if piece is None:
            return
        if piece.section is None:
            self._dragging = True
            self.capture_mouse()
            self.post_message(self.Seek(piece.place))
        else:
            self.post_message(self.Seek(self._bar.sections[piece.section].end, piece.section))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """While dragging, seek to where the pointer is, on the bar or not."""
        if not self._dragging:
            return
        if not event.button:
            self._drop()
            return
        piece = self._piece(event.x - self.gutter.left)
        if piece is not None and piece.place != self._bar.place:
            self.post_message(self.Seek(piece.place))

    def on_mouse_up(self) -> None:
        """The drag is over."""
        self._drop()

    def on_hide(self) -> None:
        """A bar that is not there is not dragged on."""
        self._drop()

    def _drop(self) -> None:
        if self._dragging:
            self._dragging = False
            self.release_mouse()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Back by one place."""
        event.stop()
        self.post_message(self.Asked("back"))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Forward by one place."""
        event.stop()
        self.post_message(self.Asked("forward"))

    def _piece(self, x: int) -> Piece | None:
        """What stands in a column of the bar, the nearest of its ends beyond them."""
        first = next((n for n, piece in enumerate(self._track) if piece is not None), None)
        if first is None or (x < first and not self._dragging):
            return None
        if x >= len(self._track) and not self._dragging:
            return None
        return self._track[min(max(x, first), len(self._track) - 1)]
