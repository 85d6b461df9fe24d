"""The batches that are remembered: where they are, how far they are, and what is said of them."""

from __future__ import annotations

import os
from pathlib import Path

from batches import TWINS, game
from catalogues import fill

from engine.batch import watching
from engine.batch.batching import batch
from engine.catalogue import lock
from workbench.document import batches


def made(path: Path, count: int = 2) -> Path:
    """A complete batch."""
    batch(game(), path, count, TWINS, seed=3, max_attempts=12, jobs=1)
    return path


def test_what_was_begun_last_comes_first_and_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "batches"
    assert batches.known(folder) == [] and batches.greeting(folder) == ""
    names = [tmp_path / f"{name}.db" for name in ("a", "b\udcff", "c")]
    for path in names:
        path.write_bytes(b"x")
        batches.note(folder, path)
        batches.note(folder, path)
    assert batches.known(folder) == names[::-1]
    names[1].unlink()
    assert batches.known(folder) == [names[2], names[0]]
    assert len([*folder.iterdir()]) == 2
    assert batches.look(names[0]).problem and not batches.look(names[0]).going_on


def test_a_batch_that_was_killed_is_told_and_one_that_was_stopped_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    fill(path, [{}])  # wants no more than it has
    folder = tmp_path / "batches"
    batches.note(folder, path)
    assert batches.look(path).complete and batches.greeting(folder) == ""
    record = {**watching.state(path), "count": 4}
    short = batches.KnownBatch(path, {**record, "complete": False, "failed": None})
    assert not short.cut_short and short.share == 0.25
    killed = batches.KnownBatch(path, {**short.record, "failed": "its process was killed"})
    assert killed.cut_short


def test_what_a_killed_process_has_told_is_no_word_of_its_end(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    assert watching.state(path)["failed"] is None
    (tmp_path / "a.db.progress").write_text('{"accepted": 1}')
    assert watching.state(path)["failed"] == "its process was killed"
    (tmp_path / "a.db.progress").write_text('{"accepted": 1, "failed": "a full disk"}')
    assert watching.state(path)["failed"] == "a full disk"


def test_a_record_that_tells_nothing_is_passed_over(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    held = lock.acquire(path)
    try:
        for told in (
            "{}",
            '{"accepted": "many", "count": 2}',
            '{"accepted": 1}',
            "[",
            "1" * 70_000,
        ):
            (tmp_path / "a.db.progress").write_text(told)
            state = watching.state(path)
            assert (state["accepted"], state["process"]) == (2, os.getpid())
    finally:
        lock.release(path, held)
