"""The Dask backend: workers on other machines, or a cluster of this machine.

Dask sees to it that a chunk whose worker is lost is tried by another. Workers need the same release
installed; nothing else is shared with them.
"""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from engine import installed
from engine.batch.order import BatchError, Chunk, Order
from engine.batch.work import Done, work
from engine.errors import EngineError, quoted

if TYPE_CHECKING:
    from distributed import Future

PATIENCE = 10.0
"""Seconds that a scheduler may take to answer, and to have a first worker."""
_COUNT_SECONDS = 1.0
"""Between two questions how many workers there are."""
_ROLES = ("scheduler", "worker")
_LOGGERS = (
    *("distributed", "distributed.client", "distributed.gc"),
    *("tornado", "tornado.application", "asyncio"),
)
"""Those that have a level of their own, too."""


class DaskBackend:
    """The workers of a Dask cluster; see :class:`engine.batch.backend.Backend`.

    Attributes:
        trying: 0; nothing is known of seeds in hand.
    """

    trying = 0

    def __init__(self, order: Order, jobs: int, scheduler: str | None = None) -> None:
        """Join the cluster of a scheduler, or start one of so many processes.

        Raises:
            BatchError: Dask is not installed; the scheduler does not answer in time, or has no
                workers.
        """
        try:
            import distributed

            if scheduler is None:
                import cryptography  # noqa: F401 - which Dask makes credentials by
        except ImportError as error:
            package = "Dask" if error.name == "distributed" else error.name
            raise BatchError(
                f"--backend dask: {package} is not installed; pip install 'puzzle-workbench[many]'"
            ) from error
        # What it says of workers lost is said by the process that runs the batch, in one line.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._order = order
        self._workers, self._counted = 1, -math.inf
        self._finished: SimpleQueue[tuple[Chunk, Future[Done]]] = SimpleQueue()
        self._pending: dict[Chunk, Future[Done]] = {}
        self._where = "dask" if scheduler is None else f"--scheduler {quoted(scheduler)}"
        self._owned = contextlib.ExitStack()
        try:
            self._client = self._joined(distributed, jobs, scheduler)
        except BaseException:
            self._owned.close()
            raise

    def _joined(self, distributed: Any, jobs: int, scheduler: str | None) -> Any:
        """The client of the cluster, once it has a worker."""
        try:
            address: Any = scheduler
            if scheduler is None:
                address = self._owned.enter_context(_local_cluster(distributed, jobs))
            else:
                # A client that refuses the address itself says so again when it is disposed of.
                distributed.comm.get_address_host_port(scheduler)
            client = self._owned.enter_context(
                distributed.Client(address, timeout=PATIENCE, set_as_default=False)
            )
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError as error:
            within = f"within {PATIENCE:g} seconds"
            raise BatchError(f"{self._where}: no answer, or no worker, {within}") from error
        except ValueError as error:
            expected = "expected the address of a Dask scheduler, such as tcp://host:8786"
            raise BatchError(f"{self._where}: {expected}") from error
        return client

    @property
    def workers(self) -> int:
        """The threads of all workers that the scheduler has now, at least one."""
        now = time.monotonic()
        if now - self._counted >= _COUNT_SECONDS:
            self._counted = now
            with contextlib.suppress(Exception):  # of a scheduler that is gone
                self._workers = max(sum(self._client.nthreads().values()), 1)
        return self._workers

    def submit(self, chunk: Chunk) -> None:
        """Hand over a chunk."""
        future: Any = self._client.submit(work, self._order, chunk, pure=False)
        self._pending[chunk] = future
        future.add_done_callback(lambda future: self._finished.put((chunk, future)))

    def take(self, seconds: float) -> list[Done]:
        """What is done since the last call; waits so long at most for the first of it.

        Raises:
            EngineError: a worker refused the order, workers keep being lost, or the scheduler is.
        """
        done = []
        with contextlib.suppress(Empty):
            chunk, future = self._finished.get(timeout=seconds)
            while True:
                done.append(self._result(chunk, future))
                self._pending.pop(chunk, None)
                chunk, future = self._finished.get_nowait()
        if self._client.status not in ("running", "connecting"):
            raise BatchError(f"{self._where}: the scheduler is gone")
        return done

    def close(self) -> None:
        """Leave the cluster, or end the one that was started."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._pending.values()), force=True)
        self._owned.close()

    def _result(self, chunk: Chunk, future: Future[Done]) -> Done:
        try:
            return future.result()
        except EngineError:
            raise
        except (CancelledError, OSError) as error:
            raise BatchError(f"{self._where}: the scheduler is gone") from error
        except Exception as error:  # whatever a worker or its machine did
            raise BatchError(
                f"{self._where}: seeds {chunk.start} to {chunk.stop - 1}: "
                f"{type(error).__name__}: {error}"
            ) from error


@contextlib.contextmanager
def _local_cluster(distributed: Any, jobs: int) -> Iterator[Any]:
    """Start a cluster of this machine that nobody else can use, and end it with the context.

    Dask listens on ports of this machine, which all its users can reach. Who may hand work to a
    scheduler runs code as its user, so each connection needs a key that is only in memory here and
    in the workers. Pages of progress would be served to anyone: there are none.
    """
    import dask

    no_pages: list[str] = []
    with (
        # Dask starts processes, again when one is lost.
        installed.forgotten_working_folder(),
        dask.config.set({f"distributed.{role}.http.routes": no_pages for role in _ROLES}),
        distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            security=distributed.Security.temporary(),
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster
