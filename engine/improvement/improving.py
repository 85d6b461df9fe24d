"""Levels of any game improved for an aim, and improved again from what they record of it.

What is tried and kept is a matter of :mod:`engine.improvement.climbing`, what for of
:mod:`engine.improvement.aims`. A level that an archive was filled with records a chain of mutations
instead: :mod:`engine.improvement.descending`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import LevelError, ParameterError
from engine.evaluation.intended import Intended, intended
from engine.evaluation.solving import require_playable
from engine.files.improvedtable import IMPROVE_KEY, MOST_ISLANDS, MOST_ITERATIONS
from engine.game import registry
from engine.game.game import Game
from engine.improvement.aims import aim_named
from engine.improvement.climbing import Ground, HillClimb
from engine.improvement.descending import DESCENT, followed, improved, recorded
from engine.search.solved import Solved
from engine.staging.rounds import merged_growth, rounds
from engine.values.budget import Control, ProgressSnapshot
from engine.values.level import Board, Improved, Level

IMPROVER = "improve/1"
"""Name and version of the search; a change of results is a new version."""


@dataclass(frozen=True, slots=True)
class ImprovedLevel:
    """What came of an improvement.

    Attributes:
        level: the best level, with how it was made and no verdict yet.
        before, after: what the aim looks at, of the source and of the best board.
        iterations: boards mutated, on the island that the best one is of.
        solved: what the solver says of the source; None where that was left behind.
        broken: the intended solution on the best board, if it wins on the source and no longer
            there; else None.
        missed: whether the best board is not what the aim names, such as ``moves=12``.
    """

    level: Level
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    iterations: int
    solved: Solved | None
    broken: Intended | None = None
    missed: bool = False


class Expedition:
    """The climbs of one improvement, side by side, of which the best board is taken.

    Each goes a way of its own, so what comes of it depends on nothing but its number and how far it
    goes; see :mod:`engine.staging.islands`.
    """

    def __init__(self, ground: Ground, seed: int, ways: Iterable[int]) -> None:
        self._ground = ground
        self._climbs = [HillClimb(ground, seed, way) for way in ways]
        self._began = time.perf_counter()

    @property
    def _winner(self) -> HillClimb:
        """The climb that has reached the aim first, else the best, of equals the first."""
        reached = [climb for climb in self._climbs if climb.reached]
        if reached:
            return min(reached, key=lambda climb: climb.iterations)
        return max(self._climbs, key=lambda climb: climb.rank)

    def go(self, iterations: int, control: Control, *, may_finish: bool) -> HillClimb:
        """Goes on until all have done so many mutations, one has reached the aim or time is up.

        Returns:
            The climb with the best board.

        Raises:
            Cancelled: ``control`` was cancelled.
        """
        of = 0 if iterations == MOST_ITERATIONS else iterations
        with closing(rounds(self._climbs, iterations, control, first=1)) as going:
            for _ in going:
                control.snapshot = self._snapshot(of)
                ended = self._ground.time_is_up or (may_finish and control.finishing)
                if ended or any(climb.reached for climb in self._climbs):
                    break
        return self._winner

    def _snapshot(self, of: int) -> ProgressSnapshot:
        """How far it has come, of so many iterations; 0 where no number is named."""
        seconds = time.perf_counter() - self._began
        climbs, ground, best = self._climbs, self._ground, self._winner
        tried, rejections = sum(climb.iterations for climb in climbs), Counter[str]()
        for climb in climbs:
            rejections.update(climb.rejections)
        growth = (
            (made, (rank, ground.figure(rank))) for climb in climbs for made, rank in climb.growth
        )
        return ProgressSnapshot(
            done=min(climb.iterations for climb in climbs),
            of=of,
            unit="iterations",
            board=best.best.board,
            best=ground.figure(best.rank),
            fault=None,
            tried=tried,
            kept=sum(climb.kept for climb in climbs),
            rejections=dict(rejections),
            growth=merged_growth(growth),
            bests=tuple(ground.figure(climb.rank) for climb in climbs),
            speed=tried / seconds if seconds else 0.0,
            attempt=0,
            figures=ground.aim.read(best.best),
        )


def improve(
    level: Level,
    aim: str,
    seed: int,
    *,
    islands: int = 1,
    iterations: int = MOST_ITERATIONS,
    seconds: float | None = None,
    control: Control | None = None,
) -> ImprovedLevel:
    """Improves a level for an aim, until nothing is left to improve or a limit is reached.

    Asked to finish, it ends with the best so far; ``control`` has its ``snapshot``.

    Args:
        level: of a game with mutations.
        aim: as ``workbench improve --aim`` has it.
        seed: 0 to 2**63 - 1, of the random numbers.
        islands: independent ways to go side by side, of which the best board is taken, 1 to
            MOST_ISLANDS.
        iterations: boards to mutate at the most, on each of them.
        seconds: how long it may go on; None for no limit.
        control: to watch and to stop it.

    Raises:
        LevelError: the board breaks a rule of its game.
        ParameterError: the game has no such aim, or no mutations; too many islands.
        GenerationFailed: the level is not decided within the budget of a search.
        Cancelled: ``control`` was cancelled.
    """
    game, control = require_playable(level), control or Control()
    if not 1 <= islands <= MOST_ISLANDS:
        raise ParameterError(f"islands: expected 1 to {MOST_ISLANDS}, found {islands}")
    wanted = aim_named(game, aim)
    ground = Ground(game, level.board, wanted, control, seconds)
    best = Expedition(ground, seed, range(islands)).go(iterations, control, may_finish=True)
    record = recorded(level, IMPROVER, aim, seed, best.iterations)
    record = replace(record, islands=islands, island=best.way)
    better = improved(level, best.best.board, record)
    return ImprovedLevel(
        better,
        wanted.read(ground.source),
        wanted.read(best.best),
        best.iterations,
        ground.source.solved,
        _broken(game, level, better),
        wanted.has_target and not wanted.reached(best.best),
    )


def _broken(game: Game, before: Level, after: Level) -> Intended | None:
    """Return the intended solution on a changed level if the change broke it, else None."""
    old, new = intended(game, before), intended(game, after)
    return new if old is not None and old.wins and new is not None and not new.wins else None


def improved_again(level: Level, record: Improved, control: Control) -> Board:
    """The board that an improvement leads to, from what a level records of it.

    Raises:
        LevelError: the record cannot be followed; names its key.
        GenerationFailed: its board is not decided within the budget of a search.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get(level.game)
    if record.improver not in (IMPROVER, DESCENT):
        message = f"made by {record.improver}; this is {IMPROVER} and {DESCENT}"
        raise LevelError(message, key=f"{IMPROVE_KEY}.improver")
    for problem in game.boards.problems(record.board):
        key = f"{IMPROVE_KEY}.{problem.key}"
        raise LevelError(problem.message, key=key, row=problem.row, col=problem.col)
    if record.improver == DESCENT:
        return followed(game, record)
    try:
        aim = aim_named(game, record.aim)
    except ParameterError as error:
        raise LevelError(str(error), key=f"{IMPROVE_KEY}.aim") from error
    ground = Ground(game, record.board, aim, control)
    found = Expedition(ground, record.seed, [record.island])
    return found.go(record.iterations, control, may_finish=False).best.board
