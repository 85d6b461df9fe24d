"""The helper's end of the pipe: a program that runs tasks for the app.

Messages are pickles on standard input and standard output:

* to the helper: ``(number, pickled task)`` starts a task, ``(number, None)`` cancels it, and
  ``(number, True)`` tells it to finish early;
* from the helper: ``(number, "progress", (counters, snapshot, rejections))``,
  ``(number, "done", value)`` or ``(number, "error", exception)``.

The program ends when its input ends, so it never outlives the app.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Mapping
from typing import IO, Any

from engine.errors import EngineError
from engine.values.budget import Control, ProgressSnapshot
from workbench.service.helper_client import HelperLostError
from workbench.service.tasks import Task

POLL_SECONDS = 0.05
"""The time in seconds between progress reports."""


class _Server:
    """A server that runs the tasks that the app sends to the helper process.

    Each task has two threads: one runs it, and the other reports its progress.
    """

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source = source
        self._sink = sink
        self._lock = threading.Lock()
        self._controls: dict[int, Control] = {}

    def process_messages(self) -> None:
        """Process messages until the input ends."""
        while True:
            try:
                number, data = pickle.load(self._source)
            except EOFError:
                return
            # None cancels the task with that number, and True tells it to finish early.
            if not isinstance(data, bytes):
                control = self._controls.get(number)
                if control is not None:
                    (control.finish if data else control.cancel)()
                continue
            control = self._controls[number] = Control()
            threading.Thread(
                target=self._run_task, args=(number, data, control), daemon=True
            ).start()

    def _run_task(self, number: int, data: bytes, control: Control) -> None:
        over = threading.Event()
        ticker = threading.Thread(
            target=self._report_progress, args=(number, control, over), daemon=True
        )
        ticker.start()
        try:
            answer = pickle.dumps((number, "done", _read_task(data)(control)))
        except Exception as problem:
            answer = pickle.dumps((number, "error", _make_portable(problem)))
        over.set()
        ticker.join()  # the last report must precede the answer
        self._controls.pop(number, None)
        self._write_message(answer)

    def _report_progress(self, number: int, control: Control, finished: threading.Event) -> None:
        seen: tuple[list[int], ProgressSnapshot | None, Mapping[str, int]] = [], None, {}
        is_running = True
        while is_running:
            is_running = not finished.wait(POLL_SECONDS)
            counters = [int(cell) for cell in control.shared_cells[1:]]
            now = counters, control.snapshot, control.rejections
            if now != seen:
                seen = now
                self._write_message(pickle.dumps((number, "progress", seen)))

    def _write_message(self, data: bytes) -> None:
        with self._lock:
            self._sink.write(data)
            self._sink.flush()


def _read_task(data: bytes) -> Task[Any]:
    """Read a task, which may name a game or a function that only the app can import.

    Raises:
        HelperLostError: The task cannot be read. The app runs it instead.
    """
    try:
        task: Task[Any] = pickle.loads(data)
    except Exception as problem:
        raise HelperLostError(f"{type(problem).__name__}: {problem}") from problem
    return task


def _make_portable(problem: Exception) -> Exception:
    """Return an error that the app can unpickle: ``problem``, or one with the same message."""
    # The engine's own errors can be unpickled, but errors defined by plug-ins may not be.
    if type(problem).__module__ == EngineError.__module__:
        return problem
    if isinstance(problem, HelperLostError):
        return problem
    if isinstance(problem, EngineError):
        return EngineError(str(problem))
    return HelperLostError(f"{type(problem).__name__}: {problem}")


def main() -> None:
    """Run the tasks that are read from standard input until the input ends."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # text that a plug-in prints must not reach the app
    _Server(sys.stdin.buffer, sink).process_messages()
    os._exit(0)  # do not wait for running tasks, because nobody needs their results


if __name__ == "__main__":
    main()
