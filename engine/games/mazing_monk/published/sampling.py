"""Levels made and solved as the thesis measures them, by the thousand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.errors import EngineError
from engine.game.experiment import blocks
from engine.games.mazing_monk.cube import rating
from engine.games.mazing_monk.generate.attempting import first_candidate
from engine.games.mazing_monk.generate.parameters import PARAMETERS
from engine.games.mazing_monk.generate.workplace import bench_of, board_of, site_of
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.published import strategy
from engine.games.mazing_monk.published.records import new_records
from engine.games.mazing_monk.search.turns import FULL
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Budget, Control
from engine.values.difficulty import MOST_DIFFICULTY

MOST_STATES = 400_000
"""States after which the thesis gives a level up: a time-out."""
BLOCK = 100
"""Levels of one job."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Some levels of one difficulty.

    Attributes:
        mode: which obstacles stay, as a parameter of the generator.
        tries: obstacles that have to stay before a level is begun anew.
        seeds: of the levels.
    """

    mode: str
    tries: int
    difficulty: int
    seeds: range

    @property
    def setting(self) -> tuple[str, int, int]:
        """Mode, tries and difficulty."""
        return self.mode, self.tries, self.difficulty


class SampledLevel(NamedTuple):
    """One level.

    Attributes:
        rating: of the level.
        retries: candidates that were given up before it, by the number of the check.
        moves: of the published solver's solution in the thesis's counting; None without one.
        states: that the solver has seen.
        timed_out: whether it gave up.
        making, solving: CPU seconds.
    """

    rating: float
    retries: tuple[int, ...]
    moves: int | None
    states: int
    timed_out: bool
    making: float
    solving: float


def samplings(
    modes: tuple[str, ...], tries: tuple[int, ...], levels: int, first: int
) -> Iterator[Sampling]:
    """So many levels of every difficulty for each mode and number of tries, in blocks of seeds."""
    for mode, most, difficulty in product(modes, tries, range(1, MOST_DIFFICULTY + 1)):
        for seeds in blocks(first, levels, BLOCK):
            yield Sampling(mode, most, difficulty, seeds)


def sampled(sampling: Sampling, control: Control) -> tuple[SampledLevel, ...]:
    """Makes the level of each seed and solves it by the thesis's solver.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    settings = {
        "mode": sampling.mode, "tries": sampling.tries, "difficulty": sampling.difficulty,
        "most_moves": 0,
    }  # fmt: skip
    # Only the tries end a carving, as in the thesis.
    recipe = Recipe(0, 0, PARAMETERS.complete(PARAMETERS.recorded(settings)))
    site, bench, records = site_of(recipe), bench_of(recipe), new_records(MOST_STATES)
    found = []
    for seed in sampling.seeds:
        bench.rejected[:] = 0
        began = time.thread_time()
        made = first_candidate(site, seed, 0, DEFAULT_MAX_ATTEMPTS, control.cells, bench)
        control.require_going_on()
        if made < 0:
            raise EngineError(f"seed {seed}: no level in {DEFAULT_MAX_ATTEMPTS:,} attempts")
        board = board_of(recipe, site.layout)
        middle = time.thread_time()
        log = strategy.search(playing.start(board), Budget(MOST_STATES), control, memory=records)
        control.require_going_on()
        solving = time.thread_time() - middle
        found.append(
            SampledLevel(
                rating.total(rating.terms(board)),
                tuple(np.asarray(bench.rejected).tolist()),
                None if log.words is None else playing.thesis_moves(board, log.words),
                log.count,
                log.status == FULL,
                middle - began,
                solving,
            )
        )
    return tuple(found)
