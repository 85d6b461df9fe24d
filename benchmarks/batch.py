"""Whole batches into catalogues, beside what is to be reached, and what a second worker gains.

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

from benchmarks.bulk import CORES, TARGETS
from benchmarks.common import row
from engine.batch.batching import batch
from engine.game import kernels, registry
from engine.game.game import Game

SECONDS = 6.0
"""That the levels of a batch here may take, by the target; its own number takes minutes."""


@dataclass
class Spent:
    """What batches took: seconds by the clock, seconds of processors, bytes."""

    wall: float = 0.0
    busy: float = 0.0
    size: int = 0


def run() -> None:
    """Prints levels a second of each target, the gain of a second worker, and bytes a level."""
    print(f"Batches into catalogues, {CORES} workers, beside what is to be reached")
    for target in TARGETS:
        game = registry.get(target.game)
        kernels.load(target.game)
        wanted = target.levels / target.seconds
        count = max(round(wanted * SECONDS), 50) // len(target.settings)
        levels = count * len(target.settings)
        spent = {jobs: Spent() for jobs in (1, CORES)}
        for jobs, sums in spent.items():
            for settings in target.settings:
                _make(game, count, settings, jobs, sums)
        alone, both = spent[1], spent[CORES]
        idle = CORES * levels / both.busy
        reached = f"{idle / wanted:.1f} times the {wanted:,.0f} wanted"
        gain = f"{alone.wall / both.wall / CORES:.2f} of twice one worker's"
        clock = f"{levels / both.wall:,.0f} by the clock, {gain}"
        row(
            target.title, f"{idle:,.0f}", f"{reached}; {clock}; {both.size / levels:.0f} bytes each"
        )


def _make(game: Game, count: int, settings: Mapping[str, object], jobs: int, sums: Spent) -> None:
    """Makes a batch, the start of its workers included, and adds what it took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "levels.catalogue")
        begun, before = time.perf_counter(), _busy()
        batch(game, path, count, settings, seed=1, jobs=jobs)
        sums.wall += time.perf_counter() - begun
        sums.busy += _busy() - before
        sums.size += path.stat().st_size


def _busy() -> float:
    """Processor time of this process and of those that it has waited for."""
    own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
