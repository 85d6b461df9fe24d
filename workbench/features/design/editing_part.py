"""Edit mode on the design screen: entering and leaving it, the palette, and mouse drawing."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.message import Message

from workbench.commands import Action, GuardedAction, keymap
from workbench.features import navigation
from workbench.features.design.palette_pane import (
    DrawingState,
    PalettePane,
    list_tools,
    list_weights,
)
from workbench.session.edit_mode import DIGITS
from workbench.session.playback_players import View
from workbench.session.weight_brush import WeightBrush
from workbench.ui.boards.board_view import BoardView
from workbench.ui.part import Handler, Part


class EditingPart(Part):
    """The part that shows the palette and edits the board."""

    pane_spec = (PalettePane, "palette", "pane settings")
    pane: PalettePane
    slot = "before"
    pane_keys = (("tools", "edit", "design"), ("Tools", "Edit mode", "Edit", "Level", "Panes"))

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handlers for the palette's messages and for mouse events on the board."""
        return {
            BoardView.CursorMoved: lambda _: self.host.update_content(),
            BoardView.CellPressed: self._handle_cell_pressed,
            BoardView.CellHovered: self._handle_cell_hovered,
            BoardView.CellReleased: self._handle_cell_released,
            PalettePane.ItemPicked: self._handle_tool_picked,
            PalettePane.BrushPicked: self._handle_brush_picked,
        }

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that toggle edit mode, begin an edit, and cancel an activity."""
        weighing = self.session.painter.weight_painter
        return {
            "design.edit": self.panes.toggle_edit_mode,
            "design.weigh": GuardedAction(lambda: weighing.refusal, self._paint_weights),
            "edit.select": self._select_cells,
            "design.cancel": self._cancel_one,
        }

    def _paint_weights(self) -> None:
        """Switch to edit mode if necessary, and start painting weights."""
        self.session.painter.cancel_drawing()
        self._enter_edit_mode()
        self.session.painter.weight_painter.begin_painting()

    def _select_cells(self) -> None:
        """Switch to edit mode if necessary, and begin or cancel a selection."""
        self._enter_edit_mode()
        self.session.painter.begin_selection()

    def _enter_edit_mode(self) -> None:
        if not self.session.playback.is_editing:
            self.panes.toggle_edit_mode()

    def _cancel_one(self) -> None:
        """Cancel the innermost activity, such as drawing. If there is none, leave the level."""
        session, host = self.session, self.host
        # One key press cancels only the innermost activity, so the branches are ordered from the
        # inside out.
        if self._stop_drawing():
            return
        if self.timer.is_playing:
            self.timer.pause()
            host.update_content()
        elif self.panes.can_leave_overlay:
            self.panes.show_overlay(None)
        elif self.panes.front == self.panes.overlay:
            self.panes.focus_pane("board")
        elif session.is_busy:
            session.cancel()
        elif session.inspector.is_inspecting:
            session.inspector.toggle_inspecting()
        elif self.panes.zoomed:
            self.panes.toggle_zoom()
        elif session.playback.is_editing:
            self.panes.toggle_edit_mode()
        elif session.playback.view_kind != "timeline":
            session.playback.show_view("timeline")
        else:
            navigation.leave_level(self.workbench)

    def _stop_drawing(self) -> bool:
        """Discard the unfinished drawing, or else reset the brush or stop painting weights.

        Returns:
            True if there was something to stop.
        """
        session, editor = self.session, self.session.editor
        if session.painter.cancel_drawing():
            return True
        if not session.playback.is_editing:
            return False
        if editor.brush != "freehand":
            editor.brush = "freehand"
        elif editor.weight_brush is not None:
            editor.weight_brush = None
        else:
            return False
        self.host.update_content()
        return True

    def handle_key(self, event: events.Key) -> bool:
        """In edit mode, choose the tool that has this key, or append a digit to the weight."""
        editor, sign = self.session.editor, event.character or ""
        if not self.session.playback.is_editing:
            return False
        if editor.weight_brush is None:
            picked = editor.select_by_key(sign)
            if picked:
                paint = keymap.get_key_hint("edit.paint")
                self.host.show_message(f"Picked {editor.tool.title}. {paint} paints.")
        elif picked := sign in {*DIGITS}:
            editor.weight_brush = editor.weight_brush.append_digit(sign)
        if picked:
            event.stop()
            self.host.update_content()
        return picked

    def update_view(self, view: View) -> View:
        """Show the tools in the palette, or the weights while the user paints them."""
        session, editor = self.session, self.session.editor
        manner = DrawingState(
            editor.brush, session.painter.mirror.title, self.document.undo_name or ""
        )
        brush, game = editor.weight_brush, session.game.name
        if brush is None:
            self.pane.show_items(game, list_tools(editor.tool_keys), editor.index, manner)
        else:
            self.pane.show_items(game, list_weights(brush), brush.scale.index(brush.weight), manner)
        return view

    def _handle_tool_picked(self, message: PalettePane.ItemPicked) -> None:
        editor = self.session.editor
        # Weights may have replaced the tools since the click, so the index may be out of range.
        if editor.weight_brush is None:
            editor.index = min(message.index, len(editor.tool_keys) - 1)
        elif message.index < len(editor.weight_brush.scale):
            weight = editor.weight_brush.scale[message.index]
            editor.weight_brush = WeightBrush(editor.weight_brush.stage, weight)
        self.host.update_content()

    def _handle_brush_picked(self, message: PalettePane.BrushPicked) -> None:
        editor = self.session.editor
        self.session.painter.cancel_drawing()
        editor.brush = "freehand" if editor.brush == message.brush else message.brush
        self.host.update_content()

    def _handle_cell_pressed(self, message: BoardView.CellPressed) -> None:
        session, cell = self.session, (message.row, message.col)
        if session.playback.is_editing:
            message.board.cursor = cell
        # Clicks are handled by other parts while cells are being inspected or picked.
        elif session.inspector.is_inspecting or session.playback.is_picking:
            return
        session.painter.press_button(cell, message.button)
        # The board must be told when the button is released, even if the mouse is outside its area.
        if session.painter.pending is not None:
            message.board.capture_mouse()
        self.host.update_content()

    def _handle_cell_hovered(self, message: BoardView.CellHovered) -> None:
        session = self.session
        drawing = session.painter.pending
        if drawing is None or not drawing.button:
            return
        if not message.button:  # the button was released outside the terminal
            message.board.release_mouse()
            self._finish_drawing(message.board)
        elif message.cell is not None and message.cell != drawing.end:
            session.painter.extend_drawing(message.cell)
            if session.playback.is_editing:
                message.board.cursor = message.cell
            self.host.update_content()

    def _handle_cell_released(self, message: BoardView.CellReleased) -> None:
        drawing = self.session.painter.pending
        if drawing is not None and drawing.button == message.button:
            self._finish_drawing(message.board)

    def _finish_drawing(self, board: BoardView) -> None:
        session = self.session
        drawing = session.painter.pending
        # A drag that began outside edit mode has drawn something, so switch to edit mode.
        if drawing is not None and drawing.has_left_start and not session.playback.is_editing:
            board.cursor = drawing.end
            self.panes.toggle_edit_mode()
        session.painter.release_button()
        self.host.update_content()
