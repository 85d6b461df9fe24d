"""How many turns a win is away at the least, and how far it looks."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.games.mazing_monk.cube.bitcube import get_cube_tables
from engine.games.mazing_monk.cube.cube import CELLS, FACE
from engine.games.mazing_monk.search import pattern_database
from engine.games.mazing_monk.search.bound import MAX_SETS, SCRATCH, compute_bound


def number(cells):
    """The number of a set of cells below the top."""
    members = sorted(cell - FACE for cell in cells)
    within = sum(comb(cell, place) for place, cell in enumerate(members, 1))
    return pattern_database.list_offsets(len(members))[len(members)] + within


@given(st.sets(st.integers(0, CELLS - 1), max_size=20), st.data())
def test_the_bound_is_a_value_that_enough_sets_do_not_exceed(karma, data):
    spare = data.draw(st.integers(0, len(karma)))
    below = [cell for cell in sorted(karma) if cell >= FACE]
    missing = len(below) - spare
    expected = 1
    if missing > 0:
        most = min(missing, pattern_database.MAX_CELLS)
        size = max(n for n in range(1, most + 1) if comb(len(below), n) <= MAX_SETS)
        values = pattern_database.load_patterns().values
        found = sorted(int(values[number(cells)]) for cells in combinations(below, size))
        expected = found[comb(missing, size) - 1]
    word = np.uint64(sum(1 << cell for cell in karma))
    scratch = np.empty(SCRATCH, np.int64)
    assert compute_bound(get_cube_tables(), np.uint64(0), word, spare, scratch) == expected
