"""Levels that leave a catalogue, and levels that come from elsewhere."""

from __future__ import annotations

from pathlib import Path

import catalogues
import pytest

from engine import workshop
from engine.catalogue import annotation
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.exporter import export_levels
from engine.catalogue.importer import add_level
from engine.catalogue.merger import MergeResult, merge_catalogues
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.errors import Cancelled, LevelError
from engine.files import levelfile
from engine.files.bulk_file_creation import create_files
from engine.game import registry
from engine.values.budget import Control

DATE = Path("levels/fruit-dating/01-first-date.toml")


def export_all(path, out, **query):
    with Catalogue.open(path) as catalogue:
        return export_levels([Selection(catalogue, Query(**query))], out)


def digest_of(path):
    with Catalogue.open(path) as catalogue:
        return compute_digest(Selection(catalogue, Query()))


@pytest.mark.parametrize("game", registry.list_names())
def test_what_is_exported_is_what_is_generated(tmp_path, game):
    path, out = tmp_path / "some.db", tmp_path / "out"
    bulk = catalogues.fill_with_real(path, game)
    assert export_all(path, out) == 3
    for entry in catalogues.entries(path):
        file = out / f"{game}-{entry.seed}.toml"
        level, *_ = workshop.generate(registry.get_game(game), entry.seed, bulk.settings)
        assert file.read_text("utf-8") == levelfile.dumps(level)
        assert levelfile.dumps(workshop.rebuild(levelfile.read_level(file))) == levelfile.dumps(
            level
        )
        solved = workshop.build_solve_table(level, None, workshop.solve(level))
        known = {**entry.to_record(), "file": None, "seconds": solved["seconds"]}
        assert {key: known[key] for key in solved} == solved
    before = dict(catalogues.files(out))
    assert export_all(path, out) == 3
    assert dict(catalogues.files(out)) == before


def test_nothing_is_written_where_another_file_is(tmp_path):
    path, out = tmp_path / "some.db", tmp_path / "out"
    catalogues.fill_with_real(path, "fruit-dating")
    out.mkdir()
    (out / "fruit-dating-2.toml").write_text("other\n")
    with pytest.raises(LevelError, match=r"fruit-dating-2\.toml: another file"):
        export_all(path, out)
    assert [each.name for each in out.iterdir()] == ["fruit-dating-2.toml"]
    assert export_all(path, out, limit=2) == 2


def test_a_merge_is_the_same_however_its_parts_came_to_be(tmp_path):
    facts = [{"n": seed} for seed in range(30)]
    catalogues.fill(tmp_path / "whole.db", facts)
    catalogues.fill(tmp_path / "low.db", facts[:10])
    catalogues.fill(tmp_path / "high.db", facts[10:], first=10)
    with Catalogue.open_for_adding(tmp_path / "unfinished.db") as catalogue:
        run = catalogue.begin_batch(catalogues.GAME, catalogues.SETTINGS, 10, 1_000)
        rows = [catalogues.row(10 + at, each) for at, each in enumerate(facts[10:])]
        catalogue.append_results(run, rows)
    merges = (("low", "high"), ("high", "low"), ("low", "unfinished"), ("whole", "low", "high"))
    for number, names in enumerate(merges):
        sources = [Catalogue.open(tmp_path / f"{name}.db") for name in names]
        out = tmp_path / f"merged{number}.db"
        duplicates = 30 * (len(names) - 2)
        assert merge_catalogues(out, sources) == MergeResult(30, duplicates)
        assert digest_of(out) == digest_of(tmp_path / "whole.db")
        assert not [*tmp_path.glob("merged*-*")] and not [*tmp_path.glob(".*")]
        with pytest.raises(CatalogueError, match="already exists"):
            merge_catalogues(out, sources)
        with (
            Catalogue.open_for_adding(out) as merged,
            pytest.raises(CatalogueError, match="not a batch"),
        ):
            merged.begin_batch(catalogues.GAME, catalogues.SETTINGS, 0, 30)
        for source in sources:
            source.close()


def test_of_duplicates_the_first_named_stays_with_all_tags(tmp_path):
    for name, seed in (("one", 9), ("two", 3)):
        with Catalogue.open_for_adding(tmp_path / f"{name}.db") as catalogue:
            run = catalogue.begin_batch(catalogues.GAME, {}, seed, 1)
            catalogue.append_results(run, [catalogues.row(seed, like=1)])
            annotation.annotate_levels(
                catalogue, [1], annotation.AnnotationEdit(tags=(name, "both"), note=name)
            )
    with Catalogue.open(tmp_path / "one.db") as one, Catalogue.open(tmp_path / "two.db") as two:
        assert merge_catalogues(tmp_path / "merged.db", [one, two]) == MergeResult(1, 1)
    (found,) = catalogues.entries(tmp_path / "merged.db")
    assert (found.seed, found.tags, found.note) == (9, ("both", "one", "two"), "one")


def test_imported_levels_come_out_as_they_were(tmp_path):
    files = [DATE, *sorted(Path("levels/mazing-monk").glob("2*.toml"))[:2]]
    path, out = tmp_path / "some.db", tmp_path / "out"
    levels = [levelfile.read_level(file) for file in files]
    with Catalogue.open_for_adding(path) as catalogue:
        assert [add_level(catalogue, level) for level in levels] == [True] * 3
        assert [add_level(catalogue, level) for level in levels] == [False] * 3
    found = catalogues.entries(path)
    assert [each.seed for each in found] == [
        None if level.provenance is None else level.provenance.seed for level in levels
    ]
    assert [each.tags for each in found] == [tuple(sorted(level.tags)) for level in levels]
    for level, entry in zip(levels, found, strict=True):
        rated = workshop.rate(level).list_facts()
        kept = {key: rated[key] for key in entry.facts}
        assert kept == entry.facts and {"inert", "moves", "difficulty"} <= kept.keys()
    assert export_all(path, out) == 3
    written = {levelfile.dumps(levelfile.read_level(file)) for file in out.iterdir()}
    assert written == {levelfile.dumps(level) for level in levels}
    before = digest_of(path)
    with Catalogue.open(path) as catalogue:
        merge_catalogues(tmp_path / "merged.db", [catalogue])
    assert digest_of(tmp_path / "merged.db") == before
    with Catalogue.open_for_adding(tmp_path / "merged.db") as merged:
        assert not add_level(merged, levels[0])


def test_a_batch_takes_no_other_levels(tmp_path):
    catalogues.fill(tmp_path / "some.db", [{}])
    with (
        Catalogue.open_for_adding(tmp_path / "some.db") as catalogue,
        pytest.raises(CatalogueError, match="it holds a batch"),
    ):
        add_level(catalogue, levelfile.read_level(DATE))


@pytest.mark.parametrize("game", registry.list_names())
def test_a_request_to_stop_ends_an_export_within_a_level(tmp_path, game):
    path, out, control = tmp_path / "some.db", tmp_path / "out", Control()
    catalogues.fill_with_real(path, game)

    def step(done: int) -> None:
        """Asks it to stop when it has begun."""
        control.cancel()

    with Catalogue.open(path) as catalogue, pytest.raises(Cancelled):
        export_levels([Selection(catalogue, Query())], out, step, control)
    assert not [*out.iterdir()]
    assert export_all(path, out) == 3


def test_new_files_are_all_there_or_none_where_one_is(tmp_path):
    contents = {f"{number}.toml": b"%d\n" % number for number in range(20)}
    (tmp_path / "7.toml").write_bytes(b"older\n")
    with pytest.raises(LevelError, match=r"7\.toml: another file"):
        create_files(tmp_path, contents)
    assert dict(catalogues.files(tmp_path)) == {"7.toml": b"older\n"}
    (tmp_path / "7.toml").unlink()
    create_files(tmp_path, contents)
    assert dict(catalogues.files(tmp_path)) == contents
