"""Slow computations in the foreground, for callers that wait for the result.

Progress is shown on stderr if it is a terminal, and Ctrl-C stops the computation.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from engine.evaluation.level_verdicts import solve_board
from engine.game.game import Game
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control, count_cores
from engine.values.level import Board
from workbench.terminal import command_line_output

if TYPE_CHECKING:  # a single solved level needs no thread pool
    from concurrent.futures import Future

    from engine.search.maps.trapmap import TrapMap

T = TypeVar("T")

POLL_SECONDS = 0.05
"""The time in seconds between checks for the result."""


def solve_with_progress(
    game: Game,
    board: Board,
    strategy: str | None = None,
    budget: Budget | None = None,
) -> SolverResult:
    """Solve a valid board and return the solver's result, including the time it took.

    Raises:
        EngineError: The strategy is unknown or does not support a depth limit.
        KeyboardInterrupt: The user stopped the solver.
    """
    return run_with_progress(
        partial(solve_board, game, board, strategy, budget), format_search_progress
    )


def find_traps(solved: SolverResult) -> TrapMap | None:
    """Return the traps of a solved board, or None if some of its states are unknown."""
    if solved.traps is None:
        return None
    return run_with_progress(solved.traps.find_traps, lambda _: "looking for dead ends")


def format_search_progress(control: Control) -> str:
    """Format the progress of a search as one line of text."""
    return f"solving: {control.progress:,} positions"


def run_with_progress(
    job: Callable[[Control], T],
    describe: Callable[[Control], str],
    keeps_waiting: Callable[[Control], bool] = lambda _: False,
    control: Control | None = None,
) -> T:
    """Run a computation in a thread, showing its progress on stderr if it is a terminal.

    Args:
        job: The computation to run.
        describe: A function that formats the progress.
        keeps_waiting: A function called after Ctrl-C. It returns True to keep waiting, or False to
            stop the computation.
        control: The control for the computation, or None to create one.

    Raises:
        KeyboardInterrupt: The user stopped the computation. It has ended by the time this is
            raised.
    """
    control = control or Control()
    ended = threading.Event()
    results: list[T] = []
    problems: list[BaseException] = []

    def run_job() -> None:
        try:
            results.append(job(control))
        except BaseException as problem:  # raised again in the waiting thread
            problems.append(problem)
        finally:
            ended.set()

    threading.Thread(target=run_job, name="computation", daemon=True).start()
    while True:
        try:
            # Do not use join() here: if it is interrupted, a running thread may be marked as ended.
            _report_progress(lambda: describe(control), lambda: ended.wait(POLL_SECONDS))
            break
        except KeyboardInterrupt:
            if not keeps_waiting(control):
                control.cancel()
                ended.wait()
                raise
    for problem in problems:
        raise problem
    return results[0]


def _report_progress(describe: Callable[[], str], wait: Callable[[], bool]) -> None:
    """Call ``wait`` until it returns True, showing progress on stderr if that is a terminal.

    Raises:
        KeyboardInterrupt: The user interrupted the wait. The computation is still running.
    """
    with command_line_output.ProgressLine() as progress:
        while not wait():
            progress(describe())


def run_in_parallel(
    seeds: Sequence[int],
    make: Callable[[int, Control], T],
    describe: Callable[[int, Control], str],
) -> Generator[tuple[int, T], None, None]:
    """Compute a result for each seed in parallel, and yield the results in order.

    Args:
        seeds: The seeds to compute results for.
        make: A function that computes the result for a seed.
        describe: A function that formats the progress of the computation for a seed.

    Raises:
        EngineError: A computation failed, and all others were stopped. If several failed, this is
            the error for the first of their seeds.
        KeyboardInterrupt: The user stopped the computations.
    """
    from concurrent.futures import ThreadPoolExecutor, wait

    def wait_for_seed(future: Future[T], seed: int, control: Control) -> T:
        _report_progress(
            lambda: describe(seed, control), lambda: bool(wait([future], POLL_SECONDS).done)
        )
        return future.result()

    # Create all controls now, so that the finally block can cancel every computation.
    controls = [Control() for _ in seeds]
    pool = ThreadPoolExecutor(min(count_cores(), len(seeds)), "making")
    try:
        futures = deque(map(pool.submit, [make] * len(seeds), seeds, controls))
        for seed, control in zip(seeds, controls, strict=True):
            yield seed, wait_for_seed(futures.popleft(), seed, control)
    finally:
        for control in controls:
            control.cancel()
        pool.shutdown(cancel_futures=True)
