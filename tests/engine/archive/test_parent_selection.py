"""The emitter: which levels of an archive are mutated next."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from engine.archive.archive_grid import Archive, GridSpec
from engine.archive.parent_selection import choose_sources, find_frontier
from engine.catalogue.statistics import Axis

AXES = (Axis(True, (1, 3, 5, 6)), Axis(False, (0.0, 0.5, math.nextafter(1.0, 2.0))))
NUMBERS = st.none() | st.integers(-2, 8) | st.floats(-0.5, 1.5)
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS, st.none() | st.integers(-3, 9)), max_size=30)


def space(falling: bool = True) -> GridSpec:
    return GridSpec(("moves", "share"), AXES, "worth", falling)


@given(ROWS, st.integers(0, 2**63 - 1), st.integers(0, 1000))
def test_the_emitter_begins_with_cells_that_have_a_level(
    values: list[tuple[float | None, float | None, int | None]], seed: int, first: int
) -> None:
    archive = Archive.from_rows(space(), [(n, *row) for n, row in enumerate(values, 1)])
    empty = find_frontier(archive)
    assert not set(empty) & set(archive.elites)
    assert set(empty) <= set(archive.space.list_cells())
    if not archive.elites:
        return
    cells = choose_sources(archive, seed, first, 8, [(0, 0)])
    assert len(cells) == 8
    assert set(cells) <= set(archive.elites)
    # Mutations are chosen one by one: rounds of other lengths would begin with the same cells.
    assert cells[3:] == choose_sources(archive, seed, first + 3, 5, [(0, 0)])
