"""Work on a catalogue as seen from other processes: how far it is, how it is asked to stop."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from archives import WISHES, make

from engine.archive.asking import ArchiveError, ArchiveWish
from engine.archive.filling import ROUND, Effort, fill
from engine.archive.progress import Filling, reported
from engine.archive.standing import state
from engine.batch import watching
from engine.batch.order import BatchError
from engine.batch.watching import BATCH, FILLING, Watched
from engine.catalogue import lock

WISH = ArchiveWish(
    WISHES["skiddy"].facts, targets=("moves=15,open_share=0.05", "moves=2,open_share=0.95")
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make(tmp_path / "few.db", "skiddy")


def filled(path: Path, rounds: int = 1, **more: Any) -> Filling:
    return fill(path, WISH, Effort(iterations=rounds * ROUND, seed=5, jobs=1), **more)


def test_what_was_never_filled_has_no_state(path: Path) -> None:
    with pytest.raises(ArchiveError, match="no cell of it was filled yet"):
        state(path)
    for ask in (watching.stop, watching.pause):
        with pytest.raises(BatchError, match="no filling works on it"):
            ask(path, FILLING)


def test_what_does_something_else_to_a_catalogue_is_not_stopped(path: Path) -> None:
    """Nor taken for work on it, whatever one that was killed has reported."""
    left = filled(path).record()
    held = lock.acquire(path)
    try:
        for record in (None, {"kind": FILLING, "process": 1, **left}, {"kind": BATCH, **left}):
            if record is not None:
                path.with_name("few.db.progress").write_text(json.dumps(record))
            assert not watching.watch(path).begun and reported(watching.watch(path)) is None
            for work, name in ((FILLING, "filling"), (BATCH, "batch")):
                for ask in (watching.pause, watching.stop):
                    with pytest.raises(BatchError, match=f"no {name} works on it"):
                        ask(path, work)
            assert state(path)["busy"] == watching.state(path)["busy"] == os.getpid()
            assert state(path)["process"] is watching.state(path)["process"] is None
    finally:
        lock.release(path, held)
    assert watching.watch(path).kind == BATCH


def test_a_record_that_says_nothing_is_passed_over(path: Path) -> None:
    good = filled(path).record()
    assert reported(Watched(None, {"kind": FILLING, **good})) is not None
    wrongs: list[dict[str, Any]] = [
        {"added": "many"}, {"targets": "moves=1"}, {"targets": [1]}, {"missing": None},
        {"archive": 3}, {"rejections": []}, {"left": "long"}, {"most": []}, {"kind": "batch"},
        {"kind": ["archive"]}, {"left": float("nan")}, {"most": float("inf")}, {"game": None},
        {"rejections": {"worse": "many"}}, {"coverage": None}, {"seconds": 10**400},
    ]  # fmt: skip
    for wrong in wrongs:
        record = {"kind": FILLING, **good, **wrong}
        assert reported(Watched(None, record)) is None
        path.with_name("few.db.progress").write_text(json.dumps(record))
        assert reported(watching.watch(path)) is None
        assert watching.state(path)["complete"] is True
    for key in ("left", "most", "game", "workers"):
        less = {name: value for name, value in good.items() if name != key}
        assert reported(Watched(None, {"kind": FILLING, **less})) is None
