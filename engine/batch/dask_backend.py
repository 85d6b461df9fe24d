"""The Dask backend: workers on other machines, or a cluster on this machine.

If a worker is lost, Dask sends its chunk to another worker. All workers need the same release of
the workbench, but they do not need to share any files.
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

from engine import safe_import_folders
from engine.batch.batch_spec import BatchError, BatchSpec, Chunk
from engine.batch.chunk_trial import ChunkResult, run_seed_chunk
from engine.errors import EngineError, quote_input

if TYPE_CHECKING:
    from distributed import Future

PATIENCE = 10.0
"""The maximum time, in seconds, to wait for the scheduler and then for its first worker."""
_WORKER_COUNT_SECONDS = 1.0
"""The time between two requests for the number of workers, in seconds."""
_ROLES = ("scheduler", "worker")
_LOGGERS = (
    *("distributed", "distributed.client", "distributed.gc"),
    *("tornado", "tornado.application", "asyncio"),
)
"""The loggers to silence. Each of them must be silenced separately."""


class DaskBackend:
    """A backend that runs chunks on a Dask cluster; see :class:`engine.batch.backend.Backend`.

    Attributes:
        candidates_in_progress: Always 0, because Dask reports nothing about unfinished seeds.
    """

    candidates_in_progress = 0

    def __init__(self, spec: BatchSpec, jobs: int, scheduler: str | None = None) -> None:
        """Connect to the cluster at ``scheduler``, or start a local one with ``jobs`` processes.

        Raises:
            BatchError: Dask is not installed, the scheduler does not answer in time, or it has no
                workers.
        """
        try:
            import distributed

            if scheduler is None:
                import cryptography  # noqa: F401 - Dask creates the credentials of a local cluster with it
        except ImportError as error:
            package = "Dask" if error.name == "distributed" else error.name
            raise BatchError(
                f"--backend dask: {package} is not installed; pip install 'puzzle-workbench[many]'"
            ) from error
        # Dask's own messages about lost workers are silenced: the batch reports them in one line.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._order = spec
        self._workers, self._counted = 1, -math.inf
        self._finished: SimpleQueue[tuple[Chunk, Future[ChunkResult]]] = SimpleQueue()
        self._pending: dict[Chunk, Future[ChunkResult]] = {}
        self._error_prefix = (
            "dask" if scheduler is None else f"--scheduler {quote_input(scheduler)}"
        )
        self._resources = contextlib.ExitStack()
        try:
            self._client = self._connect_client(distributed, jobs, scheduler)
        except BaseException:
            self._resources.close()
            raise

    def _connect_client(self, distributed: Any, jobs: int, scheduler: str | None) -> Any:
        """Connect to the cluster, wait until it has a worker, and return the client."""
        try:
            address: Any = scheduler
            if scheduler is None:
                address = self._resources.enter_context(_local_cluster(distributed, jobs))
            else:
                # Check the address here first, because a client that rejects it logs another error
                # when it is deleted.
                distributed.comm.get_address_host_port(scheduler)
            client = self._resources.enter_context(
                distributed.Client(address, timeout=PATIENCE, set_as_default=False)
            )
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError as error:
            within = f"within {PATIENCE:g} seconds"
            raise BatchError(f"{self._error_prefix}: no answer, or no worker, {within}") from error
        except ValueError as error:
            expected = "expected the address of a Dask scheduler, such as tcp://host:8786"
            raise BatchError(f"{self._error_prefix}: {expected}") from error
        return client

    @property
    def workers(self) -> int:
        """The total number of threads in the cluster's current workers, at least 1."""
        now = time.monotonic()
        if now - self._counted >= _WORKER_COUNT_SECONDS:
            self._counted = now
            with contextlib.suppress(
                Exception
            ):  # raised if the connection to the scheduler was lost
                self._workers = max(sum(self._client.nthreads().values()), 1)
        return self._workers

    def submit_chunk(self, chunk: Chunk) -> None:
        """Submit a chunk to the cluster."""
        future: Any = self._client.submit(run_seed_chunk, self._order, chunk, pure=False)
        self._pending[chunk] = future
        # The callback runs in one of Dask's threads. The queue passes the future to take_results.
        future.add_done_callback(lambda future: self._finished.put((chunk, future)))

    def take_results(self, seconds: float) -> list[ChunkResult]:
        """Return the results that have arrived since the previous call.

        If there are none yet, wait up to ``seconds`` for the first one.

        Raises:
            EngineError: A worker refused the specification, workers keep dying, or the scheduler
                is gone.
        """
        done = []
        with contextlib.suppress(Empty):
            chunk, future = self._finished.get(timeout=seconds)
            while True:
                done.append(self._get_result(chunk, future))
                self._pending.pop(chunk, None)
                chunk, future = self._finished.get_nowait()
        if self._client.status not in ("running", "connecting"):
            raise BatchError(f"{self._error_prefix}: the connection to the scheduler was lost")
        return done

    def close(self) -> None:
        """Disconnect from the cluster, and shut it down if it was started here."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._pending.values()), force=True)
        self._resources.close()

    def _get_result(self, chunk: Chunk, future: Future[ChunkResult]) -> ChunkResult:
        try:
            return future.result()
        except EngineError:
            raise
        except (CancelledError, OSError) as error:
            raise BatchError(
                f"{self._error_prefix}: the connection to the scheduler was lost"
            ) from error
        except Exception as error:  # any failure of a worker or its machine
            raise BatchError(
                f"{self._error_prefix}: seeds {chunk.start} to {chunk.stop - 1}: "
                f"{type(error).__name__}: {error}"
            ) from error


@contextlib.contextmanager
def _local_cluster(distributed: Any, jobs: int) -> Iterator[Any]:
    """Start a local cluster that is closed to other users; shut it down after the ``with`` block.

    Dask listens on local ports, which all users of the machine can reach. Anyone who can submit
    work to the scheduler can run code as the user who started it, so every connection needs a key
    that exists only in the memory of this process and the workers. Dask's status pages would be
    public, so they are disabled.
    """
    import dask

    no_pages: list[str] = []
    with (
        # This applies to the processes that Dask starts now and to those that replace lost ones.
        safe_import_folders.without_working_folder(),
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
