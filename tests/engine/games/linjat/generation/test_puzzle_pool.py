"""What the optimizer of Linjat notes in its history: what is kept, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from linjat_optimizations import SMALL, recipe_of

from engine.games.linjat.generation import optimizer_loop, puzzle_pool
from engine.games.linjat.generation.first_puzzles import (
    create_site,
    create_site_workspace,
    find_first_puzzle,
)
from engine.jit import decorators
from engine.values.budget import Control

pytestmark = pytest.mark.jitless

MUTATIONS = 60 if decorators.is_disabled() else 1_000


def optimized(chosen: dict[str, object]) -> puzzle_pool.Pool:
    """A pool of one, of a seed, after some iterations."""
    recipe = recipe_of(chosen)
    site = create_site(recipe)
    workspace, control = create_site_workspace(site), Control().shared_cells
    attempt = recipe.attempt
    assert find_first_puzzle(site, recipe.seed, attempt, 1, control, workspace) == attempt
    pool = puzzle_pool.create_pool(1, site.rows * site.cols, MUTATIONS + 1)
    optimizer_loop.open_pool(site, workspace, pool, recipe.seed, recipe.attempt)
    optimizer_loop.run_optimizer(site, workspace, pool, control, MUTATIONS)
    return pool


@pytest.mark.parametrize("wanted", ["0..", "200.."])
def test_a_pool_of_one_notes_no_puzzle_that_is_worse_than_the_last(wanted: str) -> None:
    # Also while the best puzzle is one that would be rejected.
    pool = optimized(SMALL | {"method": "pool", "pool": 1, "cover_layers": wanted})
    noted = int(pool.state[puzzle_pool.ENTRIES])
    assert noted - 1 == pool.state[puzzle_pool.KEPT]
    scores = pool.history[:noted, puzzle_pool.REACHED_SCORE]
    assert noted > 1
    assert np.all(np.diff(scores) >= 0)
    assert (pool.state[puzzle_pool.FAULT] < 0) == (wanted == "0..")
