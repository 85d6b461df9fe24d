"""Background lanes: one thread each, in which only the newest job counts.

A designer edits faster than a large board is solved. A lane therefore has no queue: a new
job replaces the one that waits and cancels the one that runs, and what comes of a replaced
job is dropped. Jobs of different lanes run side by side.
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

LARGE = 4 << 20
"""Bytes from which on an array gets pages of its own, for all of the process."""
_M_MMAP_THRESHOLD = -3
"""The number of that setting in ``malloc.h`` of glibc."""
NICE = 10
"""How far computing steps back behind everything else, from 0 to 19."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """How a job ended: with a value, an error in one line, or cancelled (partial value kept).

    Attributes:
        value: what the job returned; None after an error.
        error: why there is no value, fit for a user.
        cancelled: the job was asked to stop.
    """

    value: T | None
    error: str | None
    cancelled: bool


@dataclass(frozen=True, slots=True)
class _Order:
    job: Callable[[Control], Any]
    done: Callable[[Outcome[Any]], None]
    control: Control


class Lane:
    """A daemon thread that runs the newest of the jobs it is given."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._wake = threading.Condition()
        self._waiting: _Order | None = None
        self._newest: Control | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def submit(self, job: Callable[[Control], T], done: Callable[[Outcome[T]], None]) -> Control:
        """Run ``job`` instead of whatever this lane is doing.

        ``done`` is called in the lane's thread, and only while the job is the newest.
        """
        control = Control()
        with self._wake:
            if self._newest is not None:
                self._newest.cancel()
            self._newest = control
            self._waiting = _Order(job, done, control)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._wake.notify()
        return control

    @property
    def running(self) -> Control | None:
        """The job that waits or runs, None when the lane is idle."""
        return self._newest

    def cancel(self) -> bool:
        """Ask the job to stop; its outcome is still delivered. False when idle."""
        control = self._newest
        if control is None:
            return False
        control.cancel()
        return True

    def close(self) -> None:
        """Stop for good; nothing is delivered any more."""
        with self._wake:
            self._closed = True
            if self._newest is not None:
                self._newest.cancel()
            self._newest = self._waiting = None
            self._wake.notify()

    def _work(self) -> None:
        _step_back()
        _give_back()
        while self._turn():
            pass

    def _turn(self) -> bool:
        """Waits for a job and does it; False once the lane is closed.

        Nothing of the job outlives this call: it holds the screen that has asked.
        """
        with self._wake:
            self._wake.wait_for(lambda: self._waiting is not None or self._closed)
            order, self._waiting = self._waiting, None
        if order is None:
            return False
        outcome = _run(order)
        with self._wake:
            newest = self._newest is order.control
            if newest:
                self._newest = None
        if newest:
            order.done(outcome)
        return True


class HeldLane(Lane):
    """A lane without a thread: its job is held until :meth:`settle` runs it."""

    def submit(self, job: Callable[[Control], T], done: Callable[[Outcome[T]], None]) -> Control:
        """Hold ``job`` instead of the one before."""
        self._newest = control = Control()
        self._waiting = _Order(job, done, control)
        return control

    def cancel(self) -> bool:
        """Forget the job. False when there is none."""
        held = self._newest is not None
        self._newest = self._waiting = None
        return held

    def settle(self, run: Callable[[Callable[[Control], Any], Control], Any]) -> None:
        """Run the job, if there is one; what ``run`` raises is raised once that was delivered."""
        order, self._waiting = self._waiting, None
        if order is None:
            return
        outcome: Outcome[Any] = Outcome(None, None, cancelled=True)
        try:
            outcome = Outcome(run(order.job, order.control), None, cancelled=False)
        except EngineError as problem:
            outcome = Outcome(None, str(problem), cancelled=False)
            raise
        finally:
            self._newest = None
            order.done(outcome)


def await_jobs(thread: Executor, patience: float = 2.0) -> None:
    """Wait until a thread has done what it was given so far, a few seconds at most."""
    with contextlib.suppress(RuntimeError, TimeoutError):  # closed, or slow
        thread.submit(lambda: None).result(patience)


def _step_back() -> None:
    """Lets keys be handled first, where a thread can have a priority of its own.

    A key goes through three threads; each would wait for its turn while a search has the core.
    """
    if sys.platform == "linux" and hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _give_back() -> None:
    """Has the C library give large arrays back to the system as soon as they are freed.

    Else glibc takes the size of what was freed, up to 32 MB, for what it keeps for itself from then
    on: the arrays of searches would come to lie among others, and no page of theirs go again.
    """
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE)


def _run(order: _Order) -> Outcome[Any]:
    control = order.control
    value, error = None, None
    try:
        if not control.cancelled:
            value = order.job(control)
    except Cancelled:
        control.cancel()
    except EngineError as problem:
        error = str(problem)
    except Exception as problem:  # a plug-in may fail in any way; the lane must live on
        error = f"{type(problem).__name__}: {problem}"
    return Outcome(value, error, control.cancelled)
