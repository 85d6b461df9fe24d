"""One layer of the picture: its bundles, what is written for each, and where."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.ui.graph.layer_layout import spread_columns


@given(st.lists(st.tuples(st.floats(-20, 120), st.integers(1, 9)), min_size=1, max_size=8))
def test_spots_stand_in_order_without_overlap(spots: list[tuple[float, int]]) -> None:
    wanted, widths = [column for column, _ in spots], [width for _, width in spots]
    lefts = spread_columns(wanted, widths, 2, 100)
    ends = [left + width for left, width in zip(lefts, widths, strict=True)]
    assert all(left >= end + 2 for left, end in zip(lefts[1:], ends, strict=False))
    assert lefts[0] >= 0
    assert ends[-1] <= 100


def test_spots_stand_where_they_are_wanted_if_there_is_room() -> None:
    assert spread_columns([3, 20, 40], [4, 4, 4], 2, 50) == [3, 20, 40]
    assert spread_columns([20, 20], [4, 4], 2, 50) == [17, 23]
