"""The batches that are remembered: where they are, how far they are, and what is said of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

from batches import TWINS, game
from catalogues import fill

from engine.archive.archive_spec import ArchiveSpec
from engine.archive.fill_progress import FillProgress
from engine.archive.fill_scheduler import FillOptions
from engine.archive.fill_scheduler import fill_archive as archive
from engine.batch import progress_reader
from engine.batch.batch_generation import run_batch
from engine.catalogue import lock
from engine.catalogue.importer import add_level
from engine.catalogue.level_loader import LevelLoader
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from workbench.browser import recent_batches


def made(path: Path, count: int = 2) -> Path:
    """A complete batch."""
    run_batch(game(), path, count, TWINS, seed=3, max_attempts=12, jobs=1)
    return path


def test_what_was_begun_last_comes_first_and_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "batches"
    assert recent_batches.list_recent(folder) == [] and recent_batches.format_greeting(folder) == ""
    names = [tmp_path / f"{name}.db" for name in ("a", "b\udcff", "c")]
    for path in names:
        path.write_bytes(b"x")
        recent_batches.add_recent(folder, path)
        recent_batches.add_recent(folder, path)
    assert recent_batches.list_recent(folder) == names[::-1]
    names[1].unlink()
    assert recent_batches.list_recent(folder) == [names[2], names[0]]
    assert len([*folder.iterdir()]) == 2
    assert (
        recent_batches.read_recent(names[0]).problem
        and not recent_batches.read_recent(names[0]).is_running
    )


def test_a_batch_that_was_killed_is_reported_and_one_that_was_stopped_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.db"
    fill(path, [{}])  # wants no more than it has
    folder = tmp_path / "batches"
    recent_batches.add_recent(folder, path)
    assert (
        recent_batches.read_recent(path).is_complete
        and recent_batches.format_greeting(folder) == ""
    )
    record = {**progress_reader.read_batch_status(path), "count": 4}
    short = recent_batches.RecentBatch(path, {**record, "complete": False, "failed": None})
    assert not short.is_interrupted and short.share == 0.25
    killed = recent_batches.RecentBatch(path, {**short.record, "failed": "its process was killed"})
    assert killed.is_interrupted


def test_what_a_killed_process_has_reported_is_no_word_of_its_end(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    assert progress_reader.read_batch_status(path)["failed"] is None
    (tmp_path / "a.db.progress").write_text('{"accepted": 1}')
    assert progress_reader.read_batch_status(path)["failed"] == "its process was killed"
    (tmp_path / "a.db.progress").write_text('{"accepted": 1, "failed": "a full disk"}')
    assert progress_reader.read_batch_status(path)["failed"] == "a full disk"


def test_a_record_that_says_nothing_is_passed_over(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    held = lock.acquire_lock(path)
    try:
        for content in (
            "{}",
            '{"accepted": "many", "count": 2}',
            '{"accepted": 1}',
            f'{{"kind": "batch", "process": {os.getpid()}, "accepted": "many", "count": 2}}',
            f'{{"kind": "batch", "process": {os.getpid()}}}',
            json.dumps(
                {
                    **progress_reader.read_batch_status(path),
                    "process": os.getpid(),
                    "left": float("inf"),
                }
            ),
            json.dumps(
                {
                    **progress_reader.read_batch_status(path),
                    "process": os.getpid(),
                    "rejections": {"a": "b"},
                }
            ),
            "[",
            "1" * 70_000,
        ):
            (tmp_path / "a.db.progress").write_text(content)
            state = progress_reader.read_batch_status(path)
            assert state["accepted"] == 2
            own, other = ("process", "busy") if str(os.getpid()) in content else ("busy", "process")
            assert (state[own], state[other]) == (os.getpid(), None)
    finally:
        lock.release_lock(path, held)


def test_cells_that_are_filled_are_reported_as_long_as_they_are(tmp_path: Path) -> None:
    """While a process fills them, after it was killed, and no more once it has ended in order."""
    path, folder = made(tmp_path / "a.db"), tmp_path / "batches"
    recent_batches.add_recent(folder, path)
    seen: list[tuple[str, recent_batches.RecentBatch]] = []

    def look(filling: FillProgress) -> None:
        if not seen:
            seen.append((recent_batches.format_greeting(folder), recent_batches.read_recent(path)))
            (tmp_path / "left").write_bytes((tmp_path / "a.db.progress").read_bytes())

    effort = FillOptions(iterations=1, seed=1, jobs=1)
    archive(path, ArchiveSpec("moves:1..9,states:1..60:20"), effort, on_progress=look)
    ((greeting, known),) = seen
    assert greeting.startswith("cells are being filled: a.db, 0 mutations, 0 levels added, ")
    assert known.is_running and known.is_complete and not known.is_interrupted
    assert (known.record["process"], known.record["busy"]) == (None, os.getpid())
    assert (
        recent_batches.format_greeting(folder) == ""
        and not recent_batches.read_recent(path).filling
    )
    (tmp_path / "left").rename(tmp_path / "a.db.progress")
    assert recent_batches.format_greeting(folder) == "the filling of cells was interrupted: a.db"
    assert recent_batches.read_recent(path).filling["failed"] == "its process was killed"
    assert (
        recent_batches.read_recent(path).is_complete
        and recent_batches.read_recent(path).is_interrupted
    )


def test_a_catalogue_without_a_batch_is_no_fault(tmp_path: Path) -> None:
    """Cells of levels that come from files can be filled too."""
    source, path = made(tmp_path / "a.db"), tmp_path / "b.db"
    with Catalogue.open(source) as catalogue:
        level = LevelLoader(source).load_level(next(Selection(catalogue, Query()).read_entries()))
    with Catalogue.open_for_adding(path) as catalogue:
        assert add_level(catalogue, level)
    assert recent_batches.read_recent(path) == recent_batches.RecentBatch(path)
