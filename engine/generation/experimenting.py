"""Experiments run: their jobs side by side, their table in the end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from engine.errors import EngineError
from engine.game.experiment import Experiment, Table
from engine.values.budget import Control, cores
from engine.values.level import MAX_SEED


def table_of(
    experiment: Experiment,
    count: int,
    first: int,
    control: Control,
    done: Callable[[int, int], None] = lambda number, jobs: None,
) -> Table:
    """The table of an experiment, as many of its jobs done at a time as there are cores.

    Args:
        experiment: to run.
        count: the size of the sample.
        first: the first seed.
        control: stops all of it.
        done: called with how many jobs are done, of how many.

    Raises:
        EngineError: there are no such seeds.
        Cancelled: ``control`` was cancelled.
    """
    if first + count - 1 > MAX_SEED:
        raise EngineError(f"seed and size of the sample lead beyond the last seed, {MAX_SEED}")
    jobs = experiment.jobs(count, first)
    found = []
    done(0, len(jobs))
    with ThreadPoolExecutor(cores(), "experiment") as pool:
        try:
            for measured in pool.map(lambda job: experiment.measure(job, control), jobs):
                found.append(measured)
                done(len(found), len(jobs))
        except BaseException:
            control.cancel()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return experiment.table(found)
