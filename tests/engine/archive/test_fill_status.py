"""How the filling of a catalogue's archive stands, for any process that asks."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from archives import WISHES, make

from engine.archive.archive_spec import ArchiveSpec
from engine.archive.fill_progress import FillProgress
from engine.archive.fill_scheduler import ROUND_SIZE, FillOptions, fill_archive
from engine.archive.fill_status import read_fill_status
from engine.catalogue.catalogue_errors import CatalogueError

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


@pytest.mark.parametrize("targets", [5, [5], ["moves"]])
def test_a_filling_with_damaged_targets_is_named(path: Path, targets: object) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as file, file:
        query = "UPDATE run SET settings = json_set(settings, '$.targets', json(?))"
        file.execute(f"{query} WHERE kind = 'archive'", (json.dumps(targets),))
    with pytest.raises(CatalogueError, match=r"few\.db: damaged: run "):
        read_fill_status(path)
