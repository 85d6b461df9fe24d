"""Islands, which are independent improvements that start from the same board.

The result is the best board that any of them finds. Each island has its own random stream and does
not depend on the others, so the result depends only on the recipe. Islands run in rounds
(:mod:`engine.stages.lockstep_rounds`), in as many threads as there are cores. After each round, all
islands have done the same number of iterations and can be shown, finished or stopped. A round lasts
a fraction of a second, and its length does not affect the result.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Generic

from engine.jit.decorators import Longs
from engine.stages.candidate import Attempts, Candidate, Recipe
from engine.stages.improvement_base import Imp, ImprovementCache
from engine.stages.lockstep_rounds import merge_growth, run_in_lockstep
from engine.stages.stage_workspace import Site, count_rejections
from engine.values.budget import Control, ProgressSnapshot

_ATTEMPTS_PER_POLL = 64
"""The number of first boards tried between two checks of the finish flag."""


class Islands(Generic[Imp]):
    """The independent improvements for one recipe, which are advanced together.

    They run for the recipe's number of iterations, and store their states in ``cache``.
    """

    def __init__(
        self, recipe: Recipe, islands: Sequence[Imp], cache: ImprovementCache[Imp]
    ) -> None:
        self._recipe, self._islands, self._cache = recipe, islands, cache
        self._begun, self._before = time.perf_counter(), self._board_count

    @classmethod
    def from_recipe(cls, recipe: Recipe, cache: ImprovementCache[Imp]) -> Islands[Imp] | None:
        """Return the islands of a recipe, each resumed from its latest state.

        Returns:
            The islands, or None if the recipe's attempt has no first board.

        Raises:
            ParameterError: The game cannot follow the recipe.
        """
        islands = []
        for way in range(recipe.parameters.get_integer("islands")):
            island = cache.get_improvement(recipe, way)
            if island is None:
                return None
            islands.append(island)
        return cls(recipe, islands, cache)

    @property
    def winner(self) -> Imp:
        """The island with the best board, or the first of several equally good ones."""
        return max(self._islands, key=lambda island: island.rank)

    @property
    def reached_recipe(self) -> Recipe:
        """The recipe that leads to the current state of the islands."""
        done = min(island.iterations for island in self._islands)
        parameters = self._recipe.parameters.with_value("iterations", done)
        return replace(self._recipe, parameters=parameters)

    def advance(self, control: Control, *, may_finish: bool, threads: int | None = None) -> None:
        """Advance all islands to the recipe's number of iterations, unless ``control`` stops them.

        If ``may_finish`` is true, a request to finish stops them too. The snapshot of ``control``
        is updated after each round. If the islands are stopped, some of them may have done more
        iterations than others.
        """
        goal = self._recipe.parameters.get_integer("iterations")
        with closing(run_in_lockstep(self._islands, goal, control, threads=threads)) as going:
            for done in going:
                # If this call makes no boards, its speed is 0. In that case, keep the previous
                # snapshot, which has a measured speed.
                if done < goal or self._board_count > self._before:
                    control.snapshot = self.snapshot
                if control.is_cancelled or (may_finish and control.is_finishing):
                    break
        for way, island in enumerate(self._islands):
            if island.iterations:
                self._cache.store(island, way)

    @property
    def _board_count(self) -> int:
        """The total number of boards that all islands have made."""
        return sum(island.iterations for island in self._islands)

    @property
    def snapshot(self) -> ProgressSnapshot:
        """The combined progress of all islands."""
        winner = self.winner
        all_progress = [island.progress for island in self._islands]
        tried, kept = self._board_count, sum(each.kept for each in all_progress)
        rejections = Counter[str]()
        for each in all_progress:
            rejections.update(each.rejections)
        seconds = time.perf_counter() - self._begun
        return ProgressSnapshot(
            done=min(each.iterations for each in all_progress),
            total=self._recipe.parameters.get_integer("iterations"),
            unit="iterations",
            board=winner.best,
            best=winner.progress.best,
            fault=winner.progress.fault,
            tried=tried,
            kept=kept,
            rejections=dict(rejections),
            best_history=merge_growth(
                (made, (fits, score))
                for island in self._islands
                for made, score, fits in island.growth
            ),
            search_bests=tuple(each.best for each in all_progress),
            speed=(tried - self._before) / seconds if seconds else 0.0,
            attempt=self._recipe.attempt,
        )


def run_islands(
    recipe: Recipe, cache: ImprovementCache[Imp], control: Control, *, may_finish: bool
) -> Islands[Imp]:
    """Advance the islands of a recipe, which must have a first board, and return them."""
    islands = Islands.from_recipe(recipe, cache)
    assert islands is not None
    islands.advance(control, may_finish=may_finish)
    return islands


def improve_candidate(
    candidate: Candidate, cache: ImprovementCache[Imp], control: Control
) -> Candidate:
    """Improve the board of a candidate, and return the candidate with its lineage and event log.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    islands = run_islands(candidate.recipe, cache, control, may_finish=False)
    control.raise_if_cancelled()
    family, before = islands.winner.lineage, candidate.timeline
    return replace(
        candidate,
        board=islands.winner.best,
        timeline=before.append_events(family.make_log(before.build_layout(len(before)))),
        snapshot=islands.snapshot,
        lineage=family,
    )


def run_improving_attempts(
    recipe: Recipe,
    count: int,
    control: Control,
    site: Site,
    workspace: Any,
    try_candidates: Callable[[Site, int, int, int, Longs, Any], int],
    reasons: Sequence[str],
    cache: ImprovementCache[Imp],
    find_fault: Callable[[Any], str | None] | None = None,
) -> Attempts:
    """Try and improve up to ``count`` first boards until an improved board is accepted.

    If ``control`` is asked to finish, the current improvement ends early and no other board is
    tried. The arguments are the same as for
    :func:`engine.stages.stage_workspace.run_kernel_attempts`, except that ``find_fault`` receives
    the best board.
    """
    rejected: Counter[str] = Counter()
    first, end = recipe.attempt, recipe.attempt + count
    accepted, reached, board = None, None, None
    while accepted is None and first < end:
        number = min(_ATTEMPTS_PER_POLL, end - first)
        found = int(
            try_candidates(site, recipe.seed, first, number, control.shared_cells, workspace)
        )
        if found >= 0:
            islands = run_islands(replace(recipe, attempt=found), cache, control, may_finish=True)
            if control.is_cancelled:
                break
            reached, winner = islands.reached_recipe.parameters, islands.winner
            fault = winner.progress.fault
            if fault is None and find_fault is not None:
                fault = find_fault(winner.best)
            if fault is None:
                accepted, board = found, winner.best
            else:
                rejected[fault] += 1
                control.shared_cells[2] += 1
        if control.is_cancelled or control.is_finishing:
            break
        # The kernel stopped at the first board that it found, so continue after that attempt.
        first = found + 1 if found >= 0 else first + number
    rejected.update(count_rejections(workspace.rejections, reasons))
    tried = rejected.total() + (accepted is not None)
    return Attempts(tried, accepted, dict(rejected), reached, board)
