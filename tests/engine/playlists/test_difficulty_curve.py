"""Orders of rising difficulty, and even ramps of some of many."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.playlists.difficulty_curve import choose_ramp, sort_by_difficulty

HARD = st.lists(st.integers(0, 40), min_size=1, max_size=9)


def itself(value: float | None) -> float | None:
    return value


def unevenness(chosen: list[int], low: int, high: int) -> tuple[int, float]:
    """Steps that are flat, and squared distances from a ramp that is even in ratios."""
    start, end = math.log1p(low), math.log1p(high)
    pace = (end - start) / (len(chosen) - 1)
    far = sum((math.log1p(value) - start - place * pace) ** 2 for place, value in enumerate(chosen))
    return sum(one == other for one, other in pairwise(chosen)), far


class TestRising:
    def test_from_the_easiest_to_the_hardest(self):
        assert sort_by_difficulty([3, 1, 2], itself) == [1, 2, 3]

    def test_equals_keep_their_order_and_the_unknown_goes_last(self):
        things = [("a", None), ("b", 2.0), ("c", 1.0), ("d", 2.0), ("e", None)]
        found = sort_by_difficulty(things, lambda thing: thing[1])
        assert "".join(name for name, _ in found) == "cbdae"


class TestRamp:
    def test_steps_are_even_in_ratio_so_the_start_is_gentle(self):
        chosen = choose_ramp(range(20, 1000), float, 5)
        ratios = [(after + 1) / (before + 1) for before, after in pairwise(chosen)]
        assert (chosen[0], chosen[-1]) == (20, 999)
        assert max(ratios) < 1.02 * min(ratios)
        assert chosen[1] - chosen[0] < (chosen[-1] - chosen[-2]) / 5

    @given(HARD, st.integers(0, 10))
    def test_it_rises_from_end_to_end(self, values, count):
        chosen = choose_ramp(values, itself, count)
        assert len(chosen) == min(count, len(values))
        assert chosen == sorted(chosen)
        assert all(chosen.count(value) <= values.count(value) for value in chosen)
        if count > 1:
            assert (chosen[0], chosen[-1]) == (min(values), max(values)) or len(values) == 1

    @given(HARD, st.integers(2, 8))
    def test_no_choice_is_more_even(self, values, count):
        chosen = choose_ramp(values, itself, count)
        if len(chosen) < len(values):
            low, *middle, high = sorted(values)
            best = min(
                unevenness([low, *some, high], low, high)
                for some in combinations(middle, count - 2)
            )
            assert unevenness(chosen, low, high) == (best[0], pytest.approx(best[1]))

    def test_ties_are_avoided_where_that_is_possible(self):
        assert choose_ramp([5, 5, 5, 6, 7, 9], itself, 4) == [5, 6, 7, 9]
        assert choose_ramp([5, 5, 5, 9], itself, 3) == [5, 5, 9]

    def test_the_same_thing_is_chosen_once_and_the_unknown_never(self):
        things = ["aa", "b", "aa", "cccc", "", "dddd"]
        found = choose_ramp(things, lambda word: len(word) or None, 9, identity=itself)
        assert found == ["b", "aa", "cccc", "dddd"]

    def test_a_hundred_of_thousands_are_all_different(self):
        chosen = choose_ramp([(place * 7919) % 10007 for place in range(5_000)], float, 100)
        assert len(set(chosen)) == 100
