"""The way from the design screen to the picture of the level's states, and back."""

from __future__ import annotations

from workbench.commands import Command
from workbench.features.design.base import DesignBase
from workbench.features.graph.screen import StateGraphScreen


class DesignStateGraph(DesignBase):
    """Opens the picture at the state on the board."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.states":
            return self.session.states.refusal
        return super().unavailable(command)

    def action_states(self) -> None:
        """Draw the states of the level."""
        session = self.session
        states, board = session.states.map, session.board
        if states is None:
            return

        def show(moves: tuple[str, ...]) -> None:
            """Show where moves lead, if the board is still the same."""
            if session.board == board:
                session.states.show_moves(moves)
            else:  # a level that was being generated has come
                self.say("not shown: the level was changed meanwhile")

        self.pause()
        self.workbench.push_screen(
            StateGraphScreen(
                session.game,
                board,
                states,
                session.solver,
                moves=session.playback.moves_shown,
                show=show,
            )
        )
