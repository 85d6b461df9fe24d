"""Players that step through a generation, a solution or a trace on the board.

A player has moments numbered from 0 to ``length``, and a view of the board at the current one. It
depends on neither a timer nor a screen. A step backward is as fast as a step forward. For example,
a player for the moves ``RUL`` has moments 0 to 3. At moment 2, it shows the position after ``RU``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game.game import Game
from engine.game.playthrough import Playthrough, find_refusal, replay_moves
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.grid import Cell
from engine.values.level import Board
from engine.values.picture import Picture
from engine.values.solver_trace import Trace, TraceRow
from workbench.drawing.cell_brush import Arrow
from workbench.session.move_text import format_move, list_signs
from workbench.session.trace.row_search import FoundRows
from workbench.text import trace_text
from workbench.text.solution_length import PlayCounter
from workbench.text.trace_text import DEAD_END


@dataclass(frozen=True, slots=True)
class View:
    """The content to show on the board: a picture, overlays, and a caption.

    Attributes:
        picture: The picture of the board.
        caption: A description of the content.
        heat: The values in the heat map by cell, or None if there is no heat map.
        cell: The cell at the cursor, or None if there is no cursor.
        numbers: The strings to show instead of the values in ``heat``, by cell.
        marks: The name of the theme's mark for each marked cell.
        arrows: The arrows to draw at lines that can be pushed.
    """

    picture: Picture
    caption: str
    heat: Mapping[Cell, int] | None = None
    cell: Cell | None = None
    numbers: Mapping[Cell, str] = field(default_factory=dict)
    marks: Mapping[Cell, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class StepSection:
    """A named section of the progress bar, from moment ``start`` to moment ``end``."""

    title: str
    start: int
    end: int


class StepSequence(ABC):
    """A sequence of moments numbered from 0 to ``length``, one of which is current."""

    unit: str
    """The noun for a single step."""
    first = 0
    """The number to show for the first moment."""

    def __init__(self) -> None:
        self.moment = 0

    @property
    @abstractmethod
    def length(self) -> int:
        """The number of the last moment."""

    @property
    def sections(self) -> tuple[StepSection, ...]:
        """The sections of the progress bar."""
        return ()

    def seek(self, moment: int) -> None:
        """Go to a moment, clamped to the valid range."""
        self.moment = min(max(moment, 0), self.length)

    def step_by(self, count: int) -> None:
        """Move forward or backward by ``count`` steps, each of which may span several moments."""
        self.seek(self.moment + count)

    @property
    def is_ended(self) -> bool:
        """True if the sequence is at its last moment."""
        return self.moment >= self.length

    def get_section(self) -> int | None:
        """Return the index of the current section, or None if there are no sections."""
        for number, section in enumerate(self.sections):
            # A moment belongs to the section that contains the event just before it.
            if section.start < self.moment <= section.end:
                return number
        return 0 if self.sections else None

    def seek_section(self, number: int) -> None:
        """Go to the end of a section, or to the last moment if there is no such section."""
        self.seek(self.sections[number].end if number < len(self.sections) else self.length)

    def jump_section(self, direction: int) -> None:
        """Go to the next section end (+1) or the previous section start (-1)."""
        ends = [0, *(section.end for section in self.sections), self.length]
        if direction > 0:
            self.seek(min((end for end in ends if end > self.moment), default=self.length))
        else:
            self.seek(max((end for end in ends if end < self.moment), default=0))


class Player(StepSequence):
    """A sequence of moments that the board can show one at a time."""

    @abstractmethod
    def build_view(self) -> View:
        """Build the view of the board at the current moment."""

    def step_single(self, count: int) -> None:
        """Move forward or backward by ``count`` single moments."""
        self.step_by(count)


class MovesPlayer(Player):
    """A player for moves, either a solution or moves made by hand."""

    unit = "move"

    def __init__(
        self,
        game: Game,
        board: Board,
        moves: tuple[str, ...],
        moment: int = 0,
        title: str = "",
    ) -> None:
        super().__init__()
        self._game = game
        self._title = title
        self.playthrough, _ = replay_moves(game.play, board, moves)
        self._played = self.playthrough.moves
        self.seek(moment)

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self._played)

    @property
    def sections(self) -> tuple[StepSection, ...]:
        """One section for each move, with the move's sign as its title."""
        signs = list_signs(self._game)
        return tuple(StepSection(signs.get(m, m), n, n + 1) for n, m in enumerate(self._played))

    @property
    def all_moves(self) -> tuple[str, ...]:
        """All moves, regardless of the current moment."""
        return self._played

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves up to the current moment."""
        return self.playthrough.moves

    def seek(self, moment: int) -> None:
        """Go to the position after ``moment`` moves."""
        # A playthrough keeps undone moves for redo, so no move has to be computed again.
        while len(self.playthrough.moves) > max(moment, 0) and self.playthrough.undo():
            pass
        while len(self.playthrough.moves) < moment and self.playthrough.redo():
            pass
        self.moment = len(self.playthrough.moves)

    def make_move(self, move: str) -> str:
        """Make a move by hand, drop all later moves, and return a description of its effect."""
        step = self.playthrough.make_move(move)
        # A refused move changes nothing, so keep the later moves.
        if not step.changed:
            return find_refusal(step)
        self._played = self.playthrough.moves
        self.moment = len(self._played)
        return step.note

    def build_view(self) -> View:
        """Build the view of the current position, with the effect of the last move."""
        position = self.playthrough.position
        picture = self._game.play.draw_picture(position)
        last = self.playthrough.last_step
        words = [self._title]
        if last is None:
            return View(picture, " · ".join(filter(None, (self._title, "start position"))))
        words.append(f"move {self.moment}: {format_move(self._game, last.move)}")
        if last.note:
            words.append(last.note)
        if position.status != "playing":
            words.append(position.status)
        measure = PlayCounter(self._game, position.board)
        if not measure.has_one_unit:
            words.append(measure.format_moves(self.moves))
        return View(picture, " · ".join(filter(None, words)))


class TracePlayer(Player):
    """A player for all rows of a solver's trace, or for only those that pass a filter."""

    unit = "row"
    first = 1

    def __init__(self, game: Game, board: Board, trace: Trace) -> None:
        super().__init__()
        self._game = game
        self._board = board
        self.trace = trace
        self.filter: FoundRows | None = None
        """The rows to step through, or None for all rows."""
        self.filter_text = ""
        self.matches: FoundRows | None = None
        """The rows that the last search found, or None if there was no search."""
        self.search_text = ""

    @property
    def length(self) -> int:
        """The index of the last row."""
        return max(len(self.trace) - 1, 0)

    @property
    def row(self) -> TraceRow | None:
        """The current row, or None if the trace is empty."""
        return self.trace[self.moment] if len(self.trace) else None

    def get_moves(self) -> tuple[str, ...]:
        """Return the moves that lead from the start to the current row."""
        return self.trace.moves_to(self.moment) if len(self.trace) else ()

    def step_by(self, count: int) -> None:
        """Move forward or backward by ``count`` rows, counting only those that pass the filter."""
        if self.filter is None:
            super().step_by(count)
        else:
            # The current row need not pass the filter.
            row = self.filter.step_from(self.moment, count)
            self.seek(self.moment if row is None else row)

    @property
    def is_ended(self) -> bool:
        """True if no later row passes the filter."""
        if self.filter is None:
            return super().is_ended
        return self.filter.step_from(self.moment, 1) is None

    def jump_section(self, direction: int) -> None:
        """Move by a hundredth of the rows, or by ten rows if that is more."""
        rows = self.length if self.filter is None else len(self.filter.rows)
        self.step_by(direction * max(rows // 100, 10))

    @property
    def playthrough(self) -> Playthrough:
        """The playthrough up to the current row. The last move is left out if it had no effect."""
        return replay_moves(self._game.play, self._board, self.get_moves())[0]

    def build_view(self) -> View:
        """Build the view of the current row's position, with the row's result."""
        row = self.row
        if row is None:
            return View(
                self._game.boards.draw_picture(self._board),
                ("The solver did not have to try anything."),
            )
        picture = self._game.play.draw_picture(self.playthrough.position)
        tried = f"{format_move(self._game, row.move)} from {row.parent}: " if row.move else ""
        dead = f", {DEAD_END}" if row.dead and not row.lost else ""
        result = trace_text.format_result(row)
        return View(picture, f"{row.name}: {tried}{result}{dead}", marks=self._build_marks())

    def _build_marks(self) -> dict[Cell, str]:
        """Return marks for the cells that force the row's deduction and those that it decides."""
        if not isinstance(self.trace, ReasonedTrace):
            return {}
        because = dict.fromkeys(self.trace.get_premise_cells(self.moment), "because")
        return because | dict.fromkeys(self.trace.get_concluded_cells(self.moment), "claimed")
