"""The state of edit mode: the palette, the cursor, and the pending edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from engine.edit import draw_tools
from engine.edit.draw_tools import MIRRORS, NO_MIRROR, Mirror
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.level import Board
from workbench import commands
from workbench.commands.keymap import KEY_CHARACTERS
from workbench.text.quantity_text import format_count

if TYPE_CHECKING:
    from workbench.session.weight_brush import WeightBrush

DIGITS = "1234567890"


@dataclass(frozen=True, slots=True)
class ToolKey:
    """A tool and the key that selects it. The key is an empty string if the tool has none."""

    tool: Tool
    key: str


def assign_tool_keys(game: Game) -> tuple[ToolKey, ...]:
    """Return the game's tools, each with the key that selects it.

    A tool's key is its character in level files, unless a command in edit mode uses that key. The
    other tools get the digits in order, skipping any digit that is a tool's character.
    """
    # Commands that work in edit mode take precedence over tools.
    listed = commands.list_in_contexts("app", "board", "design", "edit")
    taken = {key for c in listed if c.editing for key in c.keys}
    # Commands spell out punctuation keys, as in "plus", but tools use the character itself.
    taken |= {KEY_CHARACTERS[name] for name in taken if name in KEY_CHARACTERS}
    own = {tool.key for tool in game.boards.tools}
    digits = (digit for digit in DIGITS if digit not in own)
    found = []
    for tool in game.boards.tools:
        key = tool.key
        # The character cannot be the key, so use the next digit, or no key if none is left.
        if key in taken or not key.isprintable() or len(key) != 1:
            key = next(digits, "")
        taken.add(key)
        found.append(ToolKey(tool, key))
    return tuple(found)


Shape = Literal["line", "rectangle", "filled", "select"]
"""A shape that spans two cells. A selection is a shape too, but nothing is drawn for it."""
MouseBrush = Literal["freehand", Shape, "fill", "pick", "move"]
"""The action of a mouse press: draw freehand or a shape, fill a region, pick a tool, or move a
piece."""
EditKind = Literal["freehand", "erase", Shape, "move"]
"""The kinds of edits that stay pending until they are applied."""

TITLES: Mapping[EditKind, str] = {
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
    """An edit that has been begun on a board but not applied yet.

    Attributes:
        kind: The kind of the edit.
        board: The board on which the edit began. The edit is invalid on any other board.
        cells: The cells that the edit has passed through. Only a stroke uses them all. For other
            kinds, only the first and the last one matter.
        button: The mouse button being held down, or 0 if the edit is made with the keyboard.
        has_left_start: True if the pointer has left the first cell.
    """

    kind: EditKind
    board: Board
    cells: tuple[Cell, ...]
    button: int = 0
    has_left_start: bool = False

    @property
    def start(self) -> Cell:
        """The cell where the edit began."""
        return self.cells[0]

    @property
    def end(self) -> Cell:
        """The cell that the edit has reached."""
        return self.cells[-1]

    def extend_to(self, cell: Cell) -> PendingEdit:
        """Return the edit extended to ``cell``, which the pointer or the cursor has reached."""
        if cell == self.end:
            return self
        passed: tuple[Cell, ...] = (cell,)
        if self.kind in ("freehand", "erase"):
            # A fast pointer skips cells, so fill the gap with a straight line.
            passed = (*self.cells[1:], *draw_tools.list_line_cells(self.end, cell)[1:])
        return replace(self, cells=(self.start, *passed), has_left_start=True)

    def list_cells(self) -> tuple[Cell, ...]:
        """Return the cells to draw on, without duplicates."""
        if self.kind == "line":
            return draw_tools.list_line_cells(self.start, self.end)
        if self.kind in ("rectangle", "filled", "select"):
            return draw_tools.list_rectangle_cells(
                self.start, self.end, filled=self.kind != "rectangle"
            )
        # A stroke may cross itself, but each cell must be drawn only once.
        return tuple(dict.fromkeys(self.cells))

    def apply_to_board(self, game: Game, tool: Tool, mirror: Mirror) -> Board:
        """Return the board with the edit applied.

        Raises:
            EngineError: An object cannot be moved to the target cell.
        """
        if self.kind == "select":
            return self.board
        if self.kind == "move":
            return draw_tools.move_cell(game, self.board, self.start, self.end, mirror)
        if self.kind == "erase":
            return draw_tools.erase_cells(game, self.board, self.list_cells(), mirror)
        return draw_tools.draw_cells(game, self.board, tool, self.list_cells(), mirror)

    def format_title(self, game: Game, tool: Tool) -> str:
        """Return the name under which undo lists the edit."""
        where = f"{self.start[0]},{self.start[1]}"
        cells = self.list_cells()
        if self.kind == "select":
            return f"selection of {format_count(len(cells), 'cell')}"
        if self.kind == "move":
            moved = draw_tools.find_movable(game, self.board, self.start)
            what = moved.title if moved is not None else "nothing"
            return f"move {what} {where} to {self.end[0]},{self.end[1]}"
        if self.kind == "erase":
            return f"erase at {where}" if len(cells) == 1 else f"erase {len(cells)} cells"
        if len(cells) == 1:
            return f"{tool.title} at {where}"
        return f"{tool.title}, {TITLES[self.kind]} of {len(cells)} cells"


class Editor:
    """The state of edit mode that is not part of the level: cursor, tool and pending edit.

    Attributes:
        brush: The action of a mouse press.
        mirror: The symmetry with which strokes are repeated, if it fits the board.
        pending: The edit that has been begun but not applied yet, or None if there is none.
        weight_brush: The weight brush selected instead of a tool, or None if a tool is selected.
    """

    def __init__(self, game: Game) -> None:
        self.tool_keys = assign_tool_keys(game)
        self.row = 0
        self.col = 0
        self.index = 0
        self.brush: MouseBrush = "freehand"
        self.mirror: Mirror = NO_MIRROR
        self.pending: PendingEdit | None = None
        self.weight_brush: WeightBrush | None = None

    @property
    def tool(self) -> Tool:
        """The selected tool."""
        return self.tool_keys[self.index].tool

    def select_by_key(self, key: str) -> bool:
        """Select the tool whose key is ``key``, and return whether there is such a tool."""
        for index, choice in enumerate(self.tool_keys):
            if key and choice.key == key:
                self.index = index
                return True
        return False

    def select_tool(self, tool: Tool) -> None:
        """Select a tool from the palette."""
        self.index = next(n for n, choice in enumerate(self.tool_keys) if choice.tool == tool)

    def get_mirror(self, board: Board) -> Mirror:
        """Return the symmetry with which strokes on ``board`` are repeated."""
        return self.mirror if self.mirror.can_mirror(board) else NO_MIRROR

    def select_next_mirror(self, board: Board) -> None:
        """Select the next symmetry that fits ``board``."""
        fitting = [mirror for mirror in MIRRORS if mirror.can_mirror(board)]
        at = fitting.index(self.get_mirror(board))
        self.mirror = fitting[(at + 1) % len(fitting)]

    def select_next(self, delta: int) -> None:
        """Select the next or previous tool, or the next or previous weight for a weight brush."""
        if self.weight_brush is not None:
            self.weight_brush = self.weight_brush.step_weight(delta)
        else:
            self.index = (self.index + delta) % len(self.tool_keys)

    def move_cursor(self, board: Board, rows: int, cols: int) -> None:
        """Move the cursor by ``rows`` and ``cols``, stopping at the edges of the board."""
        self.place_cursor(board, self.row + rows, self.col + cols)

    def place_cursor(self, board: Board, row: int, col: int) -> None:
        """Put the cursor on a cell, or on the nearest cell on ``board`` if the cell is outside."""
        self.row = min(max(row, 0), board.rows - 1)
        self.col = min(max(col, 0), board.cols - 1)
