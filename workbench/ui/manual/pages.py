"""Pages of help as values, and the lines that their entries take at a width."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len

from workbench.theme.theming import BLANK, Theme
from workbench.ui.lines import Line, Span, cut, cut_at_blank, width_of, wrap

HEAD = 17
"""Columns of what stands before the words of an entry: keys, signs, a name."""
MOST_NAME = 22
"""Columns of names that have more to be said of behind them."""
LEAST_WORDS = 12
"""Columns that words have at least."""
BESIDE = 44
"""Columns that what there is to say besides has at least beside a name; with fewer it follows that,
so that most entries take a line."""
GAP = 2
"""Columns on either side of the arrow from one figure to the next."""

Figure = tuple[tuple[Span, ...], ...]
"""A picture, line by line."""


@dataclass(frozen=True, slots=True)
class ManualEntry:
    """Something that is explained.

    Attributes:
        head: what it is: keys, signs, a name; empty for a paragraph of words.
        words: its name, or what there is to say of it.
        more: what there is to say besides, less prominently.
        brief: what there is to say besides stands behind its name.
        picture: what it looks like, behind the head and no wider than there is room for there.
        figures: pictures below the words, each what becomes of the one before it.
        arrow: the sign from a figure to the next.
    """

    head: tuple[Span, ...]
    words: str
    more: str = ""
    brief: bool = False
    picture: Figure = ()
    figures: tuple[Figure, ...] = ()
    arrow: str = ""

    @property
    def text(self) -> str:
        """All that a search can find of it."""
        return " ".join([*(text for text, _ in self.head), self.words, self.more])

    def lines(self, head: int, width: int, name: int = 0, *, short: bool = False) -> Iterator[Line]:
        """Its lines, of ``width`` columns, after a head of so many.

        Where it is brief its words take ``name`` columns at least, and ``short`` cuts what there is
        to say besides so that all is one line.
        """
        indent = head + 2 if head else 1
        if self.picture:
            yield from self._pictured(indent, width)
            return
        start: list[Span] = [(" ", ""), *self.head]
        used = width_of(start)
        if used >= indent > 1:
            # A long head takes a line of its own rather than cut the words off.
            if self.brief:
                start = [*cut(start, indent - 1)]
            elif used <= width:
                yield start
                start = []
            else:
                yield from (cut([(" ", ""), span], width) for span in self.head)
                start = []
            used = width_of(start)
        start.append((" " * (indent - used), ""))
        if self.brief:
            yield from self._beside(start, f"{self.words:<{name}}  ", width, short=short)
        else:
            for text, role in ((self.words, ""), (self.more, "muted")):
                for line in wrap(text, max(width - indent, LEAST_WORDS)):
                    yield [*start, (line, role)]
                    start = [(" " * indent, "")]
        if self.figures:
            yield from _in_a_row(self.figures, self.arrow, indent, width)

    def _pictured(self, indent: int, width: int) -> Iterator[Line]:
        """The head, its picture and the words side by side."""
        words = wrap(self.words, max(width - indent, LEAST_WORDS))
        column = width_of(self.head) + 2
        start: list[Span] = [(" ", ""), *self.head, (" ", "")]
        for drawn, line in zip_longest(self.picture, words):
            start += drawn or ()
            yield [*start, (" " * (indent - width_of(start)), ""), (line or "", "")]
            start = [(" " * column, "")]

    def _beside(
        self, start: Sequence[Span], name: str, width: int, *, short: bool
    ) -> Iterator[Line]:
        """The name, and beside or behind it what else there is to say."""
        lead: list[Span] = [*start, (name, "")]
        column = width_of(lead)
        if not self.more:
            yield cut(lead, width)
            return
        narrow = width - column < BESIDE
        if short:
            lead = [*start, (f"{name.rstrip()}  ", "")] if narrow else lead
            yield cut_at_blank([*lead, (self.more, "muted")], width)
            return
        if narrow:
            yield from self._behind(start, name.rstrip(), width)
            return
        for line in wrap(self.more, max(width - column, LEAST_WORDS)):
            yield [*lead, (line, "muted")]
            lead = [(" " * column, "")]

    def _behind(self, start: Sequence[Span], name: str, width: int) -> Iterator[Line]:
        """The name, and what else there is to say in the same lines."""
        column = width_of(start)
        text = f"{name.replace(' ', BLANK)}  {self.more}"
        first, *more = wrap(text, max(width - column, LEAST_WORDS), subsequent_indent="  ")
        yield cut([*start, (name, ""), (first[len(name) :], "muted")], width)
        yield from ([(" " * column, ""), (line, "muted")] for line in more)


def _in_a_row(figures: Sequence[Figure], arrow: str, indent: int, width: int) -> Iterator[Line]:
    """Figures side by side, or one below the other where there is no room for that."""
    sizes = [max(map(width_of, figure)) for figure in figures]
    between = 2 * GAP + cell_len(arrow)
    left = (" " * indent, "")
    if indent + sum(sizes) + between * (len(sizes) - 1) > width:
        for number, figure in enumerate(figures):
            if number:
                yield [left, (arrow, "key")]
            yield from ([left, *line] for line in figure)
        return
    middle = max(map(len, figures)) // 2
    for number, lines in enumerate(zip_longest(*figures, fillvalue=())):
        row: list[Span] = [left]
        for size, line in zip(sizes, lines, strict=True):
            if len(row) > 1:
                sign = arrow if number == middle else " " * cell_len(arrow)
                row += [(" " * GAP, ""), (sign, "key"), (" " * GAP, "")]
            row += [*line, (" " * (size - width_of(line)), "")]
        yield row


@dataclass(frozen=True, slots=True)
class ManualSection:
    """Entries under a heading, which have heads of so many columns; 0 for paragraphs."""

    title: str
    entries: tuple[ManualEntry, ...]
    head: int = HEAD

    def lines(self, width: int, *, short: bool = False) -> list[Line]:
        """The heading, the entries, brief ones in a line each if ``short``, and an empty line."""
        lines: list[Line] = [cut([(self.title, "title")], width)]
        name = min(max((cell_len(entry.words) for entry in self.entries), default=0), MOST_NAME)
        for entry in self.entries:
            lines += entry.lines(self.head, width, name, short=short)
            if entry.figures or entry.picture:
                lines.append([])
        return [*lines, []] if lines[-1] else lines


@dataclass(frozen=True, slots=True)
class Page:
    """Sections that are made for a theme when they are first looked at."""

    title: str
    make: Callable[[Theme], Sequence[ManualSection]]


def columned(
    sections: Sequence[ManualSection], width: int, least: int, *, short: bool = False
) -> list[Line]:
    """Sections in as many columns of about the same height as there is room for.

    None of them is broken; a column has ``least`` columns of the terminal. If ``short``, brief
    entries take a line each.
    """
    number = max(width // least, 1)
    each = width // number
    inner = each - 2 if number > 1 else each
    blocks = [section.lines(inner, short=short) for section in sections]
    height = -(-sum(map(len, blocks)) // number)
    stacks: list[list[Line]] = [[] for _ in range(number)]
    at = 0
    for block in blocks:
        if at + 1 < number and stacks[at] and len(stacks[at]) + len(block) // 2 > height:
            at += 1
        stacks[at] += block
    return [_joined(parts, each) for parts in zip_longest(*stacks, fillvalue=[])]


def _joined(parts: Sequence[Line], width: int) -> Line:
    line: list[Span] = []
    for part in parts:
        line += [*part, (" " * (width - width_of(part)), "")]
    return line
