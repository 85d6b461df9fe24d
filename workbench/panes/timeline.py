"""The timeline: a bar of everything that can be stepped through, and a caption below it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.message import Message

from workbench.designing.playback import Section
from workbench.panes.lines import Line, LinePane, Span, columns, cut

LINES_SHARE = 8
"""One column in so many belongs to the lines, not the names."""
LEAST_NAME = 4
"""Letters left of the name of a section without places where room is short."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What the timeline shows.

    Attributes:
        mode: what the board shows, the name at the left.
        sections: named stretches of places.
        current: the number of the present section.
        place, length: where the playhead is, and the last place.
        unit: what one place is called.
        caption: what happened at this place, in words.
        playing: whether it runs by itself.
        speed: places a second when it does.
    """

    mode: str
    sections: tuple[Section, ...] = ()
    current: int | None = None
    place: int = 0
    length: int = 0
    unit: str = "event"
    caption: str = ""
    playing: bool = False
    speed: int = 4


class TimelinePane(LinePane):
    """Two lines: the bar with its playhead, and the caption."""

    DEFAULT_CSS = """
    TimelinePane { height: 4; padding: 0 1; }
    """

    can_focus = True

    class Seek(Message):
        """The user pointed at a place of the bar."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    _bar = Bar("timeline")
    _places: tuple[int | None, ...] = ()

    def show(self, bar: Bar) -> None:
        """Show a bar."""
        self._bar = bar
        self.retitle("Timeline")
        self.renew()

    @property
    def text(self) -> str:
        """Mode, place and caption as plain text."""
        bar = self._bar
        return f"{bar.mode} {bar.place}/{bar.length} {bar.caption}"

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The bar with mode and counter; the caption with what the playback does."""
        bar = self._bar
        mode: Span = (f"[{bar.mode}]", "key")
        counter = f"{bar.unit} {bar.place:,}/{bar.length:,}" if bar.length else ""
        room = width - cell_len(mode[0]) - cell_len(counter) - 2
        track = _track(bar, max(room, 0))
        self._places = tuple([None] * (cell_len(mode[0]) + 1) + [place for _, _, place in track])
        yield columns(
            [mode, (" ", ""), *((text, role) for text, role, _ in track)],
            [(" ", ""), (counter, "title")],
            width,
        )
        state = ("▶" if bar.playing else "‖") + f" {bar.speed}/s"
        caption = cut([(bar.caption, "")], max(width - len(state) - 2, 0))
        yield columns(caption, [("  ", ""), (state, "key" if bar.playing else "muted")], width)

    def on_click(self, event: events.Click) -> None:
        """Seek to where the bar was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y != 0 or offset.x >= len(self._places):
            return
        place = self._places[offset.x]
        if place is not None:
            self.post_message(self.Seek(place))


Piece = tuple[str, str, int]
"""One column of the track: its character, its role, the place it stands for."""


def _track(bar: Bar, width: int) -> list[Piece]:
    """The bar as single columns."""
    if width <= 0 or not bar.length:
        return []
    if not bar.sections:
        return _stretch(bar, 0, bar.length, width)
    names = _names(bar, width)
    pieces: list[Piece] = []
    free = max(width - _least(bar.sections, names), 0)
    for number, (section, name) in enumerate(zip(bar.sections, names, strict=True)):
        here = number == bar.current
        role = "selected" if here else ("" if section.end > section.start else "muted")
        pieces += [(letter, role, section.end) for letter in name]
        if name:
            pieces.append((" ", "", section.end))
        span = section.end - section.start
        columns_ = 1 + free * span // bar.length if span else 0
        pieces += _stretch(bar, section.start, section.end, columns_)
        if columns_:
            pieces.append((" ", "", section.end))
    return pieces[:width]


def _stretch(bar: Bar, start: int, end: int, width: int) -> list[Piece]:
    """A line from one place to another, with the playhead if it is on it."""
    pieces: list[Piece] = []
    low = start
    for column in range(width):
        high = start + (end - start) * (column + 1) // width
        here = low < bar.place <= high or (bar.place == 0 and start == 0 and column == 0)
        done = bar.place > high
        glyph = "●" if here else ("━" if done else "─")
        pieces.append((glyph, "key" if here else ("" if done else "muted"), high))
        low = high
    return pieces


def _names(bar: Bar, width: int) -> list[str]:
    """The titles, cut as little as the bar allows: first those where nothing happened.

    Where too little would be left of them, only the present section has a name.
    """
    sections = bar.sections
    longest = max(len(section.title) for section in sections)
    cuts = [(longest, longest)]
    cuts += [(length, min(length, LEAST_NAME)) for length in range(longest, LEAST_NAME - 2, -1)]
    choices = [
        [s.title[: busy if s.end > s.start else idle] for s in sections] for busy, idle in cuts
    ]
    choices.append([s.title if n == bar.current else "" for n, s in enumerate(sections)])
    for names in choices:
        if _least(sections, names) <= width - width // LINES_SHARE:
            return names
    return ["" for _ in sections]


def _least(sections: tuple[Section, ...], names: list[str]) -> int:
    """Columns of a bar with one column of line for every section that has places."""
    lines = sum(section.end > section.start for section in sections)
    return sum(len(name) + 1 for name in names if name) + 2 * lines
