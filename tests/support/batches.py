"""Batches for tests: settings with many equal levels, a second reading, backends of odd habits."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from engine.batch.batch_spec import BatchSpec, Chunk
from engine.batch.chunk_trial import ChunkResult, run_seed_chunk
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.query import Query, Selection
from engine.catalogue.run_record import find_batch_run
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.game.game import Game
from engine.generation.bulk_generator import BulkGenerator
from engine.values.budget import Control

TWINS = {
    **{"rows": 6, "cols": 6, "pairs": 1, "moves": "2..4"},
    **{"inert": "0..", "touching": "0..", "open_share": "0.."},
}
"""Of Fruit Dating: cheap levels, many of them equal to another; not all seeds give one."""
TRIES = 12
SEED = 3


def game() -> Game:
    return registry.get_game("fruit-dating")


def order(settings: dict[str, Any] = TWINS, max_attempts: int = TRIES) -> BatchSpec:
    return BatchSpec.for_game(
        game(), BulkGenerator(game(), settings, max_attempts).settings, max_attempts
    )


def expected(count: int, settings: dict[str, Any] = TWINS, max_attempts: int = TRIES) -> Any:
    """Levels and ledger of a batch by the contract, one seed after the other."""
    bulk, seen, levels = BulkGenerator(game(), settings, max_attempts), set(), []
    candidates, duplicates, seed = 0, 0, SEED
    rejections: Counter[str] = Counter()
    while len(levels) < count:
        made = bulk.try_seed(seed, Control())
        candidates += made.candidates
        rejections.update(made.rejections)
        if made.attempt is not None:
            mark = made.fingerprint
            if mark in seen:
                duplicates += 1
            else:
                seen.add(mark)
                levels.append((seed, made.attempt, made.board, mark))
        seed += 1
    return levels, (seed, count, candidates, duplicates, dict(rejections))


def found(path: Path) -> Any:
    """Levels and ledger of the batch of a catalogue, in the same form."""
    with Catalogue.open(path) as catalogue:
        run = find_batch_run(catalogue.list_runs())
        assert run is not None
    with closing(sqlite3.connect(path)) as connection:
        levels = connection.execute(
            "SELECT seed, attempt, board, fingerprint FROM level WHERE run = ? ORDER BY seed",
            (run.id,),
        ).fetchall()
    ledger = run.next_seed, run.kept, run.candidates, run.duplicates, dict(run.rejections)
    return levels, ledger


def digest_of(path: Path) -> str:
    with Catalogue.open(path) as catalogue:
        return compute_digest(Selection(catalogue, Query()))


def sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits until something is so; fails when it never is."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.02)


class Disorderly:
    """A backend in this thread that finishes chunks in any order, in any time."""

    candidates_in_progress = 0

    def __init__(self, order: BatchSpec, seed: int, workers: int = 3) -> None:
        self.workers = workers
        self.held: list[Chunk] = []
        self.most = 0
        self._order = order
        self._random = random.Random(seed)

    def submit_chunk(self, chunk: Chunk) -> None:
        assert chunk.start < chunk.stop
        self.held.append(chunk)
        self.most = max(self.most, len(self.held))

    def take_results(self, seconds: float) -> list[ChunkResult]:
        done: list[ChunkResult] = []
        while self.held and (not done or self._random.random() < 0.4):
            chunk = self.held.pop(self._random.randrange(len(self.held)))
            done.append(self.finish(chunk, self._random.choice((0.02, 0.1, 0.4))))
        return done

    def finish(self, chunk: Chunk, seconds: float) -> ChunkResult:
        """What becomes of a chunk, as if each seed had taken so long."""
        return run_seed_chunk(self._order, chunk)._replace(
            seconds=seconds * (chunk.stop - chunk.start)
        )

    def close(self) -> None:
        self.held.clear()


class Cluster(NamedTuple):
    """A Dask scheduler with two workers, each a process of its own."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def cluster_of_processes(folder: Path) -> Iterator[Cluster]:
    """Such a cluster, as long as the block runs; its files are in a folder."""
    from distributed import Client  # a large import, for few of the tests

    file = folder / "scheduler.json"
    with ExitStack() as ends:

        def start(*words: str) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", *words, f"--scheduler-file={file}", "--no-dashboard"]
            quiet = subprocess.DEVNULL
            process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
            ends.callback(process.wait)
            ends.callback(process.kill)
            return process

        program = "distributed.cli.dask_scheduler"
        scheduler = start(program, "--host=127.0.0.1", "--port=0")
        until(file.exists)
        worker = "distributed.cli.dask_worker", "--no-nanny", "--nthreads=1"
        workers = [start(*worker) for _ in range(2)]
        address = json.loads(file.read_text())["address"]
        with Client(address) as client:  # a short batch would be over before the second is there
            client.wait_for_workers(len(workers), timeout=60)
        yield Cluster(address, scheduler, workers)
