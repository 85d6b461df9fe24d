from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from toy_game import SLOPE, TOY, ToyBoard, slope

from engine import workshop
from engine.errors import LevelError
from engine.files import levelfile
from engine.files.storage import FileChanged
from engine.game import registry
from engine.values.level import Level, Provenance
from workbench.document.document import Document
from workbench.document.undo_versions import StorageLocation


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "get_game", lambda name: TOY)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "slope.toml"
    levelfile.write_level(slope(), path)
    return path


def edited(level: Level, row: int = 1, col: int = 3, key: str = "#") -> Level:
    assert isinstance(level.board, ToyBoard)
    tool = next(tool for tool in TOY.boards.tools if tool.key == key)
    return level.with_edited_board(TOY.boards.paint_cell(level.board, tool, row, col))


def test_undo_and_redo_name_what_they_do(file: Path) -> None:
    document = Document.open(file)
    assert (document.undo_name, document.redo_name) == (None, None)
    first = document.level
    document.add_version("wall at 1,3", edited(first), attachment="timeline")
    document.add_version("wall at 1,4", edited(document.level, col=4))
    assert document.undo_name == "wall at 1,4"
    assert document.undo() == "wall at 1,4"
    assert document.entry.attachment == "timeline"
    assert document.redo_name == "wall at 1,4"
    assert document.undo() == "wall at 1,3"
    assert document.undo() is None
    assert document.level == first
    assert document.redo() == "wall at 1,3"
    document.add_version("wall at 1,5", edited(first, col=5))
    assert document.redo_name is None
    assert document.redo() is None


def test_dirty_means_that_something_would_be_lost(file: Path) -> None:
    document = Document.open(file)
    assert not document.is_dirty
    document.add_version("wall", edited(document.level))
    assert document.is_dirty
    document.undo()
    assert not document.is_dirty
    document.redo()
    document.save()
    assert not document.is_dirty
    document.undo()
    assert document.is_dirty, "the file holds the later version"


def test_a_verdict_is_no_change(file: Path) -> None:
    document = Document.open(file)
    document.replace_current_level(workshop.store_verdict(document.level, TOY.solver.solve(SLOPE)))
    assert not document.is_dirty
    assert document.undo_name is None
    document.save()
    verdict = levelfile.read_level(file).verdict
    assert verdict is not None
    assert verdict.facts["moves"] == 2


def test_save_as_moves_the_document(file: Path) -> None:
    document = Document.open(file)
    document.add_version("wall", edited(document.level))
    other = file.with_name("other.toml")
    document.save(other)
    assert document.path == other
    assert levelfile.read_level(file) == slope()
    assert levelfile.read_level(other) == document.level
    document.add_version("wall", edited(document.level, col=5))
    document.save()
    assert levelfile.read_level(other) == document.level


def test_a_file_changed_by_another_program_is_not_overwritten(file: Path) -> None:
    document = Document.open(file)
    document.add_version("wall", edited(document.level))
    levelfile.write_level(slope("Theirs"), file)
    with pytest.raises(FileChanged):
        document.save()
    assert levelfile.read_level(file).title == "Theirs"
    assert document.is_dirty
    document.save(overwrite=True)
    assert levelfile.read_level(file) == document.level
    document.add_version("again", edited(document.level, col=5))
    document.save()


def test_another_file_in_the_way_is_not_overwritten(file: Path) -> None:
    other = file.with_name("other.toml")
    levelfile.write_level(slope("Other"), other)
    document = Document.open(file)
    with pytest.raises(FileExistsError):
        document.save(other)
    assert document.path == file
    document.save(other, overwrite=True)
    assert levelfile.read_level(other).title == "Slope"


def test_comments_are_kept_beside_the_first_save(file: Path) -> None:
    file.write_text("# by hand\n" + file.read_text())
    document = Document.open(file)
    kept = document.save()
    assert kept is not None
    assert "# by hand" in kept.read_text()
    assert document.save() is None


def test_a_new_level_has_no_file() -> None:
    document = Document(Level("toy", SLOPE))
    assert not document.is_dirty
    assert document.name == "untitled"
    with pytest.raises(ValueError, match="no file"):
        document.save()


def test_a_read_only_source_has_to_be_saved_elsewhere(file: Path) -> None:
    document = Document.open(file, read_only=True)
    assert document.path is None
    assert document.location.source == file
    with pytest.raises(ValueError, match="no file"):
        document.save()
    copy = file.with_name("copy.toml")
    document.save(copy)
    assert document.path == copy


def test_a_file_that_cannot_be_written_loses_nothing(file: Path) -> None:
    document = Document.open(file)
    document.add_version("wall", edited(document.level))
    with pytest.raises(LevelError):
        document.save(file.parent / "nowhere" / "x.toml")
    assert document.is_dirty
    assert document.path == file


def test_reading_the_file_again_is_undoable(file: Path) -> None:
    document = Document.open(file)
    document.add_version("wall", edited(document.level))
    mine = document.level
    levelfile.write_level(slope("Theirs"), file)
    document.location.on_disk = "changed"
    assert document.file_status == "slope.toml · changed on disk"
    assert document.reload()
    assert (document.level.title, document.is_dirty, document.file_status) == (
        "Theirs",
        False,
        "slope.toml",
    )
    assert not document.reload(), "nothing new"
    document.undo()
    assert document.level == mine
    assert document.is_dirty
    document.save()
    assert levelfile.read_level(file) == mine


def test_reading_again_what_is_no_level_changes_nothing(file: Path) -> None:
    document = Document.open(file)
    file.write_text("format = 1")
    with pytest.raises(LevelError, match="game"):
        document.reload()
    assert document.undo_name is None
    with pytest.raises(FileChanged):
        document.save()


def test_work_that_stands_in_no_file_is_unsaved(file: Path) -> None:
    document = Document.from_unsaved_work(slope(), None, file, None)
    assert document.is_dirty
    assert document.file_status == f"copy of {file.name}"
    document.save(file.with_name("other.toml"))
    assert not document.is_dirty


def test_a_listener_hears_of_changes_but_not_of_verdicts(file: Path) -> None:
    document = Document.open(file)
    heard: list[bool] = []
    document.listener = lambda: heard.append(document.is_dirty)
    document.replace_current_level(workshop.store_verdict(document.level, TOY.solver.solve(SLOPE)))
    document.add_version("wall", edited(document.level))
    document.undo()
    document.undo()
    document.redo()
    document.save()
    assert heard == [True, False, True, False]


def generated(seed: int, title: str = "") -> Level:
    return replace(
        edited(slope(), col=4), title=title, provenance=Provenance("toy/1", seed, 0), notes=None
    )


def test_another_level_has_no_file_and_undo_leads_back_to_the_one_before(file: Path) -> None:
    document = Document.open(file)
    document.add_version("wall", edited(document.level))
    mine = document.level
    document.add_version("generate", generated(7, "Seven"), location=StorageLocation())
    assert (document.name, document.path, document.file_status) == ("Seven", None, "not saved yet")
    with pytest.raises(ValueError, match="no file"):
        document.save()
    with pytest.raises(FileExistsError):
        document.save(file)
    assert [(e.level, e.location.path) for e in document.unsaved_versions] == [
        (document.level, None),
        (mine, file),
    ]
    document.save(file.with_name("seven.toml"))
    assert [e.level for e in document.unsaved_versions] == [mine]
    document.undo()
    assert (document.level, document.name, document.path) == (mine, "Slope", file)
    document.save()
    assert levelfile.read_level(file) == mine
    assert document.unsaved_versions == ()
    document.redo()
    assert (document.file_status, document.is_dirty) == ("seven.toml", False)


def test_a_level_that_was_left_can_be_saved_where_it_belongs(file: Path) -> None:
    document = Document.open(file)
    document.add_version("wall", edited(document.level))
    document.add_version("generate", generated(7), location=StorageLocation())
    document.save(version=document.unsaved_versions[1])
    assert levelfile.read_level(file) == edited(slope())
    assert [e.level for e in document.unsaved_versions] == [document.level]
    assert document.path is None


def test_what_a_seed_brings_back_is_no_work_once_it_is_left(file: Path) -> None:
    document = Document.open(file)
    for seed in (7, 8):
        document.add_version(f"generate {seed}", generated(seed), location=StorageLocation())
    assert [e.name for e in document.unsaved_versions] == ["generate 8"]
    document.add_version("edit title", replace(document.level, title="Mine"))
    document.add_version("generate 9", generated(9), location=StorageLocation())
    document.add_version("wall", edited(document.level))
    document.add_version("generate 10", generated(10), location=StorageLocation())
    names = [e.name for e in document.unsaved_versions]
    assert names == ["generate 10", "wall", "edit title"]


def test_the_same_recipe_and_board_are_the_same_level(file: Path) -> None:
    seven = generated(7)
    document = Document(seven, file)
    assert document.find_location(replace(seven, title="Anew")) is document.location
    assert document.find_location(generated(8)) is not document.location
    assert document.find_location(replace(seven, board=slope().board)) is not document.location
    document.add_version("wall", edited(seven, col=5))
    assert document.find_location(seven) is document.location, "as it was before the edit"
    assert document.find_location(document.level) is not document.location


def test_a_level_saved_under_another_name_is_called_by_it(file: Path) -> None:
    levelfile.write_level(slope(""), file, new=False)
    document = Document.open(file)
    document.save(file.with_name("steep.toml"))
    assert document.name == "steep"
