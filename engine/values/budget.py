"""Limits, cancellation and progress of a computation.

A :class:`Budget` sets the limits of a search before it starts. A :class:`Control` connects a
running computation with other threads, which read its counters and ask it to stop. Compiled code
never calls Python. Instead, it shares three words of memory with those threads::

    control = Control()
    thread = Thread(target=solver.solve, args=(board,), kwargs={"control": control})
    thread.start()
    print(control.progress, "states")
    control.cancel()

:func:`iterate_portions` divides work into portions that take a few hundredths of a second, so that
the clock is read often enough between them, with or without machine code.
"""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.errors import Cancelled
from engine.values.level import Board

if TYPE_CHECKING:  # NumPy is imported with the first computation, after the app's first frame
    from engine.jit.decorators import Longs


@dataclass(frozen=True, slots=True)
class ProgressSnapshot:
    """The progress of an improvement that starts from one board, and its result so far.

    Attributes:
        done: The number of steps that each search has done.
        total: The number of steps to do; 0 if there is no fixed number.
        unit: The unit of the steps, such as ``iterations``. It is the key of the parameter that
            sets ``total``.
        board: The best board so far. It is the same object until a better one is found.
        best: The score of the best board.
        fault: The reason why the best board would not be accepted, in a few words; None if it would
            be accepted.
        tried: The number of boards tried by all searches together.
        kept: The number of boards from which a search continued.
        rejections: The number of rejected boards for each reason, in words. These numbers and
            ``kept`` add up to ``tried``.
        best_history: The steps at which a new best board was found, each with its score, in order.
            If several were found in one round, only the last one may be stored.
        search_bests: The best score of each independent search, in order.
        speed: The number of boards tried per second since the start; 0 while it is unknown.
        attempt: The index of the candidate that is being improved, among those of its seed.
        figures: The facts of the best board that the objective refers to; empty if the objective
            uses a score instead.
    """

    done: int
    total: int
    unit: str
    board: Board
    best: int
    fault: str | None
    tried: int
    kept: int
    rejections: Mapping[str, int]
    best_history: tuple[tuple[int, int], ...]
    search_bests: tuple[int, ...]
    speed: float
    attempt: int
    figures: Mapping[str, Any] = field(default_factory=dict)

    @property
    def acceptance_share(self) -> float:
        """The share of tried boards that were kept, from 0 to 1."""
        return self.kept / self.tried if self.tried else 0.0


DEFAULT_MAX_STATES = 5_000_000
"""The default limit on the number of states that a search may see."""

MAX_DEPTH = 1_000
"""The largest limit, in moves, that a depth-limited search can have."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one search.

    Attributes:
        max_states: The maximum number of states that the search may see.
        seconds: The time limit in seconds, measured by the clock of the control, which several
            searches in sequence may share; None for no limit.
        depth: The maximum number of moves that a depth-limited strategy looks ahead, from 1 to
            :data:`MAX_DEPTH`; None for the strategy's default.
    """

    max_states: int = DEFAULT_MAX_STATES
    seconds: float | None = None
    depth: int | None = None

    def is_spent(self, seconds: float) -> bool:
        """Return whether the time limit has been reached after ``seconds`` seconds."""
        return self.seconds is not None and seconds >= self.seconds


@dataclass(slots=True)
class Control:
    """A link between a running computation and other threads.

    Any thread may call :meth:`cancel` and :meth:`finish` and read the counters. The computation
    polls the stop flag often enough to stop within a few milliseconds. Compiled code writes the
    shared cells (stop flag, state count, candidate count) without a lock. This is safe because each
    cell is one aligned machine word.

    Attributes:
        started: The time when the control was created.
        rejections: The number of rejected candidates for each reason. It lags behind the candidate
            count. The mapping is replaced, never modified.
        snapshot: The progress in improving a candidate; None while no candidate is being improved.
            The snapshot is replaced, never modified.
        is_finishing: True after a request to end generation with the best candidate so far.
    """

    started: float = field(default_factory=time.perf_counter)
    rejections: Mapping[str, int] = field(default_factory=dict)
    snapshot: ProgressSnapshot | None = None
    is_finishing: bool = False
    _shared_words: array[int] = field(default_factory=lambda: array("q", (0, 0, 0)), repr=False)

    @property
    def shared_cells(self) -> Longs:
        """The stop flag, state count and candidate count, as an array of shape (3,).

        All arrays that this property returns share the same memory.
        """
        import numpy as np

        return np.frombuffer(self._shared_words, np.int64)

    def cancel(self) -> None:
        """Ask the computation to stop without a result."""
        self._shared_words[0] = 1

    def finish(self) -> None:
        """Ask generation to end soon with the best candidate so far.

        Generation fails if no candidate so far would be accepted. Solvers ignore the request.
        """
        self.is_finishing = True

    def raise_if_cancelled(self) -> None:
        """Raise an exception if the computation has been asked to stop.

        Raises:
            Cancelled: The computation has been asked to stop.
        """
        if self.is_cancelled:
            raise Cancelled("stopped")

    @property
    def is_cancelled(self) -> bool:
        """True if the computation has been asked to stop."""
        return bool(self._shared_words[0])

    @property
    def progress(self) -> int:
        """The number of states that the current search has seen."""
        return self._shared_words[1]

    @property
    def candidates(self) -> int:
        """The number of candidates that generation has tried."""
        return self._shared_words[2]

    @property
    def seconds(self) -> float:
        """The wall-clock time in seconds since the control was created."""
        return time.perf_counter() - self.started


_FIRST_PORTION = 256
_SHORT, _LONG = 0.02, 0.1


def iterate_portions(largest: int) -> Iterator[int]:
    """Yield the size of each portion of work, so that the clock is read several times a second.

    The first portion is small. The size grows, up to ``largest``, while portions are fast, and
    shrinks when one is slow. It must adapt because the same work takes a hundred times as long
    without machine code as with it.
    """
    portion = min(_FIRST_PORTION, largest)
    while True:
        # The caller does the work of this portion during the ``yield``.
        began = time.perf_counter()
        yield portion
        seconds = time.perf_counter() - began
        if seconds < _SHORT:
            portion = min(4 * portion, largest)
        elif seconds > _LONG:
            portion = max(portion // 4, 1)


def count_cores() -> int:
    """Return the number of CPU cores that this process may use."""
    # The process may be restricted to some of the machine's cores, so prefer its affinity.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
