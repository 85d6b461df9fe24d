"""The rows of a trace: a heading, and the page of rows that holds the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from engine.game.position import Move
from engine.game.reasoning import ReasonedTrace
from engine.values.trace import TraceRow
from workbench.session.moves import sign
from workbench.session.players import TracePlayer
from workbench.session.tracing.breakpoints import Breakpoints
from workbench.session.tracing.tracesearch import FoundRows
from workbench.session.tracing.tracesteps import RowDetails
from workbench.ui.lines import Line, Sign, Span, columns, cut

NO_BREAKS = Breakpoints()
HERE, ON_PATH, PAGE, DEAD = "▸", "★", "┃", "dead"
REASONED_SIGNS: tuple[Sign, ...] = (
    ((HERE, "key"), "the row of the cursor"),
    ((ON_PATH, "path"), "on the reported solution"),
    ((PAGE, "muted"), "where the page stands in the whole trace"),
)
SIGNS: tuple[Sign, ...] = (
    *REASONED_SIGNS,
    ((DEAD, "dead"), "a dead state: no win can be reached from it"),
    (("= S1", "dead"), "the same state as S1, met before"),
)


@dataclass(frozen=True, slots=True)
class TraceView:
    """What the pane shows.

    Attributes:
        player: the trace and its cursor; None without a trace.
        row: the row of the cursor.
        filter: the rows to list, by a filter or as those of the solution; None for all.
        matches: the rows that the search found; None without a search.
        details: what is known of the row.
        looking: what is being done in the background, in words.
        breaks: the breakpoints.
        moves: the moves of the game.
        empty: why there is no row.
    """

    player: TracePlayer | None = None
    row: int = 0
    filter: FoundRows | None = None
    matches: FoundRows | None = None
    details: RowDetails | None = None
    looking: str = ""
    breaks: Breakpoints = NO_BREAKS
    moves: tuple[Move, ...] = ()
    empty: str = ""

    @property
    def reasoned(self) -> bool:
        """Whether the rows are conclusions, not moves tried."""
        return self.player is not None and isinstance(self.player.trace, ReasonedTrace)

    @property
    def rows(self) -> int:
        """How many rows the trace has; 0 without one."""
        return len(self.player.trace) if self.player is not None else 0

    @property
    def listed(self) -> int:
        """How many rows there are to go through."""
        return self.rows if self.filter is None else len(self.filter.rows)

    def number(self, row: int) -> int:
        """The number in the list of a row, or of the next one that is listed."""
        if self.filter is None:
            return row
        return min(self.filter.rank(row), self.listed - 1)

    def at(self, number: int) -> int:
        """The row of a number in the list."""
        return number if self.filter is None else int(self.filter.rows[number])


def page(view: TraceView, cursor: int, top: int, width: int, height: int) -> Iterator[Line]:
    """The heading, and as many rows as there is room for.

    ``top`` is the number in the list of the first row; ``height`` does not count the heading.
    """
    assert view.player is not None
    total = view.listed
    indices = [view.at(number) for number in range(top, min(top + height, total))]
    rows = [view.player.trace[index] for index in indices]
    signs = {move.word: sign(move) for move in view.moves}
    # A solver that reasons tries no moves, and names its rows by their depth.
    if view.reasoned:
        heads, texts = ("", "name", ""), [("", row.name, "") for row in rows]
    else:
        heads = "at", "name", "by"
        texts = [(str(row.depth), row.name, signs.get(row.move, row.move)) for row in rows]
    sizes = [max(map(cell_len, column)) for column in zip(heads, *texts, strict=True)]
    starts = [f"{part:<{size + bool(size)}}" for part, size in zip(heads, sizes, strict=True)]
    yield cut([(f" {''.join(starts)}result", "muted")], width)
    knob = (height - 1) * top // max(total - height, 1) if total > height else -1
    for line, (index, row) in enumerate(zip(indices, rows, strict=True)):
        edge: list[Span] = [(PAGE if line == knob else " ", "muted")]
        spans = _spans(row, texts[line], sizes, here=index == cursor)
        yield [*columns(spans, _marks(row), width - 1), *edge]
    yield from [[]] * (height - len(rows))


def result(row: TraceRow) -> str:
    """What came of a row, without what its name has said already."""
    return row.result.removeprefix(f"{row.name}: ")


def _spans(
    row: TraceRow, texts: tuple[str, str, str], sizes: Sequence[int], *, here: bool
) -> list[Span]:
    # Only the name is reversed: a cursor that changes whole rows costs twice as much.
    role = _role(row)
    roles = ("", "selected" if here else role, role)
    spans: list[Span] = [(HERE if here else " ", "key" if here else "")]
    for text, size, look in zip(texts, sizes, roles, strict=True):
        gap = " " * (size - cell_len(text) + bool(size))
        spans += [(text, look or role), (gap, role)]
    return [*spans, (result(row), role)]


def _marks(row: TraceRow) -> list[Span]:
    """What stands at the right of a row."""
    marks: list[Span] = []
    if row.dead and not row.lost:
        marks.append((f" {DEAD}", _role(row)))
    if row.on_path:
        marks.append((f" {ON_PATH}", "path"))
    return marks


def _role(row: TraceRow) -> str:
    if row.won:
        return "good"
    if row.lost:
        return "bad"
    if row.on_path:
        return "path"
    return "dead" if row.dead or row.seen else ""
