"""Files that are written bit by bit: whole or not there, and nothing of them left behind."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import LevelError
from engine.files import storage, temporary_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_written_takes_the_place_of_the_file_and_its_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    with storage.open_replacement(link) as half:
        half.write_text("new")
        assert file.read_text() == "old"
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)
    assert (link.is_symlink(), names(tmp_path)) == (True, ["file", "link"])


def test_what_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    with suppress(KeyError), storage.open_replacement(file) as half:
        half.write_text("half")
        Path(f"{half}-wal").write_text("log")
        raise KeyError
    assert (file.read_text(), names(tmp_path)) == ("old", ["file"])


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "a folder"), (tmp_path / "no" / "file", "no such folder")):
        refused = pytest.raises(LevelError, match=f"cannot be written: {why}")
        with refused as found, storage.open_replacement(path):
            raise AssertionError("nothing to write to")
        assert str(found.value).startswith(str(path))


def test_only_what_killed_processes_left_is_swept_away(tmp_path: Path) -> None:
    left = tmp_path / ".workbench-0123.tmp"
    left.write_text("half")
    Path(f"{left}-shm").write_text("index")
    (tmp_path / "mine.tmp").write_text("mine")
    with storage.open_replacement(tmp_path / "file") as half:
        half.write_text("whole")
        Path(f"{half}-wal").write_text("log")
        temporary_file.remove_abandoned(tmp_path)
        assert names(tmp_path) == sorted(["mine.tmp", half.name, f"{half.name}-wal"])
        Path(f"{half}-wal").unlink()
    assert names(tmp_path) == ["file", "mine.tmp"]


def test_what_is_swept_away_before_it_is_locked_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, sweeps = temporary_file.try_lock, iter([1])

    def late(descriptor: int) -> bool | None:
        for _ in sweeps:
            temporary_file.remove_abandoned(tmp_path)
        return lock(descriptor)

    monkeypatch.setattr(temporary_file, "try_lock", late)
    storage.replace_file(tmp_path / "file", b"whole")
    assert names(tmp_path) == ["file"]
