"""Levels of any game improved for an aim: mutated, and kept where they are better for it.

The search is late acceptance hill climbing (Burke & Bykov, "The late acceptance hill-climbing
heuristic", European Journal of Operational Research 258, 2017): a mutated board is kept if it is
no worse than the one at hand, or than the one that was at hand :data:`MEMORY` mutations ago. What
comes of it depends on the board, the aim, the seed and the number of mutations alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import GenerationFailed, LevelError, ParameterError
from engine.files.improvedtable import MOST_ITERATIONS
from engine.game import registry
from engine.game.game import Game
from engine.making.aims import Aim, Candidate, Rank, aim_named, mutations_of
from engine.making.relevance import counts, has_more_inert, relevance
from engine.making.solving import require_playable
from engine.values.budget import Budget, Control, ProgressSnapshot
from engine.values.expression import fact
from engine.values.level import Board, Improved, Level, Provenance
from engine.values.rng import RandomNumbers

IMPROVER = "improve/1"
"""Name and version of the search; a change of results is a new version."""
MEMORY = 50
"""Mutations that late acceptance looks back by."""
LEAST_STATES = 20_000
"""States that the search of a mutated board may see, or else twice as many as the source has."""
MANY_THINGS = 1 << 30
_AGAIN = 2
"""One in so many mutations is followed by another before the board is looked at."""
_REMOVED = 4
"""One in so many takes a thing away, where that is wanted."""
_SHOWN = 16
"""Iterations between two looks at how far it has come."""
_KEY = "provenance.improve"


class ImprovementSearch:
    """A search for a board that is better for an aim than the one that it begins with.

    Attributes:
        source: the board that it begins with.
        best: the best board so far; the source until there is a better one.
        iterations: boards mutated so far.
    """

    def __init__(self, game: Game, board: Board, aim: Aim, seed: int, control: Control) -> None:
        self._game, self._aim, self._control = game, aim, control
        self._mutations, self._random = mutations_of(game), RandomNumbers(seed)
        self.source = Candidate(game, board, Budget(), control)
        facts = self.source.facts
        control.require_going_on()
        if not facts["complete"]:
            raise GenerationFailed("the level is not decided within the budget of a search")
        seen = facts.get("states_seen") or 0
        self._budget = Budget(max(LEAST_STATES, 2 * seen))
        self._faults, self._inert = self._mutations.faults(board), self._inert_of_source()
        self.best = self._current = self.source
        self._rank = self._best_rank = self._rank_of(self.source)
        self._late = [self._rank] * MEMORY
        self.iterations = self._kept = 0
        self._rejections = Counter[str]()
        self._growth: list[tuple[int, int]] = []
        self._began = time.perf_counter()

    def _inert_of_source(self) -> int:
        """How many things of the source are inert; as many as there can be if that is open."""
        found = relevance(self._game, self.source.board, self.source.facts, None, self._control)
        inert = counts(found)["inert"]
        return MANY_THINGS if inert is None else int(inert)

    @property
    def reached(self) -> bool:
        """Whether there is nothing left to improve."""
        return self._is_level(self.best) and self._aim.reached(self.best)

    def _is_level(self, found: Candidate) -> bool:
        return all(found.facts[need] for need in self._mutations.needs)

    def _rank_of(self, found: Candidate) -> Rank:
        """How good a board is; what lacks something that a level needs is below all others."""
        met = tuple(float(bool(found.facts[need])) for need in self._mutations.needs)
        return (*met, *self._aim.rank(found)) if all(met) else met

    def step(self) -> None:
        """Mutates the board at hand once, and keeps what comes of it or not.

        Raises:
            Cancelled: it was stopped; the step counts for nothing.
        """
        board = self._mutated()
        reason = self._refusal(board)
        self._control.require_going_on()
        if reason is not None:
            self._rejections[reason] += 1
        self._late[self.iterations % MEMORY] = self._rank
        self.iterations += 1

    def _mutated(self) -> Board:
        """The board at hand after one mutation, or after several."""
        board = self._mutation(self._current.board)
        while not self._random.below(_AGAIN):
            board = self._mutation(board)
        return board

    def _mutation(self, board: Board) -> Board:
        if self._aim.removes and not self._random.below(_REMOVED):
            locked = self._game.boards.picture(board).locked
            left = [
                thing.without
                for thing in self._game.boards.things(board)
                if thing.counted and (thing.row, thing.col) not in locked
            ]
            return self._random.choice(left) if left else board
        return self._mutations.mutate(board, self._random)

    def _refusal(self, board: Board) -> str | None:
        """Why a board is not kept; None if it is, and is now the one at hand."""
        if board.table() == self._current.board.table():
            return "nothing changed"
        faults = zip(self._mutations.faults(board), self._faults, strict=True)
        if any(after > before for after, before in faults):
            return "looks worse"
        if self._game.boards.problems(board):
            return "breaks a rule"
        found = Candidate(self._game, board, self._budget, self._control)
        if not found.facts["complete"]:
            return "too many positions"
        reason = self._worse(found)
        if reason is not None:
            return reason
        rank = self._rank_of(found)
        if rank < self._rank and rank < self._late[self.iterations % MEMORY]:
            return "worse"
        asked = (self._game, board, found.facts, self._inert, self._budget, self._control)
        if has_more_inert(*asked):
            return "more inert things"
        self._keep(found, rank)
        return None

    def _worse(self, found: Candidate) -> str | None:
        """What has suffered that must not, beside the aim."""
        if self._aim.as_long and found.length < self.source.length:
            return "shorter"
        for key in self._mutations.guarded if self._aim.guards else ():
            before, after = fact(self.source.facts, key), fact(found.facts, key)
            if before is not None and (after is None or after < before):
                return f"fewer {key}"
        return None

    def _keep(self, found: Candidate, rank: Rank) -> None:
        self._control.require_going_on()
        self._current, self._rank = found, rank
        self._kept += 1
        if rank > self._best_rank:
            self.best, self._best_rank = found, rank
            self._growth.append((self.iterations + 1, self._figure))

    @property
    def _figure(self) -> int:
        """The first number of the best board's rank for the aim; 0 if it is no level yet."""
        needs = len(self._mutations.needs)
        return round(self._best_rank[needs]) if len(self._best_rank) > needs else 0

    def snapshot(self, of: int) -> ProgressSnapshot:
        """How far it has come, of so many iterations."""
        seconds = time.perf_counter() - self._began
        return ProgressSnapshot(
            done=self.iterations,
            of=0 if of == MOST_ITERATIONS else of,
            unit="iterations",
            board=self.best.board,
            best=self._figure,
            fault=None,
            tried=self.iterations,
            kept=self._kept,
            rejections=dict(self._rejections),
            growth=tuple(self._growth),
            bests=(self._figure,),
            speed=self.iterations / seconds if seconds else 0.0,
            attempt=0,
            told=self._aim.read(self.best),
        )


@dataclass(frozen=True, slots=True)
class ImprovedLevel:
    """What came of an improvement.

    Attributes:
        level: the best level, with how it was made and no verdict yet.
        before, after: what the aim looks at, of the source and of the best board.
        iterations: boards mutated.
    """

    level: Level
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    iterations: int


def improve(
    level: Level,
    aim: str,
    seed: int,
    *,
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
        iterations: boards to mutate at the most.
        seconds: how long it may go on; None for no limit.
        control: to watch and to stop it.

    Raises:
        LevelError: the board breaks a rule of its game.
        ParameterError: the game has no such aim, or no mutations.
        GenerationFailed: the level is not decided within the budget of a search.
        Cancelled: ``control`` was cancelled.
    """
    game, control = require_playable(level), control or Control()
    wanted = aim_named(game, aim)
    search = ImprovementSearch(game, level.board, wanted, seed, control)
    _search(search, iterations, control, Budget(seconds=seconds))
    record = _recorded(level, aim, seed, search.iterations)
    return ImprovedLevel(
        _improved(level, search.best.board, record),
        wanted.read(search.source),
        wanted.read(search.best),
        search.iterations,
    )


def _search(
    search: ImprovementSearch, iterations: int, control: Control, budget: Budget | None
) -> None:
    """Goes on until nothing is left to improve, or a limit is reached.

    Without a budget nothing else ends it, whatever is asked.
    """
    began, shown = time.perf_counter(), search.source
    control.snapshot = search.snapshot(iterations)
    while search.iterations < iterations and not search.reached:
        seconds = time.perf_counter() - began
        if budget is not None and (control.finishing or budget.is_spent(seconds)):
            break
        search.step()
        if search.best is not shown or not search.iterations % _SHOWN:
            shown, control.snapshot = search.best, search.snapshot(iterations)
    control.snapshot = search.snapshot(iterations)


def _recorded(level: Level, aim: str, seed: int, iterations: int) -> Improved:
    """How a level was improved, with how it was made before that."""
    old = level.provenance
    if old is None:
        return Improved(IMPROVER, aim, seed, iterations, level.board)
    earlier = old.improve
    return Improved(
        IMPROVER,
        aim,
        seed,
        iterations,
        level.board,
        old.edited,
        old.generated,
        () if earlier is None else (*earlier.earlier, replace(earlier, earlier=())),
    )


def _improved(level: Level, board: Board, record: Improved) -> Level:
    """The level with the board that a record leads to."""
    provenance = level.provenance or Provenance(IMPROVER, record.seed, 0)
    provenance = replace(provenance.before_edits(), improve=record)
    return replace(level, board=board, provenance=provenance, verdict=None)


def improved_again(level: Level, record: Improved, control: Control) -> Board:
    """The board that an improvement leads to, from what a level records of it.

    Raises:
        LevelError: the record cannot be followed; names its key.
        GenerationFailed: its board is not decided within the budget of a search.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get(level.game)
    if record.improver != IMPROVER:
        message = f"made by {record.improver}; this is {IMPROVER}"
        raise LevelError(message, key=f"{_KEY}.improver")
    for problem in game.boards.problems(record.board):
        key = f"{_KEY}.{problem.key}"
        raise LevelError(problem.message, key=key, row=problem.row, col=problem.col)
    try:
        aim = aim_named(game, record.aim)
    except ParameterError as error:
        raise LevelError(str(error), key=f"{_KEY}.aim") from error
    search = ImprovementSearch(game, record.board, aim, record.seed, control)
    _search(search, record.iterations, control, None)
    return search.best.board
