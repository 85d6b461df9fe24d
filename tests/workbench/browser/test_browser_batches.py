"""The batches that are remembered: where they are, how far they are, and what is said of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

from batches import TWINS, game
from catalogues import fill

from engine.archive.asking import ArchiveWish
from engine.archive.filling import Effort
from engine.archive.filling import fill as archive
from engine.archive.progress import Filling
from engine.batch import watching
from engine.batch.batching import batch
from engine.catalogue import lock
from engine.catalogue.importing import add_level
from engine.catalogue.levels import Levels
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from workbench.browser import batches


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


def test_a_batch_that_was_killed_is_reported_and_one_that_was_stopped_is_not(
    tmp_path: Path,
) -> None:
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


def test_what_a_killed_process_has_reported_is_no_word_of_its_end(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    assert watching.state(path)["failed"] is None
    (tmp_path / "a.db.progress").write_text('{"accepted": 1}')
    assert watching.state(path)["failed"] == "its process was killed"
    (tmp_path / "a.db.progress").write_text('{"accepted": 1, "failed": "a full disk"}')
    assert watching.state(path)["failed"] == "a full disk"


def test_a_record_that_says_nothing_is_passed_over(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    held = lock.acquire(path)
    try:
        for content in (
            "{}",
            '{"accepted": "many", "count": 2}',
            '{"accepted": 1}',
            f'{{"kind": "batch", "process": {os.getpid()}, "accepted": "many", "count": 2}}',
            f'{{"kind": "batch", "process": {os.getpid()}}}',
            json.dumps({**watching.state(path), "process": os.getpid(), "left": float("inf")}),
            json.dumps({**watching.state(path), "process": os.getpid(), "rejections": {"a": "b"}}),
            "[",
            "1" * 70_000,
        ):
            (tmp_path / "a.db.progress").write_text(content)
            state = watching.state(path)
            assert state["accepted"] == 2
            own, other = ("process", "busy") if str(os.getpid()) in content else ("busy", "process")
            assert (state[own], state[other]) == (os.getpid(), None)
    finally:
        lock.release(path, held)


def test_cells_that_are_filled_are_reported_as_long_as_they_are(tmp_path: Path) -> None:
    """While a process fills them, after it was killed, and no more once it has ended in order."""
    path, folder = made(tmp_path / "a.db"), tmp_path / "batches"
    batches.note(folder, path)
    seen: list[tuple[str, batches.KnownBatch]] = []

    def look(filling: Filling) -> None:
        if not seen:
            seen.append((batches.greeting(folder), batches.look(path)))
            (tmp_path / "left").write_bytes((tmp_path / "a.db.progress").read_bytes())

    effort = Effort(iterations=1, seed=1, jobs=1)
    archive(path, ArchiveWish("moves:1..9,states:1..60:20"), effort, on_progress=look)
    ((greeting, known),) = seen
    assert greeting.startswith("cells are being filled: a.db, 0 mutations, 0 levels added, ")
    assert known.going_on and known.complete and not known.cut_short
    assert (known.record["process"], known.record["busy"]) == (None, os.getpid())
    assert batches.greeting(folder) == "" and not batches.look(path).filling
    (tmp_path / "left").rename(tmp_path / "a.db.progress")
    assert batches.greeting(folder) == "the filling of cells was cut short: a.db"
    assert batches.look(path).filling["failed"] == "its process was killed"
    assert batches.look(path).complete and batches.look(path).cut_short


def test_a_catalogue_without_a_batch_is_no_fault(tmp_path: Path) -> None:
    """Cells of levels that come from files can be filled too."""
    source, path = made(tmp_path / "a.db"), tmp_path / "b.db"
    with Catalogue.open(source) as catalogue:
        level = Levels(source).level(next(Selection(catalogue, Query()).entries()))
    with Catalogue.begin(path) as catalogue:
        assert add_level(catalogue, level)
    assert batches.look(path) == batches.KnownBatch(path)
