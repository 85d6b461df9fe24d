"""Breakpoints: where playback stops, and where a run on to the next of them ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.game.game import Game
from engine.game.playthrough import replay
from engine.game.position import Position
from engine.jit.marks import Longs
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.level import Board
from engine.values.trace import IndexedTrace, Trace
from workbench.session.tracing.tracequery import BETWEEN_LOOKS, breathe

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
        run, _ = replay(self.game.play, self.board, trace.moves_to(index))
        last = run.last
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
