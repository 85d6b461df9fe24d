"""The trace on the design screen."""

from __future__ import annotations

from textual import on

from workbench.panes.trace import TracePane
from workbench.screens.design.base import DesignBase


class DesignTracing(DesignBase):
    """Walking through the solver's trace."""

    def action_strategy(self) -> None:
        """The trace of the next strategy."""
        self.session.turn_strategy()

    def action_search(self) -> None:
        """Find in the trace."""
        self.focus_pane("trace")
        self.query_one("#trace", TracePane).ask()

    def action_locate(self) -> None:
        """Find the state on the board in the trace."""
        self.pause()
        self.session.locate()

    def action_solve(self) -> None:
        """Search again after a stop."""
        self.session.search_again()

    @on(TracePane.Selected)
    def _row_selected(self, message: TracePane.Selected) -> None:
        self.pause()
        self.session.seek_trace(message.row)
        self.arrange_panes()

    @on(TracePane.Find)
    def _row_wanted(self, message: TracePane.Find) -> None:
        self.session.find(message.text)

    @on(TracePane.Chosen)
    def _row_chosen(self) -> None:
        self.session.play_from_row()
        self.focus_pane("board")
