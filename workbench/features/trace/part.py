"""The trace on the design screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message

from engine.game.position import Move
from engine.values.budget import MAX_DEPTH
from workbench import commands
from workbench.commands import Action, Unless, keymap, lacking
from workbench.features.trace.breakmenu import CLEAR, CLOSING, PICK
from workbench.features.trace.pane import Purpose, TracePane
from workbench.features.trace.tracerows import TraceView
from workbench.session.moves import sign
from workbench.session.players import View
from workbench.text import status
from workbench.ui.boards.board import BoardView
from workbench.ui.part import Handler, Part

if TYPE_CHECKING:
    from engine.search.moments import NodeMoment, TreeMoments
    from workbench.ui.lists import PickableRow


MOST_NODES = 500
"""Nodes of a tree that are listed."""


class TracePart(Part):
    """Walks through the solver's trace, and stops where something of interest happens."""

    brings = (TracePane, "trace", "pane answers")
    pane: TracePane
    pane_keys = (("trace", "design"), ())

    def handlers(self) -> Mapping[type[Message], Handler]:
        """What is asked for in the pane, and clicks that choose a cell to break at."""
        return {
            BoardView.CellPressed: self._cell_chosen,
            TracePane.BreakChosen: self._break_chosen,
            TracePane.Selected: self._row_selected,
            TracePane.RowsWanted: self._rows_wanted,
        }

    def commands(self) -> Mapping[str, Action]:
        """What is typed about rows is typed in the pane."""
        tracer = self.session.tracer
        traceless = lacking(self.session.playback.trace, "there is no trace yet")
        return {
            "design.search": Unless(traceless, partial(self._type, "search")),
            "design.filter": Unless(traceless, partial(self._type, "filter")),
            "trace.choose": self._play_on,
            "design.depth-limit": Unless(lambda: tracer.no_limit, self._limit_depth),
            "design.breakpoints": self._breakpoints,
            "design.run-on": self._run_on,
            "design.nodes": Unless(self._no_tree, self._nodes),
        }

    def _no_tree(self) -> str | None:
        """Why there are no nodes of a tree to watch."""
        return None if self._tree else "only Skiddy's strategy published makes a tree of nodes"

    @property
    def _tree(self) -> TreeMoments | None:
        """The nodes of the tree whose trace is shown; None if another or none is shown."""
        player = self.session.playback.trace()
        if player is None or player.trace.strategy != "published":
            return None
        from engine.search.traces.graph_trace import GraphTrace

        return player.trace.moments() if isinstance(player.trace, GraphTrace) else None

    def _type(self, purpose: Purpose) -> None:
        self.panes.focus("trace")
        self.pane.ask(purpose)

    def _limit_depth(self) -> None:
        """Ask for another depth limit."""
        from workbench.ui.dialogs import Ask, number_between

        question = f"Moves that the strategy {self.session.playback.strategy} looks ahead at most"
        limit = str(self.session.tracer.depth_limit)
        self.ask(Ask(question, limit, number_between(1, MAX_DEPTH)), self._depth_typed)

    def _depth_typed(self, typed: str) -> None:
        from workbench.ui.dialogs import number_of

        self.session.tracer.limit_depth(number_of(typed))

    def draw(self, view: View) -> View:
        """Shows what is known of the trace now."""
        self.sample()
        return view

    def sample(self) -> None:
        """Shows what is known of the trace now."""
        session, pane = self.session, self.pane
        session.tracer.follow_board()
        player = session.playback.trace()
        rows = status.count(player.length + 1, "row") if player is not None else ""
        pane.retitle(" · ".join(filter(None, ("Trace", session.playback.strategy, rows))))
        view = TraceView(
            player,
            player.moment if player is not None else 0,
            session.tracer.listed(),
            player.matches if player is not None else None,
            details=session.tracer.details(),
            looking=session.tracer.looking,
            breaks=session.breaking.breaks,
            moves=session.game.play.moves,
            empty=self._empty,
        )
        pane.show(view)

    @property
    def _empty(self) -> str:
        """Why there is no row."""
        session = self.session
        if session.verdicts.problems:
            return "a draft has no trace"
        searched = session.verdicts.searching(session.playback.strategy) is not None
        if searched or not session.opened:
            return "searching"
        if session.playback.trace() is not None:
            return "the solver tried nothing"
        return f"no trace: {keymap.key('design.solve')} searches again"

    # The tree of the published analyser.

    def _nodes(self) -> None:
        """List the nodes of the tree as they stand after the row; one leads to the row it is of."""
        from workbench.drawing import trees
        from workbench.ui.lists import PickRow

        player, moments = self.session.playback.trace(), self._tree
        if player is None or moments is None:
            return
        moment = player.moment
        total = moments.count(moment)
        found = (moments.node(number, moment) for number in range(min(total, MOST_NODES)))
        nodes = [node for node in found if node is not None]
        ascii_only = self.workbench.theme_glyphs.ascii
        drawn = [*trees.branches(nodes, ascii_only=ascii_only)]
        width = max(len(f"{lead}S{node.number}") for lead, node in drawn)
        moves = self.game.play.moves
        rows = [node_row(f"{lead}S{node.number}".ljust(width), node, moves) for lead, node in drawn]
        first = f", the first {MOST_NODES}" if total > MOST_NODES else ""
        question = f"Nodes after row {moment + 1:,} of {player.length + 1:,}{first}"

        def to_row(picked: int) -> None:
            """Goes to the row that generated the node."""
            self.session.tracer.seek(moments.row(drawn[picked][1].number))

        self.ask(PickRow(question, rows), to_row)

    # Breakpoints.

    def _breakpoints(self) -> None:
        """List the breakpoints."""
        self.panes.focus("trace")
        session = self.session
        picture = session.game.boards.picture(session.board)
        self.pane.open_breaks(session.breaking.breaks, picture)

    def _run_on(self) -> None:
        """On to the next breakpoint."""
        if self.panes.front == "trace" and self.session.playback.trace() is not None:
            self.session.playback.show_view("trace")
        self.session.breaking.run_on()

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
        self.pane.close_breaks()
        self.session.playback.picking = True
        self.panes.focus("board")
        self.host.renew()
        sets, ends = keymap.key("list.choose"), keymap.key("dialog.cancel")
        moves = keymap.name_directions("board", brief=True)
        self.host.say(f"{moves} and {sets}, or a click, set a breakpoint at a cell · {ends} ends")

    def key(self, event: events.Key) -> bool:
        """While a cell is being pointed at, what chooses takes it and what closes ends that."""
        command = commands.by_key(event.key, "list", "dialog", "design")
        chooses = command is not None and command.id == "list.choose"
        ends = command is not None and command.id in CLOSING
        if not self.session.playback.picking or not (chooses or ends):
            return False
        event.stop()
        event.prevent_default()
        if chooses:
            self.session.breaking.at_cell(self.board.cursor)
        else:
            self.session.playback.picking = False
            self.host.renew()
        return True

    def _cell_chosen(self, message: BoardView.CellPressed) -> None:
        if self.session.playback.picking:
            message.board.cursor = (message.row, message.col)
            self.session.breaking.at_cell((message.row, message.col))

    # What the pane asks for.

    def _row_selected(self, message: TracePane.Selected) -> None:
        self.timer.pause()
        self.session.tracer.seek(message.row)

    def _rows_wanted(self, message: TracePane.RowsWanted) -> None:
        self.timer.pause()
        if message.purpose == "search":
            self.session.tracer.find(message.text)
        else:
            self.session.tracer.set_filter(message.text)

    def _play_on(self) -> None:
        self.session.tracer.play_from_row()
        self.panes.focus("board")


def node_row(name: str, node: NodeMoment, moves: Sequence[Move]) -> PickableRow:
    """A node with the fields of the article, behind its name with the lines that lead to it."""
    from workbench.ui.lists import PickableRow

    if node.parent is None:
        origin = f"index {node.index}, depth {node.depth}, no parent"
    else:
        move = sign(moves[node.index])
        origin = f"index {node.index} {move}, depth {node.depth}, parent S{node.parent}"
    also = " ".join(f"S{number}" for number in node.secondary)
    return PickableRow(f"{name}  {node.state:8}  {origin}", note=also and f"and {also}")
