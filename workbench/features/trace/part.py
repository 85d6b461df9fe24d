"""The design screen's part that shows and searches the solver's trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message

from engine.values.budget import MAX_DEPTH
from engine.values.moves import Move
from workbench import commands
from workbench.commands import Action, GuardedAction, keymap, require_value
from workbench.features.trace.breakpoint_menu import CLEAR, CLOSE_COMMANDS, PICK
from workbench.features.trace.pane import Purpose, TracePane
from workbench.features.trace.trace_rows import TraceView
from workbench.session.commands import NO_TRACE
from workbench.session.move_text import format_sign
from workbench.session.playback_players import View
from workbench.text import quantity_text, trace_text
from workbench.ui.boards.board_view import BoardView
from workbench.ui.part import Handler, Part

if TYPE_CHECKING:
    from engine.search.tree_snapshots import NodeSnapshot, TreeSnapshots
    from workbench.ui.pick_list import PickableRow


MAX_NODES = 500
"""The largest number of nodes to list from a tree."""


class TracePart(Part):
    """The part that shows and searches the solver's trace, and manages breakpoints."""

    pane_spec = (TracePane, "trace", "pane answers")
    pane: TracePane
    pane_keys = (("trace", "design"), ())

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handlers for the pane's messages, and for clicks that choose a cell."""
        return {
            BoardView.CellPressed: self._handle_cell_pressed,
            TracePane.BreakpointChosen: self._handle_breakpoint_chosen,
            TracePane.RowSelected: self._handle_row_selected,
            TracePane.RowsRequested: self._handle_rows_requested,
        }

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that search or filter the trace, or use its breakpoints and nodes."""
        tracer = self.session.trace_navigator
        traceless = require_value(self.session.playback.get_trace_player, NO_TRACE)
        return {
            "design.search": GuardedAction(traceless, partial(self._open_query, "search")),
            "design.filter": GuardedAction(traceless, partial(self._open_query, "filter")),
            "trace.choose": self._play_from_row,
            "design.depth-limit": GuardedAction(
                lambda: tracer.limit_refusal, self._ask_depth_limit
            ),
            "design.breakpoints": self._open_breakpoints,
            "design.run-on": self._run_to_breakpoint,
            "design.nodes": GuardedAction(self._explain_no_tree, self._ask_node),
        }

    def _explain_no_tree(self) -> str | None:
        """Return the reason why the trace has no tree of nodes, or None if it has one."""
        if self._tree_moments is not None:
            return None
        other = keymap.get_key_hint("design.strategy")
        strategy = self.session.playback.strategy
        return f"the {strategy} strategy has no tree. Press {other} for the next strategy."

    @property
    def _tree_moments(self) -> TreeSnapshots | None:
        """Snapshots of the tree that the strategy made, or None if it made none."""
        player = self.session.playback.get_trace_player()
        # A test of the class would import its module, which loads NumPy.
        create = getattr(player.trace, "create_snapshots", None) if player is not None else None
        return None if create is None else create()

    def _open_query(self, purpose: Purpose) -> None:
        self.panes.focus_pane("trace")
        self.pane.open_query(purpose)

    def _ask_depth_limit(self) -> None:
        """Ask for a new depth limit, and set it."""
        from workbench.ui.dialogs import LinePrompt, make_number_check

        question = f"Most moves that the {self.session.playback.strategy} strategy looks ahead"
        limit = str(self.session.trace_navigator.depth_limit)
        self.ask_question(
            LinePrompt(question, limit, make_number_check(1, MAX_DEPTH)), self._set_depth_limit
        )

    def _set_depth_limit(self, text: str) -> None:
        from workbench.ui.dialogs import parse_number

        self.session.trace_navigator.set_depth_limit(parse_number(text))

    def update_view(self, view: View) -> View:
        """Update the trace pane, and return ``view`` unchanged."""
        self.show_progress()
        return view

    def show_progress(self) -> None:
        """Show the current trace, or the part of it that is known so far."""
        session, pane = self.session, self.pane
        session.trace_navigator.follow_board()
        player = session.playback.get_trace_player()
        # Row 0 is the start, so there is one more row than there are steps.
        rows = quantity_text.format_count(player.length + 1, "row") if player is not None else ""
        mark = trace_text.PROVISIONAL if self._is_provisional and player is not None else ""
        pane.set_titles(" · ".join(filter(None, ("Trace", session.playback.strategy, rows, mark))))
        view = TraceView(
            player,
            player.moment if player is not None else 0,
            session.trace_navigator.list_rows(),
            player.matches if player is not None else None,
            details=session.trace_navigator.get_details(),
            background_work=session.trace_navigator.search_progress,
            breakpoints=session.breakpoint_runner.breakpoints,
            game=session.game,
            is_provisional=self._is_provisional,
            empty=self._empty_reason,
        )
        pane.show_view(view)

    @property
    def _is_provisional(self) -> bool:
        """True if the strategy's search is running or was stopped, so that marks may change."""
        strategy, verdicts = self.session.playback.strategy, self.session.verdicts
        answer = verdicts.get_answer(strategy)
        return verdicts.get_search(strategy) is not None or (
            answer is not None and answer.cancelled
        )

    @property
    def _empty_reason(self) -> str:
        """The text to show in place of a trace that has no rows."""
        session = self.session
        if session.verdicts.problems:
            return "A draft has no trace."
        searched = session.verdicts.get_search(session.playback.strategy) is not None
        if searched or not session.is_opened:
            return "searching"
        if session.playback.get_trace_player() is not None:
            return "The solver did not have to try anything."
        return f"No trace. Press {keymap.get_key_hint('design.solve')} to search again."

    def _ask_node(self) -> None:
        """Let the user choose a node of the tree at the current row, and go to the node's row."""
        from workbench.drawing import analyser_search_tree
        from workbench.ui.pick_list import PickRow

        player, moments = self.session.playback.get_trace_player(), self._tree_moments
        if player is None or moments is None:
            return
        moment = player.moment
        # Trees can be very large, so list only the first nodes.
        total = moments.count_nodes(moment)
        found = (moments.get_node(number, moment) for number in range(min(total, MAX_NODES)))
        nodes = [node for node in found if node is not None]
        ascii_only = self.workbench.theme_glyphs.is_ascii
        drawn = [*analyser_search_tree.layout_lines(nodes, ascii_only=ascii_only)]
        width = max(len(f"{lead}S{node.number}") for lead, node in drawn)
        moves = self.game.play.moves
        rows = [
            make_node_row(f"{lead}S{node.number}".ljust(width), node, moves) for lead, node in drawn
        ]
        first = f", the first {MAX_NODES}" if total > MAX_NODES else ""
        question = f"Nodes after row {moment + 1:,} of {player.length + 1:,}{first}"

        def seek_row(picked: int) -> None:
            self.session.trace_navigator.seek_row(moments.get_row(drawn[picked][1].number))

        self.ask_question(PickRow(question, rows), seek_row)

    def _open_breakpoints(self) -> None:
        self.panes.focus_pane("trace")
        session = self.session
        picture = session.game.boards.draw_picture(session.board)
        self.pane.open_breakpoints(session.breakpoint_runner.breakpoints, picture)

    def _run_to_breakpoint(self) -> None:
        """Run the playback to the next breakpoint."""
        # With the trace pane in front, run through the trace instead of another playback.
        if self.panes.front == "trace" and self.session.playback.get_trace_player() is not None:
            self.session.playback.show_view("trace")
        self.session.breakpoint_runner.run_to_next()

    def _handle_breakpoint_chosen(self, message: TracePane.BreakpointChosen) -> None:
        about = message.subject
        if about == PICK:
            self._start_picking()
        elif about == CLEAR:
            self.session.breakpoint_runner.clear_all()
        elif isinstance(about, str):
            self.session.breakpoint_runner.toggle_verdict(about)
        else:
            self.session.breakpoint_runner.toggle_cell(about)

    def _start_picking(self) -> None:
        """Let the user set breakpoints on cells with the board's cursor or the mouse."""
        self.pane.close_breakpoints()
        self.session.playback.is_picking = True
        self.panes.focus_pane("board")
        self.host.update_content()
        sets, ends = keymap.get_key_hint("list.choose"), keymap.get_key_hint("dialog.cancel")
        moves = keymap.name_directions("board", brief=True)
        self.host.show_message(
            f"Move with {moves} and press {sets}, or click a cell, to set a breakpoint · "
            f"{ends} done"
        )

    def handle_key(self, event: events.Key) -> bool:
        """While the user is choosing cells, handle the keys that choose one or stop choosing.

        Returns:
            True if the key press was handled.
        """
        command = commands.find_by_key(event.key, "list", "dialog", "design")
        chooses = command is not None and command.id == "list.choose"
        ends = command is not None and command.id in CLOSE_COMMANDS
        if not self.session.playback.is_picking or not (chooses or ends):
            return False
        # Stop the event, or the board would handle the key too.
        event.stop()
        event.prevent_default()
        if chooses:
            self.session.breakpoint_runner.toggle_cell(self.board.cursor)
        else:
            self.session.playback.is_picking = False
            self.host.update_content()
        return True

    def _handle_cell_pressed(self, message: BoardView.CellPressed) -> None:
        if self.session.playback.is_picking:
            message.board.cursor = (message.row, message.col)
            self.session.breakpoint_runner.toggle_cell((message.row, message.col))

    def _handle_row_selected(self, message: TracePane.RowSelected) -> None:
        self.timer.pause()
        self.session.trace_navigator.seek_row(message.row)

    def _handle_rows_requested(self, message: TracePane.RowsRequested) -> None:
        self.timer.pause()
        if message.purpose == "search":
            self.session.trace_navigator.start_search(message.text)
        else:
            self.session.trace_navigator.set_filter(message.text)

    def _play_from_row(self) -> None:
        self.session.trace_navigator.play_from_row()
        self.panes.focus_pane("board")


def make_node_row(label: str, node: NodeSnapshot, moves: Sequence[Move]) -> PickableRow:
    """Build the row for a node, which shows the same fields as the published solver.

    Args:
        label: The node's name, preceded by characters that draw the tree's branches.
        node: The node to show.
        moves: The game's moves, which the node's ``index`` refers to.
    """
    from workbench.ui.pick_list import PickableRow

    if node.parent is None:
        origin = f"index {node.index}, depth {node.depth}, no parent"
    else:
        move = format_sign(moves[node.index])
        origin = f"index {node.index} {move}, depth {node.depth}, parent S{node.parent}"
    also = " ".join(f"S{number}" for number in node.secondary)
    return PickableRow(f"{label}  {node.label_title:8}  {origin}", note=also and f"and {also}")
