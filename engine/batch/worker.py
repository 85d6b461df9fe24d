"""A worker of the local backend: a program that tries chunks of seeds until its input ends.

Messages are pickled objects sent over standard input and output. The worker first receives a
function and a specification, then chunks. For each chunk it sends back a
:class:`~engine.batch.chunk_trial.ChunkResult`, or an exception if the chunk failed. In between, it
reports the progress on the current seed: the number of candidates tried, and the number rejected
for each reason.

The input ends when the parent process ends, no matter how. The worker then exits immediately, even
in the middle of a seed.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import IO, Any

from engine.batch.batch_spec import BatchError, Chunk
from engine.errors import EngineError
from engine.values.budget import Control

REPORT_SECONDS = 0.5
"""The time between two messages about the current seed, in seconds."""


class _Worker:
    """The loop of a worker process, which reads chunks and writes results."""

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source = source
        self._sink = sink
        self._lock = threading.Lock()
        self._chunks: SimpleQueue[Chunk] = SimpleQueue()
        self._control: Control | None = None

    def serve_chunks(self) -> None:
        """Try chunks and write their results until the input ends."""
        do, order = pickle.load(self._source)
        threading.Thread(target=self._read_chunks, daemon=True).start()
        threading.Thread(target=self._report_progress, daemon=True).start()
        while True:
            chunk = self._chunks.get()
            try:
                done: Any = do(order, chunk, self._watch_control)
            except EngineError as problem:
                done = problem
            except Exception as problem:  # the parent process reports it in one line
                done = BatchError(f"seeds {chunk.start} on: {type(problem).__name__}: {problem}")
            self._control = None
            self._write_message(done)

    def _watch_control(self, control: Control) -> None:
        self._control = control

    def _read_chunks(self) -> None:
        try:
            while True:
                self._chunks.put(pickle.load(self._source))
        except Exception:  # the end of the pipe, or a truncated message
            os._exit(0)

    def _report_progress(self) -> None:
        over = threading.Event()
        while not over.wait(REPORT_SECONDS):
            control = self._control
            if control is not None and control.candidates:
                self._write_message((control.candidates, dict(control.rejections)))

    def _write_message(self, message: Any) -> None:
        data = pickle.dumps(message)
        try:
            with self._lock:
                self._sink.write(data)
                self._sink.flush()
        except OSError:  # the parent process is gone
            os._exit(0)


def main() -> None:
    """Run chunks for the parent process until it closes the pipes."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # anything that a plug-in prints must not corrupt the messages
    gc.freeze()  # imported modules are never freed, so the collector need not scan them
    _Worker(sys.stdin.buffer, sink).serve_chunks()


if __name__ == "__main__":
    main()
