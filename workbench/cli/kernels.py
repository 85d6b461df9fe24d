"""The command line's one way to everything that runs compiled code.

Compiled kernels of the game that are in the cache are loaded. Where there are none yet, the very
first time, a process of its own compiles them: small levels are answered at once in plain Python
meanwhile, and what needs more waits. Work runs in a thread, so that Ctrl-C stops it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import TypeVar

from engine import workshop
from engine.game.game import Game
from engine.search.maps.trapmap import TrapMap
from engine.search.solved import Solved
from engine.values.budget import DEFAULT_MAX_STATES, Budget, Control
from engine.values.level import Board
from workbench.terminal import console

T = TypeVar("T")

PLAIN_STATES = 20_000
"""Positions that plain Python may see before compiled code is waited for."""

_POLL = 0.05
"""Seconds between two looks at a running computation."""


def solve(
    game: Game,
    board: Board,
    strategy: str | None = None,
    max_states: int = DEFAULT_MAX_STATES,
) -> Solved:
    """The verdict on a valid board, with the seconds that the solver took.

    Raises:
        EngineError: no such strategy.
    """

    def job(control: Control, states: int) -> Solved:
        """The verdict within so many states."""
        return workshop.timed(game, board, strategy, Budget(max_states=states), control)

    if not at_hand(game):
        states = min(max_states, PLAIN_STATES)
        solved = run(lambda control: job(control, states), positions)
        if solved.facts["complete"] or states == max_states:
            return solved
        prepare(game)
    return run(lambda control: job(control, max_states), positions)


def traps(solved: Solved) -> TrapMap | None:
    """The traps of the board that was solved, None if not every position of it is known."""
    if solved.traps is None:
        return None
    return run(solved.traps.find, lambda _: "looking for dead ends")


def positions(control: Control) -> str:
    """The progress of a search, in words."""
    return f"solving: {control.progress:,} positions"


def at_hand(game: Game) -> bool:
    """Whether a game's compiled kernels are loaded now; if there are none, begins to compile."""
    from engine.game import kernels

    if kernels.loaded(game.name):
        return True
    if not kernels.cache_ready(game.name):
        _compile_aside(game.name)
        return False
    prepare(game)
    return True


def prepare(game: Game) -> None:
    """Loads a game's kernels, compiled first if they must be; without them all goes on, slowly.

    Raises:
        KeyboardInterrupt: the user did not want to wait; compiling goes on for the next time.
    """
    from engine.game import kernels

    if kernels.loaded(game.name):
        return
    process = None if kernels.cache_ready(game.name) else _compile_aside(game.name)
    started = time.monotonic()
    with console.Progress() as progress:
        while process is not None and process.poll() is None:
            seconds = f"{time.monotonic() - started:.0f} s"
            progress(f"preparing the solver for {game.title}, this first time only: {seconds}")
            time.sleep(_POLL)
        try:
            with _interrupts_kept():
                kernels.load(game.name, progress=progress)
        except Exception as problem:  # whatever Numba or the disk may do, plain Python works
            console.note(f"no compiled solver, so all is slow: {problem}")


@contextmanager
def _interrupts_kept() -> Iterator[None]:
    """Within it Ctrl-C works even if it comes while Numba calls back from compiled code.

    Python can only report what is raised there and goes on; so it is raised again at the end.
    """
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    seen = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        """Note that there was one, and raise it as usual."""
        nonlocal seen
        seen = True
        signal.default_int_handler(number, frame)

    def report(problem: sys.UnraisableHookArgs) -> None:
        """Report what could not be raised, but for an interrupt."""
        if not isinstance(problem.exc_value, KeyboardInterrupt):
            old_report(problem)

    old_report, sys.unraisablehook = sys.unraisablehook, report
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = old_report
        if seen:
            raise KeyboardInterrupt


def run(
    job: Callable[[Control], T],
    describe: Callable[[Control], str],
    interrupted: Callable[[Control], bool] = lambda _: False,
) -> T:
    """Runs a computation in a thread, with its progress on a terminal's stderr.

    Args:
        job: the computation; polls the control it is given.
        describe: its progress in words.
        interrupted: asked when the user interrupts it whether to wait for it all the same.

    Raises:
        KeyboardInterrupt: the user stopped it; the computation has been asked to end.
    """
    control = Control()
    future: Future[T] = Future()

    def work() -> None:
        """Do the job, and hand its result or its error over."""
        try:
            future.set_result(job(control))
        except BaseException as problem:  # whoever waits for the result gets it
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
        while not wait([future], _POLL).done:
            progress(describe())
    return future.result()


@cache
def _compile_aside(game: str) -> subprocess.Popen[bytes] | None:
    """The process that compiles a game, started once; None if there can be none."""
    from engine.game import kernels

    try:
        return kernels.compile_in_process(game)
    except OSError:
        return None
