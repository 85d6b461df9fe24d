"""The search for levels that are better for an aim: mutated, and kept where they are.

It is late acceptance hill climbing (Burke & Bykov, "The late acceptance hill-climbing heuristic",
European Journal of Operational Research 258, 2017): a mutated board is kept if it is no worse than
the one at hand, or than the one that was at hand :data:`MEMORY` mutations ago. What comes of it
depends on the board, the aim, the seed, the number of the climb and of mutations alone.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from engine.errors import GenerationFailed
from engine.evaluation.candidates import AssessedBoard, mutations_of
from engine.evaluation.relevance import counts_of, has_more_inert
from engine.game.game import Game
from engine.improvement.aims import Objective, Rank
from engine.improvement.descending import several
from engine.improvement.guards import Guards
from engine.values.budget import Budget, Control
from engine.values.level import Board

MEMORY = 50
"""Mutations that late acceptance looks back by."""
LEAST_STATES = 20_000
"""States that the search of a mutated board may see, or else twice as many as the source has."""
_MANY_THINGS = 1 << 30
_REMOVED = 4
"""One in so many takes a thing away, where that is wanted."""


class Ground:
    """What all climbs of an improvement begin with, and hold their boards against.

    Once it has gone on for so many ``seconds``, no board is looked at further; of these as long is
    kept back as it takes to report a level afterwards.

    Attributes:
        source: the board that it begins with.
        guards: what is not to suffer.
        budget: of the search of a mutated board.
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        aim: Objective,
        control: Control,
        seconds: float | None = None,
    ) -> None:
        began = control.seconds
        self.game, self.aim, self.control = game, aim, control
        self.mutations = mutations_of(game)
        self.source = AssessedBoard(game, board, Budget(), control, whole=True)
        facts = self.source.facts
        control.require_going_on()
        if not facts["complete"]:
            raise GenerationFailed("the level is not decided within the budget of a search")
        took = control.seconds - began
        ends = None if seconds is None else began + max(took, seconds - took)
        seen = facts.get("states_seen") or 0
        self.budget = Budget(max(LEAST_STATES, 2 * seen), ends)
        self.guards = Guards.of(self.source)

    @cached_property
    def inert(self) -> int:
        """How many things of the source are inert; as many as there can be if that is open."""
        budget = Budget(seconds=self.budget.seconds)
        source, control = self.source, self.control
        inert = counts_of(self.game, source.board, source.facts, budget, control)["inert"]
        return _MANY_THINGS if inert is None else int(inert)

    @property
    def time_is_up(self) -> bool:
        """Whether it has gone on for so long as it may."""
        return self.budget.is_spent(self.control.seconds)

    def suffered(self, found: AssessedBoard) -> str | None:
        """What has suffered by a change that must not, beside the aim; None if nothing has."""
        if self.aim.as_long and found.length < self.source.length:
            return "shorter"
        fallen = self.guards.fallen(found.facts) if self.aim.guards else ()
        return f"fewer {fallen[0]}" if fallen else None

    def figure(self, rank: Rank) -> int:
        """The first number of a rank for the aim; 0 of what is no level yet."""
        needs = len(self.mutations.needs)
        return round(rank[needs]) if len(rank) > needs else 0


class HillClimb:
    """A search for a board that is better for an aim than the one that it begins with.

    Of a ground there are as many as one likes, numbered from 0; each has a stream of random numbers
    of its own, named by the seed and its number.

    Attributes:
        way: its number.
        best: the best board so far; the source until there is a better one.
        rank: how good that is.
        iterations: boards mutated so far.
        kept: how many of them were kept.
        rejections: how many were not, by reason.
        growth: the iteration that made a best board, and its rank, each time there was a better.
    """

    def __init__(self, ground: Ground, seed: int, way: int = 0) -> None:
        from engine.values.rng import RandomNumbers  # brings NumPy, which no start waits for

        self.way, self._ground, self._random = way, ground, RandomNumbers(seed, way)
        self.best = self._current = ground.source
        self.rank = self._rank = ground.aim.whole_rank(ground.source)
        self._late = [self._rank] * MEMORY
        self.iterations = self.kept = 0
        self.rejections = Counter[str]()
        self.growth: list[tuple[int, Rank]] = []

    @property
    def reached(self) -> bool:
        """Whether there is nothing left to improve."""
        return self.best.is_level and self._ground.aim.reached(self.best)

    def advance(self, iterations: int, control: Control) -> None:
        """Goes on by so many mutations, unless there is nothing left to improve or the time is up.

        Raises:
            Cancelled: it was stopped.
        """
        goal = self.iterations + iterations
        while self.iterations < goal and not (self.reached or self._ground.time_is_up):
            self.step()

    def step(self) -> None:
        """Mutates the board at hand once, and keeps what comes of it or not.

        It counts for nothing if the board is not kept and the time is up, which may be why.

        Raises:
            Cancelled: it was stopped; the step counts for nothing.
        """
        reason = self._refusal(self._mutated())
        self._ground.control.require_going_on()
        if reason is not None:
            if self._ground.time_is_up:
                return
            self.rejections[reason] += 1
        self._late[self.iterations % MEMORY] = self._rank
        self.iterations += 1

    def _mutated(self) -> Board:
        """The board at hand after one mutation, or after several."""
        return several(self._mutation, self._current.board, self._random)

    def _mutation(self, board: Board) -> Board:
        game = self._ground.game
        if self._ground.aim.removes and not self._random.below(_REMOVED):
            locked = game.boards.picture(board).locked
            left = [
                thing.without
                for thing in game.boards.things(board)
                if thing.counted and (thing.row, thing.col) not in locked
            ]
            return self._random.choice(left) if left else board
        return self._ground.mutations.mutate(board, self._random)

    def _refusal(self, board: Board) -> str | None:
        """Why a board is not kept; None if it is, and is now the one at hand."""
        ground = self._ground
        game, budget, control = ground.game, ground.budget, ground.control
        if board.table() == self._current.board.table():
            return "nothing changed"
        if ground.guards.risen(board):
            return "looks worse"
        if game.boards.problems(board):
            return "breaks a rule"
        found = AssessedBoard(game, board, budget, control)
        if not found.facts["complete"]:
            return "too many positions"
        reason = ground.suffered(found)
        if reason is not None:
            return reason
        rank = ground.aim.whole_rank(found)
        if rank < self._rank and rank < self._late[self.iterations % MEMORY]:
            return "worse"
        inert = has_more_inert(game, board, found.facts, ground.inert, budget, control)
        if inert or ground.time_is_up:
            return "more inert things"
        self._keep(found, rank)
        return None

    def _keep(self, found: AssessedBoard, rank: Rank) -> None:
        self._ground.control.require_going_on()
        self._current, self._rank = found, rank
        self.kept += 1
        if rank > self.rank:
            self.best, self.rank = found, rank
            self.growth.append((self.iterations + 1, rank))
