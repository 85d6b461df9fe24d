"""What a catalogue keeps of a batch, and who may write it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys

import catalogues
import pytest
from catalogues import GAME, SETTINGS, row
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import catalogue_errors, lock
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.importer import open_for_import
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.generation.bulk_generator import SeedResult


def outcome(seed, like):
    """A seed that finds nothing, or a level that may be alike to an earlier one."""
    found = SeedResult(seed, 0, {}) if like is None else row(seed, like=like)
    return found._replace(candidates=seed % 3 + 1, rejections={"unsolvable": seed % 3})


@given(st.lists(st.none() | st.integers(0, 8), min_size=1, max_size=30), st.integers(1, 10),
       st.lists(st.integers(1, 9), min_size=1, max_size=5))  # fmt: skip
def test_whatever_the_chunks_the_same_levels_and_counts(tmp_path_factory, likes, count, sizes):
    folder = tmp_path_factory.mktemp("some")
    seeds = [outcome(seed, like) for seed, like in enumerate(likes)]
    found = []
    for name, sizes_of_one in (("one", [len(seeds)]), ("many", sizes)):
        left = [*seeds]
        with Catalogue.open_for_adding(folder / name) as catalogue:
            run = catalogue.begin_batch(GAME, SETTINGS, 0, count)
            at = 0
            while left and not run.is_complete:
                size = sizes_of_one[at % len(sizes_of_one)]
                run, left, at = catalogue.append_results(run, left[:size]), left[size:], at + 1
            assert catalogue.list_runs() == [run]
            whole = Selection(catalogue, Query())
            found.append(
                (
                    run,
                    [(each.id, each.seed) for each in whole.read_entries()],
                    compute_digest(whole),
                )
            )
    assert found[0] == found[1]
    run, kept, _ = found[0]
    firsts = {}
    for each in seeds:
        if each.attempt is not None:
            firsts.setdefault(each.fingerprint, each.seed)
    wanted = sorted(firsts.values())[:count]
    assert [seed for _, seed in kept] == wanted
    counted = seeds[: wanted[-1] + 1] if len(wanted) == count else seeds
    assert run.tried == len(counted)
    assert run.candidates == sum(each.candidates for each in counted)
    assert run.rejections.get("unsolvable", 0) == sum(each.seed % 3 for each in counted)
    assert run.duplicates + run.kept == sum(each.attempt is not None for each in counted)


def test_a_batch_goes_on_only_as_it_began(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{}, {}])
    other = registry.get_game("skiddy")
    with Catalogue.open_for_adding(path) as catalogue:
        for game, settings, first, count, most, said in (
            (other, SETTINGS, 0, 2, 100_000, "game"),
            (GAME, {"moves": "6.."}, 0, 2, 100_000, "moves=5..12"),
            (GAME, {**SETTINGS, "mud": 1}, 0, 2, 100_000, "mud=None"),
            (GAME, SETTINGS, 1, 2, 100_000, "first seed"),
            (GAME, SETTINGS, 0, 1, 100_000, "--count 2 or more"),
            (GAME, SETTINGS, 0, 2, 10, "max attempts"),
        ):
            with pytest.raises(CatalogueError, match=said):
                catalogue.begin_batch(game, settings, first, count, None, most)
        run = catalogue.begin_batch(GAME, SETTINGS, 0, 3, {"python": "3.14"})
        assert (run.kept, run.is_complete, run.next_seed) == (2, False, 2)
        assert catalogue.append_results(run, [row(2)]).is_complete


def test_the_last_seed_of_all_can_be_kept(tmp_path):
    last = 2**63 - 1
    with Catalogue.open_for_adding(tmp_path / "some.db") as catalogue:
        run = catalogue.begin_batch(GAME, SETTINGS, last, 2)
        run = catalogue.append_results(run, [row(last)])
        assert catalogue.list_runs() == [run] and run.next_seed == last + 1


def test_what_cannot_be_written_changes_nothing(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{}])
    with Catalogue.open_for_adding(path) as catalogue:
        run = catalogue.begin_batch(GAME, SETTINGS, 0, 5)
        before = [*catalogue.connection.iterdump()]
        with pytest.raises(ValueError, match="expected seed 2"):
            catalogue.append_results(run, [row(1, {"a": 1, "b": "x"}), row(3)])
        assert [*catalogue.connection.iterdump()] == before
        assert catalogue.append_results(run, [row(1, {"a": 1})]).kept == 2


def test_levels_never_go_into_a_file_that_is_gone(tmp_path):
    path, other = tmp_path / "some.db", tmp_path / "other.db"
    for name in (path, other):
        catalogues.fill(name, [{}])
    with Catalogue.open_for_adding(path) as catalogue:
        run = catalogue.begin_batch(GAME, SETTINGS, 0, 5)
        other.replace(path)
        with pytest.raises(CatalogueError, match=r"some.db: removed, or replaced by another"):
            catalogue.append_results(run, [row(1)])
        path.unlink()
        with pytest.raises(CatalogueError, match=r"some.db: removed, or replaced by another"):
            catalogue.append_results(run, [row(1)])


def test_without_the_lock_a_second_writer_is_noticed(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{}])
    with Catalogue.open_for_adding(path) as first:
        lock._get_lock_path(path).unlink()
        with Catalogue.open_for_adding(path) as second:
            run = first.begin_batch(GAME, SETTINGS, 0, 5)
            assert second.append_results(run, [row(1)]).kept == 2
            with pytest.raises(CatalogueError, match="another process has added levels"):
                first.append_results(run, [row(1)])
    assert [each.seed for each in catalogues.entries(path)] == [0, 1]


def test_no_room_for_shared_memory_is_a_full_disk():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    assert "disk is full" in catalogue_errors.describe_sqlite_error(error)


def test_an_empty_file_is_taken_and_nothing_else_is(tmp_path):
    path = tmp_path / "some.db"
    path.touch(mode=0o600)
    with Catalogue.open_for_adding(path) as catalogue:
        assert catalogue.list_runs() == []
    assert [each.name for each in tmp_path.iterdir()] == ["some.db"]
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "new.db")
    with Catalogue.open_for_adding(link) as catalogue:
        assert catalogue.list_runs() == []
    assert link.is_symlink() and (tmp_path / "new.db").stat().st_size
    for name in ("nowhere/some.db", "."):
        with pytest.raises(CatalogueError):
            Catalogue.open_for_adding(tmp_path / name)


def test_names_that_mean_something_in_addresses(tmp_path):
    for name in ("a?mode=memory.db", "b#c.db", "d%20e.db", "ä ö.db", "file:f.db", "g&immutable=1"):
        catalogues.fill(tmp_path / name, [{}])
        assert len(catalogues.entries(tmp_path / name)) == 1
    assert len([*tmp_path.iterdir()]) == 6


FULL = """
import resource, sys
sys.path[:0] = {paths!r}
import catalogues
from catalogues import *
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.importer import open_for_import
catalogue = Catalogue.open_for_adding({path!r})
run = catalogue.begin_batch(GAME, SETTINGS, 0, 5_000)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    while not run.is_complete:
        seeds = range(run.next_seed, run.next_seed + 50)
        run = catalogue.append_results(run, [row(seed, {{"word": "x" * 50}}) for seed in seeds])
except CatalogueError as error:
    print(run.kept, error)
"""


def test_a_full_disk_leaves_what_was_written(tmp_path):
    path = tmp_path / "some.db"
    script = FULL.format(paths=sys.path, path=str(path))
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    kept, _, said = ran.stdout.partition(" ")
    assert ran.stderr == "" and "disk" in said and said.count("\n") == 1
    assert int(kept) > 0
    with Catalogue.open_for_adding(path) as catalogue:
        run = catalogue.begin_batch(GAME, SETTINGS, 0, 5_000)
        assert run.kept == run.tried == int(kept)
        assert [each.seed for each in Selection(catalogue, Query()).read_entries()] == [
            *range(run.kept)
        ]
        seeds = range(run.next_seed, run.next_seed + 5)
        assert catalogue.append_results(run, [*map(row, seeds)]).kept == int(kept) + 5


def test_a_catalogue_of_nothing_is_left_to_its_maker(tmp_path, monkeypatch):
    path = tmp_path / "some.db"
    with open_for_import(path):
        assert path.exists()
    assert not [*tmp_path.iterdir()]

    def after_another(path):
        monkeypatch.undo()
        catalogues.fill(path, [{}])  # which had the lock between the look for the file and this
        return Catalogue.open_for_adding(path)

    monkeypatch.setattr(Catalogue, "open_for_adding", after_another)
    with pytest.raises(CatalogueError, match="it holds a batch"), open_for_import(path):
        raise AssertionError("a batch was taken for levels of files")
    with Catalogue.open(path) as catalogue:
        assert len(catalogue.list_runs()) == 1
