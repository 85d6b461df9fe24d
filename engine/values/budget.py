"""Limits of a computation: how long it may go on, how it is stopped, how far it has come."""

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
    from engine.jit.marks import Longs


@dataclass(frozen=True, slots=True)
class ProgressSnapshot:
    """How far the improving of one first board has come, and what came of it so far.

    Attributes:
        done: steps done, of each way.
        of: steps to be done; 0 where no number is named.
        unit: what is counted, such as ``iterations``: the key of the parameter that sets ``of``.
        board: the best board so far, the same object until there is a better one.
        best: its score.
        fault: why it would not be accepted, in a few words; None if it would be.
        tried: boards made, all ways together.
        kept: how many of them were kept.
        rejections: how many were not, by reason in words; with those kept they make ``tried``.
        growth: the step at which a best board was made and its score, in order of steps. Of
            several within the same moment only the last is kept.
        bests: the best score of every independent way, in order; one where there is one.
        speed: boards made a second since this go began; 0 while that cannot be said.
        attempt: which candidate of the seed is being improved.
        figures: what the aim looks at, of the best board; nothing where there is a score instead.
    """

    done: int
    of: int
    unit: str
    board: Board
    best: int
    fault: str | None
    tried: int
    kept: int
    rejections: Mapping[str, int]
    growth: tuple[tuple[int, int], ...]
    bests: tuple[int, ...]
    speed: float
    attempt: int
    figures: Mapping[str, Any] = field(default_factory=dict)

    @property
    def acceptance(self) -> float:
        """The share of the boards made that were kept, 0 to 1."""
        return self.kept / self.tried if self.tried else 0.0


DEFAULT_MAX_STATES = 5_000_000
"""States that a search may see when nothing else is said."""

MAX_DEPTH = 1_000
"""Moves that the limit of a search of limited depth may be set to."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one search.

    Attributes:
        max_states: states seen.
        seconds: on the clock of its control, which may go for several searches, one after the
            other; None for no limit.
        depth: moves after which a strategy of limited depth looks no further, 1 to
            :data:`MAX_DEPTH`; None for the strategy's own number of them.
    """

    max_states: int = DEFAULT_MAX_STATES
    seconds: float | None = None
    depth: int | None = None

    def is_spent(self, seconds: float) -> bool:
        """Whether the time is up after so many seconds."""
        return self.seconds is not None and seconds >= self.seconds


@dataclass(slots=True)
class Control:
    """One running computation, as seen from other threads.

    Any thread may call :meth:`cancel` and :meth:`finish` and read the counters; the computation
    polls the flag often enough to stop within a few milliseconds. The cells (flag, states,
    candidates) are shared with compiled code, which holds no lock and needs none: each is one
    aligned machine word.

    Attributes:
        started: when the computation was prepared.
        rejections: how many of the candidates were rejected, by reason; it lags behind the
            count of candidates and is replaced, never changed.
        snapshot: how far the improving of a candidate has come, None while none is being improved;
            replaced, never changed.
        finishing: generation was asked to end with the best so far.
    """

    started: float = field(default_factory=time.perf_counter)
    rejections: Mapping[str, int] = field(default_factory=dict)
    snapshot: ProgressSnapshot | None = None
    finishing: bool = False
    _words: array[int] = field(default_factory=lambda: array("q", (0, 0, 0)), repr=False)

    @property
    def cells(self) -> Longs:
        """The flag, the states and the candidates, shape (3,), shared with who asked before."""
        import numpy as np

        return np.frombuffer(self._words, np.int64)

    def cancel(self) -> None:
        """Ask the computation to stop; nothing comes of it."""
        self._words[0] = 1

    def finish(self) -> None:
        """Ask generation to end soon, with the best candidate so far.

        It fails if there is none that would be accepted. Searches for verdicts go on.
        """
        self.finishing = True

    def require_going_on(self) -> None:
        """Ends the computation here if it was asked to stop.

        Raises:
            Cancelled: it was.
        """
        if self.cancelled:
            raise Cancelled("stopped")

    @property
    def cancelled(self) -> bool:
        """Whether the computation was asked to stop."""
        return bool(self._words[0])

    @property
    def progress(self) -> int:
        """States that the search under way has seen so far."""
        return self._words[1]

    @property
    def candidates(self) -> int:
        """Candidates that generation has tried so far."""
        return self._words[2]

    @property
    def seconds(self) -> float:
        """Wall time since the computation was prepared."""
        return time.perf_counter() - self.started


_FIRST = 256
_SHORT, _LONG = 0.02, 0.1


def portions(most: int) -> Iterator[int]:
    """How much of some work to do next, so that a look at the clock comes several times a second.

    The first portions are small and grow up to ``most`` while they take but a moment: the same work
    is a hundred times slower until there is machine code for it.
    """
    portion = min(_FIRST, most)
    while True:
        began = time.perf_counter()
        yield portion
        seconds = time.perf_counter() - began
        if seconds < _SHORT:
            portion = min(4 * portion, most)
        elif seconds > _LONG:
            portion = max(portion // 4, 1)


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
