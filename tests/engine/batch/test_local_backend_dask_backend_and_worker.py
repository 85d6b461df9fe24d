"""Workers of batches: lost ones, refusing ones, orphans; the same levels from every backend."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest
from batches import (
    SEED,
    TRIES,
    TWINS,
    Cluster,
    cluster_of_processes,
    expected,
    found,
    game,
    order,
    until,
)

from engine.batch import dask_backend, local_backend
from engine.batch.batch_generation import run_batch
from engine.batch.batch_progress import BatchProgress
from engine.batch.batch_spec import BatchError, Chunk
from engine.batch.chunk_trial import run_seed_chunk
from engine.batch.dask_backend import DaskBackend
from engine.batch.local_backend import LocalBackend

COUNT = 60


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "levels.catalogue"


def make(path: Path, count: int = COUNT, **more: object) -> BatchProgress:
    return run_batch(game(), path, count, TWINS, seed=SEED, max_attempts=TRIES, **more)


@pytest.mark.parametrize("jobs", [1, 2, pytest.param(4, marks=pytest.mark.slow)])
def test_any_number_of_processes_makes_the_same(path: Path, jobs: int) -> None:
    reported: list[BatchProgress] = []
    make(path, jobs=jobs, on_progress=reported.append)
    assert found(path) == expected(COUNT)
    assert {progress.workers for progress in reported[1:]} == {jobs}
    assert [progress.accepted for progress in reported] == sorted(p.accepted for p in reported)


def test_lost_processes_lose_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backends: list[LocalBackend] = []
    monkeypatch.setattr(local_backend.LocalBackend, "_start_process", starting(backends))
    killed: list[int] = []

    def kill_one(progress: BatchProgress) -> None:
        if backends and len(killed) < 3 and progress.accepted >= 10 * len(killed):
            # A lost one is in the list until it is missed.
            living = [number for number in backends[0].process_ids if number not in killed]
            for number in living[-1:]:
                killed.append(number)
                os.kill(number, signal.SIGKILL)

    make(path, jobs=2, on_progress=kill_one)
    assert len(set(killed)) == len(killed) > 1
    assert found(path) == expected(COUNT)


def starting(backends: list[LocalBackend]) -> Callable[[LocalBackend], object]:
    """The start of a process, which notes its backend."""
    start = LocalBackend._start_process

    def noted(self: LocalBackend) -> object:
        if self not in backends:
            backends.append(self)
        return start(self)

    return noted


def test_processes_that_cannot_work_are_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(BatchError, match=r"^workers keep crashing \(.*\) at seeds 3 to 3$"):
        make(path, jobs=1)


def test_processes_that_cannot_be_started_are_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(path / "no-python"))
    with pytest.raises(BatchError, match=r"^no worker process can be started: "):
        make(path, jobs=1)


def test_workers_of_other_versions_refuse() -> None:
    here = order()
    elsewhere = replace(here, versions=(("generator", "fruit-dating/0"), *here.versions[1:]))
    with pytest.raises(BatchError, match=r"^a worker has generator fruit-dating/"):
        run_seed_chunk(elsewhere, Chunk(1, 2))
    backend = LocalBackend(elsewhere, 1)
    try:
        backend.submit_chunk(Chunk(1, 2))
        with pytest.raises(BatchError, match=r"^a worker has generator fruit-dating/"):
            while True:
                backend.take_results(1.0)
    finally:
        backend.close()


def test_no_worker_outlives_what_started_it(path: Path) -> None:
    script = (
        "import sys, batches\n"
        "from engine.batch.local_backend import LocalBackend\n"
        "from engine.batch.batch_spec import Chunk\n"
        "backend = LocalBackend(batches.order(), 2)\n"
        "for seed in range(2): backend.submit(Chunk(seed * 10**6, (seed + 1) * 10**6))\n"
        "print(*backend.process_ids, flush=True)\n"
        "sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script]
    paths = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=paths, text=True
    ) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert all(map(runs, workers))
        parent.kill()
    until(lambda: not any(map(runs, workers)))


def runs(process: int) -> bool:
    """Whether a process is there and has not ended."""
    with contextlib.suppress(OSError):
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    return False


@pytest.fixture
def dask_cluster(tmp_path: Path) -> Iterator[Cluster]:
    with cluster_of_processes(tmp_path) as processes:
        yield processes


def test_a_dask_cluster_makes_the_same_and_survives_a_lost_worker(
    path: Path, dask_cluster: Cluster
) -> None:
    def kill_one(progress: BatchProgress) -> None:
        if progress.workers == 2:
            dask_cluster.workers[0].kill()

    count = 8 * COUNT  # chunks enough for two
    make(path, count, backend="dask", scheduler=dask_cluster.address, on_progress=kill_one)
    assert found(path) == expected(count)
    assert dask_cluster.workers[0].wait(timeout=60) == -signal.SIGKILL


@pytest.mark.slow
def test_a_dask_cluster_that_has_lost_a_worker_makes_the_same(
    path: Path, dask_cluster: Cluster
) -> None:
    dask_cluster.workers[0].kill()
    workers: set[int] = set()
    make(
        path,
        backend="dask",
        scheduler=dask_cluster.address,
        on_progress=lambda progress: workers.add(progress.workers),
    )
    assert found(path) == expected(COUNT)
    assert 1 in workers


@pytest.mark.slow
def test_a_scheduler_that_goes_is_reported(path: Path, dask_cluster: Cluster) -> None:
    def kill_it(progress: BatchProgress) -> None:
        if progress.accepted:
            dask_cluster.scheduler.kill()

    with pytest.raises(BatchError, match=r"^--scheduler '.*': the connection .* was lost$"):
        make(path, 5000, backend="dask", scheduler=dask_cluster.address, on_progress=kill_it)
    levels, ledger = found(path)
    assert levels == expected(ledger[1])[0]


@pytest.mark.slow
def test_a_cluster_of_this_machine_makes_the_same(path: Path) -> None:
    make(path, backend="dask", jobs=2)
    assert found(path) == expected(COUNT)


@pytest.mark.parametrize(
    ("address", "reported"),
    [
        ("tcp://127.0.0.1:9", "no answer, or no worker, within 0.3 seconds"),
        ("nowhere", "expected the address of a Dask scheduler, such as tcp://host:8786"),
        ("foo://x:1", "expected the address of a Dask scheduler, such as tcp://host:8786"),
    ],
)
def test_a_scheduler_that_is_not_there_is_reported(
    monkeypatch: pytest.MonkeyPatch, address: str, reported: str
) -> None:
    monkeypatch.setattr(dask_backend, "PATIENCE", 0.3)
    with pytest.raises(BatchError) as refused:
        DaskBackend(order(), 1, address)
    assert str(refused.value) == f"--scheduler '{address}': {reported}"
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    assert names and not any(logging.getLogger(each).isEnabledFor(logging.ERROR) for each in names)


@pytest.mark.parametrize(
    ("module", "package"), [("distributed", "Dask"), ("cryptography", "cryptography")]
)
def test_a_machine_without_dask_is_reported(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    refused = f"--backend dask: {package} is not installed; pip install 'puzzle-workbench[many]'"
    with pytest.raises(BatchError, match=f"^{re.escape(refused)}$"):
        DaskBackend(order(), 1)


def test_a_cluster_of_this_machine_obeys_nobody_else() -> None:
    from distributed import Security
    from distributed.comm import connect

    strange = Security.temporary().get_connection_args("client")

    def join(address: str, **more: object) -> None:
        """Join a cluster as its clients and workers do."""

        async def joining() -> None:
            (await connect(address, timeout=0.3, **more)).abort()

        asyncio.run(asyncio.wait_for(joining(), 2))

    with contextlib.closing(DaskBackend(order(), 1)) as backend:
        backend.submit_chunk(Chunk(1, 2))
        assert backend.take_results(60.0)
        me = psutil.Process()
        places = [
            place.laddr
            for process in (me, *me.children(recursive=True))
            for place in process.net_connections()
            if place.status == psutil.CONN_LISTEN
        ]
        assert len(places) >= 4  # of the scheduler, of what keeps the worker, and of the worker
        for host, port in places:
            assert host == "127.0.0.1"
            with pytest.raises(OSError):
                join(f"tcp://{host}:{port}")
            with pytest.raises(OSError):
                join(f"tls://{host}:{port}", **strange)
            with pytest.raises(OSError):
                urlopen(f"http://{host}:{port}/info/main/workers.html", timeout=5.0).close()
