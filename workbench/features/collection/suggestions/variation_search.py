"""A background search for better variations on the current level, repeated after every change.

For each *measure*, such as "longer", the search tries variations in rounds: small mutations of the
board, and boards from the same recipe with different random choices. It keeps the two best
variations for each measure. When the level changes, a new search starts, and the result of the old
one is discarded.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import chain, zip_longest
from typing import TypeVar

from engine.game.game import Game
from engine.improvement import suggestions
from engine.improvement.suggestions import Suggestion, SuggestionBasis
from engine.values.budget import Control
from engine.values.level import Level, compute_digest
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi, deliver_in_ui

JOB_NAME = "suggestions"
PER_MEASURE = 2
"""The number of suggestions to keep for each measure."""
MAX_ROUNDS = 24
"""The largest number of rounds for each measure."""
MUTATIONS_PER_ROUND = 8
"""The number of mutations in a round, which also tries one board from the same recipe."""
MAX_SECONDS = 1.5
"""The time, in seconds, after which no further round starts."""
T = TypeVar("T")
SearchResult = tuple[tuple[SuggestionBasis, ...], tuple[Suggestion, ...]]
"""The basis of comparison for each measure, and the best variations."""


class Suggestions:
    """The search for variations that are better than the current level by some measure.

    Args:
        game: The game that the levels belong to.
        solver: The service that runs the search.
        hop: A function that runs another function in the UI thread.
        changed: A function to call in the UI thread when a search has ended.

    Attributes:
        measures: The names of the measures. A change takes effect at the next :meth:`follow_level`.
        suggestions: The best variations, alternating between the measures. During a search, these
            are the result of the previous search.
        bases: The assessment of the current level by each measure, which variations have to beat.
        is_busy: True while a search is running.
        problem: The reason why the search failed; empty if it did not.
    """

    def __init__(
        self, game: Game, solver: SolverService, hop: CallInUi, changed: Callable[[], None]
    ) -> None:
        self._game, self._solver = game, solver
        self._hop, self._changed = hop, changed
        self._search_key: tuple[str, ...] = ()
        self.measures: tuple[str, ...] = ()
        self.suggestions: tuple[Suggestion, ...] = ()
        self.bases: tuple[SuggestionBasis, ...] = ()
        self.is_busy = False
        self.problem = ""

    def follow_level(self, level: Level) -> None:
        """Search for variations on a level, unless the latest search was for the same level."""
        # The key includes the measures, because a change of measures also requires a new search.
        followed = (compute_digest(level.board), level.intended or "", *self.measures)
        if followed == self._search_key:
            return
        self._search_key, self.is_busy, self.problem = followed, True, ""
        job = partial(search_variations, self._game, self._solver, level, self.measures)
        self._solver.run_in_background(
            job, deliver_in_ui(self._hop, partial(self._handle_end, followed)), JOB_NAME
        )

    def stop_search(self) -> None:
        """Stop any running search, and drop all suggestions."""
        self._search_key, self.suggestions, self.bases, self.is_busy = (), (), (), False
        self._solver.cancel_job(JOB_NAME)

    def _handle_end(self, key: tuple[str, ...], outcome: Outcome[SearchResult]) -> None:
        # Ignore a search that has been replaced by one for a newer level.
        if key != self._search_key:
            return
        self.is_busy = False
        self.bases, self.suggestions = outcome.value or ((), ())
        self.problem = outcome.error or ("stopped" if outcome.cancelled else "")
        self._changed()


def search_variations(
    game: Game, solver: SolverService, level: Level, measures: tuple[str, ...], control: Control
) -> SearchResult:
    """Search for the best variations on a level by each measure. Call this in a thread.

    Args:
        game: The game that the level belongs to.
        solver: The service that solves the variations.
        level: The level to vary.
        measures: The names of the measures by which to improve the level.
        control: The control through which the search can be cancelled.

    Returns:
        The basis of comparison for each measure, and the best variations, alternating between the
        measures.

    Raises:
        EngineError: The level is invalid.
        Cancelled: ``control`` was cancelled.
    """

    def run_call(call: Callable[[Control], T]) -> T:
        found = solver.run_task(call, control)
        control.raise_if_cancelled()
        return found

    began, redrawn = time.monotonic(), suggestions.can_be_redrawn(level)
    bases = [
        run_call(partial(suggestions.create_basis, game, level, measure)) for measure in measures
    ]
    found: list[list[Suggestion]] = [[] for _ in bases]
    for seed in range(MAX_ROUNDS):
        # Every round tries all measures, so that each gets an equal share of the time.
        for basis, some in zip(bases, found, strict=True):
            some.extend(
                run_call(partial(suggestions.suggest_mutations, basis, seed, MUTATIONS_PER_ROUND))
            )
            if redrawn and (other := run_call(partial(suggestions.suggest_variant, basis, seed))):
                some.append(other)
        if time.monotonic() - began > MAX_SECONDS:
            break
    best = [
        run_call(partial(suggestions.choose_best, basis, tuple(some), PER_MEASURE))
        for basis, some in zip(bases, found, strict=True)
    ]
    # List the best variation for every measure before the second best for any, so that the best
    # ones are visible without scrolling.
    mixed = chain.from_iterable(zip_longest(*best))
    return tuple(bases), tuple(each for each in mixed if each is not None)
