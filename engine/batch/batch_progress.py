"""The progress of a batch, and a meter that measures its rate."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.catalogue.run_record import CatalogueRun

_WINDOW = 10.0
"""The period over which the rate is measured, in seconds."""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """The state of a batch at one moment.

    Attributes:
        game: The name of the game.
        accepted: The number of levels in the catalogue.
        count: The number of levels wanted.
        first_seed: The first seed of the batch.
        seed: The first seed whose result is not yet in the catalogue.
        candidates: The number of candidates tried for all seeds before ``seed``.
        duplicates: The number of levels dropped because the catalogue already had them.
        rejections: The number of rejected candidates for each reason.
        seconds: The total working time in seconds over all calls of ``run_batch``.
        rate: The current rate in levels per second; 0 if unknown.
        trying: The number of candidates tried so far for unfinished seeds. They are not included in
            ``candidates``.
        workers: The number of seeds tried in parallel.
        paused: True if a pause is requested.
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
        """The estimated time left until the batch is complete, in seconds; None if unknown."""
        return (self.count - self.accepted) / self.rate if self.rate else None

    @property
    def is_complete(self) -> bool:
        """True if the catalogue has all the levels wanted."""
        return self.accepted >= self.count

    def to_answer(self) -> dict[str, Any]:
        """Return the object that ``batch --json`` prints at the end."""
        return {
            "game": self.game,
            "accepted": self.accepted,
            "candidates": self.candidates,
            "duplicates": self.duplicates,
            "rejections": dict(self.rejections),
            "seconds": round(self.seconds, 3),
        }

    def to_record(self) -> dict[str, Any]:
        """Return all fields as a JSON object."""
        return {**asdict(self), "rejections": dict(self.rejections), "left": self.left}


def build_progress(
    run: CatalogueRun,
    *,
    seconds: float | None = None,
    rate: float = 0.0,
    trying: int = 0,
    workers: int = 0,
    paused: bool = False,
) -> BatchProgress:
    """Build the progress of a batch from its catalogue run and the state of its workers."""
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


class RateMeter:
    """A meter that measures the rate of a batch over the last ten seconds."""

    def __init__(self, accepted: int) -> None:
        self._samples = deque([(time.monotonic(), accepted)])

    def update_rate(self, accepted: int) -> float:
        """Record the current number of levels, and return the rate in levels per second."""
        now = time.monotonic()
        # Keep one sample at or before the start of the window, so that the rate covers all of it.
        while len(self._samples) > 1 and self._samples[1][0] <= now - _WINDOW:
            self._samples.popleft()
        first, before = self._samples[0]
        # Keep at most 50 samples in a window, even if the rate is updated more often.
        if now - self._samples[-1][0] >= _WINDOW / 50:
            self._samples.append((now, accepted))
        return (accepted - before) / (now - first) if now > first else 0.0
