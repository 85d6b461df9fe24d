"""The timeline: a bar that represents a whole playback, and a caption below it.

Clicking or dragging on the line seeks, clicking on a name goes to that section, and the wheel
steps. The controls after the caption play, pause and change the speed.

The bar consists of one :class:`TrackPiece` for each column. The names of sections are followed by
lines, which share the rest of the width in proportion to their numbers of moments, as in
``walls━━━●── pieces──``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.message import Message

from workbench.session.playback_players import StepSection, StepSequence
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, Sign, Span, justify_line, measure_width, wrap_text

LINES_SHARE = 8
"""The denominator of the fraction of the width that is reserved for lines rather than names."""
MAX_MOMENT_WIDTH = 8
"""The maximum number of columns for one moment on a line. Each step redraws all of them."""
PLAYHEAD, PAST, AHEAD, TICK = "●", "━", "─", "┃"


@dataclass(frozen=True, slots=True)
class TimelineBar:
    """The contents of the timeline.

    Attributes:
        name: The name of the board's view, shown at the left.
        sections: The named sections, each with its range of moments.
        current: The index of the current section, or None if there is none.
        moment, length: The numbers of the current moment and of the last one, counted from 0.
        unit: The word for a step from one moment to the next.
        caption: A description of the event at the current moment.
        playing: True while the playback is running.
        speed: The speed of the playback in moments per second.
        locked: The indices of the sections that keep their random draws.
        first: The number to show for the first moment.
    """

    name: str
    sections: tuple[StepSection, ...] = ()
    current: int | None = None
    moment: int = 0
    length: int = 0
    unit: str = "event"
    caption: str = ""
    playing: bool = False
    speed: int = 4
    locked: frozenset[int] = frozenset()
    first: int = 0

    @classmethod
    def from_steps(
        cls, name: str, steps: StepSequence | None, caption: str, **more: Any
    ) -> TimelineBar:
        """Build the contents for a playback. If ``steps`` is None, there is no bar."""
        if steps is None:
            return cls(name, unit="", caption=caption, **more)
        at = steps.get_section(), steps.moment, steps.length, steps.unit
        return cls(name, steps.sections, *at, caption, first=steps.first, **more)

    @property
    def counter(self) -> str:
        """The current and the last moment as text, or ``""`` if there is only one moment."""
        return f"{self.moment + self.first:,}/{self.length + self.first:,}" if self.length else ""


@dataclass(frozen=True, slots=True)
class TrackPiece:
    """One column of the bar.

    Attributes:
        text: The character drawn in the column.
        role: The text style of the character.
        moment: The moment to seek when the column is clicked.
        section: The index of the section whose name covers the column, or None on a line.
    """

    text: str
    role: str
    moment: int
    section: int | None = None


def draw_track(bar: TimelineBar, width: int, lock: str) -> list[TrackPiece]:
    """Return the bar's columns. ``lock`` marks the sections that keep their random draws."""
    if width <= 0 or not bar.length:
        return []
    if not bar.sections:
        return _draw_stretch(bar, 0, bar.length, width)
    names = _choose_names(bar, width, lock)
    if not any(names):
        return _draw_stretch(bar, 0, bar.length, width)
    pieces: list[TrackPiece] = []
    # Every section with moments gets one column of line. The remaining columns are divided among
    # the sections in proportion to their moments.
    free = max(width - _measure_least(bar.sections, names), 0)
    for number, (section, name) in enumerate(zip(bar.sections, names, strict=True)):
        here = number == bar.current
        role = "selected" if here else ("" if section.end > section.start else "muted")
        pieces += [TrackPiece(letter, role, section.start, number) for letter in name]
        span = section.end - section.start
        if name:
            # A section without moments has its playhead next to its name.
            text, role = (PLAYHEAD, "key") if here and not span else (" ", "")
            pieces.append(TrackPiece(text, role, section.start, number))
        columns_ = 1 + min(free * span // bar.length, MAX_MOMENT_WIDTH * span) if span else 0
        pieces += _draw_stretch(bar, section.start, section.end, columns_, playhead=here)
        if columns_:
            pieces.append(TrackPiece(" ", "", section.end))
    return pieces[:width]


def _draw_stretch(
    bar: TimelineBar, start: int, end: int, width: int, *, playhead: bool = True
) -> list[TrackPiece]:
    """Draw the line from moment ``start`` to ``end``, with the playhead if it is between them."""
    pieces: list[TrackPiece] = []
    low = start
    for column in range(width):
        # A column covers the moments after ``low`` up to and including ``high``. The first column
        # also covers ``start``.
        high = start + (end - start) * (column + 1) // width
        first = bar.moment == start and column == 0
        here = playhead and (first or low < bar.moment <= high)
        done = bar.moment > high or (bar.moment == high == end and not here)
        glyph = PLAYHEAD if here else (PAST if done else AHEAD)
        pieces.append(TrackPiece(glyph, "key" if here else ("" if done else "muted"), high))
        low = high
    return pieces


def _choose_names(bar: TimelineBar, width: int, lock: str) -> list[str]:
    """Choose the section names to show, giving preference to sections near the current one.

    Sections without moments are considered last. A name that does not fit is replaced with a tick
    or omitted. The sign ``lock`` is added to the names of locked sections.
    """
    sections, here = bar.sections, bar.current or 0
    signs = [lock if number in bar.locked else "" for number in range(len(sections))]
    titles = [section.title + sign for section, sign in zip(sections, signs, strict=True)]
    room = width - width // LINES_SHARE

    def rank_section(number: int) -> tuple[bool, int, bool]:
        idle = sections[number].end == sections[number].start
        return number != here and idle, abs(number - here), number < here

    # Omit the ticks only if the current section's name does not fit next to them.
    for without in (TICK, ""):
        names = [without + sign for sign in signs]
        for number in sorted(range(len(sections)), key=rank_section):
            more = [*names[:number], titles[number], *names[number + 1 :]]
            if _measure_least(sections, more) > room:
                break
            names = more
        if names[here] == titles[here] and _measure_least(sections, names) <= room:
            return names
    return ["" for _ in sections]


def _measure_least(sections: tuple[StepSection, ...], names: list[str]) -> int:
    """Return the width of a bar in which each section with moments has one column of line."""
    lines = sum(section.end > section.start for section in sections)
    return sum(len(name) + 1 for name in names if name) + 2 * lines


BACK_FORWARD = (
    ("◂◂", "previous-stage"),
    ("◂", "back"),
    ("▸", "forward"),
    ("▸▸", "next-stage"),
)
"""The signs and commands of the buttons at the right, which are shown if there is room."""
ROOMY = 100
"""The minimum width in columns for showing the buttons, and words at the ends of the bar."""


class TimelinePane(LinePane):
    """A pane with the bar and, below it, the caption and the controls."""

    DEFAULT_CSS = "TimelinePane { height: 4; }"

    can_focus = True

    @dataclass
    class Seek(Message):
        """A message that the user pointed at a moment on the bar, or at the name of a section."""

        moment: int
        section: int | None = None

    _bar = TimelineBar("timeline")
    _track: tuple[TrackPiece | None, ...] = ()
    _buttons: tuple[str, ...] = ()
    _dragging = False

    def show_bar(self, bar: TimelineBar) -> None:
        """Show new contents in the pane."""
        self._bar = bar
        self.set_titles("Timeline")
        self.update_content()

    def list_signs(self) -> Sequence[Sign]:
        """Return the signs on the bar and the controls, with their meanings."""
        keeps = "this stage is locked"
        buttons = " ".join(sign for sign, _ in BACK_FORWARD)
        return (
            ((PLAYHEAD, "key"), "current step"),
            ((f"{PAST * 2}{AHEAD * 2}", ""), "steps before and after the current one"),
            ((TICK, ""), "section without room for its name"),
            ((self._lock_sign, "held"), keeps),
            ((buttons, "key"), "previous section, step back, step forward, next section"),
        )

    @property
    def text(self) -> str:
        """The name of the view, the current moment and the caption as plain text."""
        bar = self._bar
        return f"{bar.name} {bar.moment + bar.first}/{bar.length + bar.first} {bar.caption}"

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the bar and the caption, with the controls after the caption if there is room."""
        bar = self._bar
        roomy = width >= ROOMY
        name: Span = (f"[{bar.name}] " if roomy or bar.name != "timeline" else "", "key")
        unit = f"{bar.unit} " if roomy else ""
        counter = f"{unit}{bar.counter}" if bar.counter else ""
        signs = self._list_controls(width)
        used = sum(cell_len(text) for text, _, _ in signs)
        self._buttons = ("",) * (width - used)
        self._buttons += tuple(command for text, _, command in signs for _ in text)
        buttons: list[Span] = [(text, role) for text, role, _ in signs]
        right = [(" ", ""), (counter, "title"), *(() if roomy else buttons)]
        room = width - cell_len(name[0]) - measure_width(right)
        pieces = draw_track(bar, max(room, 0), self._lock_sign)
        self._track = (*[None] * cell_len(name[0]), *pieces)
        beside = buttons if roomy else []
        head, *rest = self._wrap_caption(width - measure_width(beside), width, height - 1)
        if not bar.length and (rest or [head])[-1].endswith("…"):
            # Without a bar, a caption that would be cut off begins next to the name.
            head, *rest = self._wrap_caption(width - cell_len(name[0]), width, height)
            yield [name, (head, "")]
            yield from ([(line, "")] for line in rest)
            return
        yield justify_line([name, *((piece.text, piece.role) for piece in pieces)], right, width)
        yield justify_line([(head, "")], beside, width)
        for line in rest:
            yield [(line, "")]

    def _wrap_caption(self, first: int, width: int, height: int) -> list[str]:
        """Wrap the caption into at most ``height`` lines. The first is ``first`` columns wide."""
        caption = self._bar.caption
        if height < 2 and cell_len(caption) > first:
            caption = self._remove_section_name(caption)
        lines = wrap_text(caption, first, max_lines=1 if height < 2 else None) or [""]
        if len(lines) == 1:
            return lines
        rest = caption[len(lines[0]) :].lstrip()
        return [lines[0], *wrap_text(rest, width, max_lines=height - 1)]

    def _remove_section_name(self, caption: str) -> str:
        """Remove the name of the current section from a caption, because the bar shows it."""
        here = self._bar.current
        name = "" if here is None else self._bar.sections[here].title
        return caption.removeprefix(name).lstrip(" :")

    def _list_controls(self, width: int) -> list[tuple[str, str, str]]:
        """Return the text, style and command of each control. Without a playback there are none."""
        bar = self._bar
        if not bar.length:
            return []
        state = ("▶" if bar.playing else "‖") + f" {bar.speed}/s"
        signs = [(f" {sign} ", "muted", command) for sign, command in BACK_FORWARD]
        return [
            ("  ", "", ""),
            *(signs if width >= ROOMY else ()),
            (state, "key" if bar.playing else "muted", "play-pause"),
            (" <", "muted", "slower"),
            (" >", "muted", "faster"),
        ]

    @property
    def _lock_sign(self) -> str:
        sign = self._theme.get_symbol("locked")
        return f" {sign}" if self._theme.is_ascii else sign

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Seek to the moment or section under the pointer, or run the command of a control."""
        offset = event.get_content_offset(self)
        if offset is None or event.button != 1:
            return
        # The controls are on the caption's line on a wide screen, otherwise on that of the bar.
        line = 1 if self.content_size.width >= ROOMY else 0
        if offset.y == line and offset.x < len(self._buttons) and self._buttons[offset.x]:
            self.action_command(self._buttons[offset.x])
        piece = self._find_piece(offset.x) if offset.y == 0 else None
        if piece is None:
            return
        if piece.section is None:
            self._dragging = True
            self.capture_mouse()
            self.post_message(self.Seek(piece.moment))
        else:
            self.post_message(self.Seek(self._bar.sections[piece.section].end, piece.section))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the pointer during a drag, even beyond the ends of the bar."""
        if not self._dragging:
            return
        # If no button is pressed, it was released outside the terminal.
        if not event.button:
            self._end_drag()
            return
        piece = self._find_piece(event.x - self.gutter.left)
        if piece is not None and piece.moment != self._bar.moment:
            self.post_message(self.Seek(piece.moment))

    def on_mouse_up(self) -> None:
        """End the drag."""
        self._end_drag()

    def on_hide(self) -> None:
        """End the drag, because a hidden pane gets no more mouse events."""
        self._end_drag()

    def _end_drag(self) -> None:
        if self._dragging:
            self._dragging = False
            self.release_mouse()

    def scroll_by_wheel(self, lines: int) -> bool:
        """Step forward by one moment, or back if ``lines`` is negative."""
        self.action_command("forward" if lines > 0 else "back")
        return True

    def _find_piece(self, x: int) -> TrackPiece | None:
        """Return the piece in column ``x``, if any. During a drag, return the nearest piece."""
        first = next((n for n, piece in enumerate(self._track) if piece is not None), None)
        if first is None or not (self._dragging or first <= x < len(self._track)):
            return None
        return self._track[min(max(x, first), len(self._track) - 1)]
