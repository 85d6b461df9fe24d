"""The cube as two words: what stands on its cells, and what a turn makes of it."""

from __future__ import annotations

import itertools
import random

from engine.games.mazing_monk.cube import bitcube, cube
from engine.games.mazing_monk.cube.cube import CELLS, FACE, MASKS, TARGETS


def test_tables_for_kernels_are_the_same():
    flat = bitcube.build_cube_tables()
    assert len(flat) == bitcube.TABLE_SIZE
    assert tuple(flat[bitcube.TARGET : bitcube.LINE]) == tuple(itertools.chain(*TARGETS))
    choice = random.Random(2)
    for _ in range(500):
        mask, soldiers = choice.randrange(MASKS), choice.randrange(MASKS)
        monk = choice.randrange(FACE)
        assert bitcube.is_attacked(flat, mask, soldiers, monk) == cube.is_attacked(
            mask, soldiers, monk
        )
        assert bitcube.find_reach(flat, mask, monk) == cube.REACH[mask * FACE + monk]


def test_fours_of_cells_move_as_turns_do():
    flat = bitcube.build_cube_tables()
    for turn in range(bitcube.TURN_COUNT):
        first = bitcube.CYCLES + turn * bitcube.CYCLES_SIZE
        fours = flat[first : first + bitcube.CYCLES_SIZE].reshape(-1, bitcube.CYCLE).tolist()
        targets = list(range(CELLS))
        for four in fours:
            for cell, goal in itertools.pairwise((*four, four[0])):
                targets[cell] = goal
        assert tuple(targets) == TARGETS[turn]
