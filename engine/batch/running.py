"""A batch as it runs: chunks of seeds go out to workers, what they found goes into the catalogue.

Workers finish in any order, and only what follows on the last seed in the catalogue can go in;
the rest waits. How many chunks are out or wait is bounded, and so is the memory that a batch takes.
What chunks there are, and who tries them, is of no consequence to the catalogue.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.batch.backend import Backend
from engine.batch.order import DEFAULT_PATIENCE, LEAST_TRIED, Chunk
from engine.batch.progress import BatchProgress, Rate, progress_of
from engine.batch.watching import asked_to_pause
from engine.batch.work import Done
from engine.catalogue.runs import RunState
from engine.catalogue.store import Catalogue
from engine.errors import GenerationFailed
from engine.generation.bulk import SeedResult
from engine.staging.demands import rejections_text
from engine.values.budget import Control
from engine.values.level import MAX_SEED

CHUNK_SECONDS = 0.3
"""Work that a chunk should be."""
LARGEST_CHUNK = 4096
_AHEAD = 2
"""Chunks at a worker: the one in hand and the next."""
_SLOW = 1.0
"""Seconds of a chunk from which on the next waits for the first worker that is free."""
_WAITING = 32
"""Chunks for each worker that may be out, or wait for one before them."""
_POLL = 0.1
_LOOK_SECONDS = 0.5
"""Between two looks whether to pause."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a batch ends without all of its levels.

    Attributes:
        patience: seeds in a row without a new level, if they are 10,000 candidates at least.
        seconds: that one go may take, without pauses; None for no limit.
    """

    patience: int = DEFAULT_PATIENCE
    seconds: float | None = None


UNLIMITED = Limits()
"""No limits but the usual patience."""


class Batch:
    """Works on the batch of a catalogue until it is complete or a limit ends it.

    Args:
        catalogue: where levels go, open for writing.
        run: how far it has come there.
        backend: what tries the seeds; the caller, who made it, closes it.
        limits: when to end without all levels.
        on_progress: is handed the progress, several times a second.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        run: RunState,
        backend: Backend,
        limits: Limits,
        on_progress: Callable[[BatchProgress], None],
    ) -> None:
        self._catalogue, self._run, self._backend = catalogue, run, backend
        self._limits, self._on_progress = limits, on_progress
        # The first seed that is in no chunk yet, and how many chunks workers have.
        self._next, self._out = run.next_seed, 0
        # Chunks that wait for one before them, by their first seed.
        self._waiting: dict[int, Done] = {}
        self._seed_seconds: float | None = None
        # Where the seeds begin that gave no new level, and how many candidates came before them.
        self._barren = run.next_seed, run.candidates
        self._before, self._counted = run.seconds, time.monotonic()
        self._rate = Rate(run.kept)
        self._paused, self._looked = False, -math.inf

    def run(self, control: Control) -> None:
        """Works until all levels are there; how far it has come is in the catalogue at any time.

        Raises:
            Cancelled: ``control`` was cancelled.
            GenerationFailed: seeds, patience or time have come to an end.
            EngineError: the catalogue cannot be written, or no worker can go on.
        """
        while not self._run.complete:
            self._look_for_pause()
            if not self._paused:
                self._hand_out()
            for done in self._backend.take(_POLL):
                self._out -= 1
                self._waiting[done.chunk.start] = done
                self._learn(done.seconds / len(done.tried))
            self._take_in()
            self._on_progress(self._progress())
            if not self._run.complete:
                control.require_going_on()
                self._require_sense()

    def _progress(self) -> BatchProgress:
        run = self._run
        return progress_of(
            run,
            seconds=self._seconds,
            rate=0.0 if self._paused else self._rate.now(run.kept),
            trying=self._backend.trying,
            workers=self._backend.workers,
            paused=self._paused,
        )

    @property
    def _seconds(self) -> float:
        """How long the batch has taken, all goes together, without pauses."""
        return self._run.seconds + (0.0 if self._paused else time.monotonic() - self._counted)

    def _hand_out(self) -> None:
        """Hands out chunks, as far as workers and what is still needed allow.

        Towards the end they become smaller, so that workers end together.
        """
        workers, seed_seconds = self._backend.workers, self._seed_seconds or CHUNK_SECONDS
        size = min(max(round(CHUNK_SECONDS / seed_seconds), 1), LARGEST_CHUNK)
        most = workers * (_AHEAD if size * seed_seconds < _SLOW else 1)
        while self._out < most and self._out + len(self._waiting) < workers * _WAITING:
            needed = self._needed() - (self._next - self._run.next_seed)
            size = min(size, math.ceil(needed / most), MAX_SEED + 1 - self._next)
            if size <= 0:
                return
            chunk = Chunk(self._next, self._next + size)
            self._backend.submit(chunk)
            self._next, self._out = chunk.stop, self._out + 1

    def _needed(self) -> int:
        """Seeds that the rest of the levels will take, by what seeds have given so far."""
        run = self._run
        tried = run.next_seed - run.first_seed
        return math.ceil((run.count - run.kept) * (tried + 1) / (run.kept + 1))

    def _learn(self, seconds: float) -> None:
        """Takes into account how long a seed took; the first ones take longer than others."""
        known = self._seed_seconds
        slower = known is not None and seconds > known
        self._seed_seconds = max(
            known + (seconds - known) / 4 if known and slower else seconds, 1e-6
        )

    def _take_in(self) -> None:
        """Puts all that follows on the last seed there into the catalogue."""
        tried: list[SeedResult] = []
        seed = self._run.next_seed
        while (done := self._waiting.pop(seed, None)) is not None:
            tried += done.tried
            seed = done.chunk.stop
        if not tried:
            return
        before, spent, now = self._run, self._seconds - self._run.seconds, time.monotonic()
        self._run = run = self._catalogue.append(before, tried, spent)
        self._counted = now
        if run.kept > before.kept:
            self._barren = run.next_seed, run.candidates

    def _require_sense(self) -> None:
        """Ends a batch that does not get on.

        Raises:
            GenerationFailed: no seed is left, or patience or time has come to an end.
        """
        run, limits = self._run, self._limits
        seeds, candidates = run.next_seed - self._barren[0], run.candidates - self._barren[1]
        why = None
        if run.next_seed > MAX_SEED:
            why = f"there is no seed after {MAX_SEED}"
        elif seeds >= limits.patience and candidates >= LEAST_TRIED:
            why = f"no new level in {seeds:,} seeds, {candidates:,} candidates"
        elif limits.seconds is not None and self._seconds - self._before >= limits.seconds:
            why = f"the time of {limits.seconds:g} s is over"
        if why is not None:
            raise GenerationFailed(f"{why} ({blame(run)})", run.candidates, run.rejections)

    def _look_for_pause(self) -> None:
        now = time.monotonic()
        if now - self._looked < _LOOK_SECONDS:
            return
        paused = asked_to_pause(self._catalogue.path)
        if self._paused != paused:
            # A pause is no time that the levels took.
            self._run = replace(self._run, seconds=self._seconds)
            self._counted, self._rate = now, Rate(self._run.kept)
        self._paused, self._looked = paused, now


def blame(run: RunState) -> str:
    """What became of the candidates that gave no level, the most frequent reason first."""
    twice = {"the same as another": run.duplicates} if run.duplicates else {}
    return rejections_text({**run.rejections, **twice}) or "none rejected"
