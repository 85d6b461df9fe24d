"""A background job that computes the tables needed to draw a state graph."""

from __future__ import annotations

from collections.abc import Callable

from engine.search.maps.statemap import StateMap
from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi

PREPARE_JOB = "states"


class GraphPreparer:
    """A background job that prepares the most recently requested state graph for drawing.

    Args:
        run_in_ui_thread: A function that runs another function in the UI thread.
        handle_ready: The function to call, in the UI thread, when a graph is ready.
    """

    def __init__(self, run_in_ui_thread: CallInUi, handle_ready: Callable[[], None]) -> None:
        self._run_in_ui_thread = run_in_ui_thread
        self._handle_ready = handle_ready
        self._requested: StateMap | None = None

    def request_graph(self, states: StateMap, solver: SolverService) -> bool:
        """Return True if a graph is ready to be drawn, or start preparing it and return False."""
        if states.is_prepared:
            return True
        if states is not self._requested or solver.get_control(PREPARE_JOB) is None:
            self._requested = states
            solver.run_in_background(
                lambda _: states.prepare(),
                lambda _: self._run_in_ui_thread(self._handle_ready),
                PREPARE_JOB,
            )
        return False
