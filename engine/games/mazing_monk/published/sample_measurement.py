"""Large samples of levels that are generated, solved and measured as in the thesis."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.game.experiment import split_seeds
from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.generation.candidate_attempts import find_first_candidate
from engine.games.mazing_monk.generation.generation_arrays import (
    build_board,
    build_rewind,
    build_site,
)
from engine.games.mazing_monk.generation.parameters import PARAMETERS
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.published import thesis_strategy
from engine.games.mazing_monk.published.thesis_search_nodes import new_records
from engine.games.mazing_monk.search.turn_search import FULL
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Budget, Control
from engine.values.difficulty_presets import MAX_DIFFICULTY

MOST_STATES = 400_000
"""The number of states after which a level is recorded as a time-out."""
BLOCK = 100
"""The number of levels in one job."""


@dataclass(frozen=True, slots=True)
class SampleBlock:
    """Levels with the same settings, to be generated and solved in one job.

    Attributes:
        mode: The generator's mode, which decides which obstacles must stay.
        tries: The number of times that an obstacle may have to stay before the generator starts the
            level from the beginning.
        difficulty: The difficulty of the levels.
        seeds: The seeds of the levels.
    """

    mode: str
    tries: int
    difficulty: int
    seeds: range

    @property
    def setting(self) -> tuple[str, int, int]:
        """The mode, number of tries and difficulty."""
        return self.mode, self.tries, self.difficulty


class SampledLevel(NamedTuple):
    """The measurements of one level.

    Attributes:
        rating: The level's rating according to the thesis.
        retries: The number of earlier candidates that each check rejected.
        moves: The number of moves in the solution that the thesis's solver found, counted as in the
            thesis, or None if it found no solution.
        states: The number of states that the solver saw.
        timed_out: True if the solver gave up.
        making: The CPU time that the generator took, in seconds.
        solving: The CPU time that the solver took, in seconds.
    """

    rating: float
    retries: tuple[int, ...]
    moves: int | None
    states: int
    timed_out: bool
    making: float
    solving: float


def list_sample_blocks(
    modes: tuple[str, ...], tries: tuple[int, ...], levels: int, first: int
) -> Iterator[SampleBlock]:
    """Yield blocks with ``levels`` seeds in total for each mode, number of tries and difficulty."""
    for mode, most, difficulty in product(modes, tries, range(1, MAX_DIFFICULTY + 1)):
        for seeds in split_seeds(first, levels, BLOCK):
            yield SampleBlock(mode, most, difficulty, seeds)


def sample_levels(block: SampleBlock, control: Control) -> tuple[SampledLevel, ...]:
    """Generate the level for each seed, and solve it with the thesis's solver.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    settings = {
        "mode": block.mode, "tries": block.tries, "difficulty": block.difficulty,
        "most_moves": 0,
    }  # fmt: skip
    # If ``most_moves`` is 0, carving can fail only because all tries are used up, as in the thesis.
    recipe = Recipe(0, 0, PARAMETERS.complete_settings(PARAMETERS.restore_settings(settings)))
    site, buffers, records = build_site(recipe), build_rewind(recipe), new_records(MOST_STATES)
    found = []
    for seed in block.seeds:
        # The kernel only adds to these counts, so reset them for every level.
        buffers.rejections[:] = 0
        # Measure only this thread's CPU time, because other jobs run at the same time.
        began = time.thread_time()
        made = find_first_candidate(
            site, seed, 0, DEFAULT_MAX_ATTEMPTS, control.shared_cells, buffers
        )
        control.raise_if_cancelled()
        if made < 0:
            raise EngineError(f"seed {seed}: no level in {DEFAULT_MAX_ATTEMPTS:,} attempts")
        board = build_board(recipe, site.layout)
        middle = time.thread_time()
        log = thesis_strategy.search_solution(
            rules.create_start(board), Budget(MOST_STATES), control, memory=records
        )
        control.raise_if_cancelled()
        solving = time.thread_time() - middle
        found.append(
            SampledLevel(
                thesis_rating.sum_terms(thesis_rating.measure_terms(board)),
                tuple(np.asarray(buffers.rejections).tolist()),
                None if log.moves is None else rules.count_thesis_moves(board, log.moves),
                log.record_count,
                log.status == FULL,
                middle - began,
                solving,
            )
        )
    return tuple(found)
