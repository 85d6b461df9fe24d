"""Who tries the mutations of a round: this process, or others of this machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from engine.archive.trying import Outcome, TrialOrder, Trials, outcomes
from engine.batch.local import LocalBackend
from engine.batch.order import Chunk
from engine.batch.work import Done
from engine.values.budget import Control, cores

PORTION = 4
"""Mutations that a worker process is handed at a time."""
_POLL = 0.05


class Workers(Protocol):
    """The workers that try mutations."""

    @property
    def number(self) -> int:
        """How many are tried at a time."""

    def outcomes(
        self, trials: Trials, control: Control, over: Callable[[], bool]
    ) -> tuple[Outcome, ...] | None:
        """What becomes of the mutations of a round; None if it was ``over`` before their end.

        Nothing can be asked for after that.

        Raises:
            Cancelled: ``control`` was cancelled.
            EngineError: worker processes keep being lost.
        """

    def close(self) -> None:
        """End, with whatever is being worked on."""


def workers_of(order: TrialOrder, jobs: int | None = None) -> Workers:
    """So many workers; one a core if no number is given.

    Raises:
        BatchError: no process can be started.
    """
    number = jobs or cores()
    return Here(order) if number == 1 else Processes(order, number)


class Here:
    """This process, which tries one mutation after the other."""

    number = 1

    def __init__(self, order: TrialOrder) -> None:
        self._order = order

    def outcomes(
        self, trials: Trials, control: Control, over: Callable[[], bool]
    ) -> tuple[Outcome, ...] | None:
        """What becomes of the mutations of a round; None if it was ``over`` before their end."""
        return outcomes(self._order, trials, control, over)

    def close(self) -> None:
        """Does nothing: no process is left to end."""


class Processes:
    """Processes of this machine, those that make batches."""

    def __init__(self, order: TrialOrder, jobs: int) -> None:
        self._backend = LocalBackend(order, jobs, tried)

    @property
    def number(self) -> int:
        """How many there are."""
        return self._backend.workers

    def outcomes(
        self, trials: Trials, control: Control, over: Callable[[], bool]
    ) -> tuple[Outcome, ...] | None:
        """What becomes of the mutations of a round; None if it was ``over`` before their end."""
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
        """End all processes, whatever they are at."""
        self._backend.close()


def tried(order: TrialOrder, chunk: Chunk, watch: Callable[[Control], None]) -> Done:
    """Tries the mutations of a chunk, in a worker process."""
    began, control = time.perf_counter(), Control()
    watch(control)
    found = outcomes(order, chunk.given, control)
    assert found is not None
    return Done(chunk, found, time.perf_counter() - began)
