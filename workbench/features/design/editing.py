"""Editing on the design screen."""

from __future__ import annotations

from textual import events, on

from workbench import commands
from workbench.commands import Command, keymap
from workbench.features.design.palette import PalettePane
from workbench.features.design.whole import DesignWhole
from workbench.ui.board import BoardView


class DesignEditing(DesignWhole):
    """Changing the board by hand, and taking changes back."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves the keys of edit mode to other commands outside of it, and some to its tools."""
        if action != "command":
            return True
        command = commands.get(str(parameters[0]))
        return (
            command.editing if self.session.playback.mode == "edit" else command.context != "edit"
        )

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.context == "edit" and self.session.playback.mode != "edit":
            return f"only in edit mode ({keymap.key('design.edit')})"
        if command.id == "design.undo" and self.document.undo_name is None:
            return "nothing to undo"
        if command.id == "design.redo" and self.document.redo_name is None:
            return "nothing to redo"
        return super().unavailable(command)

    def action_edit(self) -> None:
        """Edit mode on or off."""
        self.pause()
        session = self.session
        if session.playback.mode == "edit":
            session.painter.put_back()
            self.side = self._side_before
            session.playback.set_mode("timeline")
        else:
            self._side_before, self.side = self.side, "palette"
            session.playback.set_mode("edit")
        self.focus_pane("board")
        self.arrange_panes()

    def stop_drawing(self) -> bool:
        """Put back what is being drawn, else the brush; False if there is neither."""
        session = self.session
        if session.painter.put_back():
            return True
        if session.playback.mode != "edit" or session.editor.brush == "freehand":
            return False
        session.editor.brush = "freehand"
        self.renew()
        return True

    # With the keyboard.

    def action_paint(self) -> None:
        """Paint the cell of the cursor, or apply what is being drawn."""
        self.follow_cursor()
        self.session.painter.paint()

    def action_erase(self) -> None:
        """Erase the cell of the cursor."""
        self.follow_cursor()
        self.session.painter.erase()

    def action_line(self) -> None:
        """Begin a line."""
        self.follow_cursor()
        self.session.painter.draw_line()

    def action_rectangle(self) -> None:
        """Begin a rectangle, fill it, or no longer."""
        self.follow_cursor()
        self.session.painter.draw_rectangle()

    def action_fill(self) -> None:
        """Fill from the cell of the cursor."""
        self.follow_cursor()
        self.session.painter.fill()

    def action_pick(self) -> None:
        """Take the tool from the cell of the cursor."""
        self.follow_cursor()
        self.session.painter.pick()

    def action_move(self) -> None:
        """Pick up what is on the cell of the cursor, or put it down."""
        self.follow_cursor()
        self.session.painter.move()

    def action_mirror(self) -> None:
        """Repeat what is drawn in the next way."""
        self.session.painter.turn_mirror()

    def follow_cursor(self) -> None:
        """Bring the editor to where the board's cursor is.

        The board moves its cursor at once, its messages arrive later: when keys come faster
        than they are handled, only the board knows where the cursor is.
        """
        session = self.session
        cell = self.query_one("#board", BoardView).cursor
        session.editor.place(session.board, *cell)
        if session.playback.mode == "edit":
            session.painter.follow(cell)

    def action_previous_tool(self) -> None:
        """The tool before."""
        self.session.editor.turn(-1)
        self.renew()

    def action_next_tool(self) -> None:
        """The tool after."""
        self.session.editor.turn(1)
        self.renew()

    def action_undo(self) -> None:
        """Take the last change back; what is only being drawn, first."""
        self.pause()
        if not self.session.painter.put_back():
            self.session.history.undo()

    def action_redo(self) -> None:
        """Make it again."""
        self.pause()
        self.session.painter.put_back()
        self.session.history.redo()

    def on_key(self, event: events.Key) -> None:
        """In edit mode, the key of a tool picks it."""
        editing = self.session.playback.mode == "edit" and event.character is not None
        if editing and self.session.editor.pick(event.character or ""):
            event.stop()
            self.renew()

    @on(BoardView.CursorMoved)
    def _cursor_moved(self) -> None:
        self.renew()

    # With the palette.

    @on(PalettePane.Picked)
    def _tool_picked(self, message: PalettePane.Picked) -> None:
        self.session.editor.index = message.index
        self.renew()

    @on(PalettePane.Brushed)
    def _brush_picked(self, message: PalettePane.Brushed) -> None:
        editor = self.session.editor
        self.session.painter.put_back()
        editor.brush = "freehand" if editor.brush == message.brush else message.brush
        self.renew()

    @on(PalettePane.Asked)
    async def _asked_for(self, message: PalettePane.Asked) -> None:
        await self.action_command(message.command_id)

    # With the mouse on the board.

    @on(BoardView.CellPressed)
    def _cell_pressed(self, message: BoardView.CellPressed) -> None:
        session, cell = self.session, (message.row, message.col)
        if session.playback.mode == "edit":
            message.board.cursor = cell
        elif session.inspector.inspecting or session.playback.picking:
            return
        session.painter.press(cell, message.button)
        if session.painter.drawing is not None:
            message.board.capture_mouse()
        self.renew()

    @on(BoardView.CellHovered)
    def _cell_hovered(self, message: BoardView.CellHovered) -> None:
        session = self.session
        drawing = session.painter.drawing
        if drawing is None or not drawing.button:
            return
        if not message.button:  # the button came up where nobody saw it
            message.board.release_mouse()
            self._button_up(message.board)
        elif message.cell is not None and message.cell != drawing.end:
            session.painter.follow(message.cell)
            if session.playback.mode == "edit":
                message.board.cursor = message.cell
            self.renew()

    @on(BoardView.CellReleased)
    def _cell_released(self, message: BoardView.CellReleased) -> None:
        drawing = self.session.painter.drawing
        if drawing is not None and drawing.button == message.button:
            self._button_up(message.board)

    def _button_up(self, board: BoardView) -> None:
        session = self.session
        drawing = session.painter.drawing
        if drawing is not None and drawing.left and session.playback.mode != "edit":
            board.cursor = drawing.end
            self.action_edit()
        session.painter.release()
        self.renew()
