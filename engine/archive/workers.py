"""Who tries the mutations of a round: this process, or others of this machine."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.archive.trying import Outcome, TrialOrder, Trials, outcomes
from engine.batch.local import LocalBackend
from engine.batch.order import Chunk
from engine.batch.work import Done
from engine.values.budget import Control, cores

PORTION = 4
"""Mutations that a worker process is handed at a time."""
_POLL = 0.05


class Workers:
    """The workers that try mutations: this process, or several of those that make batches.

    Args:
        order: what each mutation is tried with.
        jobs: how many are tried at a time; None for one a core.

    Attributes:
        number: how many are tried at a time.

    Raises:
        BatchError: no process can be started.
    """

    def __init__(self, order: TrialOrder, jobs: int | None = None) -> None:
        self.number = jobs or cores()
        self._order = order
        self._backend = None if self.number == 1 else LocalBackend(order, self.number, tried)

    def outcomes(
        self, trials: Trials, control: Control, over: Callable[[], bool]
    ) -> tuple[Outcome, ...] | None:
        """Try the mutations of a round; return None if it was ``over`` before their end.

        Nothing can be asked for after that.

        Raises:
            Cancelled: ``control`` was cancelled.
            EngineError: worker processes keep being lost.
        """
        if self._backend is None:
            return outcomes(self._order, trials, control, over)
        all_of_them = trials.trials
        for start in range(0, len(all_of_them), PORTION):
            portion = all_of_them[start : start + PORTION]
            self._backend.submit(Chunk(start, start + len(portion), Trials(portion, trials.bests)))
        found: dict[int, tuple[Outcome, ...]] = {}
        while sum(map(len, found.values())) < len(all_of_them):
            control.require_going_on()
            if over():
                return None
            found |= {done.chunk.start: done.tried for done in self._backend.take(_POLL)}
        return tuple(outcome for start in sorted(found) for outcome in found[start])

    def close(self) -> None:
        """End all processes, with whatever is being worked on."""
        if self._backend is not None:
            self._backend.close()


def tried(order: TrialOrder, chunk: Chunk, watch: Callable[[Control], None]) -> Done:
    """Tries the mutations of a chunk, in a worker process."""
    began, control = time.perf_counter(), Control()
    watch(control)
    found = outcomes(order, chunk.given, control)
    assert found is not None
    return Done(chunk, found, time.perf_counter() - began)
