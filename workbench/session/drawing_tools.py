"""What is being drawn on the board: begun by a key or a button, applied or put back later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.edit import editing
from engine.edit.editing import Mirror
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.level import Board

Shape = Literal["line", "rectangle", "filled"]
"""What is drawn between two cells."""
Brush = Literal["freehand", Shape, "fill", "pick", "move"]
"""What a press of the mouse does: draw freehand, a shape, flood, pick a tool, or move."""
Kind = Literal["freehand", "erase", Shape, "move"]
"""What can be begun and not be applied yet."""

TITLES: Mapping[Kind, str] = {
    "freehand": "stroke",
    "erase": "erase",
    "line": "line",
    "rectangle": "rectangle",
    "filled": "filled rectangle",
    "move": "move",
}


@dataclass(frozen=True, slots=True)
class PendingEdit:
    """Something begun on a board that is not part of it yet.

    Attributes:
        kind: what it is.
        board: the board it was begun on; on another one it means nothing.
        cells: the cells gone through; for all but strokes only the first and the last matter.
        button: the mouse button held meanwhile; 0 for one begun with the keyboard.
        left: the pointer has been on another cell than the first.
    """

    kind: Kind
    board: Board
    cells: tuple[Cell, ...]
    button: int = 0
    left: bool = False

    @property
    def start(self) -> Cell:
        """The cell it was begun on."""
        return self.cells[0]

    @property
    def end(self) -> Cell:
        """The cell it has come to."""
        return self.cells[-1]

    def to(self, cell: Cell) -> PendingEdit:
        """The drawing after the pointer or cursor came to a cell."""
        if cell == self.end:
            return self
        passed: tuple[Cell, ...] = (cell,)
        if self.kind in ("freehand", "erase"):
            # A fast pointer jumps over cells; the stroke does not.
            passed = (*self.cells[1:], *editing.line(self.end, cell)[1:])
        return replace(self, cells=(self.start, *passed), left=True)

    def shape(self) -> tuple[Cell, ...]:
        """The cells to draw on, each once."""
        if self.kind == "line":
            return editing.line(self.start, self.end)
        if self.kind in ("rectangle", "filled"):
            return editing.rectangle(self.start, self.end, filled=self.kind == "filled")
        return tuple(dict.fromkeys(self.cells))

    def drawn(self, game: Game, tool: Tool, mirror: Mirror) -> Board:
        """The board with the drawing on it.

        Raises:
            EngineError: what is moved cannot be put there; says why.
        """
        if self.kind == "move":
            return editing.moved(game, self.board, self.start, self.end, mirror)
        if self.kind == "erase":
            return editing.erased(game, self.board, self.shape(), mirror)
        return editing.drawn(game, self.board, tool, self.shape(), mirror)

    def title(self, game: Game, tool: Tool) -> str:
        """What it does, for the entry to undo."""
        where = f"{self.start[0]},{self.start[1]}"
        cells = self.shape()
        if self.kind == "move":
            moved = editing.movable(game, self.board, self.start)
            what = moved.title if moved is not None else "nothing"
            return f"move {what} {where} to {self.end[0]},{self.end[1]}"
        if self.kind == "erase":
            return f"erase at {where}" if len(cells) == 1 else f"erase {len(cells)} cells"
        if len(cells) == 1:
            return f"{tool.title} at {where}"
        return f"{tool.title}, {TITLES[self.kind]} of {len(cells)}"
