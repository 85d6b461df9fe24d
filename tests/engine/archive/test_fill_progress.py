"""Fillings as other processes see them: reports, pauses, ends, and what any process may write."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from archives import WISHES, digest_of, ledger_of, make

from engine.archive.archive_spec import ArchiveSpec
from engine.archive.fill_progress import FillProgress, find_last_targets, find_reported_fill
from engine.archive.fill_scheduler import ROUND_SIZE, FillOptions, fill_archive
from engine.archive.fill_status import read_fill_status
from engine.batch import progress_reader, progress_writer
from engine.batch.progress_reader import FILL
from engine.catalogue.store import Catalogue
from engine.errors import Cancelled, EngineError, LevelError
from engine.values.budget import Control

WISH = ArchiveSpec(
    WISHES["skiddy"].facts, targets=("moves=15,open_share=0.05", "moves=2,open_share=0.95")
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make(tmp_path / "few.db", "skiddy")


def filled(path: Path, rounds: int = 1, **more: Any) -> FillProgress:
    return fill_archive(
        path, WISH, FillOptions(iterations=rounds * ROUND_SIZE, seed=5, jobs=1), **more
    )


def beside(path: Path) -> list[str]:
    """What lies beside a catalogue, its own files left out."""
    names = {each.name.removeprefix(path.name) for each in path.parent.iterdir()}
    return sorted(names - {"", "-lock", "-wal", "-shm"})


def test_what_goes_on_is_reported_beside_the_catalogue_and_goes_with_its_end(path: Path) -> None:
    seen: list[dict[str, Any]] = []

    def look(filling: FillProgress) -> None:
        record = find_reported_fill(progress_reader.read_status(path))
        if seen:  # what is written once a second
            return
        assert record is not None
        standing = progress_reader.read_status(path).describe_work(FILL)
        assert record == {"kind": FILL, **filling.to_record(), **standing}
        assert (
            progress_reader.read_batch_status(path)["process"] is None
            and progress_reader.read_batch_status(path)["busy"]
        )
        seen.append(record)

    end = filled(path, on_progress=look)
    (first,) = seen
    assert (first["process"], first["busy"], first["iterations"]) == (os.getpid(), None, 0)
    assert (first["most"], first["left"]) == (ROUND_SIZE, None)
    assert beside(path) == [] and find_reported_fill(progress_reader.read_status(path)) is None
    after = read_fill_status(path)
    assert (after["iterations"], after["added"]) == (end.iterations, end.added)
    assert (after["process"], after["failed"], after["missing"]) == (
        None,
        None,
        [*end.missing_targets],
    )
    assert "moves=15,open_share=0.05" in end.missing_targets
    with Catalogue.open(path) as catalogue:
        assert find_last_targets(catalogue.list_runs(), WISH.facts) == WISH.targets
        assert find_last_targets(catalogue.list_runs(), "moves,states") == ()


def test_however_many_targets_there_are_they_are_reported(path: Path) -> None:
    spec = replace(WISH, targets=WISH.targets * 3000)
    seen: list[bool] = []

    def look(filling: FillProgress) -> None:
        seen.append(progress_reader.read_status(path).has_begun)

    fill_archive(path, spec, FillOptions(iterations=1, seed=5, jobs=1), on_progress=look)
    assert all(seen)


def test_a_pause_changes_nothing_and_takes_no_time(path: Path, tmp_path: Path) -> None:
    whole = make(tmp_path / "whole.db", "skiddy")
    filled(whole, 2)
    pauses: list[FillProgress] = []

    def look(filling: FillProgress) -> None:
        if filling.paused:
            pauses.append(filling)
            if len(pauses) == 3:
                progress_reader.resume_work(path)
        elif filling.done == ROUND_SIZE and not pauses:
            progress_reader.pause_work(path, FILL)

    fill_archive(path, WISH, FillOptions(600.0, 2 * ROUND_SIZE, 5, 1), on_progress=look)
    assert len(pauses) == 3 and len({pause.left for pause in pauses}) == 1
    assert (ledger_of(path), digest_of(path)) == (ledger_of(whole), digest_of(whole))


def test_a_new_go_knows_of_no_pause(path: Path) -> None:
    path.with_name("few.db.pause").touch()
    filled(path)
    assert beside(path) == []


def test_why_a_filling_has_ended_stays(path: Path) -> None:
    control = Control()

    def stop(filling: FillProgress) -> None:
        control.cancel()

    with pytest.raises(Cancelled):
        filled(path, on_progress=stop, control=control)
    assert beside(path) == []

    def fail(filling: FillProgress) -> None:
        raise EngineError("a full disk")

    with pytest.raises(EngineError):
        filled(path, on_progress=fail)
    assert beside(path) == [".progress"]
    record = find_reported_fill(progress_reader.read_status(path))
    assert record is not None and record["failed"] == "a full disk"
    assert (
        read_fill_status(path)["failed"] == "a full disk" and read_fill_status(path)["left"] is None
    )
    assert progress_reader.read_batch_status(path)["failed"] is None, "that was no batch"
    filled(path)
    assert beside(path) == []


@pytest.mark.parametrize("longer", [0, 100, 5_000])
def test_why_it_has_ended_stays_where_the_disk_has_no_room_for_another_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, longer: int
) -> None:
    replace = progress_writer.replace_file

    def full(file: Path, content: bytes, **more: bool) -> int:
        if b"failed" in content:
            raise LevelError("no space left on device")
        return replace(file, content, **more)

    def fail(filling: FillProgress) -> None:
        raise EngineError("a full disk" + "." * longer)

    monkeypatch.setattr(progress_writer, "replace_file", full)
    with pytest.raises(EngineError):
        filled(path, on_progress=fail)
    found = read_fill_status(path)["failed"]
    assert found.startswith("a full disk" if longer < 5_000 else "its process was killed")
    assert find_reported_fill(progress_reader.read_status(path)) is not None
