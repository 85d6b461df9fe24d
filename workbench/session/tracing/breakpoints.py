"""Breakpoints: where playback stops, and where a run on to the next of them ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.game.game import Game, Position
from engine.game.play import replay
from engine.jit.marks import Longs
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.guide import Guide
from engine.values.level import Board
from engine.values.trace import IndexedTrace, Trace
from workbench.document import status
from workbench.session.making.timeline import TimelinePlayer
from workbench.session.players import Player, RunPlayer, TracePlayer
from workbench.session.tracing.tracequery import BETWEEN_LOOKS, Query, breathe, parse
from workbench.session.tracing.tracesearch import Test

VERDICTS = {
    "won": "won",
    "lost": "lost",
    "dead": "dead: no win can be reached",
    "=": "= a situation met before",
    "new": "new situation",
    "path": "on the solution path",
}
"""The verdicts that can stop a run: the word of a query, and how it is listed."""


@dataclass(frozen=True, slots=True)
class Breakpoints:
    """What stops the playback.

    Attributes:
        cells: stop when what stands on one of them changes.
        verdicts: stop when one of these appears, words of :data:`VERDICTS`.
    """

    cells: tuple[Cell, ...] = ()
    verdicts: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.cells or self.verdicts)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.cells) + len(self.verdicts)

    def with_cell(self, cell: Cell) -> Breakpoints:
        """With that cell, or without it if it was there."""
        kept = tuple(other for other in self.cells if other != cell)
        return replace(self, cells=kept if cell in self.cells else (*kept, cell))

    def with_verdict(self, word: str) -> Breakpoints:
        """With that verdict, or without it if it was there."""
        kept = tuple(other for other in self.verdicts if other != word)
        return replace(self, verdicts=kept if word in self.verdicts else (*kept, word))


@dataclass(frozen=True, slots=True)
class CellChange:
    """Rows of a trace whose move changes what stands on a cell."""

    game: Game
    board: Board
    cell: Cell

    def rows(self, trace: Trace, start: int, stop: int, control: Control) -> Longs:
        """The rows of a stretch; cut short when cancelled."""
        if isinstance(trace, IndexedTrace):
            certain, unsure = trace.changes(*self.cell, start, stop)
        else:
            certain, unsure = np.zeros(stop - start, np.bool_), np.ones(stop - start, np.bool_)
        # Nobody asks for a later row than the first; replays past a sure one are not needed.
        first = int(certain.argmax()) if certain.any() else stop - start
        for count, place in enumerate(np.flatnonzero(unsure[:first]).tolist()):
            if count % BETWEEN_LOOKS == 0 and not breathe(control):
                break
            if self.holds(trace, start + place):
                return np.array([start + place])
        return start + np.flatnonzero(certain)

    def holds(self, trace: Trace, index: int) -> bool:
        """Whether the move of a row does."""
        run, _ = replay(self.game, self.board, trace.moves_to(index))
        last = run.last
        return last is not None and differs(self.game, last.before, last.after, self.cell)


def differs(game: Game, before: Position, after: Position, cell: Cell) -> bool:
    """Whether something else stands on a cell in another position."""
    return _contents(game, before, cell) != _contents(game, after, cell)


def _contents(game: Game, position: Position, cell: Cell) -> tuple[str, str]:
    picture = game.position_picture(position)
    row, col = cell
    if row >= picture.rows or col >= picture.cols:
        return "", ""
    piece = picture.pieces.get(cell)
    return picture.tiles[row][col], piece.name if piece is not None else ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Breakpoints set on one board.

    Attributes:
        breaks: what stops.
        game, board: what is stepped through.
        guide: tells of any position whether a win can be reached, if that is known.
    """

    breaks: Breakpoints
    game: Game
    board: Board
    guide: Guide | None = None

    def tests(self) -> list[Test]:
        """What rows of a trace to stop at."""
        rows, cols = self.board.rows, self.board.cols
        on_board = [cell for cell in self.breaks.cells if cell[0] < rows and cell[1] < cols]
        cells = [CellChange(self.game, self.board, cell) for cell in on_board]
        return [*map(self._query, self.breaks.verdicts), *cells]

    def why(self, player: Player) -> str | None:
        """Which breakpoint the player stands at, in words; None for none."""
        if isinstance(player, TimelinePlayer):
            return self._why_timeline(player)
        if isinstance(player, RunPlayer):
            return self._why_run(player)
        return self._why_row(player) if isinstance(player, TracePlayer) else None

    def run(self, player: Player) -> bool:
        """Step on to the next breakpoint, to the end if there is none; for short players."""
        while not player.ended:
            player.step(1)
            if self.why(player) is not None:
                return True
        return False

    def _told(self, cell: Cell) -> str:
        return f"{status.place_brief(self.game.picture(self.board), *cell)} changes"

    def _query(self, word: str) -> Query:
        return parse(word, self.game)

    def _why_timeline(self, player: TimelinePlayer) -> str | None:
        if not player.place:
            return None
        for event in player.just_done():
            if (event.row, event.col) in self.breaks.cells and event.old != event.new:
                return self._told((event.row, event.col))
        return None

    def _why_run(self, player: RunPlayer) -> str | None:
        last = player.run.last
        if last is None:
            return None
        for cell in self.breaks.cells:
            if differs(self.game, last.before, last.after, cell):
                return self._told(cell)
        status = last.after.status
        if status in self.breaks.verdicts:
            return status
        if "dead" in self.breaks.verdicts and self.guide is not None:
            prospect = self.guide.prospect(player.moves)
            return "dead" if prospect is not None and prospect.dead else None
        return None

    def _why_row(self, player: TracePlayer) -> str | None:
        trace, place = player.trace, player.place
        for word in self.breaks.verdicts:
            if self._query(word).holds(trace, place):
                return "met before" if word == "=" else word
        for cell in self.breaks.cells:
            if CellChange(self.game, self.board, cell).holds(trace, place):
                return self._told(cell)
        return None
