"""Work on a catalogue as seen from other processes: how far it is, how it is asked to stop."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from archives import WISHES, make

from engine.archive.archive_spec import ArchiveError, ArchiveSpec
from engine.archive.fill_progress import FillProgress, find_reported_fill
from engine.archive.fill_scheduler import ROUND_SIZE, FillOptions, fill_archive
from engine.archive.fill_status import read_fill_status
from engine.batch import progress_reader
from engine.batch.batch_spec import BatchError
from engine.batch.progress_reader import BATCH, FILL, WorkStatus
from engine.catalogue import lock

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


def test_what_was_never_filled_has_no_state(path: Path) -> None:
    with pytest.raises(ArchiveError, match="no archive has been filled in it yet"):
        read_fill_status(path)
    for ask in (progress_reader.stop_work, progress_reader.pause_work):
        with pytest.raises(BatchError, match="no filling works on it"):
            ask(path, FILL)


def test_what_does_something_else_to_a_catalogue_is_not_stopped(path: Path) -> None:
    """Nor taken for work on it, whatever one that was killed has reported."""
    left = filled(path).to_record()
    held = lock.acquire_lock(path)
    try:
        for record in (None, {"kind": FILL, "process": 1, **left}, {"kind": BATCH, **left}):
            if record is not None:
                path.with_name("few.db.progress").write_text(json.dumps(record))
            assert (
                not progress_reader.read_status(path).has_begun
                and find_reported_fill(progress_reader.read_status(path)) is None
            )
            for work, name in ((FILL, "filling"), (BATCH, "batch")):
                for ask in (progress_reader.pause_work, progress_reader.stop_work):
                    with pytest.raises(BatchError, match=f"no {name} works on it"):
                        ask(path, work)
            assert (
                read_fill_status(path)["busy"]
                == progress_reader.read_batch_status(path)["busy"]
                == os.getpid()
            )
            assert (
                read_fill_status(path)["process"]
                is progress_reader.read_batch_status(path)["process"]
                is None
            )
    finally:
        lock.release_lock(path, held)
    assert progress_reader.read_status(path).kind == BATCH


def test_a_record_that_says_nothing_is_passed_over(path: Path) -> None:
    good = filled(path).to_record()
    assert find_reported_fill(WorkStatus(None, {"kind": FILL, **good})) is not None
    wrongs: list[dict[str, Any]] = [
        {"added": "many"}, {"targets": "moves=1"}, {"targets": [1]}, {"missing": None},
        {"archive": 3}, {"rejections": []}, {"left": "long"}, {"most": []}, {"kind": "batch"},
        {"kind": ["archive"]}, {"left": float("nan")}, {"most": float("inf")}, {"game": None},
        {"rejections": {"worse": "many"}}, {"coverage": None}, {"seconds": 10**400},
    ]  # fmt: skip
    for wrong in wrongs:
        record = {"kind": FILL, **good, **wrong}
        assert find_reported_fill(WorkStatus(None, record)) is None
        path.with_name("few.db.progress").write_text(json.dumps(record))
        assert find_reported_fill(progress_reader.read_status(path)) is None
        assert progress_reader.read_batch_status(path)["complete"] is True
    for key in ("left", "most", "game", "workers"):
        less = {name: value for name, value in good.items() if name != key}
        assert find_reported_fill(WorkStatus(None, {"kind": FILL, **less})) is None
