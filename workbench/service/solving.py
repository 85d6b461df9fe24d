"""The solver service: everything slow, off the UI thread, newest request first.

Screens ask for verdicts, traces and levels; answers come as immutable values through a
callback that runs in a lane's thread (post a message from it). Threads of the app run machine code,
which holds no lock of the interpreter. What runs as plain Python is done by a helper process, since
it would make keys late.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from engine import workshop
from engine.errors import PLAIN_PYTHON, NotCompiledError
from engine.game.game import Game
from engine.game.later import later
from engine.search.solved import Solved
from engine.staging.generation import Attempts, Candidate, Recipe
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level, Stream
from engine.values.weights import PaintedWeights
from workbench.service import running, tasks
from workbench.service.helper import Helper, HelperLostError
from workbench.service.lanes import HeldLane, Lane, Outcome
from workbench.service.tasks import Task

T = TypeVar("T")

LANES = (
    "verdict", "trace", "make", "play", "edits", "compare", "states", "other", "search", "filter",
    "run", "map", "family", "modes", "outlook", "improve", "intended",
    "gallery", "suggestions", "batch", "catalogue", "cataloguing",
)  # fmt: skip
"""Names of the lanes: what runs in one of them does not wait for the others."""

SLOW = f"{PLAIN_PYTHON} (workbench doctor says why)"
"""The notice about a game without machine code."""

_compiled_only = later("engine.game.kernels:compiled_only")


@dataclass(frozen=True, slots=True)
class Made:
    """A level with the log of its making.

    Attributes:
        level: the level, with its verdict if it could be solved.
        candidate: its board and timeline.
        attempts: what was tried before it; None unless it was searched for.
        solved: the solver's answer; None for a draft or a rebuilt timeline.
        seconds: how long that took.
        rejected: why a search would not have accepted it, in a few words; None if it would,
            or if that was not asked.
    """

    level: Level
    candidate: Candidate
    attempts: Attempts | None = None
    solved: Solved | None = None
    seconds: float = 0.0
    rejected: str | None = None

    def kept(self) -> Made:
        """What a history keeps of it: an answer can hold millions of states, and is had again."""
        return replace(self, solved=None)


class SolverService:
    """Runs the engine for the screens of one app.

    Args:
        compiled_only: returns a block in which plain Python raises an error; that of the engine by
            default.
        helper: starts the helper process; None for a program that has nothing else to do.
        lane: makes a lane of a name.

    Attributes:
        notice: a warning that some solver ran as plain Python; empty as long as none did.
    """

    def __init__(
        self,
        compiled_only: Callable[[], AbstractContextManager[None]] = _compiled_only,
        helper: Callable[[], Helper] | None = Helper,
        *,
        lane: Callable[[str], Lane] = Lane,
    ) -> None:
        self.notice = ""
        self._compiled_only = compiled_only
        self._start_helper = helper
        self._helper: Helper | None = None
        self._starting = threading.Lock()
        self._lanes = {name: lane(name) for name in LANES}

    def close(self) -> None:
        """Stop everything; no callback is called any more."""
        for lane in self._lanes.values():
            lane.close()
        with self._starting:
            self._start_helper = None
            if self._helper is not None:
                self._helper.close()

    def run(self, task: Task[T], control: Control) -> T:
        """The task's value, found in the calling thread or by the helper process."""
        return self._run(task, control)[0]

    def _run(self, task: Task[T], control: Control) -> tuple[T, bool]:
        """The value, and whether plain Python may have taken part."""
        if self._start_helper is None:
            return task(control), False
        try:
            with self._compiled_only():
                return task(control), False
        except NotCompiledError:
            self.notice = SLOW
        return self.run_apart(task, control), True

    def run_apart(self, task: Task[T], control: Control) -> T:
        """The task's value, found by the helper process: for what holds the interpreter."""
        helper = self._living_helper()
        if helper is not None:
            try:
                return helper.call(task, control)
            except HelperLostError:
                pass  # it takes longer here, and keys may be late
        return task(control)

    def _living_helper(self) -> Helper | None:
        """The helper process, started once; None if it is not there any more."""
        with self._starting:
            if self._helper is None and self._start_helper is not None:
                self._helper = self._start_helper()
            return self._helper if self._helper is not None and self._helper.alive else None

    # Requests.

    def solve(
        self,
        game: Game,
        board: Board,
        done: Callable[[Outcome[Solved]], None],
        *,
        strategy: str | None = None,
        lane: str = "verdict",
        budget: Budget | None = None,
        guided: bool = False,
    ) -> None:
        """Solve a valid board; a request in the same lane replaces the one before it.

        ``guided`` asks for a guide even where the game's own solver leaves none behind.
        """
        task = partial(tasks.solve, game, board, strategy=strategy, budget=budget, guided=guided)
        self._lanes[lane].submit(lambda control: self._solved(task, control), done)

    def generate(
        self,
        game: Game,
        seed: int,
        settings: Mapping[str, object],
        done: Callable[[Outcome[Made]], None],
        sketch: Board | None = None,
        kept: Mapping[str, Stream] | None = None,
        weights: Mapping[str, PaintedWeights] | None = None,
        like: Board | None = None,
        lane: str = "make",
    ) -> Control:
        """Generate the first acceptable level of a seed.

        ``sketch`` holds locked cells to generate around, ``kept`` the streams of the stages that
        do not follow the seed, ``weights`` those painted by hand; similarity is to ``like``.

        Returns:
            What stops just this request, whatever runs in its lane by then.
        """

        def job(control: Control) -> Made:
            """The first accepted level, with how many candidates it took."""
            started = time.perf_counter()
            parameters = game.parameters.complete(settings)
            recipe = Recipe(seed, 0, parameters, {}, sketch, kept or {}, weights or {}, like)
            found, attempts = self.run(partial(tasks.find, game, recipe), control)
            made = self._make(game, found, control)
            return replace(made, attempts=attempts, seconds=time.perf_counter() - started)

        return self._lanes[lane].submit(job, done)

    def remake(self, game: Game, recipe: Recipe, done: Callable[[Outcome[Made]], None]) -> None:
        """The candidate of just this recipe, whether a search would accept it or not.

        Finished early, it is that of the recipe that leads to what was reached.
        """

        def job(control: Control) -> Made:
            """The level of the recipe, with why it would be rejected."""
            judged = self.run(partial(tasks.judge, game, recipe), control)
            made = self._make(game, judged.followed(recipe), control)
            if made.solved is None:
                return made
            return replace(made, rejected=next(iter(judged.rejections), None))

        self._lanes["make"].submit(job, done)

    def rebuild(self, level: Level, done: Callable[[Outcome[Made]], None]) -> None:
        """The timeline of a generated level, from its provenance.

        The outcome is an error if the recipe does not lead to this very board, or to the one
        that was edited.
        """

        def job(control: Control) -> Made:
            """The level with the log of its making."""
            candidate = self.run(partial(workshop.origin, level), control)
            return Made(level, candidate)

        self._lanes["make"].submit(job, done)

    def background(
        self,
        job: Callable[[Control], T],
        done: Callable[[Outcome[T]], None],
        lane: str = "other",
    ) -> Control:
        """Run something else that may take long, such as a search through a trace.

        A job that solves does so through :meth:`run`.

        Returns:
            What stops just this request, whatever runs in its lane by then.
        """
        return self._lanes[lane].submit(job, done)

    def cancel(self) -> bool:
        """Ask everything that runs to stop; False when all was idle."""
        stopped = [lane.cancel() for lane in self._lanes.values()]
        return any(stopped)

    def stop(self, lane: str) -> None:
        """Ask what runs in one lane to stop."""
        self._lanes[lane].cancel()

    def finish(self, lane: str = "make") -> bool:
        """Ask generation in one lane to end with the best so far; False when it is idle."""
        control = self._lanes[lane].running
        if control is None:
            return False
        control.finish()
        return True

    def running(self, lane: str) -> Control | None:
        """The search that runs in a lane, to sample its progress."""
        return self._lanes[lane].running

    # In a lane's thread.

    def _solved(self, task: Task[Solved], control: Control) -> Solved:
        """The verdict; without its time where plain Python took part, as that says nothing."""
        solved, plain = self._run(task, control)
        return replace(solved, seconds=None) if plain else solved

    def _make(self, game: Game, recipe: Recipe, control: Control) -> Made:
        started = time.perf_counter()
        candidate = self.run(partial(tasks.candidate, game, recipe), control)
        level = workshop.level_of(game, candidate)
        if game.boards.problems(candidate.board):
            return Made(level, candidate, seconds=time.perf_counter() - started)
        solved = self._solved(partial(tasks.solve, game, candidate.board), control)
        if solved.facts.get("complete"):
            level = workshop.with_verdict(level, solved)
        return Made(level, candidate, None, solved, time.perf_counter() - started)


def take_best(control: Control) -> bool:
    """Has making end with the best so far, once; False if there is nothing to take."""
    snapshot = control.snapshot
    if control.finishing or snapshot is None or snapshot.fault is not None:
        return False
    control.finish()
    return True


class WaitingService(SolverService):
    """Holds every request until :meth:`settle` runs it, in the foreground."""

    def __init__(self) -> None:
        self._held = {name: HeldLane(name) for name in LANES}
        super().__init__(helper=None, lane=self._held.__getitem__)

    def settle(
        self,
        lane: str,
        describe: Callable[[Control], str],
        interrupted: Callable[[Control], bool] = lambda _: False,
    ) -> None:
        """Does what is held in a lane, if there is anything; see :func:`running.run`.

        Raises:
            EngineError: as the request.
            KeyboardInterrupt: the user stopped it.
        """
        self._held[lane].settle(
            lambda job, control: running.run(job, describe, interrupted, control)
        )
