"""Suggestions for the level that is followed, found in the background; a change begins anew."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import chain, zip_longest
from typing import TypeVar

from engine.game.game import Game
from engine.improvement import suggesting
from engine.improvement.suggesting import Basis, Suggestion
from engine.values.budget import Control
from engine.values.level import Level, board_digest
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.session.verdicts import Hop, through

LANE = "suggestions"
EACH = 2
"""Suggestions by each measure."""
ROUNDS = 24
"""How often some more variations are tried by each measure, while there is time."""
TRIED = 8
"""Variations by mutations of a round; to these comes one of other draws."""
SECONDS = 1.5
"""Seconds after which no other round begins."""
T = TypeVar("T")
Found = tuple[tuple[Basis, ...], tuple[Suggestion, ...]]
"""Levels that variations were held against, and the best of these."""


class Suggestions:
    """Variations of the level that it follows, by measures.

    Attributes:
        measures: see :func:`engine.improvement.suggesting.measures_of`; others count from the next
            :meth:`follow` on.
        found: the best of each measure in turn; until it is renewed, that of the level before.
        bases: what variations were held against, by each measure.
        busy: whether it is being renewed.
        problem: why there is nothing; empty if nothing is wrong.
    """

    def __init__(
        self, game: Game, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        self._game, self._solver = game, solver
        self._hop, self._changed = hop, changed
        self._followed: tuple[str, ...] = ()
        self.measures: tuple[str, ...] = ()
        self.found: tuple[Suggestion, ...] = ()
        self.bases: tuple[Basis, ...] = ()
        self.busy = False
        self.problem = ""

    def follow(self, level: Level) -> None:
        """Turns to a level and the measures, unless these are what is being looked at."""
        followed = (board_digest(level.board), level.intended or "", *self.measures)
        if followed == self._followed:
            return
        self._followed, self.busy, self.problem = followed, True, ""
        job = partial(search, self._game, self._solver, level, self.measures)
        self._solver.background(job, through(self._hop, partial(self._ended, followed)), LANE)

    def leave(self) -> None:
        """Stops; what was being looked for is dropped."""
        self._followed, self.found, self.bases, self.busy = (), (), (), False
        self._solver.stop(LANE)

    def _ended(self, followed: tuple[str, ...], outcome: Outcome[Found]) -> None:
        """In the UI thread: shows what was found, unless the level has changed meanwhile."""
        if followed != self._followed:
            return
        self.busy = False
        self.bases, self.found = outcome.value or ((), ())
        self.problem = outcome.error or ("stopped" if outcome.cancelled else "")
        self._changed()


def search(
    game: Game, solver: SolverService, level: Level, measures: tuple[str, ...], control: Control
) -> Found:
    """Find the best variations of a level by each measure, in turn; in a lane's thread.

    Returns:
        What variations were held against, by each measure, and the best ones.

    Raises:
        EngineError: as a search.
        Cancelled: ``control`` was cancelled.
    """

    def asked(call: Callable[[Control], T]) -> T:
        """What comes of a call, in this process or the helper's."""
        found = solver.run(call, control)
        control.require_going_on()
        return found

    began, redrawn = time.monotonic(), suggesting.can_be_redrawn(level)
    bases = [asked(partial(suggesting.basis, game, level, measure)) for measure in measures]
    found: list[list[Suggestion]] = [[] for _ in bases]
    for seed in range(ROUNDS):
        for basis, some in zip(bases, found, strict=True):
            some.extend(asked(partial(suggesting.by_mutations, basis, seed, TRIED)))
            if redrawn and (other := asked(partial(suggesting.by_other_draws, basis, seed))):
                some.append(other)
        if time.monotonic() - began > SECONDS:
            break
    best = [
        asked(partial(suggesting.best, basis, tuple(some), EACH))
        for basis, some in zip(bases, found, strict=True)
    ]
    mixed = chain.from_iterable(zip_longest(*best))
    return tuple(bases), tuple(each for each in mixed if each is not None)
