"""Cell locks: generation does not change a locked cell."""

from __future__ import annotations

from engine.edit import draw_tools
from engine.game.boards import Tool
from engine.values.grid import Area, Cell
from engine.values.level import Board
from workbench.session.board_content import SessionPart
from workbench.text import quantity_text


class CellLocks(SessionPart):
    """The locked cells of the current level. Each change to them is an undo step."""

    @property
    def cells(self) -> frozenset[Cell]:
        """The locked cells of the current board."""
        return self._history.picture.locked

    @property
    def _lock_tool(self) -> Tool | None:
        """The tool that locks and unlocks cells, or None in a game without locks."""
        return draw_tools.find_lock_tool(self._game)

    @property
    def can_lock(self) -> bool:
        """True if the game has locks for cells."""
        return self._lock_tool is not None

    def lock_around(self, area: Area, *, inside: bool) -> Board:
        """Return the board with all cells inside (or outside) a rectangle locked as well."""
        return draw_tools.lock_area(self._game, self._history.board, area, inside=inside)

    def toggle_lock(self) -> None:
        """Lock or unlock the cell at the cursor."""
        tool, board = self._lock_tool, self._history.board
        if tool is None:
            self._history.show_notice(f"{self._game.title} has no locks.")
            return
        cell = self._editor.row, self._editor.col
        unlocking = cell in self.cells
        where = self._history.format_place(*cell)
        held = self._game.boards.describe_cell(board, *cell)
        self._history.notice = f"{where} unlocked" if unlocking else f"{where} locked: {held}"
        name = f"{'unlock' if unlocking else 'lock'} {where}"
        self._history.change_board(name, self._game.boards.paint_cell(board, tool, *cell))

    def unlock_all(self) -> None:
        """Unlock all cells."""
        tool, cells = self._lock_tool, self.cells
        if tool is None or not cells:
            self._history.show_notice("No cells are locked.")
            return
        board = self._history.board
        for row, col in sorted(cells):
            board = self._game.boards.paint_cell(board, tool, row, col)
        self._history.notice = f"{quantity_text.format_count(len(cells), 'cell')} unlocked"
        self._history.change_board("unlock all cells", board)
