"""Many new files in a folder at a time, for the disk takes its time over each."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files import bulk_file_creation, storage, temporary_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_written_whole_is_not_swept_away_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, names_of_all = storage.write_and_sync, [f"{number}.toml" for number in range(20)]

    def sweeping(descriptor: int, content: bytes, mode: int | None) -> int:
        written = write(descriptor, content, mode)
        temporary_file.remove_abandoned(tmp_path)
        return written

    monkeypatch.setattr(storage, "write_and_sync", sweeping)
    monkeypatch.setattr(bulk_file_creation, "write_and_sync", sweeping)
    storage.replace_file(tmp_path / "0.txt", b"whole")
    bulk_file_creation.create_files(tmp_path, dict.fromkeys(names_of_all, b"whole"))
    assert names(tmp_path) == sorted(["0.txt", *names_of_all])
