"""The batch of a catalogue, from what a designer says to the last level."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal

from engine.batch.backend import Backend
from engine.batch.order import BatchError, Order
from engine.batch.progress import BatchProgress, progress_of
from engine.batch.reporting import reporting
from engine.batch.running import UNLIMITED, Batch, Limits
from engine.batch.watching import BATCH
from engine.catalogue.runs import RunState, batch_of, new_batch
from engine.catalogue.store import Catalogue
from engine.errors import quoted
from engine.game.game import Game
from engine.generation.bulk import Bulk
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS
from engine.values.budget import Control, cores

BackendName = Literal["local", "dask"]
BACKENDS: tuple[BackendName, ...] = ("local", "dask")
MOST_JOBS = 256
"""Processes of one machine that a batch may ask for; each takes some 40 MB."""
_DRAWN = 1_000_000
"""Seeds that a first one is drawn from: short to write down, with room for every batch after it."""


def batch(
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
    limits: Limits = UNLIMITED,
    on_progress: Callable[[BatchProgress], None] = lambda _: None,
    control: Control | None = None,
) -> BatchProgress:
    """Makes the first ``count`` different levels of seeds from ``seed`` on, into a catalogue.

    A batch that was cut short goes on, and one with a larger count is extended; the catalogue is
    the same as if it had been made at once. Of equal levels the one of the lowest seed stays.

    Args:
        game: whose levels.
        path: the catalogue's file, made if it is not there.
        count: levels that are to be in it.
        settings: parameters and demands that are not to have their defaults.
        seed: 0 to MAX_SEED; None for that of the batch that is there, or for a drawn one.
        max_attempts: candidates to try for each seed.
        jobs: worker processes, MOST_JOBS at most; None for one a core.
        backend: ``local`` for processes of this machine, ``dask`` for workers of a Dask cluster.
        scheduler: the address of its scheduler; None for a cluster of this machine.
        limits: when to end without all levels.
        on_progress: is handed the progress several times a second, first before any work.
        control: to stop it.

    Returns:
        How far it has come, which is to the end.

    Raises:
        ParameterError: an unknown or bad parameter, or a demand that no level can meet.
        CatalogueError: the file is none, cannot be written, or holds another batch.
        BatchError: no such backend, or workers cannot be had or keep being lost.
        GenerationFailed: seeds, patience or time came to an end first; the same batch goes on.
        Cancelled: ``control`` was cancelled; the same batch goes on.
    """
    if scheduler is not None and backend != "dask":
        raise BatchError("a scheduler is for the backend dask")
    bulk = Bulk(game, settings or {}, max_attempts)
    order = Order.of(game, bulk.settings, max_attempts)
    there = _complete(Path(path), game, order, seed, count)
    if there is not None:
        on_progress(progress_of(there))
        return progress_of(there)
    with Catalogue.begin(path) as catalogue:
        run = _run(catalogue, game, order, seed, count)
        on_progress(progress_of(run))
        if run.complete:
            return progress_of(run)
        with (
            reporting(catalogue.path, BATCH, on_progress) as report,
            closing(_workers(backend, order, jobs or cores(), scheduler)) as workers,
        ):
            Batch(catalogue, run, workers, limits, report).run(control or Control())
        (run,) = (each for each in catalogue.runs() if each.id == run.id)
        return progress_of(run)


def _complete(
    path: Path, game: Game, order: Order, seed: int | None, count: int
) -> RunState | None:
    """The run of a batch that has all its levels: only read, wherever it lies; None for others."""
    if not path.is_file() or not path.stat().st_size:
        return None
    with Catalogue.open(path) as catalogue:
        first = _first_seed(catalogue, seed)
        settings, versions = dict(order.settings), dict(order.versions)
        wanted = new_batch(game, settings, first, count, versions, order.max_attempts)
        run = catalogue.run_there(wanted)
    return None if run is None or run.kept < count else run


def _run(catalogue: Catalogue, game: Game, order: Order, seed: int | None, count: int) -> RunState:
    """The run of a batch in its catalogue, begun if it was not."""
    settings, versions = dict(order.settings), dict(order.versions)
    first = _first_seed(catalogue, seed)
    return catalogue.run(game, settings, first, count, versions, order.max_attempts)


def _first_seed(catalogue: Catalogue, seed: int | None) -> int:
    """The seed that is asked for, else that of the batch that is there, else a drawn one."""
    if seed is not None:
        return seed
    there = batch_of(catalogue.runs())
    return secrets.randbelow(_DRAWN) if there is None else there.first_seed


def _workers(name: str, order: Order, jobs: int, scheduler: str | None) -> Backend:
    """The workers of a backend.

    Raises:
        BatchError: there is no such backend, or no worker, or more are asked for than is sane.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise BatchError(f"jobs: expected 1 to {MOST_JOBS}, found {jobs}")
    if name == "local":
        from engine.batch.local import LocalBackend

        return LocalBackend(order, jobs)
    if name == "dask":
        from engine.batch.cluster import DaskBackend

        return DaskBackend(order, jobs, scheduler)
    raise BatchError(f"expected one of {', '.join(BACKENDS)}, found {quoted(name)}")
