"""Running what takes long for programs that wait for each answer.

Its progress is shown on a terminal's stderr, and Ctrl-C stops it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from engine.evaluation.solving import timed
from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.budget import Budget, Control, cores
from engine.values.level import Board
from workbench.terminal import console

if TYPE_CHECKING:  # one solved level takes no pool of threads
    from concurrent.futures import Future

    from engine.search.maps.trapmap import TrapMap

T = TypeVar("T")

POLL = 0.05
"""Seconds between two looks at what is waited for."""


def solve(
    game: Game,
    board: Board,
    strategy: str | None = None,
    budget: Budget | None = None,
) -> Solved:
    """The verdict on a valid board, with the seconds that the solver took.

    Raises:
        EngineError: no such strategy, or a limit of depth for one that has none.
        KeyboardInterrupt: the user stopped it.
    """
    return run(partial(timed, game, board, strategy, budget), positions)


def traps(solved: Solved) -> TrapMap | None:
    """The traps of the board that was solved, None if not every position of it is known."""
    if solved.traps is None:
        return None
    return run(solved.traps.find, lambda _: "looking for dead ends")


def positions(control: Control) -> str:
    """The progress of a search, in words."""
    return f"solving: {control.progress:,} positions"


def run(
    job: Callable[[Control], T],
    describe: Callable[[Control], str],
    interrupted: Callable[[Control], bool] = lambda _: False,
    control: Control | None = None,
) -> T:
    """Runs a computation in a thread, with its progress on a terminal's stderr.

    ``describe`` puts its progress into words; ``interrupted`` is asked, when the user interrupts
    it, whether to wait for it all the same.

    Raises:
        KeyboardInterrupt: the user stopped it; the computation has been asked to end.
    """
    control = control or Control()
    ended = threading.Event()
    results: list[T] = []
    problems: list[BaseException] = []

    def work() -> None:
        """Do the job, and hand its result or its error over."""
        try:
            results.append(job(control))
        except BaseException as problem:  # the thread that waits for the result gets it
            problems.append(problem)
        finally:
            ended.set()

    threading.Thread(target=work, name="computation", daemon=True).start()
    while True:
        try:
            # An interrupted join() takes the thread for dead; waiting for an event does not.
            _report_progress(lambda: describe(control), lambda: ended.wait(POLL))
            break
        except KeyboardInterrupt:
            if not interrupted(control):
                control.cancel()
                ended.wait()
                raise
    for problem in problems:
        raise problem
    return results[0]


def _report_progress(describe: Callable[[], str], wait: Callable[[], bool]) -> None:
    """Show the progress of a computation on a terminal's stderr until a wait finds it ended.

    Raises:
        KeyboardInterrupt: the user does not want to wait; the computation goes on.
    """
    with console.ProgressLine() as progress:
        while not wait():
            progress(describe())


def side_by_side(
    seeds: Sequence[int],
    make: Callable[[int, Control], T],
    describe: Callable[[int, Control], str],
) -> Generator[tuple[int, T], None, None]:
    """What is made of every seed, in order, as many at a time as there are cores.

    ``describe`` says how far the one that is waited for has come.

    Raises:
        EngineError: as the first that fails, in the order of seeds; the others are stopped.
        KeyboardInterrupt: the user stopped it all.
    """
    from concurrent.futures import ThreadPoolExecutor, wait

    def follow(future: Future[T], seed: int, control: Control) -> T:
        """Wait for the result of a seed."""
        _report_progress(lambda: describe(seed, control), lambda: bool(wait([future], POLL).done))
        return future.result()

    controls = [Control() for _ in seeds]
    pool = ThreadPoolExecutor(min(cores(), len(seeds)), "making")
    try:
        futures = deque(map(pool.submit, [make] * len(seeds), seeds, controls))
        for seed, control in zip(seeds, controls, strict=True):
            yield seed, follow(futures.popleft(), seed, control)
    finally:
        for control in controls:
            control.cancel()
        pool.shutdown(cancel_futures=True)
