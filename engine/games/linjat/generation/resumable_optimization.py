"""The optimization of one puzzle. It runs in slices, reports its progress, and can be resumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generation import puzzle_pool
from engine.games.linjat.generation.first_puzzles import (
    create_site,
    create_site_workspace,
    decode_board,
    find_first_puzzle,
)
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.kept_puzzles import PuzzleLineage
from engine.games.linjat.generation.linjat_stages import CELLS, MUTATIONS_STAGE
from engine.games.linjat.generation.optimizer_loop import open_pool, run_optimizer
from engine.games.linjat.generation.parameters import STAGE_NAMES, setting_index
from engine.games.linjat.generation.puzzle_acceptance import REASONS
from engine.games.linjat.generation.puzzle_pool import Pool, create_pool
from engine.games.linjat.generation.spare_dots import remove_spare_dots, should_remove_dots
from engine.jit.decorators import Longs
from engine.stages.candidate import Recipe
from engine.stages.improvement_base import (
    EXTENT_PARAMETERS,
    Improvement,
    ImprovementProgress,
    build_course_key,
)
from engine.stages.stage_workspace import Site
from engine.values.budget import Control
from engine.values.rng import open_stream

_ROOM = 1_024
"""The number of entries for which a new history has room."""


class Optimization(Improvement):
    """The optimization of a recipe's first puzzle by mutations."""

    def __init__(
        self, recipe: Recipe, site: Site, workspace: GeneratorWorkspace, pool: Pool
    ) -> None:
        super().__init__(recipe)
        self._site, self._workspace, self._pool = site, workspace, pool

    @classmethod
    def from_recipe(cls, recipe: Recipe, island: int = 0) -> Optimization | None:
        site = create_site(recipe)
        workspace = create_site_workspace(site)
        seed, attempt = recipe.seed, recipe.attempt
        if find_first_puzzle(site, seed, attempt, 1, workspace.quiet, workspace) != attempt:
            return None
        pool = create_pool(recipe.parameters.get_integer("pool"), site.rows * site.cols, _ROOM)
        open_pool(site, workspace, pool, seed, attempt)
        if island:
            # Each island uses the stream of a different stage number, beyond those of real stages,
            # so that islands draw different random numbers.
            stream = recipe.get_stream(STAGE_NAMES[MUTATIONS_STAGE])
            stage = island * len(STAGE_NAMES) + MUTATIONS_STAGE
            open_stream(site.stream, stream.seed, stream.attempt, stage, stream.reroll)
        begun = cls(recipe, site, workspace, pool)
        begun._record_growth()
        return begun

    def advance(self, iterations: int, control: Control | None = None) -> None:
        control = control or Control()
        until = self.iterations + iterations
        # The kernel also returns when the history is full. It can continue once the arrays have
        # grown.
        while True:
            run_optimizer(self._site, self._workspace, self._pool, control.shared_cells, until)
            if control.is_cancelled or self.iterations == until:
                break
            self._grow_history()
        self._record_growth()

    def _grow_history(self) -> None:
        """Double the number of entries for which the history has room."""
        pool = self._pool
        self._pool = pool._replace(
            history=np.concatenate([pool.history, np.zeros_like(pool.history)]),
            words=np.concatenate([pool.words, np.zeros_like(pool.words)]),
            others=np.concatenate([pool.others, np.zeros_like(pool.others)]),
        )

    @property
    def progress(self) -> ImprovementProgress:
        numbers = (
            puzzle_pool.ITERATION,
            puzzle_pool.KEPT,
            puzzle_pool.UNSOLVED,
            puzzle_pool.UNPROVEN,
            puzzle_pool.FAULT,
        )
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
            best=int(self._pool.ranking[-1, puzzle_pool.SCORE]),
            fault=REASONS[fault] if fault >= 0 else None,
        )

    @property
    def _history(self) -> Longs:
        return self._pool.history

    @property
    def _best_entry(self) -> int:
        return int(self._pool.ranking[-1, puzzle_pool.ENTRY])

    def _make_best_board(self) -> LinjatBoard:
        cells = self._pool.cells[-1]
        if should_remove_dots(self.recipe.parameters):
            remove_spare_dots(self._site, self._workspace, cells)
            cells = self._site.layout[CELLS]
        return decode_board(self.recipe, cells)

    @property
    def lineage(self) -> PuzzleLineage:
        pool = self._pool
        entries = int(pool.state[puzzle_pool.ENTRIES])
        history, words = pool.history[:entries].copy(), pool.words[:entries].copy()
        others = pool.others[:entries].copy()
        return PuzzleLineage(self.recipe, history, words, others, self._best_entry)

    def _list_arrays(self) -> Mapping[str, NDArray[Any]]:
        return self._pool._asdict() | {"stream": self._site.stream}

    @classmethod
    def resume(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Optimization:
        site = create_site(recipe)
        room = len(arrays.get("history", ()))
        pool = create_pool(recipe.parameters.get_integer("pool"), site.rows * site.cols, room)
        found = cls(recipe, site, create_site_workspace(site), pool)
        found._restore_state(arrays)
        return found

    @staticmethod
    def make_course_key(recipe: Recipe) -> bytes:
        return build_course_key(recipe, create_site(recipe), map(setting_index, EXTENT_PARAMETERS))
