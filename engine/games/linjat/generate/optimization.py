"""One optimization: goes on in slices, reports progress, can be saved and resumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generate import pools
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.candidates import bench_of, board_of, first_candidate, site_of
from engine.games.linjat.generate.family import PuzzleFamily
from engine.games.linjat.generate.judging import REASONS
from engine.games.linjat.generate.optimizing import open_pool, optimize
from engine.games.linjat.generate.parameters import STAGE_NAMES, setting_index
from engine.games.linjat.generate.pools import Pool, new_pool
from engine.games.linjat.generate.stages import CELLS, MUTATIONS_STAGE
from engine.games.linjat.generate.tidying import takes_dots, tidy
from engine.jit.marks import Longs
from engine.staging.generation import Recipe
from engine.staging.improving import GOALS, Improvement, ImprovementProgress, course_of
from engine.staging.site import Site
from engine.values.budget import Control
from engine.values.rng import open_stream

_ROOM = 1_024
"""Entries that a history has room for at first."""


class Optimization(Improvement):
    """Improves the first puzzle of a recipe by mutations."""

    def __init__(self, recipe: Recipe, site: Site, bench: DeductionBench, pool: Pool) -> None:
        super().__init__(recipe)
        self._site, self._bench, self._pool = site, bench, pool

    @classmethod
    def of(cls, recipe: Recipe, way: int = 0) -> Optimization | None:
        """See :meth:`engine.staging.improving.Improvement.of`."""
        site = site_of(recipe)
        bench = bench_of(site)
        seed, attempt = recipe.seed, recipe.attempt
        if first_candidate(site, seed, attempt, 1, bench.quiet, bench) != attempt:
            return None
        pool = new_pool(recipe.parameters.integer("pool"), site.rows * site.cols, _ROOM)
        open_pool(site, bench, pool, seed, attempt)
        if way:
            # As of a stage that no generator has: one of its stages on for every way.
            stream = recipe.stream(STAGE_NAMES[MUTATIONS_STAGE])
            stage = way * len(STAGE_NAMES) + MUTATIONS_STAGE
            open_stream(site.stream, stream.seed, stream.attempt, stage, stream.reroll)
        begun = cls(recipe, site, bench, pool)
        begun._note_growth()
        return begun

    def advance(self, iterations: int, control: Control | None = None) -> None:
        """See :meth:`engine.staging.improving.Improvement.advance`."""
        control = control or Control()
        until = self.iterations + iterations
        while True:
            optimize(self._site, self._bench, self._pool, control.cells, until)
            if control.cancelled or self.iterations == until:
                break
            self._make_room()
        self._note_growth()

    def _make_room(self) -> None:
        """Doubles the room for the history."""
        pool = self._pool
        self._pool = pool._replace(
            history=np.concatenate([pool.history, np.zeros_like(pool.history)]),
            words=np.concatenate([pool.words, np.zeros_like(pool.words)]),
            others=np.concatenate([pool.others, np.zeros_like(pool.others)]),
        )

    @property
    def progress(self) -> ImprovementProgress:
        """See :attr:`engine.staging.improving.Improvement.progress`."""
        numbers = (pools.ITERATION, pools.KEPT, pools.UNSOLVED, pools.UNPROVEN, pools.FAULT)
        state = self._pool.state.tolist()
        iterations, kept, unsolved, unproven, fault = (state[index] for index in numbers)
        return ImprovementProgress(
            iterations=iterations,
            kept=kept,
            rejections={
                "not solved by deduction": unsolved,
                "not unique": unproven,
                "not good enough": iterations - kept - unsolved - unproven,
            },
            best=int(self._pool.standing[-1, pools.SCORE]),
            fault=REASONS[fault] if fault >= 0 else None,
        )

    @property
    def _history(self) -> Longs:
        """See :attr:`engine.staging.improving.Improvement.best`, like the next two."""
        return self._pool.history

    @property
    def _best_entry(self) -> int:
        return int(self._pool.standing[-1, pools.ENTRY])

    def _best_board(self) -> LinjatBoard:
        cells = self._pool.cells[-1]
        if takes_dots(self.recipe.parameters):
            tidy(self._site, self._bench, cells)
            cells = self._site.layout[CELLS]
        return board_of(self.recipe, cells)

    @property
    def family(self) -> PuzzleFamily:
        """See :attr:`engine.staging.improving.Improvement.family`."""
        pool = self._pool
        entries = int(pool.state[pools.ENTRIES])
        history, words = pool.history[:entries].copy(), pool.words[:entries].copy()
        others = pool.others[:entries].copy()
        return PuzzleFamily(self.recipe, history, words, others, self._best_entry)

    def _arrays(self) -> Mapping[str, NDArray[Any]]:
        """See :meth:`engine.staging.improving.Improvement.saved`."""
        return self._pool._asdict() | {"stream": self._site.stream}

    @classmethod
    def resumed(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Optimization:
        """See :meth:`engine.staging.improving.Improvement.resumed`."""
        site = site_of(recipe)
        room = len(arrays.get("history", ()))
        pool = new_pool(recipe.parameters.integer("pool"), site.rows * site.cols, room)
        found = cls(recipe, site, bench_of(site), pool)
        found._restore(arrays)
        return found

    @staticmethod
    def course(recipe: Recipe) -> bytes:
        """See :meth:`engine.staging.improving.Improvement.course`."""
        return course_of(recipe, site_of(recipe), map(setting_index, GOALS))
