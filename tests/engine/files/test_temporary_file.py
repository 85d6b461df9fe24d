"""Files that belong to a catalogue: no link is followed, no pipe waited for, no stranger ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import catalogues
import pytest

from engine.batch import progress_reader
from engine.batch.batch_spec import BatchError
from engine.batch.progress_reader import BATCH
from engine.batch.progress_writer import report_progress
from engine.catalogue import lock
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.store import Catalogue
from engine.errors import LevelError
from engine.files import storage

PRECIOUS = "precious\n"
HOLD = """
import signal, sys, time
from engine.catalogue import lock
from pathlib import Path
path = Path(sys.argv[1])
held = lock.acquire_lock(path)
print("held", flush=True)
signal.pause()
"""
"""Holds the lock of a catalogue until it is ended."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    catalogues.fill(tmp_path / "some.db", [{}])
    return tmp_path / "some.db"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A file that is none of ours."""
    (tmp_path / "target").write_text(PRECIOUS)
    return tmp_path / "target"


class Step:
    """Some progress."""

    def to_record(self) -> dict[str, object]:
        return {"seconds": 1.0}


def report(path: Path) -> None:
    """Report progress of a batch, and why it ends."""
    with pytest.raises(LevelError), report_progress(path, BATCH, lambda _: None) as report:
        report(Step())
        raise LevelError("ended")


Thing = Callable[[Path], None]


def link_to_target(place: Path) -> None:
    place.symlink_to(place.parent / "target")


def dangling_link(place: Path) -> None:
    place.symlink_to(place.parent / "made")


THINGS = pytest.mark.parametrize("thing", [link_to_target, dangling_link, os.mkfifo])


@pytest.fixture(autouse=True)
def harmless(tmp_path: Path, target: Path) -> Iterator[None]:
    """No test has written through a link, nor waits for ever."""

    def late(*_: object) -> None:
        raise TimeoutError("waits for ever")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert target.read_text() == PRECIOUS and not (tmp_path / "made").exists()


@THINGS
def test_a_report_takes_the_place_of_whatever_has_its_name(path: Path, thing: Thing) -> None:
    thing(progress_reader.get_companion_path(path, progress_reader.PROGRESS_SUFFIX))
    assert progress_reader.read_status(path).report == {}
    report(path)
    assert progress_reader.read_status(path).report["failed"] == "ended"


@THINGS
def test_a_report_is_written_over_no_link(
    path: Path, thing: Thing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        with contextlib.suppress(FileExistsError):
            thing(progress_reader.get_companion_path(path, progress_reader.PROGRESS_SUFFIX))
        raise LevelError("no room")

    monkeypatch.setattr("engine.batch.progress_writer.replace_file", full)
    with pytest.raises(LevelError, match="ended"), report_progress(path, BATCH, lambda _: None):
        raise LevelError("ended")


@THINGS
def test_a_pause_is_asked_for_through_no_link(path: Path, thing: Thing) -> None:
    thing(path.with_name("some.db.pause"))
    held = lock.acquire_lock(path)
    try:
        with report_progress(path, BATCH, lambda _: None) as report:
            report(Step())
            assert not progress_reader.is_pause_requested(path)  # of earlier work
            thing(path.with_name("some.db.pause"))
            progress_reader.pause_work(path)
            assert progress_reader.is_pause_requested(path)
            progress_reader.resume_work(path)
            assert not progress_reader.is_pause_requested(path)
    finally:
        lock.release_lock(path, held)


@THINGS
def test_a_lock_is_a_regular_file(path: Path, thing: Thing) -> None:
    thing(path.with_name("some.db-lock"))
    assert lock.find_owner_id(path) is None
    with pytest.raises(
        CatalogueError, match=r"some\.db-lock: (a symbolic link, )?not a regular file"
    ):
        lock.acquire_lock(path)


@THINGS
@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_sqlite_is_given_regular_files(path: Path, suffix: str, thing: Thing) -> None:
    thing(path.with_name(path.name + suffix))
    for write in (False, True):
        with pytest.raises(
            CatalogueError, match=rf"some\.db{suffix}: expected a regular SQLite file"
        ):
            Catalogue.open(path, write=write)


@pytest.fixture
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has the lock, and says that it makes a batch."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "held\n"
        line = {"kind": "batch", "process": process.pid, "seconds": 1.0}
        progress_reader.get_companion_path(path, progress_reader.PROGRESS_SUFFIX).write_text(
            json.dumps(line)
        )
        yield process
        process.kill()


def test_the_process_that_works_is_ended(path: Path, holder: subprocess.Popen[str]) -> None:
    found = lock.find_owner(path)
    assert found == lock.LockOwner.for_process(holder.pid)
    assert found.start and found.host == socket.gethostname()
    assert progress_reader.stop_work(path) == holder.pid
    assert holder.wait(20) == -signal.SIGTERM


@pytest.mark.parametrize(
    ("start", "host", "problem"),
    [
        ("1", None, "is another program"),
        ("", None, "is another program"),
        (None, "elsewhere", "runs on 'elsewhere'; stop it there"),
        (None, "", "runs on an unknown machine; stop it there"),
    ],
)
def test_a_process_that_only_has_the_number_is_not_ended(
    path: Path, holder: subprocess.Popen[str], start: str | None, host: str | None, problem: str
) -> None:
    here = lock.LockOwner.for_process(holder.pid)
    said = lock.LockOwner(
        holder.pid, here.start if start is None else start, here.host if host is None else host
    )
    path.with_name("some.db-lock").write_bytes(said.to_bytes())
    with pytest.raises(BatchError) as refused:
        progress_reader.stop_work(path, patience=0.1)
    assert str(refused.value) == f"{path}: process {holder.pid} {problem}"
    assert holder.poll() is None


@pytest.mark.parametrize("said", [b"9" * 20, b"0", b"-1", b"1" * 500, b"", b"\xff\n\n\n", b"12 3"])
def test_a_lock_that_names_no_process_is_none(
    path: Path, holder: subprocess.Popen[str], said: bytes
) -> None:
    path.with_name("some.db-lock").write_bytes(said)
    assert lock.find_owner_id(path) is None
    with pytest.raises(BatchError, match="no batch works on it"):
        progress_reader.stop_work(path)
    with pytest.raises(CatalogueError, match=r"some\.db: process is writing it"):
        lock.acquire_lock(path)
    assert holder.poll() is None


@THINGS
def test_only_what_is_named_by_the_user_is_followed(tmp_path: Path, thing: Thing) -> None:
    thing(place := tmp_path / "place")
    with pytest.raises(LevelError, match="not a regular file"):
        storage.read_limited(place, 10, follow_links=False)
    if thing is link_to_target:
        assert storage.read_limited(place, 100).decode() == PRECIOUS
    if place.is_symlink():
        storage.replace_file(place, b"mine", follow_links=False)
        assert not place.is_symlink() and place.read_bytes() == b"mine"
    else:
        with pytest.raises(LevelError, match="not a regular file"):
            storage.replace_file(place, b"mine", follow_links=False)
