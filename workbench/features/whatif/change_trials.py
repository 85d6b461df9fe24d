"""Trials of all single changes to a level, in a background thread.

Changes are tried in small batches. The first effects can therefore be shown while other boards are
still being solved, and even a batch that runs as plain Python in the helper process ends quickly.
Counting inert objects takes one search per object. This is therefore done last, starting with the
best changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from engine.edit.single_changes import Change
from engine.game.game import Game
from engine.improvement.change_assessment import (
    Assessment,
    Breach,
    OriginalLevel,
    adds_inert_objects,
    assess_change,
    assess_original,
)
from engine.values.budget import Control
from engine.values.level import Board, Level
from workbench.features.whatif import change_effects
from workbench.features.whatif.change_effects import Effect
from workbench.service.solver_service import SolverService
from workbench.text.quantity_text import format_duration

BATCH_SIZE = 8
"""The number of changes that are tried in one call to the solver."""
DELIVERY_SECONDS = 0.3
"""The minimum time between two deliveries, in seconds. Redrawing the heat map is costly."""
T = TypeVar("T")
Deliver = Callable[[Assessment | None, Sequence[Effect]], None]
"""A function that receives new effects and, on the first call, the unchanged level's assessment."""


@dataclass(slots=True)
class TrialProgress:
    """The progress of a series of trials, written by one thread and read by another.

    Attributes:
        task: The name of the current task, such as ``checked``, or "" while changes are tried.
        total: The number of trials in the task.
        done: The number of trials that are done.
    """

    task: str = ""
    total: int = 0
    done: int = 0
    _start_time: float = 0.0

    def begin_task(self, task: str, total: int) -> None:
        """Start a new task that consists of ``total`` trials."""
        self.task, self.total, self.done, self._start_time = task, total, 0, time.perf_counter()

    @property
    def text(self) -> str:
        """The rate of trials and the time left, or "" before the first trial and after the last."""
        done, of = self.done, self.total
        if not 0 < done < of:
            return ""
        rate = done / max(time.perf_counter() - self._start_time, 1e-9)
        each = f"{rate:,.0f}/s" if rate >= 1 else f"{format_duration(1 / rate)} each"
        so_far = f"{self.task} {done:,} of {of:,}, " if self.task else ""
        return f"{so_far}{each}, {format_duration((of - done) / rate)} left"


def split_batches(trials: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield ``trials`` in order, in batches of at most :data:`BATCH_SIZE`."""
    return (trials[first : first + BATCH_SIZE] for first in range(0, len(trials), BATCH_SIZE))


def assess_boards(
    original: OriginalLevel, boards: Sequence[Board], control: Control
) -> tuple[Assessment, ...]:
    """Assess each of the changed ``boards`` against the original level, in order."""
    return tuple(assess_change(original, board, control) for board in boards)


def check_inert(
    original: OriginalLevel, found: Sequence[Effect], control: Control
) -> tuple[bool, ...]:
    """Return, for each effect in ``found``, whether its board has more inert objects than before.

    Args:
        original: The level before the changes.
        found: The effects of the changes.
        control: The control that can cancel the check.
    """
    pairs = ((effect.change.board, effect.assessment) for effect in found)
    return tuple(bool(adds_inert_objects(original, *pair, control)) for pair in pairs)


@dataclass(frozen=True, slots=True)
class WhatIfTrials:
    """A runner for trials of changes to a level, which runs in a background thread.

    Attributes:
        game: The level's game.
        solver: The service that solves boards, in this process or in the helper process.
        control: The control that can cancel the trials.
    """

    game: Game
    solver: SolverService
    control: Control

    def run(
        self,
        level: Level,
        objective: str,
        changes: Sequence[Change],
        deliver: Deliver,
        progress: TrialProgress,
    ) -> None:
        """Assess the level and every change to it, and then count inert objects for every change.

        Args:
            level: The level before any change.
            objective: The objective by which to assess boards.
            changes: The changes, in the order in which to try them.
            deliver: The function that receives the results.
            progress: The record of the progress, which this function updates.

        Raises:
            Cancelled: The trials were cancelled. All results until then have been delivered.
        """
        before = self._run_call(partial(assess_original, self.game, level, objective))
        deliver(before.assessment, ())
        found: list[Effect] = []

        def try_changes() -> Iterator[list[Effect]]:
            progress.begin_task("", len(changes))
            for batch in split_batches(changes):
                boards = tuple(change.board for change in batch)
                state = self._run_call(partial(assess_boards, before, boards))
                found.extend(made := [*map(Effect, batch, state)])
                progress.done = len(found)
                yield made

        def check_changes() -> Iterator[list[Effect]]:
            best = sorted(
                found, key=lambda each: change_effects.get_rank(each.assessment), reverse=True
            )
            progress.begin_task("checked", len(best))
            for batch in split_batches(best):
                more = self._run_call(partial(check_inert, before, batch))
                progress.done += len(batch)
                yield [
                    _add_inert_breach(each)
                    for each, is_so in zip(batch, more, strict=True)
                    if is_so
                ]

        # The generators are lazy, so `check_changes` starts only when `found` is complete.
        for batches in (try_changes(), check_changes()):
            self._deliver_all(batches, deliver)

    def _run_call(self, call: Callable[[Control], T]) -> T:
        """Run ``call`` in the solver service, and return its result.

        Raises:
            Cancelled: The trials were cancelled.
        """
        found = self.solver.run_task(call, self.control)
        self.control.raise_if_cancelled()
        return found

    def _deliver_all(
        self,
        batches: Iterator[list[Effect]],
        deliver: Deliver,
    ) -> None:
        """Deliver results at intervals, and the rest at the end, even if a batch is cancelled."""
        waiting: list[Effect] = []
        sent = time.perf_counter()
        # If a batch raises `Cancelled`, the effects found before it are still valid.
        try:
            for batch in batches:
                waiting += batch
                if time.perf_counter() - sent >= DELIVERY_SECONDS:
                    deliver(None, waiting)
                    waiting, sent = [], time.perf_counter()
        finally:
            deliver(None, waiting)


def _add_inert_breach(effect: Effect) -> Effect:
    """Return a copy of the effect with a breach for having more inert objects than before."""
    state = effect.assessment
    breaches = (*state.breaches, Breach("inert"))
    return replace(effect, assessment=replace(state, breaches=breaches))
