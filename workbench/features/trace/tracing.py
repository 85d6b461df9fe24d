"""The trace on the design screen."""

from __future__ import annotations

from textual import events, on

from engine.game.reasoning import ReasonedTrace
from workbench import commands
from workbench.commands import Command, keymap
from workbench.document import status
from workbench.features.design.base import DesignBase
from workbench.features.trace.breakmenu import CLEAR, CLOSING, PICK
from workbench.features.trace.trace import TracePane
from workbench.features.trace.tracerows import TraceView
from workbench.ui.board import BoardView

SIBLINGS = ("trace.sibling-before", "trace.sibling-after")
LISTING = ("design.search", "design.next-match", "design.previous-match", "design.filter")
"""Commands about rows, which need some."""


class DesignTracing(DesignBase):
    """Walking through the solver's trace, and stopping where something of interest happens."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id in LISTING and self.session.playback.trace() is None:
            return "there is no trace yet"
        player = self.session.playback.trace() if command.id in SIBLINGS else None
        if player is not None and isinstance(player.trace, ReasonedTrace):
            return "one layer follows from the other: none has siblings"
        return super().unavailable(command)

    def show_trace(self) -> None:
        """Show what is known of the trace now."""
        session = self.session
        pane = self.pane("trace", TracePane)
        session.tracer.follow_board()
        player = session.playback.trace()
        rows = status.count(player.length + 1, "row") if player is not None else ""
        pane.retitle(
            " · ".join(part for part in ("Trace", session.playback.strategy, rows) if part)
        )
        pane.show(
            TraceView(
                player,
                player.place if player is not None else 0,
                player.filter if player is not None else None,
                player.matches if player is not None else None,
                session.tracer.details(),
                session.tracer.looking,
                session.breaking.breaks,
                session.game.moves,
                self._empty,
            )
        )

    @property
    def _empty(self) -> str:
        """Why there is no row."""
        session = self.session
        if session.verdicts.problems:
            return "a draft has no trace"
        if session.verdicts.searching(session.playback.strategy) is not None:
            return "searching"
        if session.playback.trace() is not None:
            return "the solver tried nothing"
        return f"no trace: {keymap.key('design.solve')} searches again"

    def action_strategy(self) -> None:
        """The trace of the next strategy."""
        self.session.tracer.turn_strategy()

    def action_search(self) -> None:
        """Search the trace."""
        self.focus_pane("trace")
        self.query_one("#trace", TracePane).ask("search")

    def action_filter(self) -> None:
        """List only some rows of the trace."""
        self.focus_pane("trace")
        self.query_one("#trace", TracePane).ask("filter")

    def action_next_match(self) -> None:
        """The next row that was found."""
        self.pause()
        self.session.tracer.next_match(1)

    def action_previous_match(self) -> None:
        """The row before that was found."""
        self.pause()
        self.session.tracer.next_match(-1)

    def action_locate(self) -> None:
        """Find the state on the board in the trace."""
        self.pause()
        self.session.tracer.locate()

    def action_solve(self) -> None:
        """Search again after a stop."""
        self.session.tracer.search_again()

    # Breakpoints.

    def action_breakpoints(self) -> None:
        """List the breakpoints."""
        self.pause()
        self.focus_pane("trace")
        session = self.session
        picture = session.game.picture(session.board)
        self.query_one("#trace", TracePane).open_breaks(session.breaking.breaks, picture)

    def action_run_on(self) -> None:
        """On to the next breakpoint."""
        self.pause()
        if self.front == "trace" and self.session.playback.trace() is not None:
            self.session.playback.set_mode("trace")
        self.session.breaking.run_on()

    @on(TracePane.BreakChosen)
    def _break_chosen(self, message: TracePane.BreakChosen) -> None:
        about = message.about
        if about == PICK:
            self._pick()
        elif about == CLEAR:
            self.session.breaking.clear()
        elif isinstance(about, str):
            self.session.breaking.at_verdict(about)
        else:
            self.session.breaking.at_cell(about)

    def _pick(self) -> None:
        """Let the board's cursor, or the mouse, choose cells to break at."""
        self.query_one("#trace", TracePane).close_breaks()
        self.session.playback.picking = True
        self.focus_pane("board")
        self.renew()
        sets, ends = keymap.key("list.choose"), keymap.key("dialog.cancel")
        self.say(f"arrows and {sets}, or a click, set a breakpoint at a cell · {ends} ends")

    def on_key(self, event: events.Key) -> None:
        """While a cell is being pointed at, what chooses takes it and what closes ends that."""
        command = commands.by_key(event.key, "list", "dialog", "design")
        chooses = command is not None and command.id == "list.choose"
        ends = command is not None and command.id in CLOSING
        if not self.session.playback.picking or not (chooses or ends):
            return
        event.stop()
        event.prevent_default()
        if chooses:
            self.session.breaking.at_cell(self.query_one("#board", BoardView).cursor)
        else:
            self.session.playback.picking = False
            self.renew()

    @on(BoardView.CellPressed)
    def _cell_chosen(self, message: BoardView.CellPressed) -> None:
        if self.session.playback.picking:
            message.board.cursor = (message.row, message.col)
            self.session.breaking.at_cell((message.row, message.col))

    # What the pane asks for.

    @on(TracePane.Selected)
    def _row_selected(self, message: TracePane.Selected) -> None:
        self.pause()
        self.session.tracer.seek(message.row)
        self.arrange_panes()

    @on(TracePane.Around)
    def _row_beside(self, message: TracePane.Around) -> None:
        self.pause()
        if message.where == "parent":
            self.session.tracer.to_parent()
        elif message.where == "child":
            self.session.tracer.to_child()
        else:
            self.session.tracer.to_sibling(1 if message.where == "after" else -1)

    @on(TracePane.Asked)
    def _rows_wanted(self, message: TracePane.Asked) -> None:
        self.pause()
        if message.purpose == "search":
            self.session.tracer.find(message.text)
        else:
            self.session.tracer.set_filter(message.text)

    @on(TracePane.Chosen)
    def _row_chosen(self) -> None:
        self.session.tracer.play_from_row()
        self.focus_pane("board")
