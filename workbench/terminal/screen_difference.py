"""A buffer for the screen's content, so that only changed columns have to be sent.

Textual repaints whole widgets when the focus moves, and the whole screen when a pane opens or
closes, even though the terminal already shows most of the content. The buffer compares each update,
column by column, with the content sent before, and only the differences are sent
(:mod:`workbench.terminal.screen_update_encoder`). This reduces the update after a press of Tab from
30 KB to 300 bytes, which matters on a slow connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from workbench.terminal import screen_update_encoder
from workbench.terminal.column_width import split_columns, widen_spacing_marks
from workbench.terminal.screen_update_encoder import ColumnSpan, ScreenColumn

if TYPE_CHECKING:
    from workbench.terminal.image_placements import ImagePlacements

widen_spacing_marks()

UNKNOWN_COLUMN: ScreenColumn = ("", None)
"""The value for a column whose content in the terminal is unknown."""


class ScreenBuffer:
    """A record of the columns that the terminal is showing.

    Args:
        erases: True if the terminal erases in the current background colour.

    Attributes:
        placements: The images that the terminal is showing, or None if images are not used.
    """

    def __init__(self, *, erases: bool = False) -> None:
        self.placements: ImagePlacements | None = None
        self._erases = erases
        self._lines: list[list[ScreenColumn]] = []

    def invalidate(self) -> None:
        """Forget the content, for example because a resize or another program has changed it."""
        self._lines = []
        if self.placements is not None:
            self.placements.invalidate()

    def compute_update(
        self, update: LayoutUpdate | ChopsUpdate, size: tuple[int, int]
    ) -> ScreenUpdate:
        """Return the part of an update that the terminal is not showing yet.

        The update is recorded as sent.

        Args:
            update: An update from Textual's compositor.
            size: The width and height of the screen.
        """
        width, height = size
        if len(self._lines) != height or len(self._lines[0]) != width:
            self.invalidate()
            # Unknown columns differ from all others, so the next full update is sent completely.
            self._lines = [[UNKNOWN_COLUMN] * width for _ in range(height)]
        pieces: list[ColumnSpan] = []
        changed = set()
        for y, x, columns in _list_spans(update):
            if y < height:
                pieces.extend(self._replace_columns(y, x, columns[: max(width - x, 0)]))
                changed.add(y)
        images = ""
        if self.placements is not None:
            pieces, images = self.placements.update_images(self._lines, changed, pieces)
        # The lines are not copied, so this update must be rendered before they change again.
        return ScreenUpdate(pieces, self._lines, images, erases=self._erases)

    def _replace_columns(self, y: int, x: int, columns: list[ScreenColumn]) -> Iterator[ColumnSpan]:
        """Replace columns in a line, and yield the spans that differ from the old columns."""
        shown = self._lines[y]
        different = [
            number
            for number, (old, new) in enumerate(
                zip(shown[x : x + len(columns)], columns, strict=True)
            )
            # Compare identities first, because most columns of a repainted widget are the same
            # objects.
            if old is not new and (old is UNKNOWN_COLUMN or not _is_same_column(old, new))
        ]
        shown[x : x + len(columns)] = columns
        for start, end in _find_runs(different):
            # Widen the range if it would split a wide character, whose later columns are empty.
            first, last = start, end
            while first > 0 and not columns[first][0]:
                first -= 1
            while last < len(columns) and not columns[last][0]:
                last += 1
            yield y, x + first, columns[first:last]


class ScreenUpdate(CompositorUpdate):
    """A compositor update that contains only changed columns and images.

    It must be rendered before the next update is computed.

    Attributes:
        spans: The spans of columns to write.
        images: The control sequences for images, which are sent after the columns.
    """

    def __init__(
        self,
        spans: Sequence[ColumnSpan],
        lines: Sequence[Sequence[ScreenColumn]],
        images: str = "",
        *,
        erases: bool = False,
    ) -> None:
        self.spans = spans
        self.images = images
        self._lines = lines
        self._erases = erases

    def __bool__(self) -> bool:
        """Return True if the update has anything to send."""
        return bool(self.spans or self.images)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield all control sequences to Rich as one segment."""
        yield Segment(self.render_segments(console))

    def render_segments(self, console: Console) -> str:
        """Return the control sequences that write the columns and update the images."""
        if not self.spans:
            return self.images
        system = console._color_system
        text = screen_update_encoder.build_sequences(
            self.spans, self._lines, system, erases=self._erases
        )
        return text + self.images


def _list_spans(
    update: LayoutUpdate | ChopsUpdate,
) -> Iterator[tuple[int, int, list[ScreenColumn]]]:
    """Yield each part of an update: its line number, its first column's number, and its columns."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield y, update.region.x, [*_split_segments(s for strip in strips for s in strip)]
        return
    for y, first, last in update.spans:
        for x, strip in update.chops[y].items():
            # A strip may lie partly or completely outside the changed span of its line.
            if strip is None or x >= last or x + strip.cell_length <= first:
                continue
            columns = [*_split_segments(strip)]
            start, end = max(0, first - x), min(len(columns), last - x)
            yield y, x + start, columns[start:end]


def _split_segments(segments: Iterable[Segment]) -> Iterator[ScreenColumn]:
    for text, style, control in segments:
        if control:
            continue
        if text.isascii():
            for character in text:
                yield character, style
            continue
        for column in split_columns(text):
            yield column, style


def _is_same_column(old: ScreenColumn, new: ScreenColumn) -> bool:
    if old[0] != new[0]:
        return False
    if old[1] == new[1] or (new[0] == " " and screen_update_encoder.is_same_blank(old[1], new[1])):
        return True
    # A link is invisible, because it only names the image to which the column belongs.
    return bool(
        old[1] and new[1] and old[1].link != new[1].link
    ) and screen_update_encoder.is_same_look(old[1], new[1])


def _find_runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield runs of consecutive numbers in ``numbers`` as half-open ranges."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[start], numbers[index - 1] + 1
            start = index
