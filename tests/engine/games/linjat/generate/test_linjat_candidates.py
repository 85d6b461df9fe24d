"""First puzzles by the thousand: made, solved again and proven in one compiled function."""

from __future__ import annotations

import numpy as np
import pytest
from linjat_optimizations import SMALL, recipe_of

from engine.games.linjat.board.codes import DOT, EMPTY
from engine.games.linjat.generate import mutation
from engine.games.linjat.generate.candidates import bench_of, site_of

pytestmark = pytest.mark.jitless
ONES = SMALL | {"ones": 500}


def test_dots_and_ones_of_a_parent_are_inherited_as_what_they_are() -> None:
    recipe = recipe_of(ONES)
    site = site_of(recipe)
    bench = bench_of(site)
    cells = np.array([DOT, 1, EMPTY, 3, 1] * 6, np.int64)
    mutation.inherit(site, bench, cells)
    assert bench.inherited[:6].tolist() == [0b00001] * 6
    assert bench.inherited_ones[:6].tolist() == [0b10010] * 6
