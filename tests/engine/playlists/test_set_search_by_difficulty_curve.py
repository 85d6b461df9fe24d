"""Sets of levels: what holds of every one that is chosen, and what is better than the rest."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.playlists.difficulty_curve import RampLevel, RampStep, evaluate_set
from engine.playlists.set_search import choose_levels

NONE: frozenset[str] = frozenset()


def levels(*difficulties: float) -> list[RampLevel]:
    return [RampLevel(f"{at:03}", each, str(at)) for at, each in enumerate(difficulties)]


def chosen(
    candidates: list[RampLevel], count: int, acts: dict[str, frozenset[str]], **more: object
) -> list[RampStep]:
    def alike(one: RampLevel, other: RampLevel) -> float:
        return float(int(one.board) % 3 == int(other.board) % 3)

    def mechanics(one: RampLevel) -> frozenset[str]:
        return acts.get(one.key, NONE)

    return choose_levels(candidates, count, mechanics, alike, **more)  # type: ignore[arg-type]


difficulties = st.lists(st.integers(1, 15), min_size=1, max_size=25)
mechanics = st.lists(st.frozensets(st.sampled_from("abc")), min_size=25, max_size=25)


@given(difficulties, mechanics, st.data())
def test_a_set_rises_and_has_no_level_twice(
    found: list[int], acts: list[frozenset[str]], data: st.DataObject
) -> None:
    candidates = levels(*found)
    count = data.draw(st.integers(1, len(found)))
    by_key = dict(zip((each.key for each in candidates), acts, strict=False))
    steps = chosen(candidates, count, by_key)
    assert len(steps) == count == len({step.level.board for step in steps})
    assert all(one.level.difficulty <= two.level.difficulty for one, two in pairwise(steps))
    seen: frozenset[str] = NONE
    for step in steps:
        assert set(step.new_mechanics) == by_key[step.level.key] - seen
        seen |= by_key[step.level.key]
    assert chosen(list(reversed(candidates)), count, by_key) == steps


@given(difficulties, mechanics, st.data())
def test_pinned_levels_keep_their_places_and_kept_ones_are_in(
    found: list[int], acts: list[frozenset[str]], data: st.DataObject
) -> None:
    candidates = levels(*found)
    count = data.draw(st.integers(1, len(found)))
    held = data.draw(st.lists(st.sampled_from(candidates), unique=True, max_size=count))
    pins = data.draw(st.integers(0, len(held)))
    places = data.draw(st.permutations(range(count)))
    fixed, kept = dict(zip(places, held[:pins], strict=False)), held[pins:]
    steps = chosen(candidates, count, {}, fixed=fixed, required=kept)
    assert len(steps) == count == len({step.level.board for step in steps})
    assert all(steps[place].level == level for place, level in fixed.items())
    assert {each.board for each in kept} <= {step.level.board for step in steps}
    heights = [step.level.difficulty for step in steps]
    free = iter(sorted(each for place, each in enumerate(heights) if place not in fixed))
    rising = [each if place in fixed else next(free) for place, each in enumerate(heights)]
    if not kept and rising == sorted(rising):
        assert heights == rising


def test_mechanics_come_one_at_a_time_where_they_can() -> None:
    ab, a, b = frozenset("ab"), frozenset("a"), frozenset("b")
    candidates = levels(3, 3, 5, 5, 7, 7)
    acts = dict(zip((each.key for each in candidates), (ab, a, ab, b, ab, ab), strict=True))
    steps = chosen(candidates, 3, acts)
    assert [step.new_mechanics for step in steps] == [("a",), ("b",), ()]


@given(st.lists(st.integers(1, 9), min_size=2, max_size=5), mechanics)
def test_a_small_set_is_put_in_no_worse_order_than_any_that_rises(
    found: list[int], acts: list[frozenset[str]]
) -> None:
    candidates = levels(*found)
    by_key = dict(zip((each.key for each in candidates), acts, strict=False))
    steps = chosen(candidates, len(found), by_key)

    def cost(order: tuple[RampLevel, ...]) -> float:
        def alike(one: RampLevel, other: RampLevel) -> float:
            return float(int(one.board) % 3 == int(other.board) % 3)

        return sum(step.cost for step in evaluate_set(order, lambda each: by_key[each.key], alike))

    ours = cost(tuple(step.level for step in steps))
    assert ours == pytest.approx(sum(step.cost for step in steps))
    # Hill climbing exchanges neighbours: with few levels of equal difficulty that finds the best.
    ties = max(found.count(each) for each in found)
    if ties <= 2:
        assert ours <= min(map(cost, permutations(candidates))) + 8


def test_even_steps_are_preferred_and_worth_decides_among_equals() -> None:
    worthy = [RampLevel("a", 5, "5", 0.0), RampLevel("b", 5, "8", 1.0)]
    steps = chosen([*levels(3, 9, 4), *worthy], 3, {})
    assert [step.level.key for step in steps] == ["000", "b", "001"]


def test_too_few_different_levels_are_refused() -> None:
    same = [RampLevel("a", 1, "1"), RampLevel("b", 2, "1")]
    with pytest.raises(EngineError, match="expected 2 different levels or more, found 1"):
        chosen(same, 2, {})
