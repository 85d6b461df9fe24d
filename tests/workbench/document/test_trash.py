from __future__ import annotations

import os
import tomllib
from datetime import timedelta
from pathlib import Path

import pytest
from toy_game import slope

from engine.errors import LevelError
from engine.files import levelfile, storage
from workbench.document import level_file_moves, trash
from workbench.paths.state_folder import StateFolder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_level_goes_with_its_records_and_comes_back(state: StateFolder, file: Path) -> None:
    records = file.with_name("slope.plays.toml")
    records.write_text("format = 1\n")
    before = file.read_bytes()
    deleted = trash.move_to_trash(state.trash, file)
    assert not file.exists()
    assert not records.exists()
    assert names(deleted.folder) == ["deleted.toml", "slope.plays.toml", "slope.toml"]
    note = tomllib.loads((deleted.folder / trash.NOTE).read_text())
    assert (note["folder"], note["files"]) == (str(file.parent), ["slope.toml", "slope.plays.toml"])
    assert trash.restore_level(deleted) == file
    assert file.read_bytes() == before
    assert records.exists()
    assert names(state.trash) == []


def test_the_same_name_twice_in_a_second(state: StateFolder, file: Path) -> None:
    first = trash.move_to_trash(state.trash, file)
    levelfile.write_level(slope("Second"), file)
    second = trash.move_to_trash(state.trash, file)
    assert first.folder != second.folder
    trash.restore_level(first)
    assert trash.restore_level(second) == file.with_name("slope-restored.toml")
    assert levelfile.read_level(file).title == "Slope"
    assert levelfile.read_level(file.with_name("slope-restored.toml")).title == "Second"


def test_a_folder_gone_meanwhile_is_made_again(state: StateFolder, tmp_path: Path) -> None:
    file = tmp_path / "sub" / "slope.toml"
    file.parent.mkdir()
    levelfile.write_level(slope(), file)
    deleted = trash.move_to_trash(state.trash, file)
    file.parent.rmdir()
    assert trash.restore_level(deleted) == file
    assert file.exists()


def test_a_link_is_deleted_and_what_it_points_at_stays(state: StateFolder, file: Path) -> None:
    link = file.with_name("link.toml")
    link.symlink_to(file.name)
    deleted = trash.move_to_trash(state.trash, link)
    assert file.exists()
    assert not link.is_symlink()
    trash.restore_level(deleted)
    assert link.is_symlink()
    assert levelfile.read_level(link) == slope()


def test_what_cannot_be_kept_is_not_deleted(tmp_path: Path, file: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    with pytest.raises(LevelError, match="the trash cannot be written"):
        trash.move_to_trash(tmp_path / "state" / "trash", file)
    assert file.exists()


def test_what_cannot_be_deleted_stays_and_is_not_in_the_trash(
    state: StateFolder, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.with_name("slope.plays.toml").write_text("")
    unlink = Path.unlink

    def failing(self: Path, missing_ok: bool = False) -> None:
        if self.name == "slope.plays.toml" and self.parent == file.parent:
            raise OSError(13, "Permission denied")
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", failing)
    with pytest.raises(LevelError, match="cannot be deleted: permission denied"):
        trash.move_to_trash(state.trash, file)
    assert levelfile.read_level(file) == slope()
    assert names(state.trash) == []


def test_a_level_that_is_deleted_twice_at_once_stays_deleted(
    state: StateFolder, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = storage.replace_file

    def write_late(path: Path, content: bytes) -> None:
        write(path, content)
        if path.name == trash.NOTE:
            file.unlink()  # by the other deletion

    monkeypatch.setattr(storage, "replace_file", write_late)
    with pytest.raises(LevelError, match="cannot be deleted: no such file"):
        trash.move_to_trash(state.trash, file)
    assert not file.exists()
    assert names(state.trash) == []


def test_what_cannot_be_deleted_stays_with_all_its_records(
    state: StateFolder, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [file.with_name("slope.plays.toml"), file.with_name("slope.2.plays.toml")]
    monkeypatch.setattr(level_file_moves, "list_companions", lambda _: records)
    for each in records:
        each.write_text(each.name)
    unlink = Path.unlink

    def failing(self: Path, missing_ok: bool = False) -> None:
        if self == records[1]:
            raise OSError(13, "Permission denied")
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", failing)
    with pytest.raises(LevelError, match="cannot be deleted: permission denied"):
        trash.move_to_trash(state.trash, file)
    assert [each.read_text() for each in records] == [each.name for each in records]


def test_a_restore_that_fails_leaves_everything_in_the_trash(
    state: StateFolder, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.with_name("slope.plays.toml").write_text("")
    deleted = trash.move_to_trash(state.trash, file)
    read = Path.read_bytes

    def failing(self: Path) -> bytes:
        if self.name == "slope.plays.toml":
            raise OSError(5, "Input/output error")
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", failing)
    with pytest.raises(LevelError, match="cannot be restored"):
        trash.restore_level(deleted)
    assert not file.exists()
    assert len(names(deleted.folder)) == 3


def test_what_is_in_the_trash_is_known_by_its_notes(state: StateFolder, file: Path) -> None:
    assert trash.list_deleted_levels(state.trash) == []
    odd = file.with_name(os.fsdecode(b"odd \xff\n.toml"))
    odd.write_bytes(file.read_bytes())
    first, second = trash.move_to_trash(state.trash, file), trash.move_to_trash(state.trash, odd)
    for name, note in (("20260101-000000-a", "files = 3"), ("20260101-000000-b", "\0"), ("c", "")):
        (state.trash / name).mkdir()
        (state.trash / name / trash.NOTE).write_text(note)
    os.mkfifo(state.trash / "20260101-000000-a" / "pipe")
    found = trash.list_deleted_levels(state.trash)
    assert sorted(found, key=lambda level: level.path) == [second, first]
    assert trash.restore_level(found[found.index(second)]) == odd
    assert odd.exists()
    assert trash.list_deleted_levels(state.trash) == [first]
    assert trash.empty_trash(state.trash) == 1
    assert names(state.trash) == ["c"], "what is not ours stays"


def test_old_levels_go_but_never_the_last_ones(
    state: StateFolder, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trash, "MIN_LEVELS", 2)
    content = file.read_bytes()
    for name in ("a", "b", "c"):
        file.with_name(f"{name}.toml").write_bytes(content)
        trash.move_to_trash(state.trash, file.with_name(f"{name}.toml"))
    now = trash.list_deleted_levels(state.trash)[0].when
    trash.prune_trash(state.trash, now + timedelta(days=29))
    assert len(trash.list_deleted_levels(state.trash)) == 3
    trash.prune_trash(state.trash, now + timedelta(days=9999))
    assert [level.path.stem for level in trash.list_deleted_levels(state.trash)] == ["c", "b"]


def test_a_name_of_the_greatest_length_fits(state: StateFolder, file: Path) -> None:
    long = file.with_name("\N{HEDGEHOG}" * 60 + ".toml")
    long.write_bytes(file.read_bytes())
    assert trash.restore_level(trash.move_to_trash(state.trash, long)) == long
