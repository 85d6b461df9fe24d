"""The function that generates a batch of levels and adds them to a catalogue."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal

from engine.batch.backend import Backend
from engine.batch.batch_progress import BatchProgress, build_progress
from engine.batch.batch_scheduler import UNLIMITED, BatchLimits, BatchScheduler
from engine.batch.batch_spec import BatchError, BatchSpec
from engine.batch.progress_reader import BATCH
from engine.batch.progress_writer import report_progress
from engine.catalogue.run_record import CatalogueRun, create_batch_run, find_batch_run
from engine.catalogue.store import Catalogue
from engine.errors import quote_input
from engine.game.game import Game
from engine.generation.bulk_generator import BulkGenerator
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS
from engine.values.budget import Control, count_cores

BackendName = Literal["local", "dask"]
BACKENDS: tuple[BackendName, ...] = ("local", "dask")
MAX_JOBS = 256
"""The maximum number of local processes for a batch. Each takes about 40 MB of memory."""
_SEED_LIMIT = 1_000_000
"""The exclusive upper bound for random first seeds, which keeps them easy to write down."""


def run_batch(
    game: Game,
    path: Path | str,
    count: int,
    settings: Mapping[str, object] | None = None,
    *,
    seed: int | None = None,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    jobs: int | None = None,
    backend: BackendName = "local",
    scheduler: str | None = None,
    limits: BatchLimits = UNLIMITED,
    on_progress: Callable[[BatchProgress], None] = lambda _: None,
    control: Control | None = None,
) -> BatchProgress:
    """Generate levels from ascending seeds until the catalogue has ``count`` different ones.

    A call with the same settings continues an interrupted batch, and one with a larger ``count``
    extends it. The catalogue is the same as if it had been made in one call. If several seeds yield
    the same level, it is stored once, with the lowest of these seeds.

    Args:
        game: The game of the levels.
        path: The path of the catalogue, which is created if it is missing.
        count: The number of levels wanted in the catalogue.
        settings: The parameters and constraints that differ from their defaults.
        seed: The first seed, 0 to MAX_SEED; None for the first seed of the existing batch, or a
            random seed if there is no batch yet.
        max_attempts: The maximum number of candidates for each seed.
        jobs: The number of worker processes, at most MAX_JOBS; None for one per core.
        backend: ``local`` for processes on this machine, ``dask`` for workers in a Dask cluster.
        scheduler: The address of the Dask scheduler; None for a cluster on this machine.
        limits: The limits that can end the batch before all levels are found.
        on_progress: A callback that receives the progress several times a second, the first time
            before any work begins.
        control: The control that can cancel the batch.

    Returns:
        The progress of the complete batch.

    Raises:
        ParameterError: A parameter is unknown or invalid, or no level can meet a constraint.
        CatalogueError: The file is not a catalogue, cannot be written, or holds a different batch.
        BatchError: There is no such backend, its workers cannot be started, or they keep dying.
        GenerationFailed: A limit ended the batch, or all seeds are used up. After a limit, another
            call with the same arguments continues the batch.
        Cancelled: ``control`` was cancelled. Another call with the same arguments continues the
            batch.
    """
    if scheduler is not None and backend != "dask":
        raise BatchError("a scheduler is for the backend dask")
    bulk = BulkGenerator(game, settings or {}, max_attempts)
    order = BatchSpec.for_game(game, bulk.settings, max_attempts)
    # A complete batch is only read, so its catalogue may be on a read-only disk.
    there = _find_complete_run(Path(path), game, order, seed, count)
    if there is not None:
        on_progress(build_progress(there))
        return build_progress(there)
    with Catalogue.open_for_adding(path) as catalogue:
        run = _begin_run(catalogue, game, order, seed, count)
        on_progress(build_progress(run))
        if run.is_complete:
            return build_progress(run)
        with (
            report_progress(catalogue.path, BATCH, on_progress) as report,
            closing(_start_backend(backend, order, jobs or count_cores(), scheduler)) as workers,
        ):
            BatchScheduler(catalogue, run, workers, limits, report).run(control or Control())
        # The scheduler updates a copy of the run, so read the final counts from the catalogue.
        (run,) = (each for each in catalogue.list_runs() if each.id == run.id)
        return build_progress(run)


def _find_complete_run(
    path: Path, game: Game, spec: BatchSpec, seed: int | None, count: int
) -> CatalogueRun | None:
    """Return the batch's run if the catalogue already has ``count`` levels, or None otherwise.

    The catalogue is opened for reading only.
    """
    if not path.is_file() or not path.stat().st_size:
        return None
    with Catalogue.open(path) as catalogue:
        first = _choose_first_seed(catalogue, seed)
        settings, versions = dict(spec.settings), dict(spec.versions)
        wanted = create_batch_run(game, settings, first, count, versions, spec.max_attempts)
        run = catalogue.find_batch(wanted)
    return None if run is None or run.kept < count else run


def _begin_run(
    catalogue: Catalogue, game: Game, spec: BatchSpec, seed: int | None, count: int
) -> CatalogueRun:
    """Return the run that records a batch in its catalogue, creating it if necessary."""
    settings, versions = dict(spec.settings), dict(spec.versions)
    first = _choose_first_seed(catalogue, seed)
    return catalogue.begin_batch(game, settings, first, count, versions, spec.max_attempts)


def _choose_first_seed(catalogue: Catalogue, seed: int | None) -> int:
    """Return ``seed``, or if it is None, the first seed of the existing batch or a random seed."""
    if seed is not None:
        return seed
    there = find_batch_run(catalogue.list_runs())
    return secrets.randbelow(_SEED_LIMIT) if there is None else there.first_seed


def _start_backend(name: str, spec: BatchSpec, jobs: int, scheduler: str | None) -> Backend:
    """Create a backend and start its workers.

    Raises:
        BatchError: There is no such backend, no worker can be started, or ``jobs`` is out of range.
    """
    if not 1 <= jobs <= MAX_JOBS:
        raise BatchError(f"jobs: expected 1 to {MAX_JOBS}, found {jobs}")
    if name == "local":
        from engine.batch.local_backend import LocalBackend

        return LocalBackend(spec, jobs)
    if name == "dask":
        from engine.batch.dask_backend import DaskBackend

        return DaskBackend(spec, jobs, scheduler)
    raise BatchError(f"expected one of {', '.join(BACKENDS)}, found {quote_input(name)}")
