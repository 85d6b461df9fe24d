"""Plots of two facts grow with the room that there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue.statistics import Axis, Density
from workbench.drawing.density_plot import MAX_BIN_LINES, draw_text, get_bin_size

ROOM = st.tuples(st.integers(-5, 250), st.integers(-5, 80))


@given(st.tuples(st.integers(0, 60), st.integers(0, 60)), ROOM)
def test_bins_fill_the_room_and_no_more(bins: tuple[int, int], room: tuple[int, int]) -> None:
    wide, tall = get_bin_size(bins, room)
    if (wide, tall) != (1, 1):
        assert wide == 2 * tall and 1 <= tall <= MAX_BIN_LINES
        assert wide * bins[0] <= room[0] and tall * bins[1] <= room[1]
    if tall < MAX_BIN_LINES:
        assert (tall + 1) * max(bins[1], 1) > room[1] or 2 * (tall + 1) * max(bins[0], 1) > room[0]


def test_a_plot_is_drawn_in_its_room() -> None:
    plot = Density(("moves", "traps"), Axis(True, (1, 2, 3, 4)), Axis(True, (0, 1, 2)), {(0, 1): 4})
    assert [*draw_text(plot, ascii_only=True)][1:] == ["1 |#  |", "0 |   |", "   1 3"]
    large = [*draw_text(plot, ascii_only=True, room=(16, 5))][1:]
    assert large == ["1 |####        |", "  |####        |", "0 |            |", "  |            |",
        "   1          3"]  # fmt: skip
