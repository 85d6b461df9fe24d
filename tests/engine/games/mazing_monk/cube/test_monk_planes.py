"""The cube as two words: what stands on its cells, and what a turn makes of it."""

from __future__ import annotations

import itertools
import random

from engine.games.mazing_monk.cube import cube, planes
from engine.games.mazing_monk.cube.cube import CELLS, FACE, MASKS, TARGETS


def test_tables_for_kernels_are_the_same():
    flat = planes.cube_tables()
    assert len(flat) == planes.TABLE_SIZE
    assert tuple(flat[planes.TARGET : planes.LINE]) == tuple(itertools.chain(*TARGETS))
    choice = random.Random(2)
    for _ in range(500):
        mask, soldiers = choice.randrange(MASKS), choice.randrange(MASKS)
        monk = choice.randrange(FACE)
        assert planes.attacked(flat, mask, soldiers, monk) == cube.attacked(mask, soldiers, monk)
        assert planes.reach(flat, mask, monk) == cube.REACH[mask * FACE + monk]


def test_fours_of_cells_move_as_turns_do():
    flat = planes.cube_tables()
    for turn in range(planes.TURN_COUNT):
        first = planes.CYCLES + turn * planes.CYCLES_SIZE
        fours = flat[first : first + planes.CYCLES_SIZE].reshape(-1, planes.CYCLE).tolist()
        targets = list(range(CELLS))
        for four in fours:
            for cell, goal in itertools.pairwise((*four, four[0])):
                targets[cell] = goal
        assert tuple(targets) == TARGETS[turn]
