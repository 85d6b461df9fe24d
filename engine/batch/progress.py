"""The progress of a batch, as one frozen value for the processes that watch it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.catalogue.runs import RunState

_WINDOW = 10.0
"""Seconds that a rate is taken over."""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch has come.

    Attributes:
        game: the game's name.
        accepted: levels in the catalogue.
        count: levels that are wanted.
        first_seed: the seed that it began with.
        seed: the seed that has to be tried next.
        candidates: tried for all seeds before that one.
        duplicates: levels dropped because the same one was there already.
        rejections: how many candidates were rejected, by reason.
        seconds: that the batch has taken, with those of earlier goes.
        rate: levels a second of late; 0 while that cannot be said.
        trying: candidates tried for seeds in hand, not among ``candidates`` yet.
        workers: how many seeds are tried at a time.
        paused: whether it has been asked to pause.
    """

    game: str
    accepted: int
    count: int
    first_seed: int
    seed: int
    candidates: int
    duplicates: int
    rejections: Mapping[str, int]
    seconds: float
    rate: float = 0.0
    trying: int = 0
    workers: int = 0
    paused: bool = False

    @property
    def left(self) -> float | None:
        """Seconds that the rest will take at this rate; None while that cannot be said."""
        return (self.count - self.accepted) / self.rate if self.rate else None

    @property
    def complete(self) -> bool:
        """Whether all that is wanted is there."""
        return self.accepted >= self.count

    def answer(self) -> dict[str, Any]:
        """What ``batch --json`` ends with."""
        return {
            "game": self.game,
            "accepted": self.accepted,
            "candidates": self.candidates,
            "duplicates": self.duplicates,
            "rejections": dict(self.rejections),
            "seconds": round(self.seconds, 3),
        }

    def record(self) -> dict[str, Any]:
        """Everything, as JSON."""
        return {**asdict(self), "rejections": dict(self.rejections), "left": self.left}


def progress_of(
    run: RunState,
    *,
    seconds: float | None = None,
    rate: float = 0.0,
    trying: int = 0,
    workers: int = 0,
    paused: bool = False,
) -> BatchProgress:
    """How far the ledger of a run says that a batch has come, and what else is known."""
    return BatchProgress(
        run.game,
        run.kept,
        run.count,
        run.first_seed,
        run.next_seed,
        run.candidates,
        run.duplicates,
        run.rejections,
        run.seconds if seconds is None else seconds,
        rate,
        trying,
        workers,
        paused,
    )


class Rate:
    """Levels a second, over the last ten seconds at most."""

    def __init__(self, accepted: int) -> None:
        self._seen = deque([(time.monotonic(), accepted)])

    def now(self, accepted: int) -> float:
        """The rate, of so many levels now."""
        now = time.monotonic()
        while len(self._seen) > 1 and self._seen[1][0] <= now - _WINDOW:
            self._seen.popleft()
        first, before = self._seen[0]
        if now - self._seen[-1][0] >= _WINDOW / 50:
            self._seen.append((now, accepted))
        return (accepted - before) / (now - first) if now > first else 0.0
