"""The part of the design screen that opens the state graph."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, GuardedAction
from workbench.ui.part import Part


class GraphPart(Part):
    """The part that opens the state graph, with the cursor on the state that the board shows."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that opens the state graph."""
        return {
            "design.states": GuardedAction(
                lambda: self.session.state_access.refusal, self._open_graph
            )
        }

    def _open_graph(self) -> None:
        """Open the level's state graph, if it is known."""
        from workbench.features.graph.screen import StateGraphScreen

        session = self.session
        # Remember the board, because a generation may replace it while the graph is open.
        states, board = session.state_access.map, session.board
        if states is None:
            return

        def show_state(moves: tuple[str, ...]) -> None:
            if session.board == board:
                session.state_access.show_moves(moves)
            else:  # a generation has replaced the board while the graph was open
                self.host.show_message("Not shown: the level has changed in the meantime.")

        moves = session.playback.moves_shown
        self.workbench.push_screen(
            StateGraphScreen(session.game, board, states, moves=moves, show=show_state)
        )
