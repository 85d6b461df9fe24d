"""Job slots: background threads in which only the newest job counts.

Designers can edit faster than a large board can be solved, so a slot has no queue. A new job
replaces the waiting one and cancels the running one, and the outcome of a replaced job is dropped.
Jobs in different slots run in parallel.

For example, suppose that jobs A, B and C are submitted, and that A is still running when C arrives.
Then A is cancelled, B never runs, and only the outcome of C is delivered.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.errors import Cancelled, EngineError
from engine.values.budget import Control

T = TypeVar("T")

MMAP_THRESHOLD = 4 << 20
"""The size in bytes at which the C library begins to allocate arrays in separate pages."""
_M_MMAP_THRESHOLD = -3
"""The number of the option ``M_MMAP_THRESHOLD`` in glibc's ``malloc.h``."""
NICE = 10
"""The niceness of computing threads, from 0 (normal priority) to 19 (lowest)."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """The outcome of a job: a value or an error message. Even a cancelled job may have a value.

    Attributes:
        value: The value that the job returned, or None if it failed or returned nothing.
        error: The error message on a single line, or None if there was no error.
        cancelled: True if the job was told to stop.
    """

    value: T | None
    error: str | None
    cancelled: bool


@dataclass(frozen=True, slots=True)
class _PendingJob:
    function: Callable[[Control], Any]
    on_done: Callable[[Outcome[Any]], None]
    control: Control


class JobSlot:
    """A daemon thread that runs only the newest of the jobs submitted to it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._wake = threading.Condition()
        self._waiting: _PendingJob | None = None
        self._newest: Control | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def submit(self, job: Callable[[Control], T], on_done: Callable[[Outcome[T]], None]) -> Control:
        """Run ``job`` in place of the slot's current job, and return the control for ``job``.

        ``on_done`` is called with the outcome in the slot's thread, unless a newer job is submitted
        first.
        """
        control = Control()
        with self._wake:
            if self._newest is not None:
                self._newest.cancel()
            self._newest = control
            self._waiting = _PendingJob(job, on_done, control)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run_jobs, name=self._name, daemon=True)
                self._thread.start()
            self._wake.notify()
        return control

    @property
    def current(self) -> Control | None:
        """The control for the waiting or running job, or None if there is no job."""
        return self._newest

    def cancel(self) -> bool:
        """Tell the current job to stop, and return whether there is one.

        The job's outcome is still delivered.
        """
        control = self._newest
        if control is None:
            return False
        control.cancel()
        return True

    def close(self) -> None:
        """Stop the thread. No more outcomes are delivered."""
        with self._wake:
            # Clearing ``_newest`` prevents the delivery of the running job's outcome too.
            self._closed = True
            if self._newest is not None:
                self._newest.cancel()
            self._newest = self._waiting = None
            self._wake.notify()

    def _run_jobs(self) -> None:
        _lower_priority()
        _limit_heap_growth()
        while self._run_next_job():
            pass

    def _run_next_job(self) -> bool:
        """Wait for a job and run it. Return False once the slot is closed, otherwise True.

        This is a separate method so that no local variable keeps the job, and thus its screen, in
        memory while the thread waits for the next one.
        """
        with self._wake:
            self._wake.wait_for(lambda: self._waiting is not None or self._closed)
            order, self._waiting = self._waiting, None
        if order is None:
            return False
        # Run the job without holding the lock, so that ``submit`` never blocks.
        outcome = _run_to_outcome(order)
        with self._wake:
            # If a newer job was submitted in the meantime, only its outcome counts.
            newest = self._newest is order.control
            if newest:
                self._newest = None
        if newest:
            order.on_done(outcome)
        return True


class DeferredJobSlot(JobSlot):
    """A slot without a thread that keeps its job until :meth:`run_job` is called."""

    def submit(self, job: Callable[[Control], T], on_done: Callable[[Outcome[T]], None]) -> Control:
        """Keep ``job`` in place of any earlier one, and return the control for ``job``."""
        self._newest = control = Control()
        self._waiting = _PendingJob(job, on_done, control)
        return control

    def cancel(self) -> bool:
        """Drop the waiting job, and return whether there was one."""
        held = self._newest is not None
        self._newest = self._waiting = None
        return held

    def run_job(self, run: Callable[[Callable[[Control], Any], Control], Any]) -> None:
        """Call ``run`` with the waiting job and its control, and deliver the job's outcome.

        Nothing happens if no job is waiting. If the job fails, its error is raised after the
        outcome has been delivered.
        """
        order, self._waiting = self._waiting, None
        if order is None:
            return
        outcome: Outcome[Any] = Outcome(None, None, cancelled=True)
        try:
            outcome = Outcome(run(order.function, order.control), None, cancelled=False)
        except EngineError as problem:
            outcome = Outcome(None, str(problem), cancelled=False)
            raise
        finally:
            self._newest = None
            order.on_done(outcome)


def wait_for_jobs(thread: Executor, timeout: float = 2.0) -> None:
    """Wait until an executor has run all jobs submitted so far, or for ``timeout`` seconds at most.

    The executor must have a single thread.
    """
    with contextlib.suppress(RuntimeError, TimeoutError):  # closed, or too slow
        thread.submit(lambda: None).result(timeout)


def _lower_priority() -> None:
    """Lower the priority of the current thread, so that key presses are handled first.

    A key press passes through three threads. At normal priority, a search would make each of them
    wait for its turn.
    """
    if sys.platform == "linux" and hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _limit_heap_growth() -> None:
    """Make the C library return the memory of large arrays to the system when they are freed.

    By default, glibc raises the threshold for separate pages to the size of the largest freed
    block, up to 32 MB. From then on, large arrays are allocated on the heap among small blocks, and
    their memory is not returned.
    """
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):  # the C library is not glibc
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, MMAP_THRESHOLD)


def _run_to_outcome(job: _PendingJob) -> Outcome[Any]:
    control = job.control
    value, error = None, None
    try:
        if not control.is_cancelled:
            value = job.function(control)
    except Cancelled:
        control.cancel()
    except EngineError as problem:
        error = str(problem)
    except Exception as problem:  # a plug-in may raise anything, and the thread must survive
        error = f"{type(problem).__name__}: {problem}"
    return Outcome(value, error, control.is_cancelled)
