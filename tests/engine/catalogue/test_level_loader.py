"""Whole levels of what a catalogue has of them: with provenance and verdict, as files have them."""

from __future__ import annotations

from pathlib import Path

import catalogues
import pytest

from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.level_loader import LevelLoader
from engine.catalogue.store import Catalogue


def test_settings_of_another_workbench_are_reported_with_the_file(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{}])
    with Catalogue.open_for_adding(path) as catalogue, catalogue.begin_transaction() as connection:
        connection.execute("UPDATE run SET settings = '{\"unheard_of\": 1}'")
    (entry,) = catalogues.entries(path)
    with pytest.raises(CatalogueError, match=r"some.db: settings: unknown parameter 'unheard_of'"):
        LevelLoader(path).load_level(entry)


def test_what_a_seed_does_not_lead_to_is_damage(tmp_path: Path) -> None:
    """Also where it leads to no level at all: the file and the level are named."""
    catalogues.fill(path := tmp_path / "c.db", [{}] * 40)
    said = set()
    for entry in catalogues.entries(path):
        with pytest.raises(CatalogueError) as refused:
            LevelLoader(path).load_level(entry)
        before, _, why = str(refused.value).partition(f": damaged: level {entry.id}: ")
        assert before == str(path)
        said.add(why)
    assert "its seed generates a different board" in said
    assert "board.pieces: no fruit; a level has at least one pair" in said
