"""Galleries as catalogues: every level once, with what was decided about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import catalogues
import pytest
from commanding import Run

from engine.catalogue.errors import CatalogueError
from engine.catalogue.importing import facts_of
from engine.catalogue.levels import Levels
from engine.generation.variants import Variant
from workbench.features.collection.cataloguing import add_levels, marked_levels
from workbench.features.collection.gallery import Gallery


def tags_of(path: Path) -> list[tuple[str, ...]]:
    return [entry.tags for entry in catalogues.entries(path)]


@pytest.fixture
def chosen(filled: Callable[[], Gallery]) -> Gallery:
    """A gallery of eight levels, some of which were decided about."""
    gallery = filled()
    gallery.choose([1, 4], "kept")
    gallery.choose([2], "rejected")
    return gallery


def test_all_levels_are_in_it_as_they_are(chosen: Gallery, tmp_path: Path) -> None:
    """With all facts of a rating, their recipes, and what was decided as tags."""
    path = tmp_path / "some.db"
    assert add_levels(path, marked_levels(chosen), facts_of) == "8 levels added"
    found = catalogues.entries(path)
    whole = Levels(path)
    assert [whole.level(each) for each in found] == [each.level for each in chosen.exhibits]
    assert tags_of(path) == [(), ("kept",), ("rejected",), (), ("kept",), (), (), ()]
    assert all({"moves", "inert", "fun"} <= each.facts.keys() for each in found)


def test_once_more_it_takes_what_is_new_and_what_was_decided_since(
    chosen: Gallery, exhibits: list[Variant], tmp_path: Path
) -> None:
    path = tmp_path / "some.db"
    add_levels(path, [*marked_levels(chosen)][:5], facts_of)
    chosen.choose([1], "")
    chosen.choose([2], "kept")
    assert add_levels(path, marked_levels(chosen), facts_of) == "3 levels added, 5 there already"
    assert tags_of(path) == [(), (), ("kept",), (), ("kept",), (), (), ()]


def test_of_levels_that_are_the_same_one_is_taken_a_kept_one_first(
    chosen: Gallery, exhibits: list[Variant]
) -> None:
    chosen.add(replace(exhibits[2], origin="again"))
    assert [level.board for level, _ in marked_levels(chosen)] == [
        exhibit.level.board for exhibit in exhibits
    ]
    assert [*marked_levels(chosen)][2][1].tags == (), "one of them is not rejected"
    chosen.choose([8], "kept")
    assert [*marked_levels(chosen)][2][1].tags == ("kept",)


def test_what_cannot_be_added_to_stays_as_it_is(chosen: Gallery, tmp_path: Path) -> None:
    """A batch's catalogue, and a file of another kind; nothing is left of a new one."""
    batch, other, new = tmp_path / "batch.db", tmp_path / "other.db", tmp_path / "new.db"
    catalogues.fill(batch, [{}])
    other.write_text("no catalogue")
    before = batch.read_bytes(), other.read_bytes()
    for path in (batch, other):
        with pytest.raises(CatalogueError, match=path.name):
            add_levels(path, marked_levels(chosen), facts_of)
    assert (batch.read_bytes(), other.read_bytes()) == before

    def interrupted(_: object) -> dict[str, object]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_levels(new, marked_levels(chosen), interrupted)
    assert not new.exists()


def test_the_command_takes_the_file_of_a_gallery(
    chosen: Gallery, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = chosen.journal.path.name
    chosen.journal.close()
    status, _, messages = run("catalogue", "new.db", "--import", name)
    assert (status, messages) == (0, "new.db: 8 levels added\n")
    assert run("catalogue", "new.db", "--where", "tag:kept", "--count")[1] == '{"count": 2}\n'
    Path("bad.gallery").write_text("{}\n")
    status, _, messages = run("catalogue", "none.db", "--import", "bad.gallery")
    assert status == 2 and messages.startswith(
        "bad.gallery:1: gallery: missing; expected an integer"
    )
    assert not Path("none.db").exists()
