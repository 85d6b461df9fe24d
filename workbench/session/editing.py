"""The palette: which key picks which tool, how it draws, and where the cursor is."""

from __future__ import annotations

from dataclasses import dataclass

from engine.edit.editing import MIRRORS, NO_MIRROR, Mirror
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.level import Board
from workbench import commands
from workbench.commands.keymap import SIGNS
from workbench.session.drawing_tools import Brush, PendingEdit

DIGITS = "1234567890"


@dataclass(frozen=True, slots=True)
class Choice:
    """A tool and the key that picks it; an empty key for one that has to be moved to."""

    tool: Tool
    key: str


def choices(game: Game) -> tuple[Choice, ...]:
    """The tools with their keys.

    A tool has the character that stands for it in level files, if no command of edit
    mode has that key; the others have the digits, in order.
    """
    listed = commands.of("app", "board", "design", "edit")
    taken = {key for c in listed if c.editing for key in c.keys}
    # Punctuation goes by its name in the command list.
    taken |= {SIGNS[name] for name in taken if name in SIGNS}
    digits = iter(DIGITS)
    found = []
    for tool in game.boards.tools:
        key = tool.key
        if key in taken or not key.isprintable() or len(key) != 1:
            key = next(digits, "")
        taken.add(key)
        found.append(Choice(tool, key))
    return tuple(found)


class Editor:
    """The state of editing that is no part of the level: cursor, tool, and what is being drawn.

    Attributes:
        choices: the tools with their keys.
        row, col: the cell of the cursor.
        index: the number of the chosen tool.
        brush: what a press of the mouse does.
        mirror: how drawing is repeated, on boards that it fits.
        drawing: what was begun and not applied yet.
    """

    def __init__(self, game: Game) -> None:
        self.choices = choices(game)
        self.row = 0
        self.col = 0
        self.index = 0
        self.brush: Brush = "freehand"
        self.mirror: Mirror = NO_MIRROR
        self.drawing: PendingEdit | None = None

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
        place = fitting.index(self.mirror_on(board))
        self.mirror = fitting[(place + 1) % len(fitting)]

    def turn(self, delta: int) -> None:
        """The next or previous tool, round and round."""
        self.index = (self.index + delta) % len(self.choices)

    def move(self, board: Board, rows: int, cols: int) -> None:
        """Move the cursor, held on the board."""
        self.place(board, self.row + rows, self.col + cols)

    def place(self, board: Board, row: int, col: int) -> None:
        """Put the cursor on a cell, or the nearest there is."""
        self.row = min(max(row, 0), board.rows - 1)
        self.col = min(max(col, 0), board.cols - 1)
