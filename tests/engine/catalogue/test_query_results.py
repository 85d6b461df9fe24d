"""What scripts are given of a catalogue: frozen values, rows, arrays."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from archives import make

from engine import workshop
from engine.catalogue.catalogue_errors import CatalogueError
from engine.errors import EngineError
from engine.files import levelfile
from engine.values.expression import ExpressionError, get_fact


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("results") / "skiddy.db", "skiddy", 8)


def test_columns_and_rows_are_the_facts_of_the_levels_in_order(path: Path) -> None:
    known = ("moves", "open_share", "fun", "max_combo.moves", "solvable", "solution")
    results = workshop.query(path, sort="moves:desc")
    entries = [*results]
    columns, rows = results.build_columns(*known), results.list_rows()
    assert len(results) == len(entries) == len(rows) == 8
    for key in known:
        expected = [get_fact(entry.facts, key) for entry in entries]
        assert columns[key].tolist() == expected
    for row, entry in zip(rows, entries, strict=True):
        assert (row["id"], row["game"], row["seed"]) == (entry.id, "skiddy", entry.seed)
        assert row["max_combo.moves"] == entry.facts["max_combo"]["moves"]
        assert not any(isinstance(value, dict) and value for value in row.values())
    assert columns["moves"].dtype == columns["fun"].dtype == np.int64
    assert columns["open_share"].dtype == np.float64
    assert columns["solvable"].dtype == np.bool_
    assert columns["solution"].dtype == object
    assert (np.diff(columns["moves"]) <= 0).all()


def test_null_is_not_a_number_in_a_column(path: Path) -> None:
    keys = "attempt", "own.stars", "own.note"
    columns = workshop.query(path).build_columns(*keys)
    assert columns["attempt"].dtype == np.int64
    assert np.isnan(columns["own.stars"]).all()
    assert len(workshop.query(path, "moves>1000").build_columns("moves")["moves"]) == 0


def test_a_query_chooses_and_makes_levels_whole(path: Path) -> None:
    columns = workshop.query(path).build_columns("moves")["moves"]
    most = int(columns.max())
    results = workshop.query(path, f"moves={most}", limit=1)
    (level,) = results.load_levels()
    assert workshop.solve(level).facts["moves"] == most
    assert levelfile.dumps(workshop.rebuild(level)) == levelfile.dumps(level)
    with pytest.raises(dataclasses.FrozenInstanceError):
        results.path = path  # type: ignore[misc]


def test_what_cannot_be_asked_is_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ExpressionError):
        workshop.query(path, "moves >")
    with pytest.raises(EngineError, match="nothing"):
        workshop.query(path, sort="nothing")
    with pytest.raises(EngineError, match="no fact 'nothing'"):
        workshop.query(path).build_columns("nothing")
    with pytest.raises(CatalogueError, match="missing"):
        workshop.query(tmp_path / "missing")
