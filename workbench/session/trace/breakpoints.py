"""Breakpoints that stop playback, and the command that runs to the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from engine.game.game import Game
from engine.game.play_position import Position
from engine.game.playthrough import replay_moves
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.level import Board
from engine.values.solver_trace import IndexedTrace, Trace
from workbench.commands.keymap import get_key_hint
from workbench.service.job_slots import Outcome
from workbench.session.board_content import Playback, SessionPart
from workbench.session.board_verdicts import deliver_in_ui
from workbench.session.generation.timeline_player import TimelinePlayer
from workbench.session.playback_players import MovesPlayer, Player, TracePlayer, View
from workbench.session.trace.row_search import RowTest, find_first_row
from workbench.session.trace.trace_query import ROWS_PER_CHECK, parse_query, yield_interpreter

if TYPE_CHECKING:
    from engine.jit.decorators import Longs

T = TypeVar("T")

VERDICTS = {
    "won": "win",
    "lost": "loses",
    "dead": "dead end: no win can be reached",
    "=": "seen before",
    "new": "new state",
    "path": "on the solution path",
}
"""The results that can stop playback. Each key is the word for a result in queries, and each value
describes the result."""


def _get_short_title(word: str) -> str:
    """Return the title of a result, a key of :data:`VERDICTS`, without the explanation."""
    return VERDICTS[word].partition(":")[0]


@dataclass(frozen=True, slots=True)
class Breakpoints:
    """A set of conditions that stop playback.

    Attributes:
        cells: The cells whose content stops playback when it changes.
        verdicts: The results that stop playback, as keys of :data:`VERDICTS`.
    """

    cells: tuple[Cell, ...] = ()
    verdicts: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return the number of breakpoints."""
        return len(self.cells) + len(self.verdicts)


def _toggle_item(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return ``items`` with ``item`` added at the end, or removed if it is already there."""
    kept = tuple(other for other in items if other != item)
    return kept if item in items else (*kept, item)


@dataclass(frozen=True, slots=True)
class CellChange:
    """A test that a row passes if its move changes the content of a given cell."""

    game: Game
    board: Board
    cell: Cell

    def find_rows(self, trace: Trace, start: int, stop: int, control: Control) -> Longs:
        """Return the first matching row from ``start`` up to ``stop``, possibly with later matches.

        The result may be incomplete if the search is cancelled.
        """
        import numpy as np

        if isinstance(trace, IndexedTrace):
            # The index decides most rows with array operations. Only undecided rows are replayed.
            certain, unsure = trace.filter_by_change(*self.cell, start, stop)
        else:
            certain, unsure = np.zeros(stop - start, np.bool_), np.ones(stop - start, np.bool_)
        # Callers need only the first match, so stop replaying at the first certain one.
        first = int(certain.argmax()) if certain.any() else stop - start
        for count, offset in enumerate(np.flatnonzero(unsure[:first]).tolist()):
            if count % ROWS_PER_CHECK == 0 and not yield_interpreter(control):
                break
            if self.matches_row(trace, start + offset):
                return np.array([start + offset])
        return start + np.flatnonzero(certain)

    def matches_row(self, trace: Trace, index: int) -> bool:
        """Return True if the move in row ``index`` changes the content of the cell."""
        playthrough, _ = replay_moves(self.game.play, self.board, trace.moves_to(index))
        last = playthrough.last_step
        return last is not None and has_cell_changed(self.game, last.before, last.after, self.cell)


def has_cell_changed(game: Game, before: Position, after: Position, cell: Cell) -> bool:
    """Return True if ``cell`` has different content in two positions."""
    return _get_contents(game, before, cell) != _get_contents(game, after, cell)


def _get_contents(game: Game, position: Position, cell: Cell) -> tuple[str, str]:
    picture = game.play.draw_picture(position)
    row, col = cell
    if row >= picture.rows or col >= picture.cols:
        return "", ""
    piece = picture.pieces.get(cell)
    return picture.tiles[row][col], piece.name if piece is not None else ""


class BreakpointRunner(SessionPart):
    """The part that sets breakpoints, checks them during playback, and runs to the next one."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.breakpoints = Breakpoints()
        self._stopped: tuple[Player, int, str] | None = None

    def toggle_cell(self, cell: Cell) -> None:
        """Add or remove a breakpoint on changes to a cell."""
        self.breakpoints = replace(
            self.breakpoints, cells=_toggle_item(self.breakpoints.cells, cell)
        )
        state = "set" if cell in self.breakpoints.cells else "removed"
        self._history.show_notice(
            f"Breakpoint {state}: {self._history.format_place(*cell)} changes."
        )

    def toggle_verdict(self, word: str) -> None:
        """Add or remove a breakpoint on a result."""
        self.breakpoints = replace(
            self.breakpoints, verdicts=_toggle_item(self.breakpoints.verdicts, word)
        )
        self._history.notify_change()

    def clear_all(self) -> None:
        """Remove all breakpoints."""
        self.breakpoints = Breakpoints()
        self._history.notify_change()

    def must_stop(self) -> bool:
        """Return True if playback must stop at this moment, and keep the reason for the caption."""
        player = self._playback.player
        why = self._find_reason(player) if player is not None and self.breakpoints else None
        if player is None or why is None:
            return False
        self._stopped = player, player.moment, why
        return True

    def run_to_next(self) -> None:
        """Run to the next breakpoint without showing the moments in between."""
        if self._playback.player is None and self._playback.get_trace_player() is not None:
            self._playback.view_kind = "trace"
        player = self._playback.player
        if not self.breakpoints:
            self._history.show_notice(
                f"No breakpoints. Use {get_key_hint('design.breakpoints')} to set one."
            )
        elif isinstance(player, TracePlayer):
            self._run_trace(player)
        elif player is not None:
            moment = player.moment
            # Timelines and solutions are short enough to step through in this thread. Traces are
            # searched in the background instead.
            while not player.is_ended:
                player.step_by(1)
                if self.must_stop():
                    self._history.notify_change()
                    return
            player.seek(moment)
            self._history.show_notice("No further breakpoint.")
        else:
            self._history.show_notice("There are no steps to run.")

    def _run_trace(self, player: TracePlayer) -> None:
        tests, moment = self.build_tests(), player.moment
        # A row that the filter hides must not stop the run.
        within = player.filter.rows if player.filter is not None else None

        def handle_outcome(outcome: Outcome[int | None]) -> None:
            if not self._playback.shows_trace(player) or player.moment != moment:
                return
            if outcome.value is not None:
                player.seek(outcome.value)
                self.must_stop()
            else:
                self._history.notice = outcome.error or (
                    "Stopped." if outcome.cancelled else "No further breakpoint."
                )
            self._history.notify_change()

        self._solver.run_in_background(
            lambda control: find_first_row(player.trace, tests, moment, control, within),
            deliver_in_ui(self._history.call_in_ui, handle_outcome),
            "run",
        )
        self._history.notify_change()

    def draw_overlay(self, view: View) -> View:
        """Mark the breakpoints in a view of the board, and add the reason if playback stopped."""
        if self.breakpoints.cells:
            marks = dict.fromkeys(self.breakpoints.cells, "breakpoint")
            view = replace(view, marks={**marks, **view.marks})
        if self._stopped is not None:
            player, moment, why = self._stopped
            if player is self._playback.player and moment == player.moment:
                view = replace(view, caption=f"stopped, {why} · {view.caption}")
        return view

    def build_tests(self) -> list[RowTest]:
        """Return a row test for each breakpoint."""
        rows, cols = self._history.board.rows, self._history.board.cols
        on_board = [cell for cell in self.breakpoints.cells if cell[0] < rows and cell[1] < cols]
        cells = [CellChange(self._game, self._history.board, cell).find_rows for cell in on_board]
        return [
            *(parse_query(word, self._game).find_rows for word in self.breakpoints.verdicts),
            *cells,
        ]

    def _find_reason(self, player: Player) -> str | None:
        """Describe the breakpoint that a player has reached, or return None if there is none."""
        if isinstance(player, TimelinePlayer):
            return self._find_timeline_reason(player)
        if isinstance(player, MovesPlayer):
            return self._find_move_reason(player)
        return self._find_row_reason(player) if isinstance(player, TracePlayer) else None

    def _find_timeline_reason(self, player: TimelinePlayer) -> str | None:
        if not player.moment:
            return None
        for event in player.list_last_events():
            if (event.row, event.col) in self.breakpoints.cells and event.old != event.new:
                return self._format_change((event.row, event.col))
        return None

    def _find_move_reason(self, player: MovesPlayer) -> str | None:
        last = player.playthrough.last_step
        if last is None:
            return None
        for cell in self.breakpoints.cells:
            if has_cell_changed(self._game, last.before, last.after, cell):
                return self._format_change(cell)
        status = last.after.status
        if status in self.breakpoints.verdicts:
            return _get_short_title(status)
        if "dead" in self.breakpoints.verdicts and self._history.guide is not None:
            prospect = self._history.guide.look_ahead(player.moves)
            is_dead = prospect is not None and prospect.is_dead
            return _get_short_title("dead") if is_dead else None
        return None

    def _find_row_reason(self, player: TracePlayer) -> str | None:
        trace, row = player.trace, player.moment
        for word in self.breakpoints.verdicts:
            if parse_query(word, self._game).matches_row(trace, row):
                return _get_short_title(word)
        for cell in self.breakpoints.cells:
            if CellChange(self._game, self._history.board, cell).matches_row(trace, row):
                return self._format_change(cell)
        return None

    def _format_change(self, cell: Cell) -> str:
        return f"{self._history.format_place(*cell)} changes"
