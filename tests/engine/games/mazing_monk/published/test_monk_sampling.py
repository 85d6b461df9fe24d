"""Levels made and solved as the thesis measures them, by the thousand."""

from __future__ import annotations

from engine.games.mazing_monk.published.sampling import Sampling, sampled, samplings
from engine.values.budget import Control


def test_a_level_does_not_depend_on_its_block():
    whole = sampled(Sampling("protective", 100, 3, range(5, 9)), Control())
    alone = [Sampling("protective", 100, 3, range(seed, seed + 1)) for seed in range(5, 9)]
    parts = [sampled(each, Control()) for each in alone]
    assert [each[:5] for each in whole] == [each[:5] for (each,) in parts]
    assert all(each.moves and each.states > 0 for each in whole)


def test_blocks_are_of_at_most_a_hundred_seeds():
    found = [*samplings(("history",), (100,), 250, 3)]
    assert [len(each.seeds) for each in found[:3]] == [100, 100, 50]
    assert {each.difficulty for each in found} == set(range(1, 11))
