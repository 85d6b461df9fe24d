"""Islands: independent improvements of the same first board, of which the best is taken.

Every island goes a way of its own, and none knows of the others, so what comes of them depends on
nothing but the recipe. They run side by side in threads, as many as there are cores, in
:mod:`engine.staging.rounds`: after each of these all islands have done as many iterations as each
other, and can
be shown, finished or stopped. Rounds are as long as a fraction of a second allows, which decides
nothing but when that is.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Generic

from engine.jit.marks import Longs
from engine.staging.generation import Attempts, Candidate, Recipe
from engine.staging.improving import Imp, Recent
from engine.staging.rounds import merged_growth, rounds
from engine.staging.site import Site, rejections_of
from engine.values.budget import Control, ProgressSnapshot

_CHUNK = 64
"""First boards tried between two looks at whether to finish."""


class Islands(Generic[Imp]):
    """All improvements of a recipe, each as far as the others once :meth:`advance` was called.

    The recipe's ``iterations`` say how far each goes, and ``recent`` remembers them.
    """

    def __init__(self, recipe: Recipe, islands: Sequence[Imp], recent: Recent[Imp]) -> None:
        self._recipe, self._islands, self._recent = recipe, islands, recent
        self._begun, self._before = time.perf_counter(), self._tried

    @classmethod
    def of(cls, recipe: Recipe, recent: Recent[Imp]) -> Islands[Imp] | None:
        """The islands of a recipe, as far as they are known; None without a first board.

        Raises:
            ParameterError: the recipe is not one that the game can follow.
        """
        islands = []
        for way in range(recipe.parameters.integer("islands")):
            island = recent.improvement(recipe, way)
            if island is None:
                return None
            islands.append(island)
        return cls(recipe, islands, recent)

    @property
    def winner(self) -> Imp:
        """The island with the best board, the first of several."""
        return max(self._islands, key=lambda island: island.rank)

    @property
    def reached(self) -> Recipe:
        """The recipe that leads to just where the islands are."""
        done = min(island.iterations for island in self._islands)
        parameters = self._recipe.parameters.having("iterations", done)
        return replace(self._recipe, parameters=parameters)

    def advance(self, control: Control, *, may_finish: bool, threads: int | None = None) -> None:
        """Goes on to the iterations of the recipe, unless stopped or finished.

        Stopped, some islands may be further than others. The snapshot of ``control`` is kept up to
        date.
        """
        goal = self._recipe.parameters.integer("iterations")
        with closing(rounds(self._islands, goal, control, threads=threads)) as going:
            for done in going:
                if done < goal or self._tried > self._before:  # else the last one knew the speed
                    control.snapshot = self.snapshot
                if control.cancelled or (may_finish and control.finishing):
                    break
        for way, island in enumerate(self._islands):
            if island.iterations:
                self._recent.keep(island, way)

    @property
    def _tried(self) -> int:
        """Boards made on all islands."""
        return sum(island.iterations for island in self._islands)

    @property
    def snapshot(self) -> ProgressSnapshot:
        """How far the islands are."""
        winner = self.winner
        all_progress = [island.progress for island in self._islands]
        tried, kept = self._tried, sum(each.kept for each in all_progress)
        rejections = Counter[str]()
        for each in all_progress:
            rejections.update(each.rejections)
        seconds = time.perf_counter() - self._begun
        return ProgressSnapshot(
            done=min(each.iterations for each in all_progress),
            of=self._recipe.parameters.integer("iterations"),
            unit="iterations",
            board=winner.best,
            best=winner.progress.best,
            fault=winner.progress.fault,
            tried=tried,
            kept=kept,
            rejections=dict(rejections),
            growth=merged_growth(
                (made, (fits, score))
                for island in self._islands
                for made, score, fits in island.growth
            ),
            bests=tuple(each.best for each in all_progress),
            speed=(tried - self._before) / seconds if seconds else 0.0,
            attempt=self._recipe.attempt,
        )


def improve(
    recipe: Recipe, recent: Recent[Imp], control: Control, *, may_finish: bool
) -> Islands[Imp]:
    """The islands of an attempt that leads to a first board, gone all the way unless stopped."""
    islands = Islands.of(recipe, recent)
    assert islands is not None
    islands.advance(control, may_finish=may_finish)
    return islands


def improved(made: Candidate, recent: Recent[Imp], control: Control) -> Candidate:
    """The candidate that improving leads to from a first board, with all that it took.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    islands = improve(made.recipe, recent, control, may_finish=False)
    control.require_going_on()
    family, before = islands.winner.family, made.timeline
    return replace(
        made,
        board=islands.winner.best,
        timeline=before.extended(family.log(before.layout(len(before)))),
        snapshot=islands.snapshot,
        lineage=family,
    )


def attempts_improved(
    recipe: Recipe,
    count: int,
    control: Control,
    site: Site,
    bench: Any,
    try_candidates: Callable[[Site, int, int, int, Longs, Any], int],
    reasons: Sequence[str],
    recent: Recent[Imp],
    objection: Callable[[Any], str | None] | None = None,
) -> Attempts:
    """Tries up to ``count`` first boards until one, improved, is accepted.

    Asked to finish, it improves no further and tries no other one. The arguments are those of
    :func:`engine.staging.site.attempts_of`, but that the objection is to the best board.
    """
    rejected: Counter[str] = Counter()
    first, end = recipe.attempt, recipe.attempt + count
    accepted, reached, board = None, None, None
    while accepted is None and first < end:
        number = min(_CHUNK, end - first)
        found = int(try_candidates(site, recipe.seed, first, number, control.cells, bench))
        if found >= 0:
            islands = improve(replace(recipe, attempt=found), recent, control, may_finish=True)
            if control.cancelled:
                break
            reached, winner = islands.reached.parameters, islands.winner
            fault = winner.progress.fault
            if fault is None and objection is not None:
                fault = objection(winner.best)
            if fault is None:
                accepted, board = found, winner.best
            else:
                rejected[fault] += 1
                control.cells[2] += 1
        if control.cancelled or control.finishing:
            break
        first = found + 1 if found >= 0 else first + number
    rejected.update(rejections_of(bench.rejected, reasons))
    tried = rejected.total() + (accepted is not None)
    return Attempts(tried, accepted, dict(rejected), reached, board)
