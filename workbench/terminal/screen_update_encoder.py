"""A writer that encodes the changed columns of a screen in short control sequences.

Four techniques keep updates small for slow connections:

- The cursor is moved by the shortest sequence: to an absolute position, within the line, or
  straight up or down.
- Colours and attributes are changed one by one or after a reset, whichever is shorter. A blank
  needs only the right background, because it has no letter to colour.
- If the terminal erases in the current background colour, long runs of blanks are erased. Erasing
  leaves the cursor in place, often in the column where the next line of a board cell begins.
- The columns are written line by line or style by style, whichever is shorter. Style by style is
  shorter for a board whose cells alternate between two styles, for example. The next style is
  always the one that can be reached with the shortest sequence.

For example, suppose that a white line has two red letters, in columns 0 and 9. Written from left to
right, it needs two changes to red: ``red a white ... red b``. Written style by style, it needs only
one, and the cursor jumps over the columns between the letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from rich.color import ColorSystem
from rich.style import Style

from workbench.terminal.colour_depth import find_nearest_colour
from workbench.terminal.column_width import has_unsure_width

ScreenColumn = tuple[str, Style | None]
"""The text and style of one terminal column. The second column of a wide character has no text."""
StyleCodes = tuple[frozenset[int], str, str]
"""The SGR parameters for the attributes, the foreground colour, and the background colour."""
ColumnSpan = tuple[int, int, Sequence[ScreenColumn]]
"""The number of a line, the number of the first column to write in it, and the columns to write."""

PLAIN_CODES: StyleCodes = (frozenset(), "39", "49")
MAX_GROUPED_COLUMNS = 2000
"""The largest update, in columns, for which writing style by style is tried too."""
MIN_ERASED_BLANKS = 5
"""The shortest run of blanks that is worth erasing instead of writing."""
MAX_GAP_COLUMNS = 5
"""The widest gap that is worth rewriting instead of jumping over, in columns."""

_ATTRIBUTES = (
    ("bold", 1), ("dim", 2), ("italic", 3), ("underline", 4), ("blink", 5), ("reverse", 7),
    ("conceal", 8), ("strike", 9),
)  # fmt: skip
_ATTRIBUTE_OFF = {1: 22, 2: 22, 3: 23, 4: 24, 5: 25, 7: 27, 8: 28, 9: 29}
_VISIBLE_ON_BLANKS = frozenset({4, 7, 9})
"""The codes of the attributes that are visible on a blank: underline, reverse and strike."""


def build_sequences(
    spans: Sequence[ColumnSpan],
    lines: Sequence[Sequence[ScreenColumn]],
    system: ColorSystem | None,
    *,
    erases: bool = False,
) -> str:
    """Return control sequences that write columns and then restore the plain style.

    Args:
        spans: The columns to write, from top to bottom and left to right.
        lines: The whole screen after the update, from which small gaps can be rewritten.
        system: The terminal's colour system, or None to send no styles.
        erases: True if the terminal erases in the current background colour.
    """
    by_line = _SequenceWriter(lines, system, erases)
    for y, x, columns in spans:
        by_line.write_span(y, x, columns)
    shortest = by_line.finish()
    if sum(len(columns) for _, _, columns in spans) <= MAX_GROUPED_COLUMNS:
        by_style = _SequenceWriter(lines, system, erases)
        for y, x, columns in _group_by_style(spans, system):
            by_style.write_span(y, x, columns)
        shortest = min(shortest, by_style.finish(), key=lambda text: len(text.encode()))
    return shortest


class _SequenceWriter:
    """A writer of control sequences that keeps track of the terminal's cursor and style."""

    def __init__(
        self, lines: Sequence[Sequence[ScreenColumn]], system: ColorSystem | None, erases: bool
    ) -> None:
        self._lines, self._system, self._erases = lines, system, erases
        self._parts: list[str] = []
        self._codes = PLAIN_CODES
        self._cursor: tuple[int, int] | None = None
        self._pending_blanks = 0
        """The number of blanks at the cursor that have not been written or erased yet. The choice
        depends on the next movement, because only writing the blanks moves the cursor."""

    def write_span(self, y: int, x: int, columns: Sequence[ScreenColumn]) -> None:
        """Write columns of a line, erasing long runs of blanks if the terminal supports it."""
        start = 0
        for at, end in self._find_erasable_blanks(columns) if self._erases else ():
            self._write_columns(y, x + start, columns[start:at])
            self._move_cursor(y, x + at)
            self._change_codes(choose_codes(" ", columns[at][1], self._codes, self._system))
            self._pending_blanks = end - at
            start = end
        self._write_columns(y, x + start, columns[start:])

    def finish(self) -> str:
        """Return all sequences written so far, followed by a change back to the plain style."""
        if self._pending_blanks:
            self._parts.append(
                min(" " * self._pending_blanks, _build_erasure(self._pending_blanks), key=len)
            )
        return "".join([*self._parts, build_change(self._codes, PLAIN_CODES)])

    def _write_columns(self, y: int, x: int, columns: Sequence[ScreenColumn]) -> None:
        start = 0
        for at, end in _find_unsure_signs(columns):
            self._write_fixed_width(y, x + start, columns[start:at])
            text, style = columns[at]
            # Clear the columns first, because some terminals use fewer of them for this text.
            self._write_fixed_width(y, x + at, [(" ", style)] * (end - at))
            self._move_cursor(y, x + at)
            self._change_codes(choose_codes(text, style, self._codes, self._system))
            self._parts.append(text)
            self._cursor = None
            start = end
        self._write_fixed_width(y, x + start, columns[start:])

    def _write_fixed_width(self, y: int, x: int, columns: Sequence[ScreenColumn]) -> None:
        """Write columns whose width is the same in all terminals."""
        if not columns:
            return
        self._move_cursor(y, x)
        for text, style in columns:
            self._change_codes(choose_codes(text, style, self._codes, self._system))
            self._parts.append(text)
        self._cursor = self._find_cursor_after(y, x, columns)

    def _change_codes(self, codes: StyleCodes) -> None:
        if codes is not self._codes:
            self._parts.append(build_change(self._codes, codes))
            self._codes = codes

    def _find_cursor_after(
        self, y: int, x: int, columns: Sequence[ScreenColumn]
    ) -> tuple[int, int] | None:
        """Return the cursor position after ``columns`` have been written, or None if unknown."""
        end = x + len(columns)
        # Terminals disagree on the cursor position after a wide character and at the margin.
        sure = end < len(self._lines[y]) and all(text for text, _ in columns)
        return (y, end) if sure else None

    def _move_cursor(self, y: int, x: int) -> None:
        """Write or erase the pending blanks, and then move the cursor to a column."""
        way = self._find_movement(self._cursor, y, x)
        if self._pending_blanks:
            assert self._cursor is not None
            line, first = self._cursor
            written = self._find_cursor_after(line, first, [(" ", None)] * self._pending_blanks)
            # Compare bytes, because the text in a rewritten gap may contain multi-byte characters.
            erasing, writing = (
                _build_erasure(self._pending_blanks) + way,
                " " * self._pending_blanks,
            )
            way = min(
                writing + self._find_movement(written, y, x),
                erasing,
                key=lambda way: len(way.encode()),
            )
            self._pending_blanks = 0
        self._parts.append(way)
        self._cursor = y, x

    def _find_movement(self, start: tuple[int, int] | None, y: int, x: int) -> str:
        return (
            ""
            if start == (y, x)
            else self._rewrite_gap(start, y, x) or _build_movement(start, y, x)
        )

    def _find_erasable_blanks(self, columns: Sequence[ScreenColumn]) -> Iterator[tuple[int, int]]:
        """Yield half-open ranges of blanks that show nothing but a single background colour."""
        at = 0
        # The last iteration has no next column. It only ends the last run.
        for end in range(1, len(columns) + 1):
            if end < len(columns) and _is_same_background(columns[at], columns[end], self._system):
                continue
            if end - at >= MIN_ERASED_BLANKS and _is_same_background(
                columns[at], columns[at], self._system
            ):
                yield at, end
            at = end

    def _rewrite_gap(self, start: tuple[int, int] | None, y: int, x: int) -> str:
        """Return the text to rewrite from ``start`` to ``x``, or "" if a jump over it is better."""
        if start is None or start[0] != y or not 0 < x - start[1] <= MAX_GAP_COLUMNS:
            return ""
        gap = self._lines[y][start[1] : x]
        for text, style in gap:
            if not text or has_unsure_width(text):
                return ""
            # Rewriting a gap in another style would take two style changes, more than a jump.
            if choose_codes(text, style, self._codes, self._system) != self._codes:
                return ""
        filled = "".join(text for text, _ in gap)
        return filled if len(filled.encode()) <= len(_build_movement(start, y, x)) else ""


def _find_unsure_signs(columns: Sequence[ScreenColumn]) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of columns, each with one character of uncertain width."""
    for at, (text, _) in enumerate(columns):
        if len(text) > 1 and has_unsure_width(text):
            end = at + 1
            while end < len(columns) and not columns[end][0]:
                end += 1
            yield at, end


def _group_by_style(
    spans: Sequence[ColumnSpan], system: ColorSystem | None
) -> Iterator[ColumnSpan]:
    """Yield the columns of ``spans`` style by style.

    The order is greedy: the next style is always the one that needs the shortest change of codes.
    """
    groups: dict[StyleCodes, list[ColumnSpan]] = {}
    for y, x, columns in spans:
        codes = [get_style_codes(style, system) for _, style in columns]
        # A style can change only where a character begins, not inside a wide one.
        cuts = [0]
        cuts += [
            at for at in range(1, len(columns)) if columns[at][0] and codes[at] != codes[at - 1]
        ]
        for start, end in pairwise([*cuts, len(columns)]):
            groups.setdefault(codes[start], []).append((y, x + start, columns[start:end]))
    now = PLAIN_CODES
    while groups:
        now = min(groups, key=lambda codes: len(build_change(now, codes)))
        yield from groups.pop(now)


@lru_cache(4096)
def _build_movement(start: tuple[int, int] | None, y: int, x: int) -> str:
    """Return the shortest sequence that moves the cursor from ``start``; None means unknown."""
    ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"]
    if start is not None:
        right, down = x - start[1], y - start[0]
        sideways = "\b" * -right if -4 < right <= 0 else _build_step(right, "C", "D")
        # A vertical tab moves down like a line feed, but no tty driver adds a carriage return to
        # it.
        downwards = "\v" * down if 0 <= down < 4 else _build_step(down, "B", "A")
        ways.append(downwards + sideways)
        if not down:
            ways.append(f"\x1b[{x + 1}G")
    return min(ways, key=len)


def _build_step(distance: int, forward: str, backward: str) -> str:
    if not distance:
        return ""
    many = abs(distance)
    return f"\x1b[{many if many > 1 else ''}{forward if distance > 0 else backward}"


def choose_codes(
    text: str, style: Style | None, current: StyleCodes, system: ColorSystem | None
) -> StyleCodes:
    """Choose the codes for writing a column with as few changes as possible.

    Returns:
        The codes, which are the object ``current`` itself if no change is needed.
    """
    own = get_style_codes(style, system)
    if own == current:
        return current
    if text == " " and not (own[0] | current[0]) & _VISIBLE_ON_BLANKS:
        # A blank shows no letter, so its attributes and foreground need not change.
        return current if own[2] == current[2] else (current[0], current[1], own[2])
    return own


def _build_erasure(blanks: int) -> str:
    """Return the sequence that erases ``blanks`` columns from the cursor on without moving it."""
    return f"\x1b[{blanks}X"


def _is_same_background(one: ScreenColumn, other: ScreenColumn, system: ColorSystem | None) -> bool:
    """Return True if both columns are blanks that show nothing but the same background."""
    if one[0] != " " or other[0] != " ":
        return False
    first, second = get_style_codes(one[1], system), get_style_codes(other[1], system)
    return first[2] == second[2] and not (first[0] | second[0]) & _VISIBLE_ON_BLANKS


@lru_cache(4096)
def build_change(before: StyleCodes, after: StyleCodes) -> str:
    """Return the shortest sequence that changes the codes ``before`` to ``after``.

    It changes the codes one by one, or resets all of them and sets those that are not plain.
    """
    if before == after:
        return ""
    off = sorted({_ATTRIBUTE_OFF[code] for code in before[0] - after[0]})
    # Code 22 ends both bold and dim, so after switching one off, the other may have to be set
    # again.
    again = {code for code in after[0] if _ATTRIBUTE_OFF[code] in off}
    steps = [*map(str, off), *map(str, sorted((after[0] - before[0]) | again))]
    steps += [new for new, old in zip(after[1:], before[1:], strict=True) if new != old]
    reset = ["" if after == PLAIN_CODES else "0", *map(str, sorted(after[0]))]
    reset += [new for new, old in zip(after[1:], PLAIN_CODES[1:], strict=True) if new != old]
    return min((f"\x1b[{';'.join(way)}m" for way in (steps, reset)), key=len)


@lru_cache(4096)
def is_same_blank(one: Style | None, other: Style | None) -> bool:
    """Return True if a blank looks the same in both styles."""
    first, second = (
        get_style_codes(one, ColorSystem.TRUECOLOR),
        get_style_codes(other, ColorSystem.TRUECOLOR),
    )
    return first[2] == second[2] and not (first[0] | second[0]) & _VISIBLE_ON_BLANKS


@lru_cache(4096)
def is_same_look(one: Style | None, other: Style | None) -> bool:
    """Return True if any text looks the same in both styles."""
    return get_style_codes(one, ColorSystem.TRUECOLOR) == get_style_codes(
        other, ColorSystem.TRUECOLOR
    )


@lru_cache(4096)
def get_style_codes(style: Style | None, system: ColorSystem | None) -> StyleCodes:
    """Return the codes for a style, with its colours reduced to the given colour system."""
    if style is None or system is None:
        return PLAIN_CODES
    attributes = frozenset(code for name, code in _ATTRIBUTES if getattr(style, name))
    colours = []
    for colour, foreground in ((style.color, True), (style.bgcolor, False)):
        if colour is None or colour.is_default:
            colours.append("39" if foreground else "49")
        else:
            colours.append(";".join(find_nearest_colour(colour, system).get_ansi_codes(foreground)))
    return attributes, colours[0], colours[1]
