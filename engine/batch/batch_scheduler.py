"""The batch scheduler, which sends chunks of seeds to workers and adds their results in order.

Workers finish in any order, but a result can go into the catalogue only if it directly follows the
last seed recorded there. The other results wait in memory. The number of chunks that are running or
waiting is limited, so that memory use is limited too. The chunk size and the choice of workers do
not affect the catalogue.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.batch.backend import Backend
from engine.batch.batch_progress import BatchProgress, RateMeter, build_progress
from engine.batch.batch_spec import DEFAULT_PATIENCE, MIN_CANDIDATES, Chunk
from engine.batch.chunk_trial import ChunkResult
from engine.batch.progress_reader import is_pause_requested
from engine.catalogue.run_record import CatalogueRun
from engine.catalogue.store import Catalogue
from engine.errors import GenerationFailed
from engine.generation.bulk_generator import SeedResult
from engine.stages.accepted_candidate_search import format_rejection_counts
from engine.values.budget import Control
from engine.values.level import MAX_SEED

CHUNK_SECONDS = 0.3
"""The target duration of a chunk, in seconds."""
MAX_CHUNK = 4096
_CHUNKS_AHEAD = 2
"""The number of chunks that a worker has at a time: the current one and the next."""
_SLOW_SECONDS = 1.0
"""The chunk duration, in seconds, at or above which a worker gets only one chunk at a time."""
_MAX_WAITING = 32
"""The maximum number of chunks per worker that are running or waiting for an earlier chunk."""
_POLL = 0.1
_PAUSE_CHECK_SECONDS = 0.5
"""The time between two checks for a pause, in seconds."""


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """The limits that can end a batch before all levels are found.

    Attributes:
        patience: The number of consecutive seeds without a new level after which the batch ends,
            provided that at least 10,000 candidates were tried for them.
        seconds: The maximum working time for one call in seconds, not counting pauses; None for no
            limit.
    """

    patience: int = DEFAULT_PATIENCE
    seconds: float | None = None


UNLIMITED = BatchLimits()
"""The limits with the default patience and no time limit."""


class BatchScheduler:
    """The loop that works on a catalogue's batch until it is complete or a limit ends it.

    Args:
        catalogue: The catalogue, open for adding levels.
        run: The run that records the batch in the catalogue.
        backend: The backend whose workers try the seeds. The caller closes it.
        limits: The limits that can end the batch before all levels are found.
        on_progress: A callback that receives the progress several times a second.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        run: CatalogueRun,
        backend: Backend,
        limits: BatchLimits,
        on_progress: Callable[[BatchProgress], None],
    ) -> None:
        self._catalogue, self._run, self._backend = catalogue, run, backend
        self._limits, self._on_progress = limits, on_progress
        # The first seed that is in no chunk yet, and the number of chunks that workers still have.
        self._next_seed, self._chunks_out = run.next_seed, 0
        # Results that are waiting for an earlier chunk, keyed by the first seed of their chunk.
        self._results_waiting: dict[int, ChunkResult] = {}
        self._seed_seconds: float | None = None
        # The next seed and the number of candidates at the time of the last new level.
        self._last_success = run.next_seed, run.candidates
        self._seconds_before, self._last_saved = run.seconds, time.monotonic()
        self._rate = RateMeter(run.kept)
        self._paused, self._last_check = False, -math.inf

    def run(self, control: Control) -> None:
        """Run until the batch is complete, recording the exact progress in the catalogue.

        Raises:
            Cancelled: ``control`` was cancelled.
            GenerationFailed: A limit ended the batch, or all seeds are used up.
            EngineError: The catalogue cannot be written, or no worker can continue.
        """
        while not self._run.is_complete:
            self._check_pause()
            if not self._paused:
                self._submit_chunks()
            for done in self._backend.take_results(_POLL):
                self._chunks_out -= 1
                self._results_waiting[done.chunk.start] = done
                self._update_seed_time(done.seconds / len(done.results))
            self._append_results()
            self._on_progress(self._build_progress())
            if not self._run.is_complete:
                control.raise_if_cancelled()
                self._check_limits()

    def _build_progress(self) -> BatchProgress:
        run = self._run
        return build_progress(
            run,
            seconds=self._seconds,
            rate=0.0 if self._paused else self._rate.update_rate(run.kept),
            trying=self._backend.candidates_in_progress,
            workers=self._backend.workers,
            paused=self._paused,
        )

    @property
    def _seconds(self) -> float:
        """The total working time of all calls of ``run_batch`` in seconds, not counting pauses."""
        return self._run.seconds + (0.0 if self._paused else time.monotonic() - self._last_saved)

    def _submit_chunks(self) -> None:
        """Send chunks to workers, but no more seeds than the batch is likely to need.

        Chunks get smaller towards the end of the batch, so that all workers finish at about the
        same time.
        """
        workers, seed_seconds = self._backend.workers, self._seed_seconds or CHUNK_SECONDS
        size = min(max(round(CHUNK_SECONDS / seed_seconds), 1), MAX_CHUNK)
        # Giving each worker a second chunk hides the cost of communication. Long chunks are not
        # queued, because another worker may be free sooner.
        most = workers * (_CHUNKS_AHEAD if size * seed_seconds < _SLOW_SECONDS else 1)
        while (
            self._chunks_out < most
            and self._chunks_out + len(self._results_waiting) < workers * _MAX_WAITING
        ):
            # Seeds that workers already have, or whose results are waiting, need not be sent.
            needed = self._estimate_seeds() - (self._next_seed - self._run.next_seed)
            size = min(size, math.ceil(needed / most), MAX_SEED + 1 - self._next_seed)
            if size <= 0:
                return
            chunk = Chunk(self._next_seed, self._next_seed + size)
            self._backend.submit_chunk(chunk)
            self._next_seed, self._chunks_out = chunk.stop, self._chunks_out + 1

    def _estimate_seeds(self) -> int:
        """Estimate the number of seeds still needed, based on the yield so far."""
        run = self._run
        tried = run.next_seed - run.first_seed
        # As in Laplace's rule of succession, add 1 to both counts, so that the yield is never 0.
        return math.ceil((run.count - run.kept) * (tried + 1) / (run.kept + 1))

    def _update_seed_time(self, seconds: float) -> None:
        """Update the estimated time per seed after a chunk that took ``seconds`` per seed.

        A faster chunk replaces the estimate. A slower one moves it only a quarter of the way,
        because the first chunks in a new process take longer than later ones.
        """
        known = self._seed_seconds
        slower = known is not None and seconds > known
        self._seed_seconds = max(
            known + (seconds - known) / 4 if known and slower else seconds, 1e-6
        )

    def _append_results(self) -> None:
        """Add to the catalogue all waiting results that directly follow the last seed in it."""
        tried: list[SeedResult] = []
        seed = self._run.next_seed
        # Seeds must be added without gaps, so stop at the first chunk that is not done.
        while (done := self._results_waiting.pop(seed, None)) is not None:
            tried += done.results
            seed = done.chunk.stop
        if not tried:
            return
        before, spent, now = self._run, self._seconds - self._run.seconds, time.monotonic()
        self._run = run = self._catalogue.append_results(before, tried, spent)
        self._last_saved = now
        if run.kept > before.kept:
            self._last_success = run.next_seed, run.candidates

    def _check_limits(self) -> None:
        """Raise an error if the batch has reached a limit.

        Raises:
            GenerationFailed: A limit is reached, or all seeds are used up.
        """
        run, limits = self._run, self._limits
        seeds, candidates = (
            run.next_seed - self._last_success[0],
            run.candidates - self._last_success[1],
        )
        why = None
        if run.next_seed > MAX_SEED:
            why = f"no seeds are left after {MAX_SEED}"
        elif seeds >= limits.patience and candidates >= MIN_CANDIDATES:
            why = f"no new level in {seeds:,} seeds, {candidates:,} candidates"
        elif limits.seconds is not None and self._seconds - self._seconds_before >= limits.seconds:
            why = f"the time limit of {limits.seconds:g} s has passed"
        if why is not None:
            raise GenerationFailed(
                f"{why} ({explain_rejections(run)})", run.candidates, run.rejections
            )

    def _check_pause(self) -> None:
        now = time.monotonic()
        if now - self._last_check < _PAUSE_CHECK_SECONDS:
            return
        paused = is_pause_requested(self._catalogue.path)
        if self._paused != paused:
            # Paused time does not count: save the working time, then restart the clock and the
            # rate meter.
            self._run = replace(self._run, seconds=self._seconds)
            self._last_saved, self._rate = now, RateMeter(self._run.kept)
        self._paused, self._last_check = paused, now


def explain_rejections(run: CatalogueRun) -> str:
    """Return text that says how many candidates were rejected for each reason, or that none were.

    The most frequent reason comes first.
    """
    twice = {"same board as another level": run.duplicates} if run.duplicates else {}
    return format_rejection_counts({**run.rejections, **twice}) or "none rejected"
