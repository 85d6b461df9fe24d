"""The app's end of the pipe to the helper process, which runs searches without machine code.

Inside the app, a search in plain Python would hold the interpreter lock and delay every key press.
:mod:`workbench.service.helper_process` is the helper's end of the pipe.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Literal, TypeVar

from engine.game.python_processes import start_python
from engine.values.budget import Control
from workbench.service.tasks import Task

T = TypeVar("T")

PROGRAM = ("-m", "workbench.service.helper_process")
POLL_SECONDS = 0.05
"""The time in seconds between checks for the cancellation of a task."""
CANCEL_TIMEOUT = 2.0
"""The time in seconds that a cancelled task has to stop before the helper is considered lost."""


class HelperLostError(Exception):
    """An error raised if the helper process has ended, cannot be started, or does not answer."""


class Helper:
    """The app's end of the pipe to the helper process. It is thread-safe."""

    def __init__(self, arguments: Sequence[str] = PROGRAM) -> None:
        """Start the helper process. If that fails, the helper is considered lost.

        Args:
            arguments: The arguments for the Python interpreter.
        """
        self._numbers = 0
        self._pending: dict[int, tuple[Future[Any], Control]] = {}
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = start_python(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError:
            return
        threading.Thread(target=self._read_replies, name="helper-replies", daemon=True).start()

    @property
    def process_id(self) -> int | None:
        """The id of the helper process, or None if it could not be started."""
        return None if self._process is None else self._process.pid

    @property
    def is_alive(self) -> bool:
        """True if the helper process is running."""
        return self._process is not None and self._process.poll() is None

    def run_task(self, task: Task[T], control: Control) -> T:
        """Run a task in the helper process and wait for its result.

        Raises:
            HelperLostError: The helper process could not be started, has ended, or does not answer.
            EngineError: The task failed.
        """
        future: Future[T] = Future()
        with self._lock:
            self._numbers += 1
            number = self._numbers
            # Register the request first, because the answer may arrive before ``_send`` returns.
            self._pending[number] = future, control
        try:
            self._send(number, task)
            return self._wait_for_result(number, future, control)
        finally:
            with self._lock:
                self._pending.pop(number, None)

    def close(self) -> None:
        """Kill the helper process. Calls that are waiting for it raise :class:`HelperLostError`."""
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            with contextlib.suppress(OSError):  # the pipe holds bytes that the process never read
                pipe.close()

    def _wait_for_result(self, number: int, future: Future[T], control: Control) -> T:
        patience = CANCEL_TIMEOUT
        cancelled = finishing = False
        while True:
            try:
                return future.result(timeout=POLL_SECONDS)
            except FutureTimeout:
                pass
            # A helper whose cancelled task does not stop in time is treated as if it had ended.
            if not self.is_alive or patience <= 0:
                raise HelperLostError("the helper process does not answer")
            if control.is_cancelled:
                patience -= POLL_SECONDS
                if not cancelled:
                    cancelled = True
                    self._send(number, None)
            elif control.is_finishing and not finishing:
                finishing = True
                self._send(number, True)

    def _send(self, number: int, message: Task[Any] | Literal[True] | None) -> None:
        """Send a message: a task to run, None to cancel the task, or True to finish it early."""
        if self._process is None or self._process.stdin is None:
            raise HelperLostError("the helper process could not be started")
        try:
            # Pickle the task separately, so that the helper can report an error under the task's
            # number even if unpickling fails.
            payload = message if message is None or message is True else pickle.dumps(message)
            data = pickle.dumps((number, payload))
            with self._lock:
                self._process.stdin.write(data)
                self._process.stdin.flush()
        except Exception as problem:  # the pipe is broken, or a plug-in's value is not picklable
            raise HelperLostError(str(problem)) from problem

    def _read_replies(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        try:
            while True:
                number, kind, value = pickle.load(self._process.stdout)
                with self._lock:
                    future, control = self._pending.get(number, (None, None))
                # The caller is no longer waiting for this answer.
                if future is None or control is None:
                    continue
                if kind == "progress":
                    # Cell 0 is the cancel flag, which only the app sets.
                    control.shared_cells[1:], control.snapshot, control.rejections = value
                elif kind == "done":
                    future.set_result(value)
                else:
                    future.set_exception(value)
        except Exception:  # the pipe was closed, or the bytes are not a pickle
            with self._lock:
                waiting = [future for future, _ in self._pending.values()]
            for future in waiting:
                if not future.done():
                    future.set_exception(HelperLostError("the helper process ended"))
