"""Facts in columns and back: nothing is lost, whatever they are."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import catalogues
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import fact_columns
from engine.catalogue.store import Catalogue

NAMES = st.sampled_from(("moves", "a", "b_2", "id", "Moves", "a.b", "")) | st.text(max_size=3)
NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=4)
VALUES = st.recursive(
    SCALARS,
    lambda own: st.lists(own, max_size=2) | st.dictionaries(NAMES, own, max_size=3),
    max_leaves=6,
)
FACTS = st.dictionaries(NAMES, VALUES, max_size=6)


def spelled(facts: object) -> str:
    """Facts as text, their order and their types in it."""
    return json.dumps(facts)


@given(st.lists(FACTS, min_size=1, max_size=5))
def test_facts_come_back_as_they_were(many):
    with TemporaryDirectory() as folder:
        path = Path(folder, "some.db")
        rows = [catalogues.row(seed) for seed in range(len(many))]
        with Catalogue.open_for_adding(path) as catalogue:
            run = catalogue.begin_batch(catalogues.GAME, {}, 0, len(many))
            for made, facts in zip(rows, many, strict=True):
                run = catalogue.append_results(run, [made._replace(facts=facts)])
        found = catalogues.entries(path)
        assert [*map(spelled, (each.facts for each in found))] == [*map(spelled, many)]


def test_numbers_of_other_types_are_numbers(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{"share": np.float64(0.25)}, {"share": 1}])
    assert [each.seed for each in catalogues.entries(path, "share<=0.25", {"share": float})] == [0]


def test_what_is_null_once_makes_no_other_shape(tmp_path):
    path = tmp_path / "some.db"
    facts = [{"a": None if n % 2 else n, "b": {"c": n / 2 if n % 3 else None}} for n in range(12)]
    catalogues.fill(path, facts)
    with Catalogue.open(path) as catalogue:
        (number,) = catalogue.connection.execute("SELECT count(*) FROM shape").fetchone()
    assert number <= 3


def test_a_shape_of_a_file_from_elsewhere_may_be_anything():
    for text in (None, 1, "", "{}", "[1]", '[["a"]]', '[["a","number"],["a","text"]]',
                 '[["a","number"],["a","b","text"]]', '[["a","blob"]]'):  # fmt: skip
        try:
            fact_columns.read_shape(text)
        except ValueError:
            continue
        raise AssertionError(text)


def test_what_unfolds_to_too_much_is_refused():
    bomb = fact_columns.pack_values(["0" * (fact_columns.MAX_UNPACKED_SIZE + 1)])
    assert len(bomb) < 10_000
    try:
        fact_columns.unpack_values(bomb)
    except ValueError:
        return
    raise AssertionError("unfolded")


def test_large_numbers_have_about_their_value_in_a_column(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{"ways": 2**80}, {"ways": 3}, {"ways": 10**400}, {"ways": None}])
    kinds = {"ways": float}
    assert [each.seed for each in catalogues.entries(path, "ways>1000", kinds)] == [0, 2]
    assert [each.facts["ways"] for each in catalogues.entries(path)] == [2**80, 3, 10**400, None]
