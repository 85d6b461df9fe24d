"""What the terminal shows, remembered, so that only what differs is sent.

Textual repaints whole widgets when the focus moves and the whole screen when a pane comes or
goes; most of that is already there. Every update is compared, column by column, with what was
last sent, and only the columns that differ go out, with only the colours and attributes that
differ from the column before. Over a slow link this is the difference between 30 KB and 300
bytes for a Tab.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

Column = tuple[str, Style | None]
"""The text of a terminal column, empty to the right of a wide character, and its style."""
Run = tuple[int, int, Sequence[Column]]
"""Line, first column, and the columns to write there."""

NEAR = 5
"""Equal columns between two different ones that are cheaper to write again than to jump over."""
PLAIN = Style.null()
UNKNOWN: Column = ("", None)
"""A column of which it is not known what the terminal shows."""

_ATTRIBUTES = (
    ("bold", 1), ("dim", 2), ("italic", 3), ("underline", 4), ("blink", 5), ("reverse", 7),
    ("conceal", 8), ("strike", 9),
)  # fmt: skip


class Memory:
    """The columns that the terminal shows, as far as they are known."""

    def __init__(self) -> None:
        self._lines: list[list[Column]] = []

    def forget(self) -> None:
        """The terminal may show anything: after a resize, or after another program."""
        self._lines = []

    def reduce(self, update: LayoutUpdate | ChopsUpdate, size: tuple[int, int]) -> Difference:
        """What of an update the terminal does not show yet; it is taken as sent."""
        width, height = size
        if len(self._lines) != height or len(self._lines[0]) != width:
            self._lines = [[UNKNOWN] * width for _ in range(height)]
        runs: list[Run] = []
        for y, x, columns in _pieces(update):
            if y < height:
                runs.extend(self._take(y, x, columns[: max(width - x, 0)]))
        return Difference(runs)

    def _take(self, y: int, x: int, columns: list[Column]) -> Iterator[Run]:
        """The runs of a piece that differ; the piece becomes what is shown."""
        shown = self._lines[y]
        different = [
            place
            for place, (old, new) in enumerate(
                zip(shown[x : x + len(columns)], columns, strict=True)
            )
            if old is not new and (old[0] != new[0] or old[1] != new[1] or old is UNKNOWN)
        ]
        shown[x : x + len(columns)] = columns
        for start, end in _joined(different):
            # Never half of a wide character.
            first = start - (start > 0 and not columns[start][0])
            last = end + (end < len(columns) and not columns[end][0])
            yield y, x + first, columns[first:last]


class Difference(CompositorUpdate):
    """The columns to be written."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The same for Rich."""
        yield Segment(self.render_segments(console))

    def render_segments(self, console: Console) -> str:
        """The control sequences that write them."""
        if not self.runs:
            return ""
        system = console._color_system
        parts: list[str] = []
        last = PLAIN
        for y, x, columns in self.runs:
            parts.append(f"\x1b[{y + 1};{x + 1}H")
            for text, own in columns:
                style = own or PLAIN
                if style is not last:
                    parts.append(_change(last, style, system))
                    last = style
                parts.append(text)
        parts.append(_change(last, PLAIN, system))
        return "".join(parts)


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
        for character in text:
            size = get_character_cell_size(character)
            if size:
                yield character, style
            if size == 2:
                yield "", style


def _joined(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Half-open runs of places, those close to each other joined."""
    start: int | None = None
    end = 0
    for place in places:
        if start is not None and place - end > NEAR:
            yield start, end
            start = None
        start = place if start is None else start
        end = place + 1
    if start is not None:
        yield start, end


@lru_cache(4096)
def _change(before: Style, after: Style, system: ColorSystem | None) -> str:
    """The sequence that leads from one style to another."""
    old, new = _codes(before, system), _codes(after, system)
    if old == new:
        return ""
    if old[0] - new[0]:  # an attribute has to go: begin anew
        old = (frozenset(), "39", "49")
        codes = ["" if new == old else "0"]
    else:
        codes = []
    codes += [str(code) for code in sorted(new[0] - old[0])]
    codes += [colour for colour, was in zip(new[1:], old[1:], strict=True) if colour != was]
    return f"\x1b[{';'.join(codes)}m"


def _codes(style: Style, system: ColorSystem | None) -> tuple[frozenset[int], str, str]:
    """Attributes, foreground and background as codes."""
    if system is None:
        return frozenset(), "39", "49"
    attributes = frozenset(code for name, code in _ATTRIBUTES if getattr(style, name))
    colours = []
    for colour, foreground in ((style.color, True), (style.bgcolor, False)):
        if colour is None or colour.is_default:
            colours.append("39" if foreground else "49")
        else:
            colours.append(";".join(colour.downgrade(system).get_ansi_codes(foreground)))
    return attributes, colours[0], colours[1]
