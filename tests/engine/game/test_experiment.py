"""Tables of experiments: how values are written, which curves they make, how samples are summed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.experiment import Column, Plot, ResultTable, compute_mean, compute_quantile

TABLE = ResultTable(
    (Column("mode", "mode"), Column("size", "size"), Column("share", "share")),
    (("a", 1, 0.5), ("a", 2, 0.25), ("b", 1, None), ("b", 3, 1.0)),
)


@pytest.mark.parametrize(
    ("decimals", "value", "written"),
    [
        (2, 0.125, "0.12"),
        (0, 1234.5, "1,234"),
        (2, 4096, "4,096"),
        (2, "a", "a"),
        (2, None, "-"),
    ],
)
def test_how_a_value_is_written(decimals, value, written):
    assert Column("key", "title", decimals=decimals).format_value(value) == written


def test_a_curve_for_each_of_the_series_without_what_is_not_known():
    assert TABLE.list_curves(Plot("size", "share", ("mode",))) == {
        "a": [(1.0, 0.5), (2.0, 0.25)],
        "b": [(3.0, 1.0)],
    }


def test_words_along_an_axis_are_numbered_and_one_curve_has_no_name():
    assert TABLE.list_curves(Plot("mode", "share")) == {"": [(0.0, 0.5), (0.0, 0.25), (1.0, 1.0)]}


@given(st.lists(st.integers(-9, 9)), st.floats(0, 1))
def test_a_quantile_is_one_of_the_values_and_rises_with_the_share(values, share):
    found = compute_quantile(values, share)
    assert (found is None) == (not values)
    if found is not None:
        assert found in values
        assert min(values) <= found <= compute_quantile(values, 1.0) == max(values)


def test_means_and_quantiles_by_hand():
    assert compute_mean([1, 2, 6]) == 3
    assert compute_mean([]) is None
    assert [compute_quantile([4, 1, 3, 2], share) for share in (0, 0.25, 0.5, 0.75, 1)] == [
        1,
        2,
        3,
        4,
        4,
    ]
