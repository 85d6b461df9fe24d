"""The search for levels that are better for an aim: mutated, and kept where they are.

It is late acceptance hill climbing (Burke & Bykov, "The late acceptance hill-climbing heuristic",
European Journal of Operational Research 258, 2017): a mutated board is kept if it is no worse than
the one at hand, or than the one that was at hand :data:`MEMORY` mutations ago. What comes of it
depends on the board, the aim, the seed and the number of mutations alone.
"""

from __future__ import annotations

import time
from collections import Counter
from functools import cached_property

from engine.errors import GenerationFailed
from engine.game.game import Game
from engine.making.aims import Aim, Rank
from engine.making.candidates import Candidate, mutations_of
from engine.making.guards import Guards
from engine.making.relevance import counts_of, has_more_inert
from engine.values.budget import Budget, Control, ProgressSnapshot
from engine.values.level import Board
from engine.values.rng import RandomNumbers

MEMORY = 50
"""Mutations that late acceptance looks back by."""
LEAST_STATES = 20_000
"""States that the search of a mutated board may see, or else twice as many as the source has."""
_MANY_THINGS = 1 << 30
_AGAIN = 2
"""One in so many mutations is followed by another before the board is looked at."""
_REMOVED = 4
"""One in so many takes a thing away, where that is wanted."""


class ImprovementSearch:
    """A search for a board that is better for an aim than the one that it begins with.

    Once it has gone on for so many ``seconds``, no board is looked at further.

    Attributes:
        source: the board that it begins with.
        best: the best board so far; the source until there is a better one.
        iterations: boards mutated so far.
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        aim: Aim,
        seed: int,
        control: Control,
        seconds: float | None = None,
    ) -> None:
        ends = None if seconds is None else control.seconds + seconds
        self._game, self._aim, self._control = game, aim, control
        self._mutations, self._random = mutations_of(game), RandomNumbers(seed)
        self.source = Candidate(game, board, Budget(), control)
        facts = self.source.facts
        control.require_going_on()
        if not facts["complete"]:
            raise GenerationFailed("the level is not decided within the budget of a search")
        seen = facts.get("states_seen") or 0
        self._budget = Budget(max(LEAST_STATES, 2 * seen), ends)
        self._guards = Guards.of(self.source)
        self.best = self._current = self.source
        self._rank = self._best_rank = aim.whole_rank(self.source)
        self._late = [self._rank] * MEMORY
        self.iterations = self._kept = 0
        self._rejections = Counter[str]()
        self._growth: list[tuple[int, int]] = []
        self._began = time.perf_counter()

    @cached_property
    def _inert(self) -> int:
        """How many things of the source are inert; as many as there can be if that is open."""
        budget = Budget(seconds=self._budget.seconds)
        source, control = self.source, self._control
        inert = counts_of(self._game, source.board, source.facts, budget, control)["inert"]
        return _MANY_THINGS if inert is None else int(inert)

    @property
    def time_is_up(self) -> bool:
        """Whether it has gone on for so long as it may."""
        return self._budget.is_spent(self._control.seconds)

    @property
    def reached(self) -> bool:
        """Whether there is nothing left to improve."""
        return self.best.is_level and self._aim.reached(self.best)

    def step(self) -> None:
        """Mutates the board at hand once, and keeps what comes of it or not.

        It counts for nothing if the board is not kept and the time is up, which may be why.

        Raises:
            Cancelled: it was stopped; the step counts for nothing.
        """
        reason = self._refusal(self._mutated())
        self._control.require_going_on()
        if reason is not None:
            if self.time_is_up:
                return
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
        if self._guards.risen(board):
            return "looks worse"
        if self._game.boards.problems(board):
            return "breaks a rule"
        found = Candidate(self._game, board, self._budget, self._control)
        if not found.facts["complete"]:
            return "too many positions"
        reason = self._worse(found)
        if reason is not None:
            return reason
        rank = self._aim.whole_rank(found)
        if rank < self._rank and rank < self._late[self.iterations % MEMORY]:
            return "worse"
        asked = (self._game, board, found.facts, self._inert, self._budget, self._control)
        if has_more_inert(*asked) or self.time_is_up:
            return "more inert things"
        self._keep(found, rank)
        return None

    def _worse(self, found: Candidate) -> str | None:
        """What has suffered that must not, beside the aim."""
        if self._aim.as_long and found.length < self.source.length:
            return "shorter"
        fallen = self._guards.fallen(found.facts) if self._aim.guards else ()
        return f"fewer {fallen[0]}" if fallen else None

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
        """How far it has come, of so many iterations; 0 where no number is named."""
        seconds = time.perf_counter() - self._began
        return ProgressSnapshot(
            done=self.iterations,
            of=of,
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
