"""The solver service: everything slow, off the UI thread, newest request first.

Screens ask for verdicts, traces and levels; answers come as immutable values through a
callback that runs in a lane's thread (post a message from it). Who answers changes while the
app runs: first a helper process in plain Python (small boards only), then, once kernels are
loaded for the game, a thread running compiled code that holds no lock of the interpreter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from engine import workshop
from engine.game import registry
from engine.game.game import Game
from engine.generate.generation import Attempts, Candidate, Recipe
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level, Stream, board_digest
from workbench.service import running, tasks
from workbench.service.helper import Helper
from workbench.service.kernel_loading import Kernels, engine_kernels
from workbench.service.lanes import HeldLane, Lane, Outcome
from workbench.service.running import Runner
from workbench.service.tasks import CallTask, SolveTask

T = TypeVar("T")

LANES = (
    "verdict", "trace", "make", "play", "edits", "compare", "states", "other", "search", "filter",
    "run", "traps", "family", "modes", "outlook",
)  # fmt: skip
"""Names of the lanes: what runs in one of them does not wait for the others."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The solver's answer for one board.

    Attributes:
        strategy: that was asked for.
        solved: the answer; partial after a cancel, None after an error.
        error: why there is none.
        cancelled: the search was stopped.
        provisional: cut short by the helper's small budget; ask again when kernels are ready.
    """

    digest: str
    strategy: str
    solved: Solved | None
    error: str | None
    cancelled: bool
    provisional: bool = False


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


class SolverService:
    """Runs the engine for the screens of one app.

    Make it and call :meth:`start` before the app runs: the helper process has to be started
    while the program is still single-threaded.

    Attributes:
        kernels: loads compiled kernels, and says how far it has come.
        run: runs a task in the calling thread, see :meth:`Runner.run`.
    """

    def __init__(
        self,
        kernels: Kernels | None = None,
        helper: Helper | None = None,
        *,
        runner: Runner | None = None,
        lane: Callable[[str], Lane] = Lane,
    ) -> None:
        self._runner = runner or Runner(
            kernels, helper, lambda: [game.name for game in registry.all_games()]
        )
        self.kernels = self._runner.loader
        self.run = self._runner.run
        self._lanes = {name: lane(name) for name in LANES}

    # Life.

    def start(self, *, load: bool = True) -> None:
        """Start the helper process, and begin to load kernels unless that is to wait."""
        if not self.kernels.all_ready:
            self._runner.start_helper()
        if load:
            self.kernels.start()

    def close(self) -> None:
        """Stop everything; no callback is called any more."""
        for lane in self._lanes.values():
            lane.close()
        self._runner.close()

    def ready(self, game: Game) -> bool:
        """Whether compiled kernels answer for a game."""
        return self.kernels.ready(game.name)

    # Requests.

    def solve(
        self,
        game: Game,
        board: Board,
        done: Callable[[Snapshot], None],
        *,
        strategy: str | None = None,
        lane: str = "verdict",
        budget: Budget | None = None,
        guided: bool = False,
    ) -> None:
        """Solve a valid board; a request in the same lane replaces the one before it.

        ``guided`` asks for a guide even where the game's own solver leaves none behind.
        """
        task = SolveTask(game, board, strategy, budget, guided)
        digest = board_digest(board)
        name = strategy or game.solver.strategies[0]

        def finish(outcome: Outcome[tuple[Solved, bool]]) -> None:
            """Hand over what was found, provisional if it was cut short."""
            solved, cut = outcome.value or (None, False)
            if cut and solved is not None:  # plain Python's time says nothing
                solved = replace(solved, seconds=None)
            partial_answer = solved is not None and not solved.facts.get("complete")
            more = cut and partial_answer and not outcome.cancelled
            done(Snapshot(digest, name, solved, outcome.error, outcome.cancelled, more))

        self._lanes[lane].submit(lambda control: self.run(task, control), finish)

    def generate(
        self,
        game: Game,
        seed: int,
        settings: Mapping[str, object],
        done: Callable[[Outcome[Made]], None],
        sketch: Board | None = None,
        kept: Mapping[str, Stream] | None = None,
        lane: str = "make",
    ) -> Control:
        """Generate the first acceptable level of a seed.

        ``sketch`` holds locked cells to generate around, ``kept`` the streams of the stages that
        do not follow the seed.

        Returns:
            What stops just this request, whatever runs in its lane by then.
        """

        def job(control: Control) -> Made:
            """The first accepted level, with how many candidates it took."""
            started = time.perf_counter()
            parameters = game.generator.parameters.complete(settings)
            recipe = Recipe(seed, 0, parameters, sketch=sketch, kept=kept or {})
            (found, attempts), _ = self.run(
                CallTask(game.name, partial(tasks.find, game, recipe)), control
            )
            made = self._make(game, found, control)
            return replace(made, attempts=attempts, seconds=time.perf_counter() - started)

        return self._lanes[lane].submit(job, done)

    def remake(self, game: Game, recipe: Recipe, done: Callable[[Outcome[Made]], None]) -> None:
        """The candidate of just this recipe, whether a search would accept it or not.

        Finished early, it is that of the recipe that leads to what was reached.
        """

        def job(control: Control) -> Made:
            """The level of the recipe, with why it would be rejected."""
            judged, _ = self.run(CallTask(game.name, partial(tasks.judge, game, recipe)), control)
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
            origin = CallTask(level.game, partial(workshop.origin, level))
            candidate, _ = self.run(origin, control)
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

    def _make(self, game: Game, recipe: Recipe, control: Control) -> Made:
        started = time.perf_counter()
        made = CallTask(game.name, partial(tasks.candidate, game, recipe))
        candidate, _ = self.run(made, control)
        level = workshop.level_of(game, candidate)
        if game.boards.problems(candidate.board):
            return Made(level, candidate, seconds=time.perf_counter() - started)
        solved, cut = self.run(SolveTask(game, candidate.board), control)
        solved = replace(solved, seconds=None) if cut else solved
        if solved.facts.get("complete"):
            level = workshop.with_verdict(level, solved)
        return Made(level, candidate, None, solved, time.perf_counter() - started)


class WaitingService(SolverService):
    """Holds every request until :meth:`settle` runs it, in the foreground."""

    def __init__(self) -> None:
        self._held = {name: HeldLane(name) for name in LANES}
        super().__init__(runner=running.shared_runner(), lane=self._held.__getitem__)

    def settle(
        self,
        game: Game,
        lane: str,
        describe: Callable[[Control], str],
        interrupted: Callable[[Control], bool] = lambda _: False,
        *,
        small: bool = False,
    ) -> None:
        """Does what is held in a lane for a game, if there is anything; see :func:`running.run`.

        ``small`` is what plain Python may answer until there are compiled kernels.

        Raises:
            EngineError: as the request.
            KeyboardInterrupt: the user stopped it.
        """
        if small and not engine_kernels().cache_ready(game.name):
            self._runner.start_helper()
        else:
            running.prepare(game)
        self._held[lane].settle(
            lambda job, control: running.run(job, describe, interrupted, control)
        )
