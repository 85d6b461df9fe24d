"""What the optimizer of Linjat notes in its history: what is kept, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from linjat_optimizations import SMALL, recipe_of

from engine.games.linjat.generate import optimizing, pools
from engine.games.linjat.generate.candidates import bench_of, first_candidate, site_of
from engine.jit import marks
from engine.values.budget import Control

pytestmark = pytest.mark.jitless

MUTATIONS = 60 if marks.disabled() else 1_000


def optimized(chosen: dict[str, object]) -> pools.Pool:
    """A pool of one, of a seed, after some iterations."""
    recipe = recipe_of(chosen)
    site = site_of(recipe)
    bench, control = bench_of(site), Control().cells
    attempt = recipe.attempt
    assert first_candidate(site, recipe.seed, attempt, 1, control, bench) == attempt
    pool = pools.new_pool(1, site.rows * site.cols, MUTATIONS + 1)
    optimizing.open_pool(site, bench, pool, recipe.seed, recipe.attempt)
    optimizing.optimize(site, bench, pool, control, MUTATIONS)
    return pool


@pytest.mark.parametrize("wanted", ["0..", "200.."])
def test_a_pool_of_one_notes_no_puzzle_that_is_worse_than_the_last(wanted: str) -> None:
    # Also while the best puzzle is one that would be rejected.
    pool = optimized(SMALL | {"method": "pool", "pool": 1, "cover_layers": wanted})
    noted = int(pool.state[pools.ENTRIES])
    assert noted - 1 == pool.state[pools.KEPT]
    scores = pool.history[:noted, pools.REACHED_SCORE]
    assert noted > 1
    assert np.all(np.diff(scores) >= 0)
    assert (pool.state[pools.FAULT] < 0) == (wanted == "0..")
