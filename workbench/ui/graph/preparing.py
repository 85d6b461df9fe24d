"""Getting the tables of a state graph computed before it is drawn."""

from __future__ import annotations

from collections.abc import Callable

from engine.search.maps.statemap import StateMap
from workbench.service.solving import SolverService
from workbench.session.verdicts import Hop

LANE = "states"


class Preparing:
    """Has graphs prepared in the background, the newest one asked for first.

    ``changed`` is called in the UI thread when a graph is ready.
    """

    def __init__(self, hop: Hop, changed: Callable[[], None]) -> None:
        self._hop = hop
        self._changed = changed
        self._asked: StateMap | None = None

    def ready(self, states: StateMap, solver: SolverService) -> bool:
        """Whether a graph can be drawn; if not, it will be in a while."""
        if states.prepared:
            return True
        if states is not self._asked or solver.running(LANE) is None:
            self._asked = states
            solver.background(lambda _: states.prepare(), lambda _: self._hop(self._changed), LANE)
        return False
