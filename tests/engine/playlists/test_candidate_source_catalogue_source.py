"""Which levels of a very large catalogue are looked at."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import catalogues
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue.catalogue_errors import CatalogueError
from engine.playlists import catalogue_source
from engine.playlists.catalogue_source import (
    MAX_CONSIDERED,
    CatalogueSource,
    RankedLevel,
    limit_candidates,
)
from engine.playlists.pack import PackOrigin
from engine.values.budget import Control


def rows(kinds: int, number: int) -> list[RankedLevel]:
    return [(at, float(at % kinds), float(at // kinds)) for at in range(number)]


@given(st.integers(1, 3_000), st.integers(1, 3 * MAX_CONSIDERED), st.booleans())
def test_some_of_every_height_are_looked_at(kinds: int, number: int, least: bool) -> None:
    every = rows(kinds, number)
    found = limit_candidates(every, minimize=least)
    assert len(found) == len(set(found)) <= MAX_CONSIDERED and set(found) <= set(every)
    assert len(found) >= min(number, MAX_CONSIDERED // 4)
    heights = {difficulty for _, difficulty, _ in every}
    looked = {difficulty for _, difficulty, _ in found}
    assert {min(heights), max(heights)} <= looked
    if len(heights) * catalogue_source.MIN_PER_GROUP <= MAX_CONSIDERED:
        assert looked == heights


def test_the_worthiest_of_a_height_are_looked_at() -> None:
    many = rows(2, 3 * MAX_CONSIDERED)
    best = {worth for _, _, worth in limit_candidates(many, minimize=False)}
    least = {worth for _, _, worth in limit_candidates(many, minimize=True)}
    assert min(best) > max(least)


def test_facts_without_their_level_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    catalogues.fill(path, [{"difficulty": 1}, {"difficulty": 2}])
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE level SET id = 9 WHERE id = 1")
    with pytest.raises(CatalogueError, match=r"some.db: damaged: facts without a level, 1"):
        CatalogueSource(path).collect_candidates(PackOrigin(), Control(), lambda done, whole: None)
