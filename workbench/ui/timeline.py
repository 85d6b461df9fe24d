"""The timeline: a bar of everything that can be stepped through, and a caption below it.

The mouse does what the keys do: a press or a drag on the line seeks, a name goes to its
section, the wheel steps, and the signs after the caption play, pause and change the speed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.message import Message

from workbench.session.players import Steps, Stretch
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Sign, Span, columns, width_of, wrap

LINES_SHARE = 8
"""One column in so many belongs to the lines, not the names."""
LONGEST = 8
"""Columns of line at most between two moments of a section: a step sends them all."""
PLAYHEAD, PASSED, AHEAD, TICK = "●", "━", "─", "┃"


@dataclass(frozen=True, slots=True)
class TimelineBar:
    """What the timeline shows.

    Attributes:
        name: what the board shows, at the left.
        sections: named stretches of moments.
        current: the number of the present section.
        moment, length: where the playhead is, and the last moment.
        unit: what the step from one moment to the next is called.
        caption: what happened at this moment, in words.
        playing: whether it runs by itself.
        speed: moments a second when it does.
        locked: numbers of the sections that keep their random draws.
        first: what the first moment counts as.
    """

    name: str
    sections: tuple[Stretch, ...] = ()
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
    def of(cls, name: str, steps: Steps | None, caption: str, **more: Any) -> TimelineBar:
        """The bar of what is stepped through; an empty one for nothing."""
        if steps is None:
            return cls(name, unit="", caption=caption, **more)
        at = steps.section(), steps.moment, steps.length, steps.unit
        return cls(name, steps.sections, *at, caption, first=steps.first, **more)

    @property
    def counter(self) -> str:
        """The moment and the last one, as they are counted; empty where there is one only."""
        return f"{self.moment + self.first:,}/{self.length + self.first:,}" if self.length else ""


@dataclass(frozen=True, slots=True)
class TrackPiece:
    """One column of the track.

    Attributes:
        text: its character.
        role: how that is drawn.
        moment: the moment that it stands for.
        section: the number of the section whose name it belongs to; None on the line.
    """

    text: str
    role: str
    moment: int
    section: int | None = None


def track(bar: TimelineBar, width: int, lock: str) -> list[TrackPiece]:
    """The bar as single columns."""
    if width <= 0 or not bar.length:
        return []
    if not bar.sections:
        return _stretch(bar, 0, bar.length, width)
    names = _names(bar, width, lock)
    if not any(names):
        return _stretch(bar, 0, bar.length, width)
    pieces: list[TrackPiece] = []
    free = max(width - _least(bar.sections, names), 0)
    for number, (section, name) in enumerate(zip(bar.sections, names, strict=True)):
        here = number == bar.current
        role = "selected" if here else ("" if section.end > section.start else "muted")
        pieces += [TrackPiece(letter, role, section.start, number) for letter in name]
        span = section.end - section.start
        if name:
            # A section without moments has its playhead beside its name.
            text, role = (PLAYHEAD, "key") if here and not span else (" ", "")
            pieces.append(TrackPiece(text, role, section.start, number))
        columns_ = 1 + min(free * span // bar.length, LONGEST * span) if span else 0
        pieces += _stretch(bar, section.start, section.end, columns_, playhead=here)
        if columns_:
            pieces.append(TrackPiece(" ", "", section.end))
    return pieces[:width]


def _stretch(
    bar: TimelineBar, start: int, end: int, width: int, *, playhead: bool = True
) -> list[TrackPiece]:
    """A line from one moment to another, with the playhead if it may be on it and is."""
    pieces: list[TrackPiece] = []
    low = start
    for column in range(width):
        high = start + (end - start) * (column + 1) // width
        first = bar.moment == start and column == 0
        here = playhead and (first or low < bar.moment <= high)
        done = bar.moment > high or (bar.moment == high == end and not here)
        glyph = PLAYHEAD if here else (PASSED if done else AHEAD)
        pieces.append(TrackPiece(glyph, "key" if here else ("" if done else "muted"), high))
        low = high
    return pieces


def _names(bar: TimelineBar, width: int, lock: str) -> list[str]:
    """The titles, whole or not at all: as many as the bar allows, from the present section on.

    Those where nothing happened come last. The others have a tick, or nothing where even that
    takes too much. Locked ones end with the sign for that.
    """
    sections, here = bar.sections, bar.current or 0
    signs = [lock if number in bar.locked else "" for number in range(len(sections))]
    titles = [section.title + sign for section, sign in zip(sections, signs, strict=True)]
    room = width - width // LINES_SHARE

    def wanted(number: int) -> tuple[bool, int, bool]:
        """What sorts sections by how much their names are wanted."""
        idle = sections[number].end == sections[number].start
        return number != here and idle, abs(number - here), number < here

    for without in (TICK, ""):
        names = [without + sign for sign in signs]
        for number in sorted(range(len(sections)), key=wanted):
            more = [*names[:number], titles[number], *names[number + 1 :]]
            if _least(sections, more) > room:
                break
            names = more
        if names[here] == titles[here] and _least(sections, names) <= room:
            return names
    return ["" for _ in sections]


def _least(sections: tuple[Stretch, ...], names: list[str]) -> int:
    """Columns of a bar with one column of line for every section that has moments."""
    lines = sum(section.end > section.start for section in sections)
    return sum(len(name) + 1 for name in names if name) + 2 * lines


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

    DEFAULT_CSS = "TimelinePane { height: 4; }"

    can_focus = True

    @dataclass
    class Seek(Message):
        """The user pointed at a moment on the bar, or at the name of a section that ends there."""

        moment: int
        section: int | None = None

    _bar = TimelineBar("timeline")
    _track: tuple[TrackPiece | None, ...] = ()
    _buttons: tuple[str, ...] = ()
    _dragging = False

    def show(self, bar: TimelineBar) -> None:
        """Show a bar."""
        self._bar = bar
        self.retitle("Timeline")
        self.renew()

    def signs(self) -> Sequence[Sign]:
        """What the bar and the buttons are made of."""
        keeps = "this stage keeps its random draws"
        buttons = " ".join(sign for sign, _ in BACK_FORWARD)
        return (
            ((PLAYHEAD, "key"), "the moment that is shown"),
            ((f"{PASSED * 2}{AHEAD * 2}", ""), "moments that have passed, and those to come"),
            ((TICK, ""), "a section whose name there is no room for"),
            ((self._lock_sign, "held"), keeps),
            ((buttons, "key"), "a section back, a step back, a step on, a section on"),
        )

    @property
    def text(self) -> str:
        """Name, moment and caption as plain text."""
        bar = self._bar
        return f"{bar.name} {bar.moment + bar.first}/{bar.length + bar.first} {bar.caption}"

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The bar with name and counter; the caption; what the playback does where there is room.

        That is beside the caption on a wide screen, else beside the bar, which can be shorter.
        """
        bar = self._bar
        roomy = width >= ROOMY
        name: Span = (f"[{bar.name}] " if roomy or bar.name != "timeline" else "", "key")
        unit = f"{bar.unit} " if roomy else ""
        counter = f"{unit}{bar.counter}" if bar.counter else ""
        signs = self._signs(width)
        used = sum(cell_len(text) for text, _, _ in signs)
        self._buttons = ("",) * (width - used)
        self._buttons += tuple(command for text, _, command in signs for _ in text)
        buttons: list[Span] = [(text, role) for text, role, _ in signs]
        right = [(" ", ""), (counter, "title"), *(() if roomy else buttons)]
        room = width - cell_len(name[0]) - width_of(right)
        pieces = track(bar, max(room, 0), self._lock_sign)
        self._track = (*[None] * cell_len(name[0]), *pieces)
        beside = buttons if roomy else []
        head, *rest = self._caption(width - width_of(beside), width, height - 1)
        if not bar.length and (rest or [head])[-1].endswith("…"):
            # Where there is no bar, a caption that would be cut off begins beside the name.
            head, *rest = self._caption(width - cell_len(name[0]), width, height)
            yield [name, (head, "")]
            yield from ([(line, "")] for line in rest)
            return
        yield columns([name, *((piece.text, piece.role) for piece in pieces)], right, width)
        yield columns([(head, "")], beside, width)
        for line in rest:
            yield [(line, "")]

    def _caption(self, first: int, width: int, height: int) -> list[str]:
        """The caption in at most so many lines, the first of which may be shorter."""
        caption = self._bar.caption
        if height < 2 and cell_len(caption) > first:
            caption = self._unnamed(caption)
        lines = wrap(caption, first, max_lines=1 if height < 2 else None) or [""]
        if len(lines) == 1:
            return lines
        rest = caption[len(lines[0]) :].lstrip()
        return [lines[0], *wrap(rest, width, max_lines=height - 1)]

    def _unnamed(self, caption: str) -> str:
        """A caption without the name of the present section, which the bar has."""
        here = self._bar.current
        name = "" if here is None else self._bar.sections[here].title
        return caption.removeprefix(name).lstrip(" :")

    def _signs(self, width: int) -> list[tuple[str, str, str]]:
        """What stands after the caption where there is something to step through.

        Text, role, and the command that it asks for.
        """
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
        sign = self._theme.symbol("locked")
        return f" {sign}" if self._theme.ascii else sign

    # Mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Seek to where the bar is pressed, go to the section named, or do what a sign says."""
        offset = event.get_content_offset(self)
        if offset is None or event.button != 1:
            return
        line = 1 if self.content_size.width >= ROOMY else 0
        if offset.y == line and offset.x < len(self._buttons) and self._buttons[offset.x]:
            self.action_command(self._buttons[offset.x])
        piece = self._piece(offset.x) if offset.y == 0 else None
        if piece is None:
            return
        if piece.section is None:
            self._dragging = True
            self.capture_mouse()
            self.post_message(self.Seek(piece.moment))
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
        if piece is not None and piece.moment != self._bar.moment:
            self.post_message(self.Seek(piece.moment))

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

    def wheel(self, lines: int) -> bool:
        """Back or forward by one moment."""
        self.action_command("forward" if lines > 0 else "back")
        return True

    def _piece(self, x: int) -> TrackPiece | None:
        """What stands in a column of the bar, the nearest of its ends beyond them."""
        first = next((n for n, piece in enumerate(self._track) if piece is not None), None)
        if first is None or not (self._dragging or first <= x < len(self._track)):
            return None
        return self._track[min(max(x, first), len(self._track) - 1)]
