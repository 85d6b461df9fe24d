"""Whole batches into catalogues, beside what is to be reached, and what a second worker gains.

A batch of a hundred thousand levels takes a minute, and its workers start in a fraction of a
second; one of a few hundred is half start. So two are made of each kind, one of a single level, and
what the second takes beyond the first is scaled to the number of levels that is to be reached.

On a machine that does other work too, clocks say little; so does processor time: what all processes
of a batch take together, and from that how many levels two idle cores would make.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bulk import CORES, TARGETS, Target
from benchmarks.common import require_kernels, row
from engine.batch.batch_generation import run_batch
from engine.game import registry
from engine.game.game import Game

SECONDS = 6.0
"""That the levels of the larger batch may take, by the target; its own number takes minutes."""


@dataclass(frozen=True)
class Spent:
    """What batches took: seconds by the clock, seconds of processors, bytes."""

    wall: float = 0.0
    busy: float = 0.0
    size: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.wall + other.wall, self.busy + other.busy, self.size + other.size)

    def __sub__(self, other: Spent) -> Spent:
        return self + other * -1

    def __mul__(self, factor: float) -> Spent:
        return Spent(self.wall * factor, self.busy * factor, self.size * factor)


def run() -> None:
    """Prints levels a second of each target, the gain of a second worker, and bytes a level."""
    print(f"Batches into catalogues, {CORES} workers, beside what is to be reached")
    for target in TARGETS:
        require_kernels()
        alone, both = _of_all_levels(target, 1), _of_all_levels(target, CORES)
        wanted = target.levels / target.seconds
        idle = CORES * target.levels / both.busy
        reached = f"{idle / wanted:.1f} times the {wanted:,.0f} wanted"
        gain = f"{alone.wall / both.wall / CORES:.2f} of twice one worker's"
        clock = f"{target.levels / both.wall:,.0f} by the clock, {gain}"
        size = f"{both.size / target.levels:.0f} bytes each"
        row(target.title, f"{idle:,.0f}", f"{reached}; {clock}; {size}")


def _of_all_levels(target: Target, jobs: int) -> Spent:
    """What all levels of a target take, by two batches of each of its settings."""
    kinds = len(target.settings)
    count = max(round(target.levels / target.seconds * SECONDS), 50) // kinds
    start, longer = _spent(target, 1, jobs), _spent(target, count, jobs)
    return start + (longer - start) * ((target.levels / kinds - 1) / (count - 1))


def _spent(target: Target, count: int, jobs: int) -> Spent:
    """What batches of so many levels take, one for each of a target's settings."""
    game = registry.get_game(target.game)
    made = (_make(game, count, settings, jobs) for settings in target.settings)
    return sum(made, Spent())


def _make(game: Game, count: int, settings: Mapping[str, object], jobs: int) -> Spent:
    """Makes a batch, the start of its workers included; what it took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "levels.catalogue")
        begun, before = time.perf_counter(), _busy()
        run_batch(game, path, count, settings, seed=1, jobs=jobs)
        return Spent(time.perf_counter() - begun, _busy() - before, path.stat().st_size)


def _busy() -> float:
    """Processor time of this process and of those that it has waited for."""
    own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
