"""How many cells of an archive ten seconds fill, beside as long a time of random levels."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import require_kernels, row
from engine.archive.archive_grid import Archive
from engine.archive.archive_spec import ArchiveSpec, fill_grid, resolve_grid
from engine.archive.fill_scheduler import FillOptions, fill_archive
from engine.batch.batch_generation import run_batch
from engine.batch.batch_scheduler import BatchLimits
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.errors import GenerationFailed
from engine.game import registry

SECONDS = 10.0
FIRST = 5.0
SEED = 1
_MANY = 1_000_000


@dataclass(frozen=True)
class Task:
    """An archive of a game's levels, and the levels of the batch that it begins with."""

    game: str
    archive: str
    settings: Mapping[str, object]


WIDE = {"moves": "1..", "open_share": "0.."}
TASKS = (
    Task("fruit-dating", "moves:1..20,dead_states:0..199:20", WIDE),
    Task("skiddy", "moves:1..20,open_share:0.5..1:10", {"moves": "1.."}),
    Task("linjat", "layers:1..20,human_time:0..199:20", {"iterations": 20}),
    Task("mazing-monk", "turns:1..10,karma_distance:0..1:10", {}),
)


def run() -> None:
    """Prints coverage and QD score of each game's archive, filled and with more random levels."""
    print(f"Archives of a batch of {FIRST:.0f} s, then {SECONDS:.0f} s more, one worker a core")
    require_kernels()
    with tempfile.TemporaryDirectory() as folder:
        for task in TASKS:
            spec, path = ArchiveSpec(task.archive), Path(folder, f"{task.game}.db")
            _batch(task, path, FIRST)
            copy = Path(shutil.copy(path, Path(folder, f"{task.game}-filled.db")))
            filled = fill_archive(copy, spec, FillOptions(seconds=SECONDS, seed=SEED))
            _batch(task, path, SECONDS)
            row(f"{task.game}, {task.archive}", "coverage", "QD score")
            _print_archive("batch", filled.before)
            _print_archive(f"filled by {filled.iterations:,} mutations", filled.archive)
            _print_archive("batch gone on with", _archive(path, spec))


def _print_archive(name: str, archive: Archive) -> None:
    levels = archive.levels + archive.outside
    row(f"  {name}, {levels:,} levels", f"{archive.coverage:.1%}", f"{archive.qd_score:,.1f}")


def _batch(task: Task, path: Path, seconds: float) -> None:
    """Levels of consecutive seeds, of the time given as many as there are."""
    limits = BatchLimits(patience=_MANY, seconds=seconds)
    with contextlib.suppress(GenerationFailed):
        run_batch(
            registry.get_game(task.game), path, _MANY, task.settings, seed=SEED, limits=limits
        )


def _archive(path: Path, spec: ArchiveSpec) -> Archive:
    with Catalogue.open(path) as catalogue:
        selection = Selection(catalogue, Query())
        return fill_grid(selection, resolve_grid(spec, selection))
