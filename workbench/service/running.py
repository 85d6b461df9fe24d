"""Plain Python until compiled: the one way to run a task, for the app and for lines of text.

Kernels that are in the cache are loaded. Where there are none yet, the very first time, a process
of its own compiles them: the helper process answers small boards in plain Python meanwhile, and
what needs more waits. :class:`Runner` does this for any thread. The functions do it for programs
that wait for each answer, with progress on a terminal's stderr; Ctrl-C stops what they run.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, partial
from typing import TypeVar

from engine.game.game import Game
from engine.search.maps.trapmap import TrapMap
from engine.search.solved import Solved
from engine.values.budget import DEFAULT_MAX_STATES, Budget, Control, cores
from engine.values.level import Board
from workbench.service import tasks
from workbench.service.helper import Helper, HelperLostError
from workbench.service.kernel_loading import KernelLoader, Kernels, engine_kernels
from workbench.service.tasks import SolveTask, Task
from workbench.terminal import console

T = TypeVar("T")

POLL = 0.05
"""Seconds between two looks at what is waited for."""
LOADING = 2.0
"""Seconds that an interrupt lets the loading of kernels go on: machine code is not to be torn."""


class Runner:
    """Runs tasks by compiled kernels, and until they are there by the helper process.

    Args:
        kernels: to load; those of the engine by default.
        helper: the helper process, if it was started already.
        games: names those that are loaded even if no task needs them.
        patient: whether plain Python takes its time where there will be no kernels.

    Attributes:
        loader: loads the kernels.
    """

    def __init__(
        self,
        kernels: Kernels | None = None,
        helper: Helper | None = None,
        games: Callable[[], Iterable[str]] = tuple,
        *,
        patient: bool = False,
    ) -> None:
        self.loader = KernelLoader(kernels or engine_kernels(), games)
        self._helper = helper
        self._patient = patient

    def start_helper(self) -> None:
        """Starts the helper process unless it runs."""
        if self._helper is None:
            self._helper = Helper()

    def close(self) -> None:
        """Stops waiting, and ends the helper process."""
        self.loader.close()
        self.close_helper()

    def close_helper(self) -> None:
        """Ends the helper process."""
        if self._helper is not None:
            self._helper.close()
            self._helper = None

    def run(self, task: Task[T], control: Control) -> tuple[T, bool]:
        """The task's value, and whether it was cut to what plain Python can do."""
        name, loader, helper = task.game_name, self.loader, self._helper
        loader.want(name)
        if not loader.ready(name) and helper is not None and helper.alive:
            try:
                return helper.call(task, control, lambda: loader.ready(name)), True
            except HelperLostError:
                pass  # kernels will come, or plain Python has to do
        while not loader.wait(name, POLL):
            if control.cancelled:
                break
        if self._patient or loader.ready(name):
            return task.run(control), False
        return task.for_helper().run(control), True


@cache
def shared_runner() -> Runner:
    """The runner of a program that waits for its answers."""
    runner = Runner(patient=True)
    runner.loader.start()
    return runner


def solve(
    game: Game,
    board: Board,
    strategy: str | None = None,
    max_states: int = DEFAULT_MAX_STATES,
) -> Solved:
    """The verdict on a valid board, with the seconds that the solver took.

    Raises:
        EngineError: no such strategy.
        KeyboardInterrupt: the user stopped it.
    """
    task = SolveTask(game, board, strategy, Budget(max_states=max_states), shown=False)
    if not engine_kernels().cache_ready(game.name):
        runner = shared_runner()
        runner.start_helper()
        solved, cut = run(lambda control: runner.run(task, control), positions)
        if not cut or solved.facts["complete"] or max_states <= tasks.PLAIN_STATES:
            return solved
    prepare(game)
    return run(task.run, positions)


def traps(solved: Solved) -> TrapMap | None:
    """The traps of the board that was solved, None if not every position of it is known."""
    if solved.traps is None:
        return None
    return run(solved.traps.find, lambda _: "looking for dead ends")


def positions(control: Control) -> str:
    """The progress of a search, in words."""
    return f"solving: {control.progress:,} positions"


def prepare(game: Game) -> None:
    """Loads a game's kernels, compiled first if they must be; without them all goes on, slowly.

    Raises:
        KeyboardInterrupt: the user did not want to wait; compiling goes on for the next time.
    """
    if engine_kernels().loaded(game.name):
        return
    runner, started = shared_runner(), time.monotonic()
    loader = runner.loader
    loader.want(game.name)
    try:
        with console.Progress() as progress:
            while not loader.wait(game.name, POLL):
                seconds = f"{time.monotonic() - started:.0f} s"
                progress(f"preparing the solver for {game.title}, this first time only: {seconds}")
    except KeyboardInterrupt:
        if loader.state(game.name) == "loading":
            loader.wait(game.name, LOADING)
        raise
    runner.close_helper()
    if loader.state(game.name) == "failed":
        problem = loader.line(game.name).partition(": ")[2]
        console.note(f"no compiled solver, so all is slow: {problem}")


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
    future: Future[T] = Future()

    def work() -> None:
        """Do the job, and hand its result or its error over."""
        try:
            future.set_result(job(control))
        except BaseException as problem:  # the thread that waits for the result gets it
            future.set_exception(problem)

    threading.Thread(target=work, name="computation", daemon=True).start()
    while True:
        try:
            return follow(future, lambda: describe(control))
        except KeyboardInterrupt:
            if not interrupted(control):
                control.cancel()
                wait([future])
                raise


def follow(future: Future[T], describe: Callable[[], str]) -> T:
    """Waits for what comes of a computation, with its progress on a terminal's stderr.

    Raises:
        KeyboardInterrupt: the user does not want to wait; the computation goes on.
    """
    with console.Progress() as progress:
        # An interrupted join() takes the thread for dead; waiting for a future does not.
        while not wait([future], POLL).done:
            progress(describe())
    return future.result()


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
    controls = [Control() for _ in seeds]
    pool = ThreadPoolExecutor(min(cores(), len(seeds)), "making")
    try:
        futures = deque(map(pool.submit, [make] * len(seeds), seeds, controls))
        for seed, control in zip(seeds, controls, strict=True):
            yield seed, follow(futures.popleft(), partial(describe, seed, control))
    finally:
        for control in controls:
            control.cancel()
        pool.shutdown(cancel_futures=True)
