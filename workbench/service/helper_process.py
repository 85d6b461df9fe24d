"""The helper's end of the pipe: a program that runs tasks until its input ends.

Messages are pickles over standard input and output:

* to the helper: ``(number, pickled task)`` starts a task, ``(number, None)`` cancels it,
  ``(number, True)`` has it finish early;
* from the helper: ``(number, "progress", (counters, snapshot))``, ``(number, "done", value)``,
  ``(number, "error", exception)``.

It ends when its input does, so it never outlives the app.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from typing import IO, Any

from engine.errors import EngineError
from engine.values.budget import Control, ProgressSnapshot
from workbench.service.helper import HelperLostError
from workbench.service.tasks import Task

POLL = 0.05
"""Seconds between two reports of progress."""


class _Server:
    """The helper's end of the pipe."""

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source = source
        self._sink = sink
        self._lock = threading.Lock()
        self._controls: dict[int, Control] = {}

    def serve(self) -> None:
        """Answer until the input ends."""
        while True:
            try:
                number, data = pickle.load(self._source)
            except EOFError:
                return
            if not isinstance(data, bytes):
                control = self._controls.get(number)
                if control is not None:
                    (control.finish if data else control.cancel)()
                continue
            control = self._controls[number] = Control()
            threading.Thread(target=self._run, args=(number, data, control), daemon=True).start()

    def _run(self, number: int, data: bytes, control: Control) -> None:
        over = threading.Event()
        ticker = threading.Thread(target=self._tick, args=(number, control, over), daemon=True)
        ticker.start()
        try:
            task: Task[Any] = pickle.loads(data)
            answer = pickle.dumps((number, "done", task(control)))
        except Exception as problem:
            answer = pickle.dumps((number, "error", _portable(problem)))
        over.set()
        self._controls.pop(number, None)
        self._write(answer)

    def _tick(self, number: int, control: Control, over: threading.Event) -> None:
        seen: tuple[list[int], ProgressSnapshot | None] = [], None
        while not over.wait(POLL):
            now = [int(cell) for cell in control.cells[1:]], control.snapshot
            if now != seen:
                seen = now
                self._write(pickle.dumps((number, "progress", seen)))

    def _write(self, data: bytes) -> None:
        with self._lock:
            self._sink.write(data)
            self._sink.flush()


def _portable(problem: Exception) -> Exception:
    """The error as one that is sure to survive the pipe."""
    if type(problem).__module__ == EngineError.__module__:
        return problem
    if isinstance(problem, EngineError):
        return EngineError(str(problem))
    return HelperLostError(f"{type(problem).__name__}: {problem}")


def main() -> None:
    """Serve tasks from standard input until it ends."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a print somewhere in a plug-in must not land in the protocol
    _Server(sys.stdin.buffer, sink).serve()
    os._exit(0)  # running tasks are of no use any more


if __name__ == "__main__":
    main()
