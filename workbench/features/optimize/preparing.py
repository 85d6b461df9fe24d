"""Having the levels of a family made once more before they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from engine.staging.lineage import Lineage, Relative
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.session.verdicts import Hop, through

LANE = "family"


class Relatives:
    """The levels of a family that have been made so far; others are made in the background.

    ``changed`` is called in the UI thread when more of them are known.
    """

    def __init__(
        self, lineage: Lineage, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        self._lineage = lineage
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._known: dict[int, Relative] = {}
        self._asked: frozenset[int] = frozenset()

    def get(self, entry: int) -> Relative | None:
        """The level of an entry, None while it has not been made."""
        return self._known.get(entry)

    def want(self, entries: Iterable[int]) -> None:
        """Has levels made, in place of those that were asked for before."""
        missing = frozenset(entry for entry in entries if entry not in self._known)
        if not missing or missing <= self._asked:
            return
        self._asked = missing
        self._solver.background(
            lambda _: self._lineage.relatives(missing),
            through(self._hop, partial(self._arrived, missing)),
            LANE,
        )

    def _arrived(self, wanted: frozenset[int], outcome: Outcome[tuple[Relative, ...]]) -> None:
        if wanted is self._asked:
            self._asked = frozenset()
        self._known |= {relative.entry: relative for relative in outcome.value or ()}
        if outcome.value:
            self._changed()
