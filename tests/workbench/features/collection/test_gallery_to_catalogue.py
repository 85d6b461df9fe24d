"""Galleries as catalogues: every level once, with what was decided about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import catalogues
import pytest
from commanding import Run

from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.importer import compute_facts
from engine.catalogue.level_loader import LevelLoader
from engine.generation.variants import Variant
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.gallery_to_catalogue import add_levels, list_annotated_levels


def tags_of(path: Path) -> list[tuple[str, ...]]:
    return [entry.tags for entry in catalogues.entries(path)]


@pytest.fixture
def chosen(filled: Callable[[], Gallery]) -> Gallery:
    """A gallery of eight levels, some of which were decided about."""
    gallery = filled()
    gallery.record_choice([1, 4], "kept")
    gallery.record_choice([2], "rejected")
    return gallery


def test_all_levels_are_in_it_as_they_are(chosen: Gallery, tmp_path: Path) -> None:
    """With all facts of a rating, their recipes, and what was decided as tags."""
    path = tmp_path / "some.db"
    assert add_levels(path, list_annotated_levels(chosen), compute_facts) == "8 levels added"
    found = catalogues.entries(path)
    whole = LevelLoader(path)
    assert [whole.load_level(each) for each in found] == [each.level for each in chosen.items]
    assert tags_of(path) == [(), ("kept",), ("rejected",), (), ("kept",), (), (), ()]
    assert all({"moves", "inert", "fun"} <= each.facts.keys() for each in found)


def test_once_more_it_takes_what_is_new_and_what_was_decided_since(
    chosen: Gallery, exhibits: list[Variant], tmp_path: Path
) -> None:
    path = tmp_path / "some.db"
    add_levels(path, [*list_annotated_levels(chosen)][:5], compute_facts)
    chosen.record_choice([1], "")
    chosen.record_choice([2], "kept")
    assert (
        add_levels(path, list_annotated_levels(chosen), compute_facts)
        == "3 levels added, 5 there already"
    )
    assert tags_of(path) == [(), (), ("kept",), (), ("kept",), (), (), ()]


def test_of_levels_that_are_the_same_one_is_taken_a_kept_one_first(
    chosen: Gallery, exhibits: list[Variant]
) -> None:
    chosen.add_level(replace(exhibits[2], origin="again"))
    assert [level.board for level, _ in list_annotated_levels(chosen)] == [
        exhibit.level.board for exhibit in exhibits
    ]
    assert [*list_annotated_levels(chosen)][2][1].tags == (), "one of them is not rejected"
    chosen.record_choice([8], "kept")
    assert [*list_annotated_levels(chosen)][2][1].tags == ("kept",)


def test_what_cannot_be_added_to_stays_as_it_is(chosen: Gallery, tmp_path: Path) -> None:
    """A batch's catalogue, and a file of another kind; nothing is left of a new one."""
    batch, other, new = tmp_path / "batch.db", tmp_path / "other.db", tmp_path / "new.db"
    catalogues.fill(batch, [{}])
    other.write_text("no catalogue")
    before = batch.read_bytes(), other.read_bytes()
    for path in (batch, other):
        with pytest.raises(CatalogueError, match=path.name):
            add_levels(path, list_annotated_levels(chosen), compute_facts)
    assert (batch.read_bytes(), other.read_bytes()) == before

    def interrupted(_: object) -> dict[str, object]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_levels(new, list_annotated_levels(chosen), interrupted)
    assert not new.exists()


def test_the_command_takes_the_file_of_a_gallery(
    chosen: Gallery, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = chosen.journal.path.name
    chosen.journal.close()
    status, _, messages = run("catalogue", "new.db", "--import", name)
    assert (status, messages) == (0, "new.db: 8 levels added\n")
    assert run("catalogue", "new.db", "--where", "tag:kept", "--count")[1] == "2\n"
    Path("bad.gallery").write_text("{}\n")
    status, _, messages = run("catalogue", "none.db", "--import", "bad.gallery")
    assert status == 2 and messages.startswith(
        "bad.gallery:1: gallery: missing; expected an integer"
    )
    assert not Path("none.db").exists()
