"""The state graph of one document: whether there is one, and ways between it and the board."""

from __future__ import annotations

from engine.search.maps.statemap import StateMap
from workbench.session.playback import RunPlayer
from workbench.session.tracing.tracing import Tracing


class States(Tracing):
    """What the picture of the states needs of the open level."""

    @property
    def states(self) -> StateMap | None:
        """The states of the board as it stands; None while more of them are being looked for."""
        answer = self.verdicts.verdict
        if answer is None or answer.provisional or answer.solved is None:
            return None
        return answer.solved.states

    @property
    def no_states(self) -> str | None:
        """Why there is no state graph; None if there is one."""
        if self.states is not None:
            return None
        if self.verdicts.problems:
            return "a draft has no states"
        if self.verdicts.searching() is not None:
            return "still searching"
        answer = self.verdicts.verdict
        if answer is None or answer.cancelled or answer.solved is None:
            return "the search was stopped"
        if answer.provisional:
            return "the solver is still in preparation"
        return f"the solver of {self.game.title} leaves no graph behind"

    @property
    def moves_shown(self) -> tuple[str, ...]:
        """The moves from the start to what is on the board; none where that is something else."""
        return self._moves_shown()

    def show_moves(self, moves: tuple[str, ...]) -> None:
        """Show what some moves lead to: in the trace, or played by hand if that has it not."""
        player = self.trace()
        row = player.trace.find(moves) if player is not None else None
        if row is not None:
            self.seek_trace(row)
        else:
            self._hand = RunPlayer(self.game, self.board, moves, len(moves))
            self.set_mode("play")
