"""The helper process: does what has no machine code.

A search in plain Python inside the app would hold the interpreter and delay every key. This is the
app's end of the pipe to a process of its own; :mod:`workbench.service.helper_process` is the other.
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

from engine.game.processes import start_python
from engine.values.budget import Control
from workbench.service.tasks import Task

T = TypeVar("T")

PROGRAM = ("-m", "workbench.service.helper_process")
POLL = 0.05
"""Seconds between two looks at the cancel flag."""
PATIENCE = 2.0
"""Seconds that a cancelled task may take to stop before the helper counts as lost."""


class HelperLostError(Exception):
    """The helper died, was never started, or does not answer."""


class Helper:
    """The app's end of the pipe; safe to use from several threads."""

    def __init__(self, arguments: Sequence[str] = PROGRAM) -> None:
        """Start the process; a failure to start is a helper that is lost from the outset.

        Args:
            arguments: of Python.
        """
        self._numbers = 0
        self._pending: dict[int, tuple[Future[Any], Control]] = {}
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = start_python(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError:
            return
        threading.Thread(target=self._read, name="helper-replies", daemon=True).start()

    @property
    def process_id(self) -> int | None:
        """The process id, None when it could not be started."""
        return None if self._process is None else self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def call(self, task: Task[T], control: Control) -> T:
        """Run a task in the helper and wait for it.

        Raises:
            HelperLostError: the helper is gone, or cannot answer.
            EngineError: raised by the task.
        """
        future: Future[T] = Future()
        with self._lock:
            self._numbers += 1
            number = self._numbers
            self._pending[number] = future, control
        try:
            self._send(number, task)
            return self._wait(number, future, control)
        finally:
            with self._lock:
                self._pending.pop(number, None)

    def close(self) -> None:
        """End the process; calls still waiting fail with :class:`HelperLostError`."""
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            with contextlib.suppress(OSError):  # bytes that a dead process will not read
                pipe.close()

    def _wait(self, number: int, future: Future[T], control: Control) -> T:
        patience = PATIENCE
        cancelled = finishing = False
        while True:
            try:
                return future.result(timeout=POLL)
            except FutureTimeout:
                pass
            if not self.alive or patience <= 0:
                raise HelperLostError("the helper process does not answer")
            if control.cancelled:
                patience -= POLL
                if not cancelled:
                    cancelled = True
                    self._send(number, None)
            elif control.finishing and not finishing:
                finishing = True
                self._send(number, True)

    def _send(self, number: int, order: Task[Any] | Literal[True] | None) -> None:
        """Sends a task, or None to cancel it, or True to finish it early."""
        if self._process is None or self._process.stdin is None:
            raise HelperLostError("the helper process could not be started")
        try:
            payload = order if order is None or order is True else pickle.dumps(order)
            data = pickle.dumps((number, payload))
            with self._lock:
                self._process.stdin.write(data)
                self._process.stdin.flush()
        except Exception as problem:  # a broken pipe, or a plug-in's value that has no pickle
            raise HelperLostError(str(problem)) from problem

    def _read(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        try:
            while True:
                number, kind, value = pickle.load(self._process.stdout)
                with self._lock:
                    future, control = self._pending.get(number, (None, None))
                if future is None or control is None:
                    continue
                if kind == "progress":
                    control.cells[1:], control.snapshot = value
                elif kind == "done":
                    future.set_result(value)
                else:
                    future.set_exception(value)
        except Exception:  # the end of the pipe, or bytes that are no pickle
            with self._lock:
                waiting = [future for future, _ in self._pending.values()]
            for future in waiting:
                if not future.done():
                    future.set_exception(HelperLostError("the helper process ended"))
