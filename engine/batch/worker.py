"""A worker of the local backend: a program that tries chunks of seeds until its input ends.

Messages are pickles over standard input and output: to it a function with its order, then chunks;
from it a :class:`~engine.batch.work.Done` for each, an exception that ends it, or now and then what
it has tried for the seed in hand: the candidates, and the rejected ones by reason.

Its input ends with the process that started it, however that ends, and so does it: at once, in the
middle of a seed.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import IO, Any

from engine.batch.order import BatchError, Chunk
from engine.errors import EngineError
from engine.values.budget import Control

REPORT_EVERY = 0.5
"""Seconds between two messages about the seed in hand."""


class _Worker:
    """The worker's end of the pipes."""

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source = source
        self._sink = sink
        self._lock = threading.Lock()
        self._chunks: SimpleQueue[Chunk] = SimpleQueue()
        self._control: Control | None = None

    def serve(self) -> None:
        """Try chunks until the input ends."""
        do, order = pickle.load(self._source)
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._report, daemon=True).start()
        while True:
            chunk = self._chunks.get()
            try:
                done: Any = do(order, chunk, self._watch)
            except EngineError as problem:
                done = problem
            except Exception as problem:  # the process that takes it says it in one line
                done = BatchError(f"seeds {chunk.start} on: {type(problem).__name__}: {problem}")
            self._control = None
            self._write(done)

    def _watch(self, control: Control) -> None:
        self._control = control

    def _read(self) -> None:
        try:
            while True:
                self._chunks.put(pickle.load(self._source))
        except Exception:  # the end of the pipe, or the half of a message
            os._exit(0)

    def _report(self) -> None:
        over = threading.Event()
        while not over.wait(REPORT_EVERY):
            control = self._control
            if control is not None and control.candidates:
                self._write((control.candidates, dict(control.rejections)))

    def _write(self, message: Any) -> None:
        data = pickle.dumps(message)
        try:
            with self._lock:
                self._sink.write(data)
                self._sink.flush()
        except OSError:  # no process reads any more
            os._exit(0)


def main() -> None:
    """Work for the process at the other end of the pipes."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a print somewhere in a plug-in must not land among the messages
    gc.freeze()  # what is imported stays
    _Worker(sys.stdin.buffer, sink).serve()


if __name__ == "__main__":
    main()
