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
from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.search import patterns
from engine.games.mazing_monk.search.bound import MOST_SETS, SCRATCH, turns_needed
from engine.jit import load as kernel_cache

SIZE = 1_036


def number(cells):
    """The number of a set of cells below the top."""
    members = sorted(cell - FACE for cell in cells)
    within = sum(comb(cell, place) for place, cell in enumerate(members, 1))
    return patterns.offsets(len(members))[len(members)] + within


def test_sets_of_each_size_are_numbered_without_gaps():
    for size in (0, 1, 2, 3):
        first, last = patterns.offsets(3)[size : size + 2]
        found = [number(cells) for cells in combinations(range(FACE, CELLS), size)]
        assert sorted(found) == list(range(first, last))


def test_single_cells_take_the_turns_of_their_face():
    values = patterns.computed(1)
    # Bottom, left, right, front, back.
    assert [int(values[1 + 9 * face]) for face in range(5)] == [2, 1, 3, 1, 3]


@pytest.mark.parametrize("size", [2, 3])
@given(data=st.data())
def test_values_are_those_of_breadth_first_search(size, data):
    cells = data.draw(st.frozensets(st.integers(FACE, CELLS - 1), min_size=size, max_size=size))
    assert patterns.patterns().values[number(cells)] == turns_on_top(cells)


def test_the_greatest_values_are_those_of_the_rules():
    assert patterns.patterns().greatest == (0, 3, 6, 9, 10, 11)


@given(st.frozensets(st.integers(FACE, CELLS - 1), min_size=5, max_size=5))
def test_larger_sets_need_no_fewer_turns(cells):
    values = patterns.patterns().values
    assert all(values[number(cells - {cell})] <= values[number(cells)] for cell in cells)


@given(st.sets(st.integers(0, CELLS - 1), max_size=20), st.data())
def test_the_bound_is_a_value_that_enough_sets_do_not_exceed(karma, data):
    spare = data.draw(st.integers(0, len(karma)))
    below = [cell for cell in sorted(karma) if cell >= FACE]
    missing = len(below) - spare
    expected = 1
    if missing > 0:
        most = min(missing, patterns.MOST_CELLS)
        size = max(n for n in range(1, most + 1) if comb(len(below), n) <= MOST_SETS)
        values = patterns.patterns().values
        found = sorted(int(values[number(cells)]) for cells in combinations(below, size))
        expected = found[comb(missing, size) - 1]
    word = np.uint64(sum(1 << cell for cell in karma))
    scratch = np.empty(SCRATCH, np.int64)
    assert turns_needed(tables_of_cube(), np.uint64(0), word, spare, scratch) == expected


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(kernel_cache.CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


class Making:
    """Makes a table and counts how often it was asked to."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        return patterns.computed(2)


class TestFile:
    def test_a_table_is_made_once(self, folder):
        make = Making()
        first = patterns.cached_table("table-1", SIZE, make)
        again = patterns.cached_table("table-1", SIZE, make)
        assert make.times == 1
        assert np.array_equal(first, again)
        assert not first.flags.writeable and not again.flags.writeable

    def test_another_version_is_another_table(self, folder):
        make = Making()
        patterns.cached_table("table-1", SIZE, make)
        patterns.cached_table("table-2", SIZE, make)
        assert make.times == 2

    @pytest.mark.parametrize("damage", ["cut", "changed", "empty", "longer"])
    def test_a_damaged_file_is_made_anew(self, folder, damage):
        make = Making()
        whole = patterns.cached_table("table", SIZE, make)
        (file,) = folder.iterdir()
        content = file.read_bytes()
        changed = content[:-1] + bytes([content[-1] ^ 1])
        bad = {"cut": content[:-9], "changed": changed, "empty": b"", "longer": content + b"?"}
        file.write_bytes(bad[damage])
        assert np.array_equal(patterns.cached_table("table", SIZE, make), whole)
        assert make.times == 2
        assert file.read_bytes() == content

    def test_without_a_folder_to_write_to_it_is_made_every_time(self, tmp_path, monkeypatch):
        blocked = tmp_path / "file"
        blocked.write_text("not a folder")
        monkeypatch.setenv(kernel_cache.CACHE_VARIABLE, str(blocked / "cache"))
        make = Making()
        for times in (1, 2):
            assert len(patterns.cached_table("table", SIZE, make)) == SIZE
            assert make.times == times
