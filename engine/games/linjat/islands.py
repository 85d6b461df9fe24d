"""Islands: independent optimisations of the same first puzzle, of which the best is taken.

Every island goes a way of its own, and none knows of the others, so what comes of them depends on
nothing but the recipe. They run side by side in threads, as many as there are cores, in rounds:
after each of these all islands have done as many iterations as each other, and it can be told,
finished or stopped. Rounds are as long as a fraction of a second allows, which decides nothing
but when that is.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from engine.budget import Control
from engine.cores import cores
from engine.games.linjat.optimization import Optimization
from engine.games.linjat.recent import Recent
from engine.generation import Recipe
from engine.watching import Sight

ROUND = 0.1
"""Seconds that a round should take at the most."""
FIRST_ROUND = 16
"""Iterations of the first round, before their speed is known."""


class Islands:
    """All optimisations of a recipe, each as far as the others once :meth:`advance` was called.

    Args:
        recipe: its ``iterations`` say how far each goes.
        runs: the optimisations, one for every island.
        recent: where they are remembered.
    """

    def __init__(self, recipe: Recipe, runs: Sequence[Optimization], recent: Recent) -> None:
        self._recipe, self._runs, self._recent = recipe, runs, recent
        self._begun, self._before = time.perf_counter(), self._tried

    @classmethod
    def of(cls, recipe: Recipe, recent: Recent) -> Islands | None:
        """The islands of a recipe, as far as they are known.

        Args:
            recipe: its ``islands`` says how many there are.
            recent: what is known.

        Returns:
            The islands; None if the attempt does not lead to a puzzle.

        Raises:
            ParameterError: the locked cells are on a board of another size.
        """
        runs = []
        for way in range(recipe.parameters.integer("islands")):
            run = recent.run(recipe, way)
            if run is None:
                return None
            runs.append(run)
        return cls(recipe, runs, recent)

    @property
    def winner(self) -> Optimization:
        """The island with the best puzzle, the first of several."""
        return max(self._runs, key=lambda run: run.rank)

    @property
    def reached(self) -> Recipe:
        """The recipe that leads to just where the islands are."""
        done = min(run.iterations for run in self._runs)
        parameters = self._recipe.parameters.having("iterations", done)
        return replace(self._recipe, parameters=parameters)

    def advance(self, control: Control, *, may_finish: bool, threads: int | None = None) -> None:
        """Goes on to the iterations of the recipe, unless stopped or finished.

        Stopped, some islands may be further than others.

        Args:
            control: to stop and to finish; its sight is kept up to date.
            may_finish: whether to finish early when it says so.
            threads: how many to use at the most; as many as there are cores if not said.
        """
        goal = self._recipe.parameters.integer("iterations")
        done = max(run.iterations for run in self._runs)
        size = FIRST_ROUND
        threads = min(threads or cores(), len(self._runs))
        with ThreadPoolExecutor(threads, "island") as pool:
            spread = pool.map if threads > 1 else map
            while True:
                since = time.perf_counter()
                going = [(run, done - run.iterations) for run in self._runs]
                list(spread(lambda one: one[0].advance(one[1], control), going))
                if done < goal or self._tried > self._before:  # else the last one knew the speed
                    control.sight = self.sight
                if control.cancelled or done == goal or (may_finish and control.finishing):
                    break
                longest = int(size * ROUND / max(time.perf_counter() - since, 1e-9))
                size = max(1, min(2 * size, longest))
                done = min(done + size, goal)
        for way, run in enumerate(self._runs):
            if run.iterations:
                self._recent.keep(run, way)

    @property
    def _tried(self) -> int:
        """Puzzles made on all islands."""
        return sum(run.iterations for run in self._runs)

    @property
    def sight(self) -> Sight:
        """How far the islands are."""
        winner = self.winner
        all_progress = [run.progress for run in self._runs]
        tried, kept = self._tried, sum(each.kept for each in all_progress)
        unsolved = sum(each.unsolved for each in all_progress)
        unproven = sum(each.unproven for each in all_progress)
        seconds = time.perf_counter() - self._begun
        return Sight(
            done=min(each.iterations for each in all_progress),
            of=self._recipe.parameters.integer("iterations"),
            unit="iterations",
            board=winner.best,
            best=winner.progress.best,
            fault=winner.progress.fault,
            tried=tried,
            kept=kept,
            rejections={
                "not solved by deduction": unsolved,
                "not unique": unproven,
                "not good enough": tried - kept - unsolved - unproven,
            },
            growth=self._growth(),
            bests=tuple(each.best for each in all_progress),
            speed=(tried - self._before) / seconds if seconds else 0.0,
        )

    def _growth(self) -> tuple[tuple[int, int], ...]:
        """When the best puzzle of all islands was made, and its score, each time it changed."""
        growth: list[tuple[int, int]] = []
        best: tuple[int, ...] = ()
        for made, score, fits in sorted(point for run in self._runs for point in run.growth):
            if (fits, score) > best:
                best = fits, score
                growth.append((made, score))
        return tuple(growth)
