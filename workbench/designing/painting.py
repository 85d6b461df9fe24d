"""Changing the board of one document by hand."""

from __future__ import annotations

from engine.level import Board, board_digest
from workbench.designing import editing
from workbench.designing.versions import Versions


class Painting(Versions):
    """What the tools of edit mode do to the level."""

    def paint(self) -> None:
        """Put the chosen tool on the cell of the cursor."""
        editor = self.editor
        board = self.game.paint(self.board, editor.tool, editor.row, editor.col)
        self._edited(f"{editor.tool.title} at {editor.row},{editor.col}", board)

    def erase(self) -> None:
        """Take away what is on the cell of the cursor."""
        editor = self.editor
        board = editing.erased(self.game, self.board, editor.row, editor.col)
        self._edited(f"erase at {editor.row},{editor.col}", board)

    def _edited(self, name: str, board: Board) -> None:
        if board_digest(board) == self.verdicts.digest:
            self.notice = "that is there already"
            self._changed()
        else:
            self.change(name, board)
