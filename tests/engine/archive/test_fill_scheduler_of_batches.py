"""A batch goes on beside what its archive was filled with: its levels are those of seeds alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from batches import SEED, TRIES, TWINS, Disorderly, expected, found, game
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.archive.archive_spec import ArchiveSpec
from engine.archive.fill_scheduler import ROUND_SIZE, FillOptions, fill_archive
from engine.batch import batch_generation, progress_reader
from engine.batch.batch_generation import run_batch
from engine.catalogue.annotation import AnnotationEdit, annotate_levels
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import CatalogueEntry
from engine.catalogue.exporter import export_levels
from engine.catalogue.importer import add_level
from engine.catalogue.integrity import check_catalogue
from engine.catalogue.level_loader import LevelLoader
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue

WISH = ArchiveSpec("moves:1..9,states:1..60:20")
COUNT = 30


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches are made by this process."""
    monkeypatch.setattr(
        batch_generation, "_start_backend", lambda name, order, jobs, at: Disorderly(order, jobs)
    )


def make(path: Path, count: int) -> None:
    run_batch(game(), path, count, TWINS, seed=SEED, max_attempts=TRIES, jobs=1)


def filled(path: Path, rounds: int) -> None:
    fill_archive(path, WISH, FillOptions(iterations=rounds * ROUND_SIZE, seed=5, jobs=1))


def entries(path: Path) -> list[CatalogueEntry]:
    with Catalogue.open(path) as catalogue:
        return [*Selection(catalogue, Query()).read_entries()]


def sound(path: Path) -> None:
    """No damage, no level twice, and ledgers of fillings that add up."""
    with Catalogue.open(path) as catalogue:
        check_catalogue(catalogue)
        runs = catalogue.list_runs()
    every = entries(path)
    prints = [entry.fingerprint for entry in every]
    assert len({*prints}) == len(prints)
    for run in runs:
        assert run.kept == sum(entry.run.id == run.id for entry in every)
        if run.kind == "archive":
            assert run.tried == run.kept + run.duplicates + sum(run.rejections.values())


@settings(max_examples=3)
@given(steps=st.lists(st.tuples(st.integers(1, COUNT), st.booleans()), min_size=2, max_size=4))
def test_the_levels_of_a_batch_are_the_same_whenever_its_archive_is_filled(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, bool]]
) -> None:
    path = tmp_path_factory.mktemp("steps") / "levels.db"
    rounds = 0
    for count, fills in [*sorted(steps), (COUNT, True)]:
        before = entries(path) if path.exists() else []
        make(path, count)
        now = {entry.id: entry.fingerprint for entry in entries(path)}
        assert {entry.id: entry.fingerprint for entry in before}.items() <= now.items()
        assert found(path) == expected(count)
        if fills:
            rounds += 1
            filled(path, rounds)
            assert found(path) == expected(count)
        sound(path)


def test_what_a_seed_gives_too_becomes_the_level_of_that_seed(tmp_path: Path) -> None:
    """Its number, tags and notes stay; board, facts and recipe are those of the seed."""
    path = tmp_path / "levels.db"
    make(path, 4)
    filled(path, 1)
    # As if the filling had found, turned round, what seeds further on give.
    whole = tmp_path / "whole.db"
    make(whole, COUNT)
    later = [entry for entry in entries(whole) if entry.id in (12, 20)]
    with Catalogue.open_for_adding(path) as catalogue:
        (first, archive) = catalogue.list_runs()
        ours = [entry for entry in entries(path) if entry.run.id == archive.id]
        assert len(ours) >= 2, "levels to stand for those of seeds"
        with catalogue.begin_transaction() as connection:
            for own, other in zip(ours, later, strict=False):
                connection.execute(
                    "UPDATE level SET fingerprint = ? WHERE id = ?", (other.fingerprint, own.id)
                )
    taken = [own.id for own in ours[:2]]
    with Catalogue.open(path, write=True) as catalogue:
        annotate_levels(catalogue, taken, AnnotationEdit(("kept",), (), 3, "mine"))
    make(path, COUNT)
    assert found(path) == expected(COUNT)
    sound(path)
    now = {entry.id: entry for entry in entries(path)}
    for number, other in zip(taken, later, strict=True):
        entry = now[number]
        assert (entry.run.id, entry.seed, entry.attempt) == (first.id, other.seed, other.attempt)
        assert (entry.packed, entry.facts) == (other.packed, other.facts)
        assert (entry.tags, entry.stars, entry.note) == (("kept",), 3, "mine")
    with Catalogue.open(path) as catalogue:
        again = catalogue.list_runs()[1]
    assert (again.kept, again.duplicates) == (archive.kept - 2, archive.duplicates + 2)
    filled(path, 2)
    sound(path)
    with Catalogue.open(path) as catalogue:
        export_levels([Selection(catalogue, Query())], tmp_path / "out")
    assert len([*(tmp_path / "out").iterdir()]) == len(entries(path))


def test_the_state_of_a_batch_is_reported_beside_what_was_filled(tmp_path: Path) -> None:
    path = tmp_path / "levels.db"
    make(path, 4)
    filled(path, 1)
    state = progress_reader.read_batch_status(path)
    assert (state["accepted"], state["count"], state["complete"]) == (4, 4, True)
    with pytest.raises(CatalogueError, match="a batch of 4 levels; expected --count 4 or more"):
        make(path, 3)


def test_levels_of_files_are_no_part_of_a_batch(tmp_path: Path) -> None:
    """One that is imported keeps its title and file, so no batch goes on beside it."""
    path, made = tmp_path / "levels.db", tmp_path / "made.db"
    make(made, 3)
    with Catalogue.open(made) as catalogue:
        level = LevelLoader(made).load_level(next(Selection(catalogue, Query()).read_entries()))
    with Catalogue.open_for_adding(path) as catalogue:
        assert add_level(catalogue, level)
    with pytest.raises(CatalogueError, match="it holds imported or merged levels, not a batch"):
        make(path, 5)
