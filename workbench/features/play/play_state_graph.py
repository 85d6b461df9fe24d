"""The state graph that is shown next to a board during play."""

from __future__ import annotations

from collections.abc import Callable

from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi
from workbench.session.move_text import list_signs
from workbench.session.playtest.playtest import Playtest
from workbench.text.refusals import STILL_SEARCHING
from workbench.ui.graph import state_text
from workbench.ui.graph.graph_picture_contents import StateView
from workbench.ui.graph.graph_preparer import GraphPreparer
from workbench.ui.graph.pane import StatesPane


class PlayStates:
    """A view of the state graph that marks the position reached by the moves so far.

    Args:
        session: The playtest whose position is marked.
        run_in_ui_thread: A function that runs another function in the UI thread.
        handle_ready: A function that is called in the UI thread when the graph has been laid out.
    """

    def __init__(
        self, session: Playtest, run_in_ui_thread: CallInUi, handle_ready: Callable[[], None]
    ) -> None:
        self._session = session
        self._advice = session.analysis
        self._preparer = GraphPreparer(run_in_ui_thread, handle_ready)

    @property
    def missing_reason(self) -> str:
        """The reason why there is no graph, or "" if there is one."""
        if self._advice.states is not None:
            return ""
        if self._advice.is_searching:
            return STILL_SEARCHING
        title = self._session.game.title
        return self._advice.incompleteness or f"the solver of {title} makes no state graph"

    def show_states(self, pane: StatesPane, solver: SolverService) -> None:
        """Show the state graph with the current position marked, or say why there is no graph."""
        states = self._advice.states
        if states is None:
            pane.show_view(StateView(empty=self.missing_reason))
        elif not self._preparer.request_graph(states, solver):
            pane.show_view(StateView(empty=f"Laying out {states.count:,} states ..."))
        else:
            arrival = states.follow_moves(self._session.playthrough.moves)
            here = arrival.state if arrival is not None else None
            caption = "outside the searched states"
            if arrival is not None:
                caption = state_text.describe_arrival(states, arrival)
            pane.show_view(
                StateView(
                    states,
                    None,
                    here,
                    pane.choose_zoom(states),
                    caption=caption,
                    signs=list_signs(self._session.game),
                )
            )
