"""Levels made and solved as the thesis measures them, by the thousand."""

from __future__ import annotations

from engine.games.mazing_monk.published.sample_measurement import (
    SampleBlock,
    list_sample_blocks,
    sample_levels,
)
from engine.values.budget import Control


def test_a_level_does_not_depend_on_its_block():
    whole = sample_levels(SampleBlock("protective", 100, 3, range(5, 9)), Control())
    alone = [SampleBlock("protective", 100, 3, range(seed, seed + 1)) for seed in range(5, 9)]
    parts = [sample_levels(each, Control()) for each in alone]
    assert [each[:5] for each in whole] == [each[:5] for (each,) in parts]
    assert all(each.moves and each.states > 0 for each in whole)


def test_blocks_are_of_at_most_a_hundred_seeds():
    found = [*list_sample_blocks(("history",), (100,), 250, 3)]
    assert [len(each.seeds) for each in found[:3]] == [100, 100, 50]
    assert {each.difficulty for each in found} == set(range(1, 11))
