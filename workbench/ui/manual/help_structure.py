"""The structure of the help: pages, sections and entries, which can be drawn as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len

from workbench.theme.theme_loader import Theme
from workbench.ui.styled_lines import Line, Span, cut_at_word, cut_line, measure_width, wrap_text

HEAD_COLUMNS = 17
"""The default number of columns reserved for an entry's keys, signs or name."""
MAX_NAME_COLUMNS = 22
"""The maximum number of columns reserved for titles that have text next to them.

The text of a longer title is on its own lines below the title.
"""
MIN_MORE_COLUMNS = 20
"""The minimum number of columns for the text next to a title.

If less is left, the text is on its own lines below the title.
"""
MIN_TEXT_COLUMNS = 12
"""The minimum width in columns to which text is wrapped."""
GAP = 2
"""The number of blank columns on either side of the arrow between two figures."""

Figure = tuple[tuple[Span, ...], ...]
"""A picture, as lines of spans."""


@dataclass(frozen=True, slots=True)
class ManualEntry:
    """An explanation of a key, a sign or a word.

    Attributes:
        head: The keys, signs or name to explain, or an empty tuple for a plain paragraph.
        title: The title of the entry, or the explanation itself.
        more: Additional text, shown less prominently.
        is_brief: True to put the additional text on the same line as the title.
        picture: A picture of a tile or piece, drawn after the head within the head's columns.
        figures: The pictures to draw below the text, such as a board before and after some moves.
        arrow: The character to draw between two figures.
    """

    head: tuple[Span, ...]
    title: str
    more: str = ""
    is_brief: bool = False
    picture: Figure = ()
    figures: tuple[Figure, ...] = ()
    arrow: str = ""

    @property
    def text(self) -> str:
        """The full text of the entry, in which a search looks for a match."""
        return " ".join([*(text for text, _ in self.head), self.title, self.more])

    def draw_lines(
        self, head: int, width: int, name: int = 0, *, short: bool = False
    ) -> Iterator[Line]:
        """Draw the entry, and yield its lines.

        Args:
            head: The number of columns for the head.
            width: The number of columns in a line.
            name: The number of columns for the title of a brief entry.
            short: True to cut the additional text of a brief entry, so that it takes one line.
        """
        indent = head + 2 if head else 1
        if self.picture:
            yield from self._draw_with_picture(indent, width)
            return
        start: list[Span] = [(" ", ""), *self.head]
        used = measure_width(start)
        if used >= indent > 1:
            # The head is too wide for its columns. Unless the entry is brief, give the head a
            # separate line, so that nothing is cut off.
            if self.is_brief:
                start = [*cut_line(start, indent - 1)]
            elif used <= width:
                yield start
                start = []
            else:
                yield from (cut_line([(" ", ""), span], width) for span in self.head)
                start = []
            used = measure_width(start)
        gap = (" " * (indent - used), "")
        # The keys of commands are at the right edge of their columns.
        start = (
            [gap, *start[1:], ("  ", "")] if self.is_brief and used + 2 <= indent else [*start, gap]
        )
        if self.is_brief:
            yield from self._draw_with_more(start, name, width, short=short)
        else:
            for text, role in ((self.title, ""), (self.more, "muted")):
                for line in wrap_text(text, max(width - indent, MIN_TEXT_COLUMNS)):
                    yield [*start, (line, role)]
                    start = [(" " * indent, "")]
        if self.figures:
            yield from _draw_figures(self.figures, self.arrow, indent, width)

    def _draw_with_picture(self, indent: int, width: int) -> Iterator[Line]:
        """Draw the head, the picture and the title side by side, and yield their lines."""
        words = wrap_text(self.title, max(width - indent, MIN_TEXT_COLUMNS))
        column = measure_width(self.head) + 2
        start: list[Span] = [(" ", ""), *self.head, (" ", "")]
        for drawn, line in zip_longest(self.picture, words):
            start += drawn or ()
            yield [*start, (" " * (indent - measure_width(start)), ""), (line or "", "")]
            start = [(" " * column, "")]

    def _draw_with_more(
        self, start: Sequence[Span], name: int, width: int, *, short: bool
    ) -> Iterator[Line]:
        """Draw the title, and the additional text in a second column or below the title."""
        lead: list[Span] = [*start, (f"{self.title:<{name}}  ", "")]
        column = measure_width(lead)
        room = width - column
        if not self.more or room < MIN_MORE_COLUMNS or cell_len(self.title) > name:
            yield cut_line([*start, (self.title, "")], width)
            if self.more and not short:
                column = measure_width(start) + 2
                for line in wrap_text(self.more, max(width - column, MIN_TEXT_COLUMNS)):
                    yield [(" " * column, ""), (line, "muted")]
        elif short:
            yield cut_at_word([*lead, (self.more, "muted")], width)
        else:
            for line in wrap_text(self.more, room):
                yield [*lead, (line, "muted")]
                lead = [(" " * column, "")]


def _draw_figures(figures: Sequence[Figure], arrow: str, indent: int, width: int) -> Iterator[Line]:
    """Draw figures side by side, or one below the other if there is too little room."""
    sizes = [max(map(measure_width, figure)) for figure in figures]
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
            row += [*line, (" " * (size - measure_width(line)), "")]
        yield row


@dataclass(frozen=True, slots=True)
class ManualSection:
    """A list of entries under a heading.

    Attributes:
        title: The heading of the section.
        entries: The entries below the heading.
        head: The number of columns for the head of each entry, or 0 for plain paragraphs.
    """

    title: str
    entries: tuple[ManualEntry, ...]
    head: int = HEAD_COLUMNS

    def draw_lines(self, width: int, *, short: bool = False) -> list[Line]:
        """Return the heading, the entries and an empty line, in lines of at most ``width`` columns.

        If ``short`` is True, brief entries are cut to one line each.
        """
        lines: list[Line] = [cut_line([(self.title, "title")], width)]
        # Titles are padded to the same width, so that the additional text of brief entries aligns.
        longest = max((cell_len(entry.title) for entry in self.entries), default=0)
        name = min(longest, MAX_NAME_COLUMNS)
        for entry in self.entries:
            lines += entry.draw_lines(self.head, width, name, short=short)
            if entry.figures or entry.picture:
                lines.append([])
        return [*lines, []] if lines[-1] else lines


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of help.

    Attributes:
        title: The title of the page.
        make_sections: A function that makes the page's sections for a theme. It is called when the
            page is first shown.
    """

    title: str
    make_sections: Callable[[Theme], Sequence[ManualSection]]


def draw_columns(
    sections: Sequence[ManualSection], width: int, least: int, *, short: bool = False
) -> list[Line]:
    """Arrange sections in as many text columns as fit, all of about the same height.

    Args:
        sections: The sections to arrange. None of them is split between two text columns.
        width: The available width in terminal columns.
        least: The minimum width of a text column, in terminal columns.
        short: True to cut brief entries to one line each.
    """
    number = max(width // least, 1)
    each = width // number
    inner = each - 2 if number > 1 else each
    blocks = [section.draw_lines(inner, short=short) for section in sections]
    # The height that the text columns would have if sections could be split, rounded up.
    height = -(-sum(map(len, blocks)) // number)
    stacks: list[list[Line]] = [[] for _ in range(number)]
    at = 0
    for block in blocks:
        # A block goes into the next column if less than half of it would fit.
        if at + 1 < number and stacks[at] and len(stacks[at]) + len(block) // 2 > height:
            at += 1
        stacks[at] += block
    return [_join_parts(parts, each) for parts in zip_longest(*stacks, fillvalue=[])]


def _join_parts(parts: Sequence[Line], width: int) -> Line:
    line: list[Span] = []
    for part in parts:
        line += [*part, (" " * (width - measure_width(part)), "")]
    return line
