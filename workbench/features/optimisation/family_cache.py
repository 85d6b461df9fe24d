"""A cache for the levels in a family, which are regenerated in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from engine.stages.lineage import Lineage, LineageMember
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi, deliver_in_ui

JOB_NAME = "family"


class FamilyCache:
    """The levels in a family that have been regenerated so far.

    Args:
        lineage: The record of the family, from which its levels can be regenerated.
        solver: The service that regenerates levels in the background.
        hop: A function that runs another function in the UI thread.
        changed: A function that is called in the UI thread when more levels become available.
    """

    def __init__(
        self, lineage: Lineage, solver: SolverService, hop: CallInUi, changed: Callable[[], None]
    ) -> None:
        self._lineage = lineage
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._levels: dict[int, LineageMember] = {}
        self._requested: frozenset[int] = frozenset()

    def get_relative(self, entry: int) -> LineageMember | None:
        """Return the level for ``entry``, or None if it has not been regenerated yet."""
        return self._levels.get(entry)

    def request_relatives(self, entries: Iterable[int]) -> None:
        """Start regenerating the missing levels for ``entries``, replacing any earlier request."""
        missing = frozenset(entry for entry in entries if entry not in self._levels)
        # A request that is already running may include every missing entry.
        if not missing or missing <= self._requested:
            return
        self._requested = missing
        self._solver.run_in_background(
            lambda _: self._lineage.make_members(missing),
            deliver_in_ui(self._hop, partial(self._handle_relatives, missing)),
            JOB_NAME,
        )

    def _handle_relatives(
        self, wanted: frozenset[int], outcome: Outcome[tuple[LineageMember, ...]]
    ) -> None:
        # If a newer request is running, `_requested` belongs to that one.
        if wanted is self._requested:
            self._requested = frozenset()
        self._levels |= {relative.entry: relative for relative in outcome.value or ()}
        if outcome.value:
            self._changed()
