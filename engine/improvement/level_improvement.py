"""The improvement of a level towards an objective, and its repetition from the level's record.

The search is in :mod:`engine.improvement.late_acceptance`, and its objectives are in
:mod:`engine.improvement.improvement_objectives`. Several climbs (*islands*) may run from the same
board with different random numbers, and the best board of all is the result. A level from an
archive records a chain of mutations instead; see :mod:`engine.improvement.mutation_chain`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import LevelError, ParameterError
from engine.evaluation.intended_solution import IntendedSolution, check_intended
from engine.evaluation.level_verdicts import require_playable
from engine.files.improvement_record import IMPROVE_KEY, MAX_ISLANDS, MAX_ITERATIONS
from engine.game import registry
from engine.game.game import Game
from engine.improvement.improvement_objectives import parse_objective
from engine.improvement.late_acceptance import HillClimb, SearchContext
from engine.improvement.mutation_chain import (
    CHAIN_VERSION,
    create_record,
    follow_chain,
    replace_board,
)
from engine.search.solver_result import SolverResult
from engine.stages.lockstep_rounds import merge_growth, run_in_lockstep
from engine.values.budget import Control, ProgressSnapshot
from engine.values.level import Board, ImprovementRecord, Level

IMPROVER = "improve/1"
"""The name and version of the search. A change that affects its results needs a new version."""


@dataclass(frozen=True, slots=True)
class ImprovedLevel:
    """The result of an improvement.

    Attributes:
        level: The best level, with a record of the improvement but no verdict.
        before, after: The facts that the objective reads, for the source and for the best board.
        iterations: The number of mutated boards on the island that found the best board.
        solved: The solver's result for the source; None if it was discarded.
        broken: The replay of the intended solution on the best board, if that solution wins only on
            the source; None otherwise.
        missed: True if the objective has a target, such as ``moves=12``, that the best board
            misses.
    """

    level: Level
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    iterations: int
    solved: SolverResult | None
    broken: IntendedSolution | None = None
    missed: bool = False


class MultiStart:
    """A set of independent climbs from the same source, the best of which is the result.

    The state of a climb depends only on the climb's number and its number of iterations; see
    :mod:`engine.stages.islands`.

    Args:
        context: The data that all climbs share.
        seed: The seed of the improvement.
        islands: The numbers that identify the climbs.
    """

    def __init__(self, context: SearchContext, seed: int, islands: Iterable[int]) -> None:
        self._context = context
        self._climbs = [HillClimb(context, seed, way) for way in islands]
        self._began = time.perf_counter()

    @property
    def _best_climb(self) -> HillClimb:
        """The climb that reached the objective first or, if none did, the highest-ranking one."""
        reached = [climb for climb in self._climbs if climb.is_finished]
        if reached:
            return min(reached, key=lambda climb: climb.iterations)
        return max(self._climbs, key=lambda climb: climb.rank)

    def run_climbs(self, iterations: int, control: Control, *, may_finish: bool) -> HillClimb:
        """Run all climbs until one reaches the objective or a limit is reached.

        Args:
            iterations: The maximum number of iterations for each climb.
            control: The control that receives the progress and can cancel the climbs.
            may_finish: True to stop early if the user asks to finish.

        Returns:
            The climb with the best board.

        Raises:
            Cancelled: ``control`` was cancelled.
        """
        of = 0 if iterations == MAX_ITERATIONS else iterations
        with closing(
            run_in_lockstep(self._climbs, iterations, control, first_iterations=1)
        ) as going:
            for _ in going:
                control.snapshot = self._create_snapshot(of)
                ended = self._context.is_time_up or (may_finish and control.is_finishing)
                if ended or any(climb.is_finished for climb in self._climbs):
                    break
        return self._best_climb

    def _create_snapshot(self, total: int) -> ProgressSnapshot:
        """Return a snapshot of the progress. A ``total`` of 0 means no limit on iterations."""
        seconds = time.perf_counter() - self._began
        climbs, context, best = self._climbs, self._context, self._best_climb
        tried, rejections = sum(climb.iterations for climb in climbs), Counter[str]()
        for climb in climbs:
            rejections.update(climb.rejections)
        growth = (
            (made, (rank, context.get_leading_value(rank)))
            for climb in climbs
            for made, rank in climb.growth
        )
        return ProgressSnapshot(
            done=min(climb.iterations for climb in climbs),
            total=total,
            unit="iterations",
            board=best.best.board,
            best=context.get_leading_value(best.rank),
            fault=None,
            tried=tried,
            kept=sum(climb.kept for climb in climbs),
            rejections=dict(rejections),
            best_history=merge_growth(growth),
            search_bests=tuple(context.get_leading_value(climb.rank) for climb in climbs),
            speed=tried / seconds if seconds else 0.0,
            attempt=0,
            figures=context.objective.read_facts(best.best),
        )


def improve(
    level: Level,
    aim: str,
    seed: int,
    *,
    islands: int = 1,
    iterations: int = MAX_ITERATIONS,
    seconds: float | None = None,
    control: Control | None = None,
) -> ImprovedLevel:
    """Improve a level until the objective or a limit is reached.

    If the user asks to finish, the result is the best level so far.

    Args:
        level: The level to improve, whose game must have mutations.
        aim: The objective, as in ``workbench improve --aim``.
        seed: The seed for the random numbers, 0 to 2**63 - 1.
        islands: The number of independent climbs, 1 to MAX_ISLANDS.
        iterations: The maximum number of mutated boards on each island.
        seconds: The time limit in seconds; None for no limit.
        control: The control that receives progress snapshots and can finish or cancel the search.

    Raises:
        LevelError: The board breaks a rule of its game.
        ParameterError: The game has no such objective or no mutations, or the number of islands is
            out of range.
        GenerationFailed: The solver's budget is too small to solve the level completely.
        Cancelled: ``control`` was cancelled.
    """
    game, control = require_playable(level), control or Control()
    if not 1 <= islands <= MAX_ISLANDS:
        raise ParameterError(f"islands: expected 1 to {MAX_ISLANDS}, found {islands}")
    wanted = parse_objective(game, aim)
    context = SearchContext(game, level.board, wanted, control, seconds)
    best = MultiStart(context, seed, range(islands)).run_climbs(
        iterations, control, may_finish=True
    )
    record = create_record(level, IMPROVER, aim, seed, best.iterations)
    record = replace(record, islands=islands, island=best.island)
    better = replace_board(level, best.best.board, record)
    return ImprovedLevel(
        better,
        wanted.read_facts(context.source),
        wanted.read_facts(best.best),
        best.iterations,
        context.source.result,
        _find_broken_solution(game, level, better),
        wanted.has_target and not wanted.is_reached(best.best),
    )


def _find_broken_solution(game: Game, before: Level, after: Level) -> IntendedSolution | None:
    """Return the replay of the intended solution if it won before a change but no longer wins.

    Return None in all other cases.
    """
    old, new = check_intended(game, before), check_intended(game, after)
    return (
        new
        if old is not None and old.is_winning and new is not None and not new.is_winning
        else None
    )


def repeat_improvement(level: Level, record: ImprovementRecord, control: Control) -> Board:
    """Repeat the improvement that a record describes, and return the resulting board.

    Raises:
        LevelError: The improvement cannot be repeated. The error names the key at fault.
        GenerationFailed: The solver's budget is too small to solve the source board completely.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get_game(level.game)
    if record.improver not in (IMPROVER, CHAIN_VERSION):
        message = f"made by {record.improver}, this workbench has {IMPROVER} and {CHAIN_VERSION}"
        raise LevelError(message, key=f"{IMPROVE_KEY}.improver")
    for problem in game.boards.find_problems(record.board):
        key = f"{IMPROVE_KEY}.{problem.key}"
        raise LevelError(problem.message, key=key, row=problem.row, col=problem.col)
    if record.improver == CHAIN_VERSION:
        return follow_chain(game, record)
    try:
        aim = parse_objective(game, record.aim)
    except ParameterError as error:
        raise LevelError(str(error), key=f"{IMPROVE_KEY}.aim") from error
    # Repeat only the climb that found the best board, because climbs do not depend on each other.
    context = SearchContext(game, record.board, aim, control)
    found = MultiStart(context, record.seed, [record.island])
    return found.run_climbs(record.iterations, control, may_finish=False).best.board
