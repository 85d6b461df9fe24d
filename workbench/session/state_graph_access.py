"""The state graph of the open level, and commands that show its states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.session.board_content import SessionPart

if TYPE_CHECKING:
    from engine.search.maps.statemap import StateMap


class StateAccess(SessionPart):
    """The part that gives access to the state graph and shows its states on the board."""

    @property
    def map(self) -> StateMap | None:
        """The state graph for the current board, or None if there is none (see :attr:`refusal`)."""
        answer = self._history.verdicts.verdict
        if answer is None or answer.value is None:
            return None
        return answer.value.states

    @property
    def refusal(self) -> str | None:
        """The reason why there is no state graph to show, or None if there is one."""
        verdicts = self._history.verdicts
        answer = verdicts.verdict
        if self.map is not None:
            return None
        if verdicts.problems:
            return "a draft has no states"
        if verdicts.get_search() is not None:
            return "still searching"
        if answer is None or answer.cancelled or answer.value is None:
            return "the search was stopped"
        return f"the solver of {self._game.title} builds no state graph"

    def show_moves(self, moves: tuple[str, ...]) -> None:
        """Show the position after ``moves``.

        It is shown in the trace if the trace contains it, and as play by hand otherwise.
        """
        player = self._playback.get_trace_player()
        row = player.trace.find_row(moves) if player is not None else None
        if player is None or row is None:
            self._playback.continue_by_hand(moves)
        else:
            player.seek(row)
            self._playback.show_view("trace")
