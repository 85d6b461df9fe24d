"""The picture of the states beside a board that is played."""

from __future__ import annotations

from collections.abc import Callable

from workbench.service.solving import SolverService
from workbench.session.moves import signs_of
from workbench.session.playing.playtest import Playtest
from workbench.session.verdicts import Hop
from workbench.ui.graph import words
from workbench.ui.graph.pane import StatesPane
from workbench.ui.graph.preparing import Preparing
from workbench.ui.graph.view import StateView


class PlayStates:
    """The picture of the states, which follows every move.

    Args:
        hop: leads back to the UI thread.
        changed: called there when there is more to show.
    """

    def __init__(self, session: Playtest, hop: Hop, changed: Callable[[], None]) -> None:
        self._session = session
        self._advice = session.advice
        self._preparing = Preparing(hop, changed)

    @property
    def missing(self) -> str:
        """Why there is no graph; empty if there is one."""
        if self._advice.states is not None:
            return ""
        if self._advice.searching:
            return "still searching"
        title = self._session.game.title
        return self._advice.trouble or f"the solver of {title} leaves no graph behind"

    def show(self, pane: StatesPane, solver: SolverService) -> None:
        """Shows where play stands among the states."""
        states = self._advice.states
        if states is None:
            pane.show(StateView(empty=self.missing))
        elif not self._preparing.ready(states, solver):
            pane.show(StateView(empty=f"laying out {states.count:,} states"))
        else:
            arrival = states.arrival(self._session.playthrough.moves)
            here = arrival.state if arrival is not None else None
            caption = "beyond what was searched"
            if arrival is not None:
                caption = words.arrival(states, arrival)
            pane.show(
                StateView(
                    states,
                    None,
                    here,
                    pane.fitting(states),
                    caption=caption,
                    signs=signs_of(self._session.game),
                )
            )
