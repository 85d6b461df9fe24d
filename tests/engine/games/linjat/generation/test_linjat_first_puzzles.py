"""First puzzles by the thousand: made, solved again and proven in one compiled function."""

from __future__ import annotations

import numpy as np
import pytest
from linjat_optimizations import SMALL, recipe_of

from engine.games.linjat.board.glyph_codes import DOT, EMPTY
from engine.games.linjat.generation import puzzle_mutation
from engine.games.linjat.generation.first_puzzles import create_site, create_site_workspace

pytestmark = pytest.mark.jitless
ONES = SMALL | {"ones": 500}


def test_dots_and_ones_of_a_parent_are_inherited_as_what_they_are() -> None:
    recipe = recipe_of(ONES)
    site = create_site(recipe)
    workspace = create_site_workspace(site)
    cells = np.array([DOT, 1, EMPTY, 3, 1] * 6, np.int64)
    puzzle_mutation.mark_inherited(site, workspace, cells)
    assert workspace.inherited[:6].tolist() == [0b00001] * 6
    assert workspace.inherited_ones[:6].tolist() == [0b10010] * 6
