"""Breakpoints: where playback stops, and where running on to the next of them ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from engine.game.game import Game
from engine.game.playthrough import replay
from engine.game.position import Position
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.level import Board
from engine.values.trace import IndexedTrace, Trace
from workbench.commands.keymap import key
from workbench.service.lanes import Outcome
from workbench.session.making.timeline import TimelinePlayer
from workbench.session.playback import Playback, SessionPart
from workbench.session.players import MovesPlayer, Player, TracePlayer, View
from workbench.session.tracing.tracequery import BETWEEN_LOOKS, breathe, parse
from workbench.session.tracing.tracesearch import Wanted, first_row
from workbench.session.verdicts import through

if TYPE_CHECKING:
    from engine.jit.marks import Longs

T = TypeVar("T")

VERDICTS = {
    "won": "won",
    "lost": "lost",
    "dead": "dead: no win can be reached",
    "=": "= a situation met before",
    "new": "new situation",
    "path": "on the solution path",
}
"""The verdicts that can stop playback: the word of a query, and how it is listed."""


@dataclass(frozen=True, slots=True)
class Breakpoints:
    """What stops the playback.

    Attributes:
        cells: stop when what stands on one of them changes.
        verdicts: stop when one of these appears, words of :data:`VERDICTS`.
    """

    cells: tuple[Cell, ...] = ()
    verdicts: tuple[str, ...] = ()

    def __len__(self) -> int:
        """How many there are."""
        return len(self.cells) + len(self.verdicts)


def _toggled(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """With an item, or without it if it was there."""
    kept = tuple(other for other in items if other != item)
    return kept if item in items else (*kept, item)


@dataclass(frozen=True, slots=True)
class CellChange:
    """Rows of a trace whose move changes what stands on a cell."""

    game: Game
    board: Board
    cell: Cell

    def rows(self, trace: Trace, start: int, stop: int, control: Control) -> Longs:
        """The rows of a stretch; cut short when cancelled."""
        import numpy as np

        if isinstance(trace, IndexedTrace):
            certain, unsure = trace.changes(*self.cell, start, stop)
        else:
            certain, unsure = np.zeros(stop - start, np.bool_), np.ones(stop - start, np.bool_)
        # No caller asks for a later row than the first; replays past a sure one are not needed.
        first = int(certain.argmax()) if certain.any() else stop - start
        for count, offset in enumerate(np.flatnonzero(unsure[:first]).tolist()):
            if count % BETWEEN_LOOKS == 0 and not breathe(control):
                break
            if self.holds(trace, start + offset):
                return np.array([start + offset])
        return start + np.flatnonzero(certain)

    def holds(self, trace: Trace, index: int) -> bool:
        """Whether the move of a row does."""
        playthrough, _ = replay(self.game.play, self.board, trace.moves_to(index))
        last = playthrough.last
        return last is not None and differs(self.game, last.before, last.after, self.cell)


def differs(game: Game, before: Position, after: Position, cell: Cell) -> bool:
    """Whether something else stands on a cell in another position."""
    return _contents(game, before, cell) != _contents(game, after, cell)


def _contents(game: Game, position: Position, cell: Cell) -> tuple[str, str]:
    picture = game.play.picture(position)
    row, col = cell
    if row >= picture.rows or col >= picture.cols:
        return "", ""
    piece = picture.pieces.get(cell)
    return picture.tiles[row][col], piece.name if piece is not None else ""


class Breaking(SessionPart):
    """Sets breakpoints, stops at them, and runs on to the next."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.breaks = Breakpoints()
        self._stopped: tuple[Player, int, str] | None = None

    def at_cell(self, cell: Cell) -> None:
        """Stop when that cell changes, or no longer."""
        self.breaks = replace(self.breaks, cells=_toggled(self.breaks.cells, cell))
        state = "set" if cell in self.breaks.cells else "removed"
        self._history.say(f"breakpoint {state}: {self._history.where(*cell)} changes")

    def at_verdict(self, word: str) -> None:
        """Stop when that verdict appears, or no longer."""
        self.breaks = replace(self.breaks, verdicts=_toggled(self.breaks.verdicts, word))
        self._history.changed()

    def clear(self) -> None:
        """Remove every breakpoint."""
        self.breaks = Breakpoints()
        self._history.changed()

    def stops_here(self) -> bool:
        """Whether the playback is to stop where it stands; the caption says why."""
        player = self._playback.player
        why = self._why(player) if player is not None and self.breaks else None
        if player is None or why is None:
            return False
        self._stopped = player, player.moment, why
        return True

    def run_on(self) -> None:
        """Run on to the next breakpoint without showing what lies between."""
        if self._playback.player is None and self._playback.trace() is not None:
            self._playback.view_kind = "trace"
        player = self._playback.player
        if not self.breaks:
            self._history.say(f"no breakpoints: {key('design.breakpoints')} sets some")
        elif isinstance(player, TracePlayer):
            self._run_trace(player)
        elif player is not None:
            moment = player.moment
            while not player.ended:
                player.step(1)
                if self.stops_here():
                    self._history.changed()
                    return
            player.seek(moment)
            self._history.say("no breakpoint further on")
        else:
            self._history.say("nothing to run through")

    def _run_trace(self, player: TracePlayer) -> None:
        tests, moment = self.tests(), player.moment
        within = player.filter.rows if player.filter is not None else None

        def arrived(outcome: Outcome[int | None]) -> None:
            """Go to the row that was found, unless the trace was left or moved meanwhile."""
            if not self._playback.shows_trace(player) or player.moment != moment:
                return
            if outcome.value is not None:
                player.seek(outcome.value)
                self.stops_here()
            else:
                self._history.notice = outcome.error or (
                    "stopped" if outcome.cancelled else "no breakpoint further on"
                )
            self._history.changed()

        self._solver.background(
            lambda control: first_row(player.trace, tests, moment, control, within),
            through(self._history.hop, arrived),
            "run",
        )
        self._history.changed()

    def over(self, view: View) -> View:
        """What the board shows, with the breakpoints on it and why the playback stopped."""
        if self.breaks.cells:
            marks = dict.fromkeys(self.breaks.cells, "breakpoint")
            view = replace(view, marks={**marks, **view.marks})
        if self._stopped is not None:
            player, moment, why = self._stopped
            if player is self._playback.player and moment == player.moment:
                view = replace(view, caption=f"stopped, {why} · {view.caption}")
        return view

    # Why.

    def tests(self) -> list[Wanted]:
        """What rows of a trace to stop at."""
        rows, cols = self._history.board.rows, self._history.board.cols
        on_board = [cell for cell in self.breaks.cells if cell[0] < rows and cell[1] < cols]
        cells = [CellChange(self._game, self._history.board, cell).rows for cell in on_board]
        return [*(parse(word, self._game).rows for word in self.breaks.verdicts), *cells]

    def _why(self, player: Player) -> str | None:
        """Which breakpoint a player stands at, in words; None for none."""
        if isinstance(player, TimelinePlayer):
            return self._why_timeline(player)
        if isinstance(player, MovesPlayer):
            return self._why_move(player)
        return self._why_row(player) if isinstance(player, TracePlayer) else None

    def _why_timeline(self, player: TimelinePlayer) -> str | None:
        if not player.moment:
            return None
        for event in player.just_done():
            if (event.row, event.col) in self.breaks.cells and event.old != event.new:
                return self._change_at((event.row, event.col))
        return None

    def _why_move(self, player: MovesPlayer) -> str | None:
        last = player.playthrough.last
        if last is None:
            return None
        for cell in self.breaks.cells:
            if differs(self._game, last.before, last.after, cell):
                return self._change_at(cell)
        status = last.after.status
        if status in self.breaks.verdicts:
            return status
        if "dead" in self.breaks.verdicts and self._history.guide is not None:
            prospect = self._history.guide.prospect(player.moves)
            return "dead" if prospect is not None and prospect.dead else None
        return None

    def _why_row(self, player: TracePlayer) -> str | None:
        trace, row = player.trace, player.moment
        for word in self.breaks.verdicts:
            if parse(word, self._game).holds(trace, row):
                return "met before" if word == "=" else word
        for cell in self.breaks.cells:
            if CellChange(self._game, self._history.board, cell).holds(trace, row):
                return self._change_at(cell)
        return None

    def _change_at(self, cell: Cell) -> str:
        return f"{self._history.where(*cell)} changes"
