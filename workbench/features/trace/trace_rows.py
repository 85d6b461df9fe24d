"""The contents of the trace pane, and the drawing of its heading and its page of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from engine.game.game import Game
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.solver_trace import TraceRow
from workbench.session.move_text import list_signs
from workbench.session.playback_players import TracePlayer
from workbench.session.trace.breakpoints import Breakpoints
from workbench.session.trace.row_details import RowDetails
from workbench.session.trace.row_search import FoundRows
from workbench.text import trace_text
from workbench.ui.styled_lines import Line, Sign, Span, justify_line

NO_BREAKPOINTS = Breakpoints()
HERE, ON_PATH, PAGE = "▸", "★", "┃"
WIDE = 46
"""The minimum width of the pane, in columns, at which its texts are not shortened."""
REASONED_SIGNS: tuple[Sign, ...] = (
    ((HERE, "key"), "the row at the cursor"),
    ((ON_PATH, "path"), "on the reported solution"),
    ((PAGE, "muted"), "position of the page in the trace"),
)
SIGNS: tuple[Sign, ...] = (
    *REASONED_SIGNS,
    ((trace_text.DEAD_END, "dead"), "a state from which no win can be reached"),
    (("seen before (S1)", "dead"), "the same state as S1, which another move led to before"),
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
        game: The game, which provides the signs of moves and the words for the columns.
        is_provisional: True if the search has not ended, so that marks may still change.
        empty: The text to show if the trace has no rows.
    """

    player: TracePlayer | None = None
    row: int = 0
    filter: FoundRows | None = None
    matches: FoundRows | None = None
    details: RowDetails | None = None
    background_work: str = ""
    breakpoints: Breakpoints = NO_BREAKPOINTS
    game: Game | None = None
    is_provisional: bool = False
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
    assert view.player is not None and view.game is not None
    trace, brief = view.player.trace, width < WIDE
    total = view.listed_count
    indices = [view.get_row(number) for number in range(top, min(top + height, total))]
    rows = [trace[index] for index in indices]
    signs = list_signs(view.game)
    heads = trace_text.list_headings(view.game, trace, brief=brief)
    if brief and view.is_reasoned:
        # A narrow pane has no room for a heading that is wider than its column.
        heads = ("", *heads[1:])
    texts = [trace_text.list_cells(trace, row, brief=brief) for row in rows]
    if not view.is_reasoned:
        texts = [(depth, name, signs.get(move, move), *more) for depth, name, move, *more in texts]
    sizes = [max(map(cell_len, column)) for column in zip(heads, *texts, strict=True)]
    # The distance to a win is at the right edge, next to the star of the solution.
    left, last = len(heads), ""
    if not view.is_reasoned:
        left, last = left - 1, heads[-1]
    starts = [f"{part:<{size}} " for part, size in zip(heads[:left], sizes, strict=False)]
    head = [(f" {''.join(starts).rstrip()}", "muted")]
    yield justify_line(head, [(f"{last}  " if last else "", "muted")], width - 1)
    # The scroll mark moves from the first line on the first page to the last line on the last page.
    knob = (height - 1) * top // max(total - height, 1) if total > height else -1
    for line, (index, row) in enumerate(zip(indices, rows, strict=True)):
        edge: list[Span] = [(PAGE if line == knob else " ", "muted")]
        cells = texts[line]
        spans = _draw_row(row, cells[:left], sizes, here=index == cursor)
        marks = _draw_marks(row, cells[left] if left < len(cells) else "", aligned=bool(last))
        yield [*justify_line(spans, marks, width - 1), *edge]
    yield from [[]] * (height - len(rows))


def _draw_row(
    row: TraceRow, texts: Sequence[str], sizes: Sequence[int], *, here: bool
) -> list[Span]:
    # Reverse only the second text, because reversing whole rows would double the bytes to send.
    role = _choose_role(row)
    spans: list[Span] = [(HERE if here else " ", "key" if here else "")]
    for number, (text, size) in enumerate(zip(texts, sizes, strict=False)):
        look = "selected" if here and number == 1 else role if number else ""
        gap = " " * (size - cell_len(text) + 1) if number + 1 < len(texts) else ""
        spans += [(text, look), (gap, role)]
    return spans


def _draw_marks(row: TraceRow, distance: str, *, aligned: bool) -> list[Span]:
    """Return the distance to a win, and the mark of the solution, at the right end of a row."""
    marks: list[Span] = [(f" {distance}", _choose_role(row))] if distance else []
    if row.on_path:
        marks.append((f" {ON_PATH}", "path"))
    elif aligned:
        marks.append(("  ", ""))
    return marks


def _choose_role(row: TraceRow) -> str:
    if row.won:
        return "good"
    if row.lost:
        return "bad"
    if row.on_path:
        return "path"
    return "dead" if row.dead or row.seen else ""
