"""The state graph of one document: whether there is one, and ways between it and the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.session.playback import SessionPart

if TYPE_CHECKING:
    from engine.search.maps.statemap import StateMap


class StateAccess(SessionPart):
    """Gives the state graph of the open level, and leads from its states to the board."""

    @property
    def map(self) -> StateMap | None:
        """The states of the board as it stands; None while more of them are being looked for."""
        answer = self._history.verdicts.verdict
        if answer is None or answer.value is None:
            return None
        return answer.value.states

    @property
    def refusal(self) -> str | None:
        """Why there is no state graph; None if there is one."""
        verdicts = self._history.verdicts
        answer = verdicts.verdict
        if self.map is not None:
            return None
        if verdicts.problems:
            return "a draft has no states"
        if verdicts.searching() is not None:
            return "still searching"
        if answer is None or answer.cancelled or answer.value is None:
            return "the search was stopped"
        return f"the solver of {self._game.title} leaves no graph behind"

    def show_moves(self, moves: tuple[str, ...]) -> None:
        """Show what some moves lead to: in the trace, or played by hand if that has it not."""
        player = self._playback.trace()
        row = player.trace.find(moves) if player is not None else None
        if player is None or row is None:
            self._playback.go_on_by_hand(moves)
        else:
            player.seek(row)
            self._playback.show_view("trace")
