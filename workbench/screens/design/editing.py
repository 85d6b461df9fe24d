"""Editing on the design screen."""

from __future__ import annotations

from textual import events, on

from workbench import commands
from workbench.commands import Command
from workbench.panes.board import BoardView
from workbench.panes.palette import PalettePane
from workbench.screens.design.base import DesignBase


class DesignEditing(DesignBase):
    """Changing the board by hand, and taking changes back."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves the keys of edit mode to other commands outside of it, and some to its tools."""
        if action != "command":
            return True
        command = commands.get(str(parameters[0]))
        return command.editing if self.session.mode == "edit" else command.context != "edit"

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.context == "edit" and self.session.mode != "edit":
            return "only in edit mode (e)"
        if command.id == "design.undo" and self.document.undo_name is None:
            return "nothing to undo"
        if command.id == "design.redo" and self.document.redo_name is None:
            return "nothing to redo"
        return super().unavailable(command)

    def action_edit(self) -> None:
        """Edit mode on or off."""
        self.pause()
        session = self.session
        if session.mode == "edit":
            self.side = self._side_before
            session.set_mode("timeline")
        else:
            self._side_before, self.side = self.side, "palette"
            session.set_mode("edit")
        self.focus_pane("board")
        self.arrange_panes()

    def action_paint(self) -> None:
        """Paint the cell of the cursor."""
        self.follow_cursor()
        self.session.paint()

    def action_erase(self) -> None:
        """Erase the cell of the cursor."""
        self.follow_cursor()
        self.session.erase()

    def follow_cursor(self) -> None:
        """Bring the editor to where the board's cursor is.

        The board moves its cursor at once, its messages arrive later: when keys come faster
        than they are handled, only the board knows where the cursor is.
        """
        board = self.query_one("#board", BoardView)
        self.session.editor.place(self.session.board, *board.cursor)

    def action_previous_tool(self) -> None:
        """The tool before."""
        self.session.editor.turn(-1)
        self.renew()

    def action_next_tool(self) -> None:
        """The tool after."""
        self.session.editor.turn(1)
        self.renew()

    def action_undo(self) -> None:
        """Take the last change back."""
        self.pause()
        self.session.undo()

    def action_redo(self) -> None:
        """Make it again."""
        self.pause()
        self.session.redo()

    def on_key(self, event: events.Key) -> None:
        """In edit mode, the key of a tool picks it."""
        editing = self.session.mode == "edit" and event.character is not None
        if editing and self.session.editor.pick(event.character or ""):
            event.stop()
            self.renew()

    @on(PalettePane.Picked)
    def _tool_picked(self, message: PalettePane.Picked) -> None:
        self.session.editor.index = message.index
        self.renew()

    @on(BoardView.CursorMoved)
    def _cursor_moved(self) -> None:
        self.renew()

    @on(BoardView.CellPressed)
    def _cell_pressed(self, message: BoardView.CellPressed) -> None:
        if self.session.mode != "edit":
            return
        message.board.cursor = (message.row, message.col)
        if message.button == 1:
            self.action_paint()
        else:
            self.action_erase()
