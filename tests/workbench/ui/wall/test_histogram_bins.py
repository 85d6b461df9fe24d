"""Histograms of facts: bars of how many levels have which value, and what a bar asks for."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from workbench.ui.wall.histogram_bins import MAX_BARS, make_bars

NUMBERS = st.lists(st.one_of(st.integers(-1000, 100_000), st.floats(-5, 5)), min_size=1)


@given(NUMBERS)
def test_bars_hold_every_number_once(values: Sequence[float]) -> None:
    found = make_bars(values)
    assert sum(bar.count for bar in found) == len(values)
    assert len(found) <= 2 * MAX_BARS
    for bar in found:
        assert bar.count == sum(bar.low <= value <= bar.high for value in values)
    assert [bar.low for bar in found] == sorted(bar.low for bar in found)  # type: ignore[type-var]


def test_words_and_truths_have_bars_too() -> None:
    assert [(bar.label, bar.count) for bar in make_bars(["a", "b", "a"])] == [("a", 2), ("b", 1)]
    assert {bar.make_condition("fair") for bar in make_bars([True, False])} == {"fair", "not fair"}
    assert make_bars([3, 3])[0].make_condition("moves") == "moves 3..3"
    assert make_bars([]) == []


def test_large_numbers_are_asked_for_in_full() -> None:
    assert make_bars([12_345_678])[0].make_condition("states") == "states 12345678..12345678"
