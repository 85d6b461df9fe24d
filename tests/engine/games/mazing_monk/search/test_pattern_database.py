"""Pattern databases: right, and kept in a file that cannot do harm."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from monk_literal import turns_on_top

from engine.games.mazing_monk.cube.cube import CELLS, FACE
from engine.games.mazing_monk.search import pattern_database

SIZE = 1_036


def number(cells):
    """The number of a set of cells below the top."""
    members = sorted(cell - FACE for cell in cells)
    within = sum(comb(cell, place) for place, cell in enumerate(members, 1))
    return pattern_database.list_offsets(len(members))[len(members)] + within


def test_sets_of_each_size_are_numbered_without_gaps():
    for size in (0, 1, 2, 3):
        first, last = pattern_database.list_offsets(3)[size : size + 2]
        found = [number(cells) for cells in combinations(range(FACE, CELLS), size)]
        assert sorted(found) == list(range(first, last))


def test_single_cells_take_the_turns_of_their_face():
    values = pattern_database.compute_values(1)
    # Bottom, left, right, front, back.
    assert [int(values[1 + 9 * face]) for face in range(5)] == [2, 1, 3, 1, 3]


@pytest.mark.parametrize("size", [2, 3])
@given(data=st.data())
def test_values_are_those_of_breadth_first_search(size, data):
    cells = data.draw(st.frozensets(st.integers(FACE, CELLS - 1), min_size=size, max_size=size))
    assert pattern_database.load_patterns().values[number(cells)] == turns_on_top(cells)


def test_the_greatest_values_are_those_of_the_rules():
    assert pattern_database.load_patterns().greatest == (0, 3, 6, 9, 10, 11)


@given(st.frozensets(st.integers(FACE, CELLS - 1), min_size=5, max_size=5))
def test_larger_sets_need_no_fewer_turns(cells):
    values = pattern_database.load_patterns().values
    assert all(values[number(cells - {cell})] <= values[number(cells)] for cell in cells)


class TestFile:
    def test_a_table_is_read_as_it_was_written(self, tmp_path):
        path = tmp_path / "patterns.table"
        pattern_database.write_table(path)
        size = pattern_database.list_offsets(pattern_database.MAX_CELLS)[-1]
        found = pattern_database.read_table(path, size)
        assert np.array_equal(found, pattern_database.compute_values(pattern_database.MAX_CELLS))
        assert pattern_database.read_table(path, size - 1) is None
        content = path.read_bytes()
        for damaged in (content[:-9], content[:-1] + bytes([content[-1] ^ 1]), b"", content + b"?"):
            path.write_bytes(damaged)
            assert pattern_database.read_table(path, size) is None

    def test_without_a_file_the_values_are_computed(self, tmp_path):
        assert pattern_database.read_table(tmp_path / "none.table", SIZE) is None
