"""Editing on the design screen."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.message import Message

from workbench.commands import Action, Unless
from workbench.features import navigation
from workbench.features.design.palette import Manner, PalettePane, tools, weights
from workbench.session.brush import WeightBrush
from workbench.session.editing import DIGITS
from workbench.session.players import View
from workbench.ui.boards.board import BoardView
from workbench.ui.part import Handler, Part


class EditingPart(Part):
    """Changes the board by hand, and takes changes back."""

    brings = (PalettePane, "palette", "pane settings")
    pane: PalettePane
    slot = "before"
    pane_keys = (("tools", "edit", "design"), ("Tools", "Edit mode", "Edit", "Level", "Panes"))

    def handlers(self) -> Mapping[type[Message], Handler]:
        """Tools are chosen in the palette, and used with the mouse on the board."""
        return {
            BoardView.CursorMoved: lambda _: self.host.renew(),
            BoardView.CellPressed: self._cell_pressed,
            BoardView.CellHovered: self._cell_hovered,
            BoardView.CellReleased: self._cell_released,
            PalettePane.Picked: self._picked,
            PalettePane.Brushed: self._brush_picked,
        }

    def commands(self) -> Mapping[str, Action]:
        """Edit mode, and the ways out of what was begun."""
        weighing = self.session.painter.weighing
        return {
            "design.edit": self.panes.turn_editing,
            "design.weigh": Unless(lambda: weighing.refusal, self._weigh),
            "design.cancel": self._cancel,
        }

    def _weigh(self) -> None:
        """Paint weights, in edit mode."""
        session = self.session
        session.painter.put_back()
        if not session.playback.editing:
            self.panes.turn_editing()
        session.painter.weighing.begin()

    def _cancel(self) -> None:
        """Stop what runs, else leave a map, zoom, edit mode, or the screen."""
        session, host = self.session, self.host
        if self._stop_drawing():
            return
        if self.timer.playing:
            self.timer.pause()
            host.renew()
        elif self.panes.leaves_map:
            self.panes.show_overlay(None)
        elif self.panes.front == self.panes.overlay:
            self.panes.focus("board")
        elif session.busy:
            session.cancel()
        elif session.inspector.inspecting:
            session.inspector.turn_inspecting()
        elif self.panes.zoomed:
            self.panes.zoom()
        elif session.playback.editing:
            self.panes.turn_editing()
        elif session.playback.view_kind != "timeline":
            session.playback.show_view("timeline")
        else:
            navigation.leave_level(self.workbench)

    def _stop_drawing(self) -> bool:
        """Put back what is being drawn, else the brush, else weights; False if there is none."""
        session, editor = self.session, self.session.editor
        if session.painter.put_back():
            return True
        if not session.playback.editing:
            return False
        if editor.brush != "freehand":
            editor.brush = "freehand"
        elif editor.weighing is not None:
            editor.weighing = None
        else:
            return False
        self.host.renew()
        return True

    def key(self, event: events.Key) -> bool:
        """In edit mode, the key of a tool picks it; a digit is one of the weight to be painted."""
        editor, sign = self.session.editor, event.character or ""
        if not self.session.playback.editing:
            return False
        if editor.weighing is None:
            picked = editor.pick(sign)
        elif picked := sign in {*DIGITS}:
            editor.weighing = editor.weighing.typed(sign)
        if picked:
            event.stop()
            self.host.renew()
        return picked

    def draw(self, view: View) -> View:
        """Shows what can be painted."""
        session, editor = self.session, self.session.editor
        manner = Manner(editor.brush, session.painter.mirror.title, self.document.undo_name or "")
        brush, game = editor.weighing, session.game.name
        if brush is None:
            self.pane.show(game, tools(editor.choices), editor.index, manner)
        else:
            self.pane.show(game, weights(brush), brush.scale.index(brush.weight), manner)
        return view

    # With the palette.

    def _picked(self, message: PalettePane.Picked) -> None:
        editor = self.session.editor
        # The palette that was clicked may have been that of something else.
        if editor.weighing is None:
            editor.index = min(message.index, len(editor.choices) - 1)
        elif message.index < len(editor.weighing.scale):
            weight = editor.weighing.scale[message.index]
            editor.weighing = WeightBrush(editor.weighing.stage, weight)
        self.host.renew()

    def _brush_picked(self, message: PalettePane.Brushed) -> None:
        editor = self.session.editor
        self.session.painter.put_back()
        editor.brush = "freehand" if editor.brush == message.brush else message.brush
        self.host.renew()

    # With the mouse on the board.

    def _cell_pressed(self, message: BoardView.CellPressed) -> None:
        session, cell = self.session, (message.row, message.col)
        if session.playback.editing:
            message.board.cursor = cell
        elif session.inspector.inspecting or session.playback.picking:
            return
        session.painter.press(cell, message.button)
        if session.painter.drawing is not None:
            message.board.capture_mouse()
        self.host.renew()

    def _cell_hovered(self, message: BoardView.CellHovered) -> None:
        session = self.session
        drawing = session.painter.drawing
        if drawing is None or not drawing.button:
            return
        if not message.button:  # the button came up unseen
            message.board.release_mouse()
            self._button_up(message.board)
        elif message.cell is not None and message.cell != drawing.end:
            session.painter.follow(message.cell)
            if session.playback.editing:
                message.board.cursor = message.cell
            self.host.renew()

    def _cell_released(self, message: BoardView.CellReleased) -> None:
        drawing = self.session.painter.drawing
        if drawing is not None and drawing.button == message.button:
            self._button_up(message.board)

    def _button_up(self, board: BoardView) -> None:
        session = self.session
        drawing = session.painter.drawing
        if drawing is not None and drawing.left and not session.playback.editing:
            board.cursor = drawing.end
            self.panes.turn_editing()
        session.painter.release()
        self.host.renew()
