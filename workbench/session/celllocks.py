"""The cells of the level that generation leaves as they are."""

from __future__ import annotations

from engine.edit import editing
from engine.game.boards import Tool
from engine.values.grid import Area, Cell
from engine.values.level import Board
from workbench.session.playback import SessionPart
from workbench.text import status


class CellLocks(SessionPart):
    """Locks cells, and unlocks them; each is a version of the document, to be undone."""

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of the level that generation leaves as they are."""
        return self._history.picture.locked

    @property
    def _lock_tool(self) -> Tool | None:
        """The tool that locks and unlocks a cell; None in a game without locks."""
        return editing.lock_tool(self._game)

    @property
    def possible(self) -> bool:
        """Whether cells of the game can be locked."""
        return self._lock_tool is not None

    def around(self, area: Area, *, inside: bool) -> Board:
        """The board with the cells of a rectangle locked, or all others, beside those that are."""
        return editing.locked(self._game, self._history.board, area, inside=inside)

    def turn(self) -> None:
        """Lock the cell of the cursor with what the level has there, or unlock it."""
        tool, board = self._lock_tool, self._history.board
        if tool is None:
            self._history.say(f"{self._game.title} has no locks")
            return
        cell = self._editor.row, self._editor.col
        unlocking = cell in self.cells
        where = self._history.where(*cell)
        held = self._game.boards.contents(board, *cell)
        self._history.notice = f"{where} unlocked" if unlocking else f"{where} locked: {held}"
        name = f"{'unlock' if unlocking else 'lock'} {where}"
        self._history.change(name, self._game.boards.paint(board, tool, *cell))

    def clear(self) -> None:
        """Unlock every cell."""
        tool, cells = self._lock_tool, self.cells
        if tool is None or not cells:
            self._history.say("no cell is locked")
            return
        board = self._history.board
        for row, col in sorted(cells):
            board = self._game.boards.paint(board, tool, row, col)
        self._history.notice = f"{status.count(len(cells), 'cell')} unlocked"
        self._history.change("unlock all cells", board)
