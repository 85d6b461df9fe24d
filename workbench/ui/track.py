"""The bar of the timeline as single columns: names of sections, lines, and the playhead."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.session.players import Stretch

LINES_SHARE = 8
"""One column in so many belongs to the lines, not the names."""
LEAST_NAME = 4
"""Letters left of the name of a section without places where room is short."""
PLAYHEAD = "●"


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
        locked: numbers of the sections that keep their random draws.
        first: what the first place counts as.
    """

    mode: str
    sections: tuple[Stretch, ...] = ()
    current: int | None = None
    place: int = 0
    length: int = 0
    unit: str = "event"
    caption: str = ""
    playing: bool = False
    speed: int = 4
    locked: frozenset[int] = frozenset()
    first: int = 0

    @property
    def counter(self) -> str:
        """The place and the last one, as they are counted; empty where there is one only."""
        return f"{self.place + self.first:,}/{self.length + self.first:,}" if self.length else ""


@dataclass(frozen=True, slots=True)
class Piece:
    """One column of the track.

    Attributes:
        text: its character.
        role: how that is drawn.
        place: the place that it stands for.
        section: the number of the section whose name it belongs to; None on the line.
    """

    text: str
    role: str
    place: int
    section: int | None = None


def track(bar: Bar, width: int, lock: str) -> list[Piece]:
    """The bar as single columns."""
    if width <= 0 or not bar.length:
        return []
    if not bar.sections:
        return _stretch(bar, 0, bar.length, width)
    names = _names(bar, width, lock)
    if not any(names):
        return _stretch(bar, 0, bar.length, width)
    pieces: list[Piece] = []
    free = max(width - _least(bar.sections, names), 0)
    for number, (section, name) in enumerate(zip(bar.sections, names, strict=True)):
        here = number == bar.current
        role = "selected" if here else ("" if section.end > section.start else "muted")
        pieces += [Piece(letter, role, section.start, number) for letter in name]
        span = section.end - section.start
        if name:
            # A section without places has its playhead beside its name.
            text, role = (PLAYHEAD, "key") if here and not span else (" ", "")
            pieces.append(Piece(text, role, section.start, number))
        columns_ = 1 + free * span // bar.length if span else 0
        pieces += _stretch(bar, section.start, section.end, columns_, playhead=here)
        if columns_:
            pieces.append(Piece(" ", "", section.end))
    return pieces[:width]


def _stretch(bar: Bar, start: int, end: int, width: int, *, playhead: bool = True) -> list[Piece]:
    """A line from one place to another, with the playhead if it may be on it and is."""
    pieces: list[Piece] = []
    low = start
    for column in range(width):
        high = start + (end - start) * (column + 1) // width
        first = bar.place == start and column == 0
        here = playhead and (first or low < bar.place <= high)
        done = bar.place > high or (bar.place == high == end and not here)
        glyph = PLAYHEAD if here else ("━" if done else "─")
        pieces.append(Piece(glyph, "key" if here else ("" if done else "muted"), high))
        low = high
    return pieces


def _names(bar: Bar, width: int, lock: str) -> list[str]:
    """The titles, cut as little as the bar allows: first those where nothing happened.

    Where too little would be left of them, only the present section has a name, the others
    an initial or nothing. Locked ones end with the sign for that.
    """
    sections = bar.sections
    signs = [lock if number in bar.locked else "" for number in range(len(sections))]
    longest = max(len(section.title) for section in sections)
    cuts = [(longest, longest)]
    cuts += [(length, min(length, LEAST_NAME)) for length in range(longest, LEAST_NAME - 2, -1)]
    choices = [
        [
            section.title[: busy if section.end > section.start else idle] + sign
            for section, sign in zip(sections, signs, strict=True)
        ]
        for busy, idle in cuts
    ]
    for initials in (1, 0):
        choices.append(
            [
                section.title[: longest if number == bar.current else initials] + signs[number]
                for number, section in enumerate(sections)
            ]
        )
    for names in choices:
        if _least(sections, names) <= width - width // LINES_SHARE:
            return names
    return ["" for _ in sections]


def _least(sections: tuple[Stretch, ...], names: list[str]) -> int:
    """Columns of a bar with one column of line for every section that has places."""
    lines = sum(section.end > section.start for section in sections)
    return sum(len(name) + 1 for name in names if name) + 2 * lines
