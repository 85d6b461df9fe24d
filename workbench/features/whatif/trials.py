"""Trying all single changes of a level, in the thread of a lane.

Changes are tried in small batches, so that the first ones are on the screen while the others
are still being solved, and a batch that the helper process has to do in plain Python is over
soon. Whether more things change nothing after each takes a search for every thing: it is looked
for at the end, after the best changes first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from engine.edit.edits import Change
from engine.game.game import Game
from engine.improvement.whatif import Breach, Original, Standing, idles, original, standing
from engine.values.budget import Control
from engine.values.level import Board, Level
from workbench.features.whatif import effects
from workbench.features.whatif.effects import Effect
from workbench.service.solving import SolverService
from workbench.text.status import duration

BATCH = 8
"""Changes tried between two looks at the clock."""
PAUSE = 0.3
"""Seconds between two deliveries: a heat map that changes more often costs bytes, not time."""
T = TypeVar("T")
Deliver = Callable[[Standing | None, Sequence[Effect]], None]
"""Takes how the level stands as it is, and effects that were found."""


@dataclass(slots=True)
class Pace:
    """How far a number of trials has come; a thread begins and counts them, another one reads.

    Attributes:
        task: what is done beside trying changes, such as ``checked``; empty while these are tried.
        of: how many there are.
        done: how many are over.
    """

    task: str = ""
    of: int = 0
    done: int = 0
    _began: float = 0.0

    def begin(self, task: str, of: int) -> None:
        """Trials of another kind."""
        self.task, self.of, self.done, self._began = task, of, 0, time.perf_counter()

    @property
    def words(self) -> str:
        """The rate and the time left; empty before that can be said, and at the end."""
        done, of = self.done, self.of
        if not 0 < done < of:
            return ""
        rate = done / max(time.perf_counter() - self._began, 1e-9)
        each = f"{rate:,.0f}/s" if rate >= 1 else f"{duration(1 / rate)} each"
        so_far = f"{self.task} {done:,} of {of:,}, " if self.task else ""
        return f"{so_far}{each}, {duration((of - done) / rate)} left"


def batched(trials: Sequence[T]) -> Iterator[Sequence[T]]:
    """Some after the others, in order."""
    return (trials[first : first + BATCH] for first in range(0, len(trials), BATCH))


def stand(before: Original, boards: Sequence[Board], control: Control) -> tuple[Standing, ...]:
    """How some changed boards stand, in order."""
    return tuple(standing(before, board, control) for board in boards)


def idle(before: Original, found: Sequence[Effect], control: Control) -> tuple[bool, ...]:
    """Whether more things change nothing after some changes, in order."""
    pairs = ((effect.change.board, effect.standing) for effect in found)
    return tuple(bool(idles(before, *pair, control)) for pair in pairs)


@dataclass(frozen=True, slots=True)
class WhatIfTrials:
    """Trying changes, in the lane's thread.

    Attributes:
        game: the level's game.
        solver: what computes, here or in the helper process.
        control: to stop it.
    """

    game: Game
    solver: SolverService
    control: Control

    def run(
        self,
        level: Level,
        aim: str,
        changes: Sequence[Change],
        deliver: Deliver,
        pace: Pace,
    ) -> None:
        """Judges the level, all changes of it, and then what is inert after each.

        Raises:
            Cancelled: it was stopped; what was found by then has been delivered.
        """
        before = self._asked(partial(original, self.game, level, aim))
        deliver(before.standing, ())
        found: list[Effect] = []

        def tried() -> Iterator[list[Effect]]:
            """Changes with how they stand, by batches."""
            pace.begin("", len(changes))
            for batch in batched(changes):
                boards = tuple(change.board for change in batch)
                stands = self._asked(partial(stand, before, boards))
                found.extend(made := [*map(Effect, batch, stands)])
                pace.done = len(found)
                yield made

        def idling() -> Iterator[list[Effect]]:
            """The changes after which more things are inert, by batches."""
            best = sorted(found, key=lambda each: effects.rank(each.standing), reverse=True)
            pace.begin("checked", len(best))
            for batch in batched(best):
                more = self._asked(partial(idle, before, batch))
                pace.done += len(batch)
                yield [_with_inert(each) for each, is_so in zip(batch, more, strict=True) if is_so]

        for batches in (tried(), idling()):
            self._deliver_all(batches, deliver)

    def _asked(self, call: Callable[[Control], T]) -> T:
        """What comes of a call."""
        found = self.solver.run(call, self.control)
        self.control.require_going_on()
        return found

    def _deliver_all(
        self,
        batches: Iterator[list[Effect]],
        deliver: Deliver,
    ) -> None:
        """Delivers what is found now and then, and the rest at the end, however that comes."""
        waiting: list[Effect] = []
        sent = time.perf_counter()
        try:
            for batch in batches:
                waiting += batch
                if time.perf_counter() - sent >= PAUSE:
                    deliver(None, waiting)
                    waiting, sent = [], time.perf_counter()
        finally:
            deliver(None, waiting)


def _with_inert(effect: Effect) -> Effect:
    """An effect that leaves more things inert."""
    stands = effect.standing
    breaches = (*stands.breaches, Breach("inert"))
    return replace(effect, standing=replace(stands, breaches=breaches))
