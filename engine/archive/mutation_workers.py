"""The workers that try the mutations in a round, in this process or in other processes."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.archive.mutation_trials import TrialGroup, TrialOutcome, TrialSpec, run_trials
from engine.batch.batch_spec import Chunk
from engine.batch.chunk_trial import ChunkResult
from engine.batch.local_backend import LocalBackend
from engine.values.budget import Control, count_cores

CHUNK_SIZE = 4
"""The number of mutations sent to a worker process at a time."""
_POLL = 0.05


class TrialWorkers:
    """A group of workers that try mutations: this process alone, or several worker processes.

    Args:
        spec: The settings shared by all mutations.
        jobs: The number of workers; None for one per core.

    Attributes:
        count: The number of mutations tried in parallel.

    Raises:
        BatchError: No process can be started.
    """

    def __init__(self, spec: TrialSpec, jobs: int | None = None) -> None:
        self.count = jobs or count_cores()
        self._order = spec
        self._backend = None if self.count == 1 else LocalBackend(spec, self.count, run_trial_chunk)

    def run_trials(
        self, trials: TrialGroup, control: Control, should_stop: Callable[[], bool]
    ) -> tuple[TrialOutcome, ...] | None:
        """Try the mutations in a round, and return their outcomes in order.

        Returns:
            The outcomes, or None if ``should_stop`` ended the round early. The workers cannot be
            used again after that.

        Raises:
            Cancelled: ``control`` was cancelled.
            EngineError: Worker processes keep dying.
        """
        if self._backend is None:
            return run_trials(self._order, trials, control, should_stop)
        all_of_them = trials.trials
        for start in range(0, len(all_of_them), CHUNK_SIZE):
            portion = all_of_them[start : start + CHUNK_SIZE]
            self._backend.submit_chunk(
                Chunk(start, start + len(portion), TrialGroup(portion, trials.bests))
            )
        found: dict[int, tuple[TrialOutcome, ...]] = {}
        while sum(map(len, found.values())) < len(all_of_them):
            control.raise_if_cancelled()
            if should_stop():
                return None
            found |= {done.chunk.start: done.results for done in self._backend.take_results(_POLL)}
        # Portions finish in any order, so sort them by the index of their first mutation.
        return tuple(outcome for start in sorted(found) for outcome in found[start])

    def close(self) -> None:
        """Kill all worker processes immediately, even if they are busy."""
        if self._backend is not None:
            self._backend.close()


def run_trial_chunk(spec: TrialSpec, chunk: Chunk, watch: Callable[[Control], None]) -> ChunkResult:
    """Try the mutations in a chunk. This function runs in a worker process.

    Args:
        spec: The settings shared by all mutations.
        chunk: The chunk, whose payload is the :class:`TrialGroup` to try.
        watch: A callback that receives the control of the chunk before the first mutation.
    """
    began, control = time.perf_counter(), Control()
    watch(control)
    found = run_trials(spec, chunk.payload, control)
    # The result is None only if should_stop, which is not given here, ends the trials early.
    assert found is not None
    return ChunkResult(chunk, found, time.perf_counter() - began)
