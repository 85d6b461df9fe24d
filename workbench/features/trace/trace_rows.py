"""The contents of the trace pane, and the drawing of its heading and its page of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from engine.game.reasoned_trace import ReasonedTrace
from engine.values.moves import Move
from engine.values.solver_trace import TraceRow
from workbench.session.move_text import format_sign
from workbench.session.playback_players import TracePlayer
from workbench.session.trace.breakpoints import Breakpoints
from workbench.session.trace.row_details import RowDetails
from workbench.session.trace.row_search import FoundRows
from workbench.ui.styled_lines import Line, Sign, Span, cut_line, justify_line

NO_BREAKPOINTS = Breakpoints()
HERE, ON_PATH, PAGE, DEAD = "▸", "★", "┃", "dead"
REASONED_SIGNS: tuple[Sign, ...] = (
    ((HERE, "key"), "the row at the cursor"),
    ((ON_PATH, "path"), "on the reported solution"),
    ((PAGE, "muted"), "position of the page in the trace"),
)
SIGNS: tuple[Sign, ...] = (
    *REASONED_SIGNS,
    ((DEAD, "dead"), "a dead state: no win can be reached from it"),
    (("= S1", "dead"), "the same state as S1, met before"),
)


@dataclass(frozen=True, slots=True)
class TraceView:
    """The contents of the trace pane.

    Attributes:
        player: The trace with its cursor, or None if there is no trace.
        row: The index of the row under the cursor.
        filter: The rows to list, which match a filter or are on the solution, or None to list all.
        matches: The rows that match the search, or None if there is no search.
        details: The details of the row under the cursor, or None while they are being computed.
        background_work: A message about work in progress, or "" if there is none.
        breakpoints: The breakpoints that are set.
        moves: The game's moves, which provide the characters for the moves in the rows.
        empty: The text to show if the trace has no rows.
    """

    player: TracePlayer | None = None
    row: int = 0
    filter: FoundRows | None = None
    matches: FoundRows | None = None
    details: RowDetails | None = None
    background_work: str = ""
    breakpoints: Breakpoints = NO_BREAKPOINTS
    moves: tuple[Move, ...] = ()
    empty: str = ""

    @property
    def is_reasoned(self) -> bool:
        """True if the trace's rows are conclusions rather than moves that were tried."""
        return self.player is not None and isinstance(self.player.trace, ReasonedTrace)

    @property
    def row_count(self) -> int:
        """The number of rows in the trace, or 0 if there is no trace."""
        return len(self.player.trace) if self.player is not None else 0

    @property
    def listed_count(self) -> int:
        """The number of rows that are listed, which is all of them unless there is a filter."""
        return self.row_count if self.filter is None else len(self.filter.rows)

    def find_number(self, row: int) -> int:
        """Return the index, among the listed rows, of ``row`` or of the next row that is listed."""
        if self.filter is None:
            return row
        return min(self.filter.get_rank(row), self.listed_count - 1)

    def get_row(self, number: int) -> int:
        """Return the row at index ``number`` among the listed rows."""
        return number if self.filter is None else int(self.filter.rows[number])


def draw_page(view: TraceView, cursor: int, top: int, width: int, height: int) -> Iterator[Line]:
    """Yield the heading and one page of rows.

    Args:
        view: The contents of the pane.
        cursor: The index of the row under the cursor.
        top: The index, among the listed rows, of the first row on the page.
        width: The width of the pane in columns.
        height: The number of lines for the rows, not counting the heading.
    """
    assert view.player is not None
    total = view.listed_count
    indices = [view.get_row(number) for number in range(top, min(top + height, total))]
    rows = [view.player.trace[index] for index in indices]
    signs = {move.word: format_sign(move) for move in view.moves}
    # A conclusion has no move, and its name already contains its depth.
    if view.is_reasoned:
        heads, texts = ("", "name", ""), [("", row.name, "") for row in rows]
    else:
        heads = "at", "name", "by"
        texts = [(str(row.depth), row.name, signs.get(row.move, row.move)) for row in rows]
    sizes = [max(map(cell_len, column)) for column in zip(heads, *texts, strict=True)]
    starts = [f"{part:<{size + bool(size)}}" for part, size in zip(heads, sizes, strict=True)]
    yield cut_line([(f" {''.join(starts)}result", "muted")], width)
    # The scroll mark moves from the first line on the first page to the last line on the last page.
    knob = (height - 1) * top // max(total - height, 1) if total > height else -1
    for line, (index, row) in enumerate(zip(indices, rows, strict=True)):
        edge: list[Span] = [(PAGE if line == knob else " ", "muted")]
        spans = _draw_row(row, texts[line], sizes, here=index == cursor)
        yield [*justify_line(spans, _draw_marks(row), width - 1), *edge]
    yield from [[]] * (height - len(rows))


def format_result(row: TraceRow) -> str:
    """Return the row's result without the row's name, because the name has a separate column."""
    return row.result.removeprefix(f"{row.name}: ")


def _draw_row(
    row: TraceRow, texts: tuple[str, str, str], sizes: Sequence[int], *, here: bool
) -> list[Span]:
    # Reverse only the name, because reversing whole rows would double the bytes to send.
    role = _choose_role(row)
    roles = ("", "selected" if here else role, role)
    spans: list[Span] = [(HERE if here else " ", "key" if here else "")]
    for text, size, look in zip(texts, sizes, roles, strict=True):
        gap = " " * (size - cell_len(text) + bool(size))
        spans += [(text, look or role), (gap, role)]
    return [*spans, (format_result(row), role)]


def _draw_marks(row: TraceRow) -> list[Span]:
    """Return the marks to draw at the right end of a row."""
    marks: list[Span] = []
    if row.dead and not row.lost:
        marks.append((f" {DEAD}", _choose_role(row)))
    if row.on_path:
        marks.append((f" {ON_PATH}", "path"))
    return marks


def _choose_role(row: TraceRow) -> str:
    if row.won:
        return "good"
    if row.lost:
        return "bad"
    if row.on_path:
        return "path"
    return "dead" if row.dead or row.seen else ""
