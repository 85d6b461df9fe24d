"""The app's solver service, which does all slow work outside the UI thread.

Screens request verdicts, traces and levels. Each answer is an immutable value that is passed to a
callback. The callback runs in the thread of a job slot, so it should only post a message. In each
slot, a new request replaces the previous one. Machine code runs in threads of the app, because it
releases the interpreter lock. Plain Python code would delay key presses, so it runs in a helper
process.
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
from engine.errors import PLAIN_PYTHON, NoKernelError, NotCompiledError
from engine.game.game import Game
from engine.game.loading.lazy_import import import_lazily
from engine.search.solver_result import SolverResult
from engine.stages.candidate import Attempts, Candidate, Recipe
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level, StreamId
from engine.values.painted_weights import PaintedWeights
from workbench.service import foreground, tasks
from workbench.service.helper_client import Helper, HelperLostError
from workbench.service.job_slots import DeferredJobSlot, JobSlot, Outcome
from workbench.service.tasks import Task

T = TypeVar("T")

SLOTS = (
    "verdict", "trace", "make", "play", "edits", "compare", "states", "other", "search", "filter",
    "run", "map", "family", "modes", "outlook", "improve", "intended",
    "gallery", "suggestions", "batch", "catalogue", "cataloguing",
)  # fmt: skip
"""The names of the job slots. A job never waits for a job in another slot."""

SLOW_NOTICE = f"{PLAIN_PYTHON} (workbench doctor says why)"
"""The warning that a game's solver is running without machine code."""

_compiled_only = import_lazily("engine.jit.plain_python:require_compiled")


@dataclass(frozen=True, slots=True)
class GenerationResult:
    """A generated level, with the log of its generation.

    Attributes:
        level: The level, with its verdict if it was solved.
        candidate: The candidate that became the level, with its timeline.
        attempts: The attempts made by the search for the level, or None if there was no search.
        solved: The solver's result, or None for a draft or a rebuilt timeline.
        seconds: The time in seconds that it took to generate and solve the level.
        rejected: The reason why a search would have rejected the level, or None if it would have
            accepted the level or if that was not checked.
    """

    level: Level
    candidate: Candidate
    attempts: Attempts | None = None
    solved: SolverResult | None = None
    seconds: float = 0.0
    rejected: str | None = None

    def without_solution(self) -> GenerationResult:
        """Return a copy without the solver's result, to be stored in a history.

        The solver's result may contain millions of states, and it can be computed again.
        """
        return replace(self, solved=None)


class SolverService:
    """The interface through which the app uses the engine for all slow work.

    Args:
        compiled_only: A function that returns a context manager. While it is active, a search
            that has no machine code raises an error.
        helper: A function that starts the helper process, or None to run all code in this process.
        create_slot: A function that creates a job slot with a given name.

    Attributes:
        notice: The warning that a solver ran without machine code, or an empty string if none did.
    """

    def __init__(
        self,
        compiled_only: Callable[[], AbstractContextManager[None]] = _compiled_only,
        helper: Callable[[], Helper] | None = Helper,
        *,
        create_slot: Callable[[str], JobSlot] = JobSlot,
    ) -> None:
        self.notice = ""
        self._compiled_only = compiled_only
        self._start_helper = helper
        self._helper: Helper | None = None
        self._starting = threading.Lock()
        self._slots = {name: create_slot(name) for name in SLOTS}

    def close(self) -> None:
        """Stop all jobs. No more callbacks are called."""
        for lane in self._slots.values():
            lane.close()
        with self._starting:
            # Prevent a task that is still running from starting another helper.
            self._start_helper = None
            if self._helper is not None:
                self._helper.close()

    def run_task(self, task: Task[T], control: Control) -> T:
        """Run a task, in this thread or in the helper process, and return its value."""
        return self._run_task(task, control)[0]

    def _run_task(self, task: Task[T], control: Control) -> tuple[T, bool]:
        """Run a task, and return its value and whether plain Python may have been used."""
        if self._start_helper is None:
            return task(control), False
        try:
            # Try machine code first. The context raises an error before a search begins without it.
            with self._compiled_only():
                return task(control), False
        except NoKernelError:
            # Plain Python is as fast as this game gets, so its times need no warning.
            return self.run_in_helper(task, control), False
        except NotCompiledError:
            self.notice = SLOW_NOTICE
        return self.run_in_helper(task, control), True

    def run_in_helper(self, task: Task[T], control: Control) -> T:
        """Run a task in the helper process, or in this process if the helper is lost."""
        helper = self._get_helper()
        if helper is not None:
            try:
                return helper.run_task(task, control)
            except HelperLostError:
                pass  # run the task in this process, even if that delays key presses
        return task(control)

    def _get_helper(self) -> Helper | None:
        """Return the helper, starting it on first use, or None if it is not running."""
        with self._starting:
            if self._helper is None and self._start_helper is not None:
                self._helper = self._start_helper()
            return self._helper if self._helper is not None and self._helper.is_alive else None

    def solve_board(
        self,
        game: Game,
        board: Board,
        on_done: Callable[[Outcome[SolverResult]], None],
        *,
        strategy: str | None = None,
        slot: str = "verdict",
        budget: Budget | None = None,
        guided: bool = False,
    ) -> None:
        """Start solving a valid board, replacing the previous request in the same slot.

        If ``guided`` is True, the result includes a guide even if the game's solver builds none.
        The guide can tell which moves lead to a win from a position.
        """
        task = partial(
            tasks.solve_board, game, board, strategy=strategy, budget=budget, guided=guided
        )
        self._slots[slot].submit(lambda control: self._solve_timed(task, control), on_done)

    def generate_level(
        self,
        game: Game,
        seed: int,
        settings: Mapping[str, object],
        on_done: Callable[[Outcome[GenerationResult]], None],
        sketch: Board | None = None,
        kept_streams: Mapping[str, StreamId] | None = None,
        weights: Mapping[str, PaintedWeights] | None = None,
        like: Board | None = None,
        slot: str = "make",
    ) -> Control:
        """Start generating the first acceptable level for a seed, and solving it.

        Args:
            game: The game to generate a level for.
            seed: The seed for all random choices.
            settings: The parameter values that differ from the defaults, keyed by parameter.
            on_done: A callback that receives the outcome.
            sketch: A board whose locked cells the level must keep, or None if no cell is locked.
            kept_streams: The random streams of the locked stages, keyed by stage name. These stages
                ignore the seed.
            weights: The painted weights, keyed by stage name.
            like: The board that the level must resemble, or None if no similarity is required.
            slot: The name of the job slot to use.

        Returns:
            The control for this request.
        """

        def job(control: Control) -> GenerationResult:
            started = time.perf_counter()
            parameters = game.parameters.complete_settings(settings)
            recipe = Recipe(
                seed, 0, parameters, {}, sketch, kept_streams or {}, weights or {}, like
            )
            found, attempts = self.run_task(partial(tasks.find_accepted, game, recipe), control)
            made = self._generate(game, found, control)
            return replace(made, attempts=attempts, seconds=time.perf_counter() - started)

        return self._slots[slot].submit(job, on_done)

    def regenerate_candidate(
        self, game: Game, recipe: Recipe, on_done: Callable[[Outcome[GenerationResult]], None]
    ) -> None:
        """Start generating the candidate of a recipe, even if a search would reject it.

        If the job is told to finish early, the level has the best board so far, and a recipe that
        generates that board.
        """

        def job(control: Control) -> GenerationResult:
            judged = self.run_task(partial(tasks.judge_recipe, game, recipe), control)
            made = self._generate(game, judged.update_recipe(recipe), control)
            if made.solved is None:
                return made
            return replace(made, rejected=next(iter(judged.rejections), None))

        self._slots["make"].submit(job, on_done)

    def rebuild_timeline(
        self, level: Level, on_done: Callable[[Outcome[GenerationResult]], None]
    ) -> None:
        """Start rebuilding the timeline of a generated level from its provenance.

        The outcome is an error if the recipe no longer generates the board that the level had
        before any edits.
        """

        def job(control: Control) -> GenerationResult:
            candidate = self.run_task(partial(workshop.remake_candidate, level), control)
            return GenerationResult(level, candidate)

        self._slots["make"].submit(job, on_done)

    def run_in_background(
        self,
        job: Callable[[Control], T],
        on_done: Callable[[Outcome[T]], None],
        slot: str = "other",
    ) -> Control:
        """Start a slow job for which this class has no other method, such as a search in a trace.

        If the job solves boards, it should do so with :meth:`run_task`.

        Returns:
            The control for this request.
        """
        return self._slots[slot].submit(job, on_done)

    def cancel_all(self) -> bool:
        """Tell all jobs to stop, and return whether there are any."""
        stopped = [lane.cancel() for lane in self._slots.values()]
        return any(stopped)

    def cancel_job(self, slot: str) -> None:
        """Tell the job in a slot to stop, if there is one."""
        self._slots[slot].cancel()

    def finish_generation(self, slot: str = "make") -> bool:
        """Tell a generation job to end with its best level so far.

        Return whether there is a job in the slot.
        """
        control = self._slots[slot].current
        if control is None:
            return False
        control.finish()
        return True

    def get_control(self, slot: str) -> Control | None:
        """Return the control for the job in a slot, or None if there is no job."""
        return self._slots[slot].current

    # The methods from here on run in the thread of a slot.

    def _solve_timed(self, task: Task[SolverResult], control: Control) -> SolverResult:
        """Run a solver task, and omit the time from the result if plain Python was used."""
        solved, plain = self._run_task(task, control)
        # The time that plain Python takes is not comparable with that of machine code.
        return replace(solved, seconds=None) if plain else solved

    def _generate(self, game: Game, recipe: Recipe, control: Control) -> GenerationResult:
        started = time.perf_counter()
        candidate = self.run_task(partial(tasks.generate_candidate, game, recipe), control)
        level = workshop.build_level(game, candidate)
        # A draft cannot be solved.
        if game.boards.find_problems(candidate.board):
            return GenerationResult(level, candidate, seconds=time.perf_counter() - started)
        solved = self._solve_timed(partial(tasks.solve_board, game, candidate.board), control)
        if solved.facts.get("complete"):
            level = workshop.store_verdict(level, solved)
        return GenerationResult(level, candidate, None, solved, time.perf_counter() - started)


def finish_with_best(control: Control) -> bool:
    """Tell a generation to end with its best level so far, and return whether that is possible.

    It is not possible if no level has been found yet, if the best level is not acceptable, or if
    the generation has already been told to end.
    """
    snapshot = control.snapshot
    if control.is_finishing or snapshot is None or snapshot.fault is not None:
        return False
    control.finish()
    return True


class ForegroundService(SolverService):
    """A service that keeps each request until :meth:`run_job` is called for its slot."""

    def __init__(self) -> None:
        self._deferred = {name: DeferredJobSlot(name) for name in SLOTS}
        super().__init__(helper=None, create_slot=self._deferred.__getitem__)

    def run_job(
        self,
        slot: str,
        describe: Callable[[Control], str],
        keeps_waiting: Callable[[Control], bool] = lambda _: False,
    ) -> None:
        """Run the job waiting in a slot, if any, in the foreground.

        See :func:`foreground.run_with_progress` for the arguments.

        Raises:
            EngineError: The job failed.
            KeyboardInterrupt: The user stopped the job.
        """
        self._deferred[slot].run_job(
            lambda job, control: foreground.run_with_progress(job, describe, keeps_waiting, control)
        )
