"""The cell inspector on the design screen, which explains how a cell was generated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from textual.message import Message

from workbench.commands import Action
from workbench.features.design.inspector_pane import InspectorPane, wrap_sentences
from workbench.session.playback_players import View
from workbench.ui.boards.board_view import BoardView
from workbench.ui.part import Handler, Part


class InspectorPart(Part):
    """The part that explains the cell under the cursor while the timeline is shown."""

    pane_spec = (InspectorPane, "inspector", "")
    pane: InspectorPane
    slot = "board"

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handlers for clicks and drags on the board."""
        return {
            BoardView.CellPressed: self._handle_cell_pressed,
            BoardView.CellHovered: self._handle_cell_hovered,
        }

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that switches the inspector on or off."""
        return {"design.inspect": self._toggle_inspector}

    def _toggle_inspector(self) -> None:
        """Start or stop inspecting cells."""
        self.session.inspector.toggle_inspecting()
        if self.session.inspector.is_inspecting:
            self.panes.focus_pane("board")
            self._point_at(self.session.editor.row, self.session.editor.col)

    def _handle_cell_pressed(self, message: BoardView.CellPressed) -> None:
        if self.session.inspector.is_inspecting:
            self._point_at(message.row, message.col)

    def _handle_cell_hovered(self, message: BoardView.CellHovered) -> None:
        if self.session.inspector.is_inspecting and message.button and message.cell is not None:
            self._point_at(*message.cell)

    def _point_at(self, row: int, col: int) -> None:
        self.board.cursor = (row, col)
        self.host.update_content()

    def update_view(self, view: View) -> View:
        """Show facts about the inspected cell, in the pane if it fits, otherwise as the caption."""
        session, board = self.session, self.board
        board.reserve_room(self.pane.has_room if session.inspector.is_inspecting else None)
        if not session.inspector.is_inspecting:
            self.pane.display = False
        elif self.pane.fit_into(board.size, board.board_size):
            self.pane.show_text(partial(wrap_sentences, session.inspector.explain_cell()))
        else:
            return replace(view, caption=session.inspector.short_explanation)
        return view
