"""What edit mode draws with: the palette, the cursor, and what was begun but not applied yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from engine.edit import editing
from engine.edit.editing import MIRRORS, NO_MIRROR, Mirror
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.level import Board
from workbench import commands
from workbench.commands.keymap import SIGNS

if TYPE_CHECKING:
    from workbench.session.brush import WeightBrush

DIGITS = "1234567890"


@dataclass(frozen=True, slots=True)
class ToolKey:
    """A tool and the key that picks it; an empty key for one that has to be moved to."""

    tool: Tool
    key: str


def choices(game: Game) -> tuple[ToolKey, ...]:
    """The tools with their keys.

    A tool has the character that stands for it in level files, if no command of edit
    mode has that key; the others have the digits that stand for nothing, in order.
    """
    listed = commands.of("app", "board", "design", "edit")
    taken = {key for c in listed if c.editing for key in c.keys}
    # Punctuation goes by its name in the command list.
    taken |= {SIGNS[name] for name in taken if name in SIGNS}
    own = {tool.key for tool in game.boards.tools}
    digits = (digit for digit in DIGITS if digit not in own)
    found = []
    for tool in game.boards.tools:
        key = tool.key
        if key in taken or not key.isprintable() or len(key) != 1:
            key = next(digits, "")
        taken.add(key)
        found.append(ToolKey(tool, key))
    return tuple(found)


Shape = Literal["line", "rectangle", "filled", "select"]
"""What is drawn between two cells; a selection draws nothing."""
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
    "select": "selection",
    "move": "move",
}


@dataclass(frozen=True, slots=True)
class PendingEdit:
    """Something begun on a board that is not part of it yet.

    Attributes:
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
        if self.kind in ("rectangle", "filled", "select"):
            return editing.rectangle(self.start, self.end, filled=self.kind != "rectangle")
        return tuple(dict.fromkeys(self.cells))

    def drawn(self, game: Game, tool: Tool, mirror: Mirror) -> Board:
        """The board with the drawing on it.

        Raises:
            EngineError: what is moved cannot be put there; says why.
        """
        if self.kind == "select":
            return self.board
        if self.kind == "move":
            return editing.moved(game, self.board, self.start, self.end, mirror)
        if self.kind == "erase":
            return editing.erased(game, self.board, self.shape(), mirror)
        return editing.drawn(game, self.board, tool, self.shape(), mirror)

    def title(self, game: Game, tool: Tool) -> str:
        """What it does, for the entry to undo."""
        where = f"{self.start[0]},{self.start[1]}"
        cells = self.shape()
        if self.kind == "select":
            return f"selection of {len(cells)}"
        if self.kind == "move":
            moved = editing.movable(game, self.board, self.start)
            what = moved.title if moved is not None else "nothing"
            return f"move {what} {where} to {self.end[0]},{self.end[1]}"
        if self.kind == "erase":
            return f"erase at {where}" if len(cells) == 1 else f"erase {len(cells)} cells"
        if len(cells) == 1:
            return f"{tool.title} at {where}"
        return f"{tool.title}, {TITLES[self.kind]} of {len(cells)}"


class Editor:
    """The state of editing that is no part of the level: cursor, tool, and what is being drawn.

    Attributes:
        brush: what a press of the mouse does.
        mirror: how drawing is repeated, on boards that it fits.
        drawing: what was begun and not applied yet.
        weighing: the weight that is painted in place of a tool; None for a tool.
    """

    def __init__(self, game: Game) -> None:
        self.choices = choices(game)
        self.row = 0
        self.col = 0
        self.index = 0
        self.brush: Brush = "freehand"
        self.mirror: Mirror = NO_MIRROR
        self.drawing: PendingEdit | None = None
        self.weighing: WeightBrush | None = None

    @property
    def tool(self) -> Tool:
        """The chosen tool."""
        return self.choices[self.index].tool

    def pick(self, key: str) -> bool:
        """Choose the tool of a key; False if there is none."""
        for index, choice in enumerate(self.choices):
            if key and choice.key == key:
                self.index = index
                return True
        return False

    def choose(self, tool: Tool) -> None:
        """Choose a tool."""
        self.index = next(n for n, choice in enumerate(self.choices) if choice.tool == tool)

    def mirror_on(self, board: Board) -> Mirror:
        """How drawing is repeated on a board."""
        return self.mirror if self.mirror.fits(board) else NO_MIRROR

    def turn_mirror(self, board: Board) -> None:
        """The next way to repeat what is drawn, of those that suit a board."""
        fitting = [mirror for mirror in MIRRORS if mirror.fits(board)]
        at = fitting.index(self.mirror_on(board))
        self.mirror = fitting[(at + 1) % len(fitting)]

    def turn(self, delta: int) -> None:
        """The next or previous tool, round and round; of weights, if those are painted."""
        if self.weighing is not None:
            self.weighing = self.weighing.turned(delta)
        else:
            self.index = (self.index + delta) % len(self.choices)

    def move(self, board: Board, rows: int, cols: int) -> None:
        """Move the cursor, held on the board."""
        self.place(board, self.row + rows, self.col + cols)

    def place(self, board: Board, row: int, col: int) -> None:
        """Put the cursor on a cell, or the nearest there is."""
        self.row = min(max(row, 0), board.rows - 1)
        self.col = min(max(col, 0), board.cols - 1)
