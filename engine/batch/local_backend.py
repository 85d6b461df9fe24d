"""The local backend, which runs worker processes on this machine.

It uses processes because threads would wait for Python's global interpreter lock. Each process is a
separate program connected by pipes. It starts in the same way on every platform, and exits when
this process ends, even if this process is killed.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import threading
from collections import Counter, deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from engine.batch.backend import MAX_LOSSES
from engine.batch.batch_spec import BatchError, Chunk
from engine.batch.chunk_trial import ChunkResult, run_seed_chunk
from engine.game.python_processes import start_python

ChunkTask = tuple[Callable[..., ChunkResult], Any]
"""The function that runs a chunk, and the specification passed to it. Both must be picklable."""


class _WorkerProcess:
    """The parent's end of the connection to a worker process.

    Attributes:
        chunks: The unfinished chunks sent to the process, in order.
        candidates_in_progress: The number of candidates tried so far for the current seed.
    """

    def __init__(self, task: ChunkTask, messages: SimpleQueue[tuple[_WorkerProcess, Any]]) -> None:
        self.chunks: deque[Chunk] = deque()
        self.candidates_in_progress = 0
        self._messages = messages
        self._process = start_python(
            *("-m", "engine.batch.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            variables={"OPENBLAS_NUM_THREADS": "1"},
        )
        self._send_message(task)
        threading.Thread(target=self._read_messages, name="worker-messages", daemon=True).start()

    @property
    def process_id(self) -> int:
        """The id of the process."""
        return self._process.pid

    def submit_chunk(self, chunk: Chunk) -> None:
        """Send a chunk to the process. If the process is dead, the reader thread reports it."""
        self.chunks.append(chunk)
        self._send_message(chunk)

    def kill(self) -> int:
        """Kill the process if it is still running, and return its exit status."""
        self._process.kill()
        status = self._process.wait()
        for pipe in filter(None, (self._process.stdin, self._process.stdout)):
            with contextlib.suppress(OSError):  # closing flushes bytes that the process never read
                pipe.close()
        return status

    def _send_message(self, message: ChunkTask | Chunk) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(pickle.dumps(message))
            self._process.stdin.flush()

    def _read_messages(self) -> None:
        assert self._process.stdout is not None
        try:
            while True:
                self._messages.put((self, pickle.load(self._process.stdout)))
        except Exception:  # the end of the pipe, or a truncated message
            self._messages.put((self, None))


class LocalBackend:
    """A backend that runs chunks in processes on this machine.

    See :class:`engine.batch.backend.Backend` for its methods.
    """

    def __init__(
        self, spec: Any, jobs: int, run_chunk: Callable[..., ChunkResult] = run_seed_chunk
    ) -> None:
        """Start ``jobs`` processes, each of which passes ``spec`` and its chunks to ``run_chunk``.

        Raises:
            BatchError: No process can be started.
        """
        self._task = run_chunk, spec
        self._messages: SimpleQueue[tuple[_WorkerProcess, Any]] = SimpleQueue()
        self._lost: Counter[Chunk] = Counter()
        self._processes: list[_WorkerProcess] = []
        try:
            for _ in range(jobs):
                self._start_process()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """The number of processes."""
        return len(self._processes)

    @property
    def candidates_in_progress(self) -> int:
        """The number of candidates tried so far for the seeds in progress."""
        return sum(process.candidates_in_progress for process in self._processes)

    @property
    def process_ids(self) -> list[int]:
        """The ids of the worker processes."""
        return [process.process_id for process in self._processes]

    def submit_chunk(self, chunk: Chunk) -> None:
        """Send a chunk to the process that has the fewest unfinished chunks."""
        min(self._processes, key=lambda process: len(process.chunks)).submit_chunk(chunk)

    def take_results(self, seconds: float) -> list[ChunkResult]:
        """Return the results that have arrived since the previous call.

        If there are none yet, wait up to ``seconds`` for the first one.

        Raises:
            EngineError: A worker refused the specification, or processes keep dying on the same
                chunk.
        """
        done = []
        with contextlib.suppress(Empty):
            process, message = self._messages.get(timeout=seconds)
            while True:
                if isinstance(message, ChunkResult):
                    # A process handles its chunks in order, so this result is for the first one.
                    process.chunks.popleft()
                    process.candidates_in_progress = 0
                    done.append(message)
                elif isinstance(message, Exception):
                    raise message
                # The reader thread puts None in the queue when its process has ended.
                elif message is None:
                    self._replace_process(process)
                else:
                    process.candidates_in_progress = message[0]
                process, message = self._messages.get_nowait()
        return done

    def close(self) -> None:
        """Kill all processes immediately, even if they are busy."""
        for process in self._processes:
            process.kill()

    def _start_process(self) -> _WorkerProcess:
        try:
            process = _WorkerProcess(self._task, self._messages)
        except OSError as error:
            raise BatchError(f"no worker process can be started: {error.strerror}") from error
        self._processes.append(process)
        return process

    def _replace_process(self, lost: _WorkerProcess) -> None:
        """Replace a process that has died, and resubmit its unfinished chunks."""
        status = lost.kill()
        self._processes.remove(lost)
        if lost.chunks:
            # Only the first chunk was in progress, so only it can have killed the process.
            first = lost.chunks[0]
            self._lost[first] += 1
            if self._lost[first] == MAX_LOSSES:
                ended = f"signal {-status}" if status < 0 else f"status {status}"
                raise BatchError(
                    f"workers keep crashing ({ended}) at seeds {first.start} to {first.stop - 1}"
                )
        process = self._start_process()
        for chunk in lost.chunks:
            process.submit_chunk(chunk)
