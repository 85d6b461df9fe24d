"""The way from the design screen to the picture of the level's states, and back."""

from __future__ import annotations

from workbench.commands import Command
from workbench.screens.design.base import DesignBase
from workbench.screens.stategraph import StateGraphScreen


class DesignStateGraph(DesignBase):
    """Opens the picture at the state on the board."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.states":
            return self.session.no_states
        return super().unavailable(command)

    def action_states(self) -> None:
        """Draw the states of the level."""
        session = self.session
        states = session.states
        if states is None:
            return
        self.pause()
        self.workbench.push_screen(
            StateGraphScreen(
                session.game,
                session.board,
                states,
                session.solver,
                moves=session.moves_shown,
                show=session.show_moves,
            )
        )
