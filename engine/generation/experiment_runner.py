"""The function that runs an experiment's jobs in parallel and builds its table of results."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from engine.errors import EngineError
from engine.game.experiment import Experiment, ResultTable
from engine.values.budget import Control, count_cores
from engine.values.level import MAX_SEED


def run_experiment(
    experiment: Experiment,
    count: int,
    first: int,
    control: Control,
    report: Callable[[int, int], None] = lambda number, jobs: None,
) -> ResultTable:
    """Run an experiment and return its table of results.

    Each core runs one job at a time.

    Args:
        experiment: The experiment to run.
        count: The number of seeds in the sample.
        first: The first seed in the sample.
        control: The control that can cancel all jobs.
        report: A callback that receives the number of finished jobs and the total number of jobs.

    Raises:
        EngineError: The sample extends beyond the last valid seed.
        Cancelled: ``control`` was cancelled.
    """
    if first + count - 1 > MAX_SEED:
        raise EngineError(f"the sample would end after the last seed, {MAX_SEED}")
    jobs = experiment.create_jobs(count, first)
    found = []
    report(0, len(jobs))
    with ThreadPoolExecutor(count_cores(), "experiment") as pool:
        try:
            for measured in pool.map(lambda job: experiment.measure(job, control), jobs):
                found.append(measured)
                report(len(found), len(jobs))
        # This includes a keyboard interrupt: jobs that are not cancelled would keep the process
        # alive.
        except BaseException:
            control.cancel()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return experiment.build_table(found)
