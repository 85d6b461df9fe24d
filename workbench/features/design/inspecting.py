"""Asking cells why they are as they are, on the design screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from textual.message import Message

from workbench.commands import Action
from workbench.features.design.inspector import InspectorPane, folded
from workbench.session.players import View
from workbench.ui.boards.board import BoardView
from workbench.ui.part import Handler, Part


class InspectingPart(Part):
    """A cursor on the timeline's board, what made its cell, and locks of cells."""

    brings = (InspectorPane, "inspector", "")
    pane: InspectorPane
    slot = "board"

    def handlers(self) -> Mapping[type[Message], Handler]:
        """A click or a drag on the board asks about a cell."""
        return {BoardView.CellPressed: self._pressed, BoardView.CellHovered: self._dragged}

    def commands(self) -> Mapping[str, Action]:
        """The cell in question is that of the cursor of the board."""
        return {"design.inspect": self._inspect}

    def _inspect(self) -> None:
        """Ask about cells, or no longer."""
        self.session.inspector.turn_inspecting()
        if self.session.inspector.inspecting:
            self.panes.focus("board")
            self._point(self.session.editor.row, self.session.editor.col)

    def _pressed(self, message: BoardView.CellPressed) -> None:
        if self.session.inspector.inspecting:
            self._point(message.row, message.col)

    def _dragged(self, message: BoardView.CellHovered) -> None:
        if self.session.inspector.inspecting and message.button and message.cell is not None:
            self._point(*message.cell)

    def _point(self, row: int, col: int) -> None:
        self.board.cursor = (row, col)
        self.host.renew()

    def draw(self, view: View) -> View:
        """Shows what is known of the cell of the cursor, in the caption if nowhere else."""
        session, board = self.session, self.board
        board.make_way(self.pane.fits if session.inspector.inspecting else None)
        if not session.inspector.inspecting:
            self.pane.display = False
        elif self.pane.fit(board.size, board.needed):
            self.pane.show(partial(folded, session.inspector.explanation()))
        else:
            return replace(view, caption=session.inspector.inspected)
        return view
