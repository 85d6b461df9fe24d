"""The board of the design screen, as the mode, the playback and what is drawn over it show it."""

from __future__ import annotations

from textual.widget import Widget

from workbench.document import findings
from workbench.session.players import View
from workbench.ui.lines import retitle
from workbench.ui.part import Part


class BoardPart(Part):
    """Shows the board, with the name of the level above it."""

    def draw(self, view: View) -> View:
        """Shows the board."""
        session, board = self.session, self.host.board
        # Under the pointer the preview says enough, and brackets that move along cost bytes.
        board.show_cursor = session.inspector.has_cursor and not session.painter.dragging
        top = max(view.heat.values(), default=1) or 1 if view.heat else 1
        marks = findings.marks(session.verdicts) if session.playback.shows_level else {}
        if view.cell is not None and session.playback.mode != "edit":
            marks[view.cell] = "blamed"
        marks |= view.marks
        board.show(
            view.picture,
            session.game.name,
            heat={cell: weight / top for cell, weight in view.heat.items()} if view.heat else None,
            heat_text=view.numbers or {c: str(w) for c, w in (view.heat or {}).items()},
            marks=marks,
            axes=session.painter.mirror.sign if session.playback.mode == "edit" else "",
            arrows=view.arrows,
        )
        if isinstance(board.parent, Widget):
            title = f"{self.document.name}{' ●' if self.document.dirty else ''}"
            retitle(board.parent, title, self.document.where)
        return view
