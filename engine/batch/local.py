"""The local backend: processes of this machine.

Processes and not threads, since what Python does for each level would wait for the one lock of the
interpreter. They are programs of their own, joined by pipes, so that they start alike everywhere
and end when this process does, even if it is killed.
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

from engine.batch.backend import LOSSES
from engine.batch.order import BatchError, Chunk
from engine.batch.work import Done, work
from engine.game.processes import start_python

Task = tuple[Callable[..., Done], Any]
"""What has a chunk done, and the order that it is done by; both can be pickled."""


class _Process:
    """A worker process, as seen from here.

    Attributes:
        chunks: handed to it and not done, in order.
        trying: candidates of the seed in hand.
    """

    def __init__(self, task: Task, messages: SimpleQueue[tuple[_Process, Any]]) -> None:
        self.chunks: deque[Chunk] = deque()
        self.trying = 0
        self._messages = messages
        self._process = start_python(
            *("-m", "engine.batch.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            variables={"OPENBLAS_NUM_THREADS": "1"},
        )
        self._send(task)
        threading.Thread(target=self._read, name="worker-messages", daemon=True).start()

    @property
    def process_id(self) -> int:
        """The process id."""
        return self._process.pid

    def hand(self, chunk: Chunk) -> None:
        """Hand over a chunk; that a process is gone its reader reports."""
        self.chunks.append(chunk)
        self._send(chunk)

    def end(self) -> int:
        """End the process at once, if it has not ended; how it ended."""
        self._process.kill()
        status = self._process.wait()
        for pipe in filter(None, (self._process.stdin, self._process.stdout)):
            with contextlib.suppress(OSError):  # bytes that a dead process will not read
                pipe.close()
        return status

    def _send(self, message: Task | Chunk) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(pickle.dumps(message))
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            while True:
                self._messages.put((self, pickle.load(self._process.stdout)))
        except Exception:  # the end of the pipe, or the half of a message
            self._messages.put((self, None))


class LocalBackend:
    """Worker processes of this machine; see :class:`engine.batch.backend.Backend`."""

    def __init__(self, order: Any, jobs: int, do: Callable[..., Done] = work) -> None:
        """Start so many processes, which ``do`` chunks by an order, as :func:`work` does.

        Raises:
            BatchError: none can be started.
        """
        self._task = do, order
        self._messages: SimpleQueue[tuple[_Process, Any]] = SimpleQueue()
        self._lost: Counter[Chunk] = Counter()
        self._processes: list[_Process] = []
        try:
            for _ in range(jobs):
                self._start()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """How many processes there are."""
        return len(self._processes)

    @property
    def trying(self) -> int:
        """Candidates tried for the seeds in hand."""
        return sum(process.trying for process in self._processes)

    @property
    def process_ids(self) -> list[int]:
        """The process ids of the workers."""
        return [process.process_id for process in self._processes]

    def submit(self, chunk: Chunk) -> None:
        """Hand a chunk to the process that has the fewest."""
        min(self._processes, key=lambda process: len(process.chunks)).hand(chunk)

    def take(self, seconds: float) -> list[Done]:
        """What is done since the last call; waits so long at most for the first of it.

        Raises:
            EngineError: a worker refused the order, or processes keep ending at the same seeds.
        """
        done = []
        with contextlib.suppress(Empty):
            process, message = self._messages.get(timeout=seconds)
            while True:
                if isinstance(message, Done):
                    process.chunks.popleft()
                    process.trying = 0
                    done.append(message)
                elif isinstance(message, Exception):
                    raise message
                elif message is None:
                    self._replace(process)
                else:
                    process.trying = message[0]
                process, message = self._messages.get_nowait()
        return done

    def close(self) -> None:
        """End all processes, whatever they are at."""
        for process in self._processes:
            process.end()

    def _start(self) -> _Process:
        try:
            process = _Process(self._task, self._messages)
        except OSError as error:
            raise BatchError(f"no worker process can be started: {error.strerror}") from error
        self._processes.append(process)
        return process

    def _replace(self, lost: _Process) -> None:
        """Has a new process do what one that ended has left."""
        status = lost.end()
        self._processes.remove(lost)
        if lost.chunks:
            first = lost.chunks[0]
            self._lost[first] += 1
            if self._lost[first] == LOSSES:
                ended = f"signal {-status}" if status < 0 else f"status {status}"
                raise BatchError(
                    f"workers keep ending ({ended}) at seeds {first.start} to {first.stop - 1}"
                )
        process = self._start()
        for chunk in lost.chunks:
            process.hand(chunk)
