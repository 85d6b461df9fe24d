"""Asking cells why they are as they are, on the design screen."""

from __future__ import annotations

from textual import on

from workbench.commands import Command, keymap
from workbench.features.design.base import DesignBase
from workbench.features.design.inspector import InspectorPane
from workbench.ui.board import BoardView


class DesignInspecting(DesignBase):
    """A cursor on the timeline's board, what made its cell, and locks of cells."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        session = self.session
        if command.id in ("design.blame", "design.lock-cell") and not session.inspector.inspecting:
            return f"first ask about cells ({keymap.key('design.inspect')})"
        if command.id == "design.unlock-cells" and not session.painter.locked_cells:
            return "no cell is locked"
        return super().unavailable(command)

    def action_inspect(self) -> None:
        """Ask about cells, or no longer."""
        self.pause()
        self.session.inspector.turn_inspecting()
        if self.session.inspector.inspecting:
            self.focus_pane("board")
            self._point(self.session.editor.row, self.session.editor.col)

    def action_blame(self) -> None:
        """To the event that put there what the cell holds."""
        self.pause()
        self.follow_cursor()
        self.session.inspector.seek_blamed()

    def action_lock_cell(self) -> None:
        """Lock the cell, or unlock it."""
        self.follow_cursor()
        self.session.painter.lock_cell()

    def action_unlock_cells(self) -> None:
        """Unlock every cell."""
        self.session.painter.unlock_cells()

    @on(BoardView.CellPressed)
    def _cell_asked_about(self, message: BoardView.CellPressed) -> None:
        if self.session.inspector.inspecting:
            self._point(message.row, message.col)

    @on(BoardView.CellHovered)
    def _pointer_dragged(self, message: BoardView.CellHovered) -> None:
        if self.session.inspector.inspecting and message.button and message.cell is not None:
            self._point(*message.cell)

    def _point(self, row: int, col: int) -> None:
        self.query_one("#board", BoardView).cursor = (row, col)
        self.renew()

    def inspect(self, caption: str) -> str:
        """Show what is known of the cell of the cursor; the caption to show meanwhile.

        That stays as it is if there is room beside or below the board.
        """
        pane = self.query_one(InspectorPane)
        session = self.session
        if not session.inspector.inspecting:
            pane.display = False
            return caption
        board = self.query_one("#board", BoardView)
        if pane.fit(board.size, board.needed):
            pane.show(session.inspector.explanation())
            return caption
        return session.inspector.inspected
