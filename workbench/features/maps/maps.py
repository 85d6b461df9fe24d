"""Maps of the level as it stands, drawn over the board of the design screen."""

from __future__ import annotations

from textual import on

from workbench.features.design.editing import DesignEditing
from workbench.session.players import View
from workbench.ui.board import BoardView
from workbench.ui.layout import Overlay, Pane

MAPS: tuple[Overlay, ...] = ("traps", "leaks")


class DesignMaps(DesignEditing):
    """What maps share: a cursor on the board, a list beside it, and edit mode below them.

    A map is a subclass that draws itself in :meth:`mapped` while it is the overlay.
    """

    def turn_map(self, name: Overlay) -> None:
        """Draw a map, or no longer."""
        if self.overlay == name:
            self.leave_overlay()
            return
        self.pause()
        self.leave_overlay()
        self.overlay = self.side = name
        self._begin_on_a_piece()
        if self.session.playback.mode != "edit":
            self.session.playback.set_mode("map")
        self.arrange_panes()
        self.focus_pane("board")
        self.renew()

    def _begin_on_a_piece(self) -> None:
        """Put a cursor that nobody has moved yet where a map has something to say."""
        board = self.pane("board", BoardView)
        pieces = self.session.game.picture(self.session.board).pieces
        if board.cursor == (0, 0) and pieces:
            board.cursor = min(pieces)

    def bring(self, pane: Pane) -> None:
        """Bring a pane to the front; from its list a map draws something else than from above."""
        before = self.front
        super().bring(pane)
        if self.overlay in MAPS and pane != before:
            self.renew()

    def leave_overlay(self) -> None:
        """Draw the board as it is again; whatever else is shown by now stays."""
        if self.overlay not in MAPS:
            super().leave_overlay()
            return
        front = self.front == self.overlay
        self.overlay = None
        if front:
            self.focus_pane("board")
        self.side = "palette" if self.session.playback.mode == "edit" else "trace"
        if self.session.playback.mode == "map":
            self.session.playback.set_mode("timeline")
        self.arrange_panes()
        self.renew()

    def explained(self, view: View) -> View:
        """The view with the map drawn over it, if one is wanted."""
        session = self.session
        if self.overlay not in MAPS:
            return super().explained(view)
        if session.playback.mode == "timeline":  # edit mode was left, or a level was generated
            session.playback.mode = "map"
        if session.playback.mode not in ("edit", "map"):
            self.leave_overlay()
            return session.view()
        return self.mapped(view)

    def mapped(self, view: View) -> View:
        """The view with the map of the overlay drawn over it."""
        return view

    @on(BoardView.CellPressed)
    def _cell_of_interest(self, message: BoardView.CellPressed) -> None:
        if self.session.playback.mode == "map":
            message.prevent_default()
            message.board.cursor = (message.row, message.col)
            self.renew()
