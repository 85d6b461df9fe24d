"""Histograms and densities, beside counting by hand."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite

import catalogues
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue.query import Query, Selection
from engine.catalogue.statistics import MAX_BINS, build_density, build_histogram
from engine.catalogue.store import Catalogue

WHOLE = st.integers(-30, 300) | st.integers(-(2**63), 2**63 - 1)
ANY = WHOLE | st.floats(allow_nan=False) | st.floats(0, 1) | st.booleans()


@pytest.fixture(scope="module")
def selected(tmp_path_factory):
    """Gives the selection of levels with some facts; one file for all, filled anew."""
    path = tmp_path_factory.mktemp("some") / "some.db"
    with Catalogue.open_for_adding(path) as catalogue:
        catalogue.append_results(
            catalogue.begin_batch(catalogues.GAME, {}, 0, 1), [catalogues.row(0)]
        )
        number = [0]

        def of(**values):
            inserter = catalogue.get_inserter("fruit-dating")
            with catalogue.begin_transaction():
                for table in ("level", '"facts:fruit-dating"'):
                    catalogue.connection.execute(f"DELETE FROM {table}")
                for row in zip(*values.values(), strict=True):
                    number[0] += 1
                    own = (number[0], 0, number[0].to_bytes(16, "big"), catalogues.BOARD)
                    inserter.insert_level(1, dict(zip(values, row, strict=True)), own)
            return Selection(catalogue, Query())

        yield of


@given(st.lists(st.none() | ANY, max_size=30) | st.lists(st.none() | WHOLE, max_size=30))
def test_every_number_is_in_one_bin(selected, values):
    known = [value for value in values if value is not None and isfinite(value)]
    whole = all(isinstance(value, int) for value in known)
    bins = build_histogram(selected(n=values), "n")
    assert (bins == []) == (known == [])
    assert sum(number for *_, number in bins) == len(known)
    assert len(bins) <= MAX_BINS + 2
    for low, high, number in bins:
        assert low <= high if whole else low < high
        own = [v for v in known if low <= v and (v <= high if whole else v < high)]
        assert len(own) == number
    for (_, high, _), (low, _, _) in pairwise(bins):
        assert low == (high + 1 if whole else high)
    assert not bins or (bins[0][2] and bins[-1][2])


@given(st.lists(st.tuples(st.none() | st.integers(0, 90), st.none() | st.floats(0, 1)),
                max_size=30))  # fmt: skip
def test_a_density_counts_levels_that_have_both(selected, pairs):
    xs, ys = zip(*pairs, strict=True) if pairs else ((), ())
    found = build_density(selected(x=xs, y=ys), "x", "y", (10, 5))
    known = [(x, y) for x, y in pairs if x is not None and y is not None]
    assert sum(found.counts.values()) == len(known)
    whole = all(isinstance(y, int) for _, y in known)
    for left, right, low, high, number in found.bins:
        inside = [(x, y) for x, y in known if left <= x <= right and low <= y]
        assert number == sum(y <= high if whole else y < high for _, y in inside)
    assert len(found.across) <= 12 and len(found.up) <= 7


def test_bins_have_round_ends(selected):
    assert build_histogram(selected(n=[5, 12]), "n") == [
        (n, n, int(n in (5, 12))) for n in range(5, 13)
    ]
    assert build_histogram(selected(n=[0.45, 0.5, 0.55]), "n")[0] == (0.45, 0.46, 1)
    assert build_histogram(selected(n=[0, 399]), "n")[1] == (20, 39, 0)
    assert build_histogram(selected(n=[True, False, True]), "n") == [(0, 0, 1), (1, 1, 2)]
    assert build_histogram(selected(n=[2.5, 2.5]), "n")[0][2] == 2


def test_groups_are_in_order(selected):
    found = selected(word=["b", None, "a", "b"])
    assert found.count_groups("word") == [("a", 1), ("b", 2), (None, 1)]
