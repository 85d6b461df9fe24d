"""The way from the design screen to the picture of the level's states, and back."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, Unless
from workbench.ui.part import Part


class GraphPart(Part):
    """Opens the picture at the state on the board."""

    def commands(self) -> Mapping[str, Action]:
        """Draws the states of the level."""
        return {"design.states": Unless(lambda: self.session.states.refusal, self._states)}

    def _states(self) -> None:
        """Draw the states of the level."""
        from workbench.features.graph.screen import StateGraphScreen

        session = self.session
        states, board = session.states.map, session.board
        if states is None:
            return

        def show(moves: tuple[str, ...]) -> None:
            """Show where moves lead, if the board is still the same."""
            if session.board == board:
                session.states.show_moves(moves)
            else:  # a level that was being generated has come
                self.host.say("not shown: the level was changed meanwhile")

        moves = session.playback.moves_shown
        self.workbench.push_screen(
            StateGraphScreen(session.game, board, states, moves=moves, show=show)
        )
