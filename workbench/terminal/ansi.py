"""The shortest control sequences that write some columns of a screen.

Four things make an update over a slow link small. The cursor is moved by whatever is shortest:
absolutely, within the line, or straight up and down. Colours and attributes are changed one by
one, or from a reset, and a blank does not care for the colour of its letters. Blanks are erased
where the terminal erases in the colour of the background: that leaves the cursor where the next
line of a board's cell begins. And the columns are written either line by line or style by style,
whichever came out shorter: a board whose cells change between two looks is better written in one
colour after the other, each followed by the one that takes least to change to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from rich.color import ColorSystem
from rich.style import Style

from workbench.terminal.colours import nearest
from workbench.terminal.widths import is_unsure

Column = tuple[str, Style | None]
"""The text of a terminal column, empty to the right of a wide character, and its style."""
Codes = tuple[frozenset[int], str, str]
"""Attributes, foreground and background as the numbers of their control sequences."""
Piece = tuple[int, int, Sequence[Column]]
"""Line, first column, and the columns to write there."""

PLAIN: Codes = (frozenset(), "39", "49")
MANY = 2000
"""Columns above which a frame is written line by line without trying anything else."""
BLANKS = 5
"""Blanks from which on it may be shorter to erase than to write them."""
FILL = 5
"""Columns between two pieces of a line that may be cheaper to write again than to jump over."""

_ATTRIBUTES = (
    ("bold", 1), ("dim", 2), ("italic", 3), ("underline", 4), ("blink", 5), ("reverse", 7),
    ("conceal", 8), ("strike", 9),
)  # fmt: skip
_OFF = {1: 22, 2: 22, 3: 23, 4: 24, 5: 25, 7: 27, 8: 28, 9: 29}
_ON_BLANKS = frozenset({4, 7, 9})
"""Attributes that a blank shows."""


def sequences(
    pieces: Sequence[Piece],
    lines: Sequence[Sequence[Column]],
    system: ColorSystem | None,
    *,
    erases: bool = False,
) -> str:
    """What to send so that a terminal shows some columns; it ends in the plain style.

    Args:
        pieces: the columns, in the order of the screen.
        lines: all that the terminal shows afterwards, to fill small gaps from.
        system: the colours that the terminal has, None for none at all.
        erases: whether it erases in the colour of the background.
    """
    by_line = _Writer(lines, system, erases)
    for y, x, columns in pieces:
        by_line.write(y, x, columns)
    shortest = by_line.finish()
    if sum(len(columns) for _, _, columns in pieces) <= MANY:
        by_style = _Writer(lines, system, erases)
        for y, x, columns in _grouped(pieces, system):
            by_style.write(y, x, columns)
        shortest = min(shortest, by_style.finish(), key=lambda text: len(text.encode()))
    return shortest


class _Writer:
    """Collects control sequences, and knows what they do to the terminal."""

    def __init__(
        self, lines: Sequence[Sequence[Column]], system: ColorSystem | None, erases: bool
    ) -> None:
        self._lines, self._system, self._erases = lines, system, erases
        self._parts: list[str] = []
        self._codes = PLAIN
        self._cursor: tuple[int, int] | None = None
        self._blanks = 0
        """Blanks from the cursor on that are still to be written or erased, as what follows has it
        shorter."""

    def write(self, y: int, x: int, columns: Sequence[Column]) -> None:
        """Writes columns of a line."""
        start = 0
        for at, end in self._erasable(columns) if self._erases else ():
            self._write(y, x + start, columns[start:at])
            self._go(y, x + at)
            self._change(target(" ", columns[at][1], self._codes, self._system))
            self._blanks = end - at
            start = end
        self._write(y, x + start, columns[start:])

    def finish(self) -> str:
        """All of it, the style plain again."""
        if self._blanks:
            self._parts.append(min(" " * self._blanks, _erase(self._blanks), key=len))
        return "".join([*self._parts, change(self._codes, PLAIN)])

    def _write(self, y: int, x: int, columns: Sequence[Column]) -> None:
        start = 0
        for at, end in _unsure(columns):
            self._write_sure(y, x + start, columns[start:at])
            text, style = columns[at]
            # First blanks: what the sign does not fill in some terminals would stay as it was.
            self._write_sure(y, x + at, [(" ", style)] * (end - at))
            self._go(y, x + at)
            self._change(target(text, style, self._codes, self._system))
            self._parts.append(text)
            self._cursor = None
            start = end
        self._write_sure(y, x + start, columns[start:])

    def _write_sure(self, y: int, x: int, columns: Sequence[Column]) -> None:
        """Writes columns whose width is the same in all terminals."""
        if not columns:
            return
        self._go(y, x)
        for text, style in columns:
            self._change(target(text, style, self._codes, self._system))
            self._parts.append(text)
        self._cursor = self._after(y, x, columns)

    def _change(self, codes: Codes) -> None:
        if codes is not self._codes:
            self._parts.append(change(self._codes, codes))
            self._codes = codes

    def _after(self, y: int, x: int, columns: Sequence[Column]) -> tuple[int, int] | None:
        """Where the cursor is when columns have been written, if that is known."""
        end = x + len(columns)
        # Terminals differ about where the cursor is after a wide character and at the margin.
        sure = end < len(self._lines[y]) and all(text for text, _ in columns)
        return (y, end) if sure else None

    def _go(self, y: int, x: int) -> None:
        """Brings the cursor to a column, past the blanks before it."""
        way = self._way(self._cursor, y, x)
        if self._blanks:
            assert self._cursor is not None
            line, first = self._cursor
            written = self._after(line, first, [(" ", None)] * self._blanks)
            erasing, writing = _erase(self._blanks) + way, " " * self._blanks
            way = min(
                writing + self._way(written, y, x), erasing, key=lambda way: len(way.encode())
            )
            self._blanks = 0
        self._parts.append(way)
        self._cursor = y, x

    def _way(self, start: tuple[int, int] | None, y: int, x: int) -> str:
        return "" if start == (y, x) else self._fill(start, y, x) or _move(start, y, x)

    def _erasable(self, columns: Sequence[Column]) -> Iterator[tuple[int, int]]:
        """Runs of blanks that look the same and show nothing but their background."""
        at = 0
        for end in range(1, len(columns) + 1):
            if end < len(columns) and _blank_like(columns[at], columns[end], self._system):
                continue
            if end - at >= BLANKS and _blank_like(columns[at], columns[at], self._system):
                yield at, end
            at = end

    def _fill(self, start: tuple[int, int] | None, y: int, x: int) -> str:
        """The columns from the cursor to ``x`` if writing them again is cheapest, or nothing."""
        if start is None or start[0] != y or not 0 < x - start[1] <= FILL:
            return ""
        gap = self._lines[y][start[1] : x]
        for text, style in gap:
            if not text or is_unsure(text):
                return ""
            if target(text, style, self._codes, self._system) != self._codes:
                return ""
        filled = "".join(text for text, _ in gap)
        return filled if len(filled.encode()) <= len(_move(start, y, x)) else ""


def _unsure(columns: Sequence[Column]) -> Iterator[tuple[int, int]]:
    """Half-open stretches of columns, each with one sign of unsure width."""
    for at, (text, _) in enumerate(columns):
        if len(text) > 1 and is_unsure(text):
            end = at + 1
            while end < len(columns) and not columns[end][0]:
                end += 1
            yield at, end


def _grouped(pieces: Sequence[Piece], system: ColorSystem | None) -> Iterator[Piece]:
    """The same columns, those of one style together, and after it what is nearest to that."""
    groups: dict[Codes, list[Piece]] = {}
    for y, x, columns in pieces:
        codes = [codes_of(style, system) for _, style in columns]
        # The right half of a wide character stays with the left one.
        cuts = [0]
        cuts += [
            at for at in range(1, len(columns)) if columns[at][0] and codes[at] != codes[at - 1]
        ]
        for start, end in pairwise([*cuts, len(columns)]):
            groups.setdefault(codes[start], []).append((y, x + start, columns[start:end]))
    now = PLAIN
    while groups:
        now = min(groups, key=lambda codes: len(change(now, codes)))
        yield from groups.pop(now)


@lru_cache(4096)
def _move(start: tuple[int, int] | None, y: int, x: int) -> str:
    """The shortest way of the cursor from where it is, if it is known, to another."""
    ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"]
    if start is not None:
        right, down = x - start[1], y - start[0]
        sideways = "\b" * -right if -4 < right <= 0 else _by(right, "C", "D")
        # A line feed that no terminal driver takes for the end of a line.
        downwards = "\v" * down if 0 <= down < 4 else _by(down, "B", "A")
        ways.append(downwards + sideways)
        if not down:
            ways.append(f"\x1b[{x + 1}G")
    return min(ways, key=len)


def _by(distance: int, forwards: str, backwards: str) -> str:
    if not distance:
        return ""
    many = abs(distance)
    return f"\x1b[{many if many > 1 else ''}{forwards if distance > 0 else backwards}"


def target(text: str, style: Style | None, now: Codes, system: ColorSystem | None) -> Codes:
    """The codes to write a column with, as few of them changed as it needs; ``now`` if none."""
    own = codes_of(style, system)
    if own == now:
        return now
    if text == " " and not (own[0] | now[0]) & _ON_BLANKS:
        return now if own[2] == now[2] else (now[0], now[1], own[2])
    return own


def _erase(blanks: int) -> str:
    """What makes columns blank and leaves the cursor before them."""
    return f"\x1b[{blanks}X"


def _blank_like(one: Column, other: Column, system: ColorSystem | None) -> bool:
    """Whether two columns are blanks that show the same background and nothing else."""
    if one[0] != " " or other[0] != " ":
        return False
    first, second = codes_of(one[1], system), codes_of(other[1], system)
    return first[2] == second[2] and not (first[0] | second[0]) & _ON_BLANKS


@lru_cache(4096)
def change(before: Codes, after: Codes) -> str:
    """The sequence that leads from some codes to others."""
    if before == after:
        return ""
    off = sorted({_OFF[code] for code in before[0] - after[0]})
    again = {code for code in after[0] if _OFF[code] in off}
    steps = [*map(str, off), *map(str, sorted((after[0] - before[0]) | again))]
    steps += [new for new, old in zip(after[1:], before[1:], strict=True) if new != old]
    reset = ["" if after == PLAIN else "0", *map(str, sorted(after[0]))]
    reset += [new for new, old in zip(after[1:], PLAIN[1:], strict=True) if new != old]
    return min((f"\x1b[{';'.join(way)}m" for way in (steps, reset)), key=len)


@lru_cache(4096)
def same_blank(one: Style | None, other: Style | None) -> bool:
    """Whether a blank looks the same in two styles."""
    first, second = codes_of(one, ColorSystem.TRUECOLOR), codes_of(other, ColorSystem.TRUECOLOR)
    return first[2] == second[2] and not (first[0] | second[0]) & _ON_BLANKS


@lru_cache(4096)
def same(one: Style | None, other: Style | None) -> bool:
    """Whether any text looks the same in two styles."""
    return codes_of(one, ColorSystem.TRUECOLOR) == codes_of(other, ColorSystem.TRUECOLOR)


@lru_cache(4096)
def codes_of(style: Style | None, system: ColorSystem | None) -> Codes:
    """A style's codes with the colours that a terminal has."""
    if style is None or system is None:
        return PLAIN
    attributes = frozenset(code for name, code in _ATTRIBUTES if getattr(style, name))
    colours = []
    for colour, foreground in ((style.color, True), (style.bgcolor, False)):
        if colour is None or colour.is_default:
            colours.append("39" if foreground else "49")
        else:
            colours.append(";".join(nearest(colour, system).get_ansi_codes(foreground)))
    return attributes, colours[0], colours[1]
