"""What the terminal shows, remembered, so that only what differs is sent.

Textual repaints whole widgets when the focus moves and the whole screen when a pane comes or
goes; most of that is already there. Every update is compared, column by column, with what was
last sent, and only the columns that differ go out, see :mod:`workbench.terminal.ansi`. Over a slow
link this is the difference between 30 KB and 300 bytes for a Tab.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from workbench.terminal import ansi
from workbench.terminal.ansi import Column, Piece
from workbench.terminal.widths import columns_of, widen_spacing_marks

if TYPE_CHECKING:
    from workbench.terminal.placements import Placements

widen_spacing_marks()

UNKNOWN: Column = ("", None)
"""A column of which it is not known what the terminal shows."""


class Memory:
    """The columns that the terminal shows, as far as they are known.

    Args:
        erases: whether the terminal erases in the colour of the background.

    Attributes:
        placements: the images that it shows; None where there are none.
    """

    def __init__(self, *, erases: bool = False) -> None:
        self.placements: Placements | None = None
        self._erases = erases
        self._lines: list[list[Column]] = []

    def forget(self) -> None:
        """The terminal may show anything: after a resize, or after another program."""
        self._lines = []
        if self.placements is not None:
            self.placements.forget()

    def reduce(self, update: LayoutUpdate | ChopsUpdate, size: tuple[int, int]) -> Difference:
        """What of an update the terminal does not show yet; it is taken as sent."""
        width, height = size
        if len(self._lines) != height or len(self._lines[0]) != width:
            self.forget()
            self._lines = [[UNKNOWN] * width for _ in range(height)]
        pieces: list[Piece] = []
        changed = set()
        for y, x, columns in _pieces(update):
            if y < height:
                pieces.extend(self._take(y, x, columns[: max(width - x, 0)]))
                changed.add(y)
        images = ""
        if self.placements is not None:
            pieces, images = self.placements.settle(self._lines, changed, pieces)
        return Difference(pieces, self._lines, images, erases=self._erases)

    def _take(self, y: int, x: int, columns: list[Column]) -> Iterator[Piece]:
        """The parts of a line that differ; they become what is shown."""
        shown = self._lines[y]
        different = [
            number
            for number, (old, new) in enumerate(
                zip(shown[x : x + len(columns)], columns, strict=True)
            )
            if old is not new and (old is UNKNOWN or not _look_alike(old, new))
        ]
        shown[x : x + len(columns)] = columns
        for start, end in _stretches(different):
            # Never a part of a wide sign.
            first, last = start, end
            while first > 0 and not columns[first][0]:
                first -= 1
            while last < len(columns) and not columns[last][0]:
                last += 1
            yield y, x + first, columns[first:last]


class Difference(CompositorUpdate):
    """The columns to be written; to be rendered before the next one is made.

    Attributes:
        pieces: line, first column and columns of each.
        images: what is to be sent after them.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        lines: Sequence[Sequence[Column]],
        images: str = "",
        *,
        erases: bool = False,
    ) -> None:
        self.pieces = pieces
        self.images = images
        self._lines = lines
        self._erases = erases

    def __bool__(self) -> bool:
        """Whether there is anything to send."""
        return bool(self.pieces or self.images)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The same for Rich."""
        yield Segment(self.render_segments(console))

    def render_segments(self, console: Console) -> str:
        """The control sequences that write them."""
        if not self.pieces:
            return self.images
        system = console._color_system
        text = ansi.sequences(self.pieces, self._lines, system, erases=self._erases)
        return text + self.images


def _pieces(update: LayoutUpdate | ChopsUpdate) -> Iterator[tuple[int, int, list[Column]]]:
    """Line, first column and columns of everything that an update would write."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield y, update.region.x, [*_columns(s for strip in strips for s in strip)]
        return
    for y, first, last in update.spans:
        for x, strip in update.chops[y].items():
            if strip is None or x >= last or x + strip.cell_length <= first:
                continue
            columns = [*_columns(strip)]
            start, end = max(0, first - x), min(len(columns), last - x)
            yield y, x + start, columns[start:end]


def _columns(segments: Iterable[Segment]) -> Iterator[Column]:
    for text, style, control in segments:
        if control:
            continue
        if text.isascii():
            for character in text:
                yield character, style
            continue
        for column in columns_of(text):
            yield column, style


def _look_alike(old: Column, new: Column) -> bool:
    if old[0] != new[0]:
        return False
    if old[1] == new[1] or (new[0] == " " and ansi.same_blank(old[1], new[1])):
        return True
    # Which image they belong to does not show.
    return bool(old[1] and new[1] and old[1].link != new[1].link) and ansi.same(old[1], new[1])


def _stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Half-open stretches of numbers that follow each other."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[start], numbers[index - 1] + 1
            start = index
