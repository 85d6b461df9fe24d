"""Late acceptance hill climbing, a search for levels that better meet an objective.

Source: Burke & Bykov, "The late acceptance hill-climbing heuristic", European Journal of
Operational Research 258, 2017.

A plain hill climb keeps a mutated board only if it is no worse than the current one, so it gets
stuck on the first peak. Late acceptance also compares the mutated board with an older one. The
climb keeps a circular list of the ranks in the last :data:`MEMORY` = 50 iterations. In iteration i,
a mutated board is also kept if it is no worse than entry i mod 50, which is the rank that the
current board had 50 iterations ago. For example, after a lucky jump from rank 10 to rank 20, boards
of rank 10 are still accepted for up to 50 iterations, which leaves time to explore around the peak.
After that, boards must have at least rank 20. Unlike in simulated annealing, there is no
temperature to tune.

The result depends only on the board, the objective, the seed, the number of the climb and the
number of mutations, so an improvement can be repeated from its record.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from engine.errors import GenerationFailed
from engine.evaluation.evaluated_board import EvaluatedBoard, require_mutations
from engine.evaluation.relevance import count_relevance, has_more_inert
from engine.game.game import Game
from engine.improvement.improvement_objectives import Objective, Rank
from engine.improvement.invariants import Invariants
from engine.improvement.mutation_chain import repeat_change
from engine.values.budget import Budget, Control
from engine.values.level import Board

MEMORY = 50
"""The number of iterations that late acceptance looks back."""
MIN_STATES = 20_000
"""The minimum budget, in states, for solving a mutated board.

The usual budget is twice the number of states that the solver saw for the source.
"""
_UNKNOWN_INERT = 1 << 30
_REMOVAL_INTERVAL = 4
"""If the objective allows removals, one mutation in this many removes an object on average."""


class SearchContext:
    """The data that all climbs of an improvement share.

    No further board is assessed once ``seconds`` have passed since the source was solved. Loading
    the solver takes no time from the climbs.

    Args:
        game: The game of the board.
        board: The board to improve.
        objective: The objective that ranks boards.
        control: The control that receives the progress and can cancel the search.
        seconds: The time limit in seconds; None for no limit.

    Attributes:
        game: The game of the source.
        objective: The objective that ranks boards.
        control: The control that receives the progress and can cancel the search.
        mutations: The mutations of the game.
        source: The board that the climbs start from.
        invariants: The invariants of the source.
        budget: The budget for solving a mutated board.

    Raises:
        ParameterError: The game has no mutations.
        GenerationFailed: The solver's budget is too small to solve the board completely.
        Cancelled: ``control`` was cancelled.
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        objective: Objective,
        control: Control,
        seconds: float | None = None,
    ) -> None:
        began = control.seconds
        self.game, self.objective, self.control = game, objective, control
        self.mutations = require_mutations(game)
        self.source = EvaluatedBoard(game, board, Budget(), control, whole=True)
        facts = self.source.facts
        control.raise_if_cancelled()
        if not facts["complete"]:
            raise GenerationFailed(
                "the level is too large to be solved completely, so it cannot be improved"
            )
        took = control.seconds - began
        # Even with almost no time, allow enough to solve a board as hard as the source once.
        ends = None if seconds is None else control.seconds + max(took, seconds)
        seen = facts.get("states_seen") or 0
        self.budget = Budget(max(MIN_STATES, 2 * seen), ends)
        self.invariants = Invariants.from_board(self.source)

    @cached_property
    def inert_count(self) -> int:
        """The number of inert objects on the source board, or a huge number if unknown."""
        budget = Budget(seconds=self.budget.seconds)
        source, control = self.source, self.control
        inert = count_relevance(self.game, source.board, source.facts, budget, control)["inert"]
        return _UNKNOWN_INERT if inert is None else int(inert)

    @property
    def is_time_up(self) -> bool:
        """True if the time limit has passed."""
        return self.budget.is_spent(self.control.seconds)

    def find_damage(self, found: EvaluatedBoard) -> str | None:
        """Return the first way in which a board is worse than the source, or None if there is none.

        Only the qualities that the objective wants to keep are compared.
        """
        if self.objective.keeps_length and found.length < self.source.length:
            return "shorter"
        fallen = (
            self.invariants.find_fallen_facts(found.facts)
            if self.objective.keeps_invariants
            else ()
        )
        return f"fewer {fallen[0]}" if fallen else None

    def get_leading_value(self, rank: Rank) -> int:
        """Return the first number in ``rank`` that comes from the objective, or 0 if none does.

        The rank of a board that is not a level has only a 0 or 1 for each fact that a level needs.
        """
        needs = len(self.mutations.required_facts)
        return round(rank[needs]) if len(rank) > needs else 0


class HillClimb:
    """A search that climbs from the source board to better boards.

    Any number of climbs can share a context. Together, the seed and the number of a climb determine
    its stream of random numbers.

    Args:
        context: The data that all climbs share.
        seed: The seed of the improvement.
        island: The number of the climb, counted from 0.

    Attributes:
        island: The number of the climb, counted from 0.
        best: The best board so far, which is the source until there is a better one.
        rank: The rank of the best board.
        iterations: The number of mutated boards so far.
        kept: The number of mutated boards that were kept.
        rejections: The number of rejected boards for each reason.
        growth: The iteration and rank of each new best board, in order.
    """

    def __init__(self, context: SearchContext, seed: int, island: int = 0) -> None:
        from engine.values.rng import RandomNumbers  # NumPy is slow to import

        self.island, self._context, self._random = island, context, RandomNumbers(seed, island)
        self.best = self._current = context.source
        self.rank = self._rank = context.objective.rank_board(context.source)
        self._late = [self._rank] * MEMORY
        self.iterations = self.kept = 0
        self.rejections = Counter[str]()
        self.growth: list[tuple[int, Rank]] = []

    @property
    def is_finished(self) -> bool:
        """True if the best board is a level that reaches the objective."""
        return self.best.is_level and self._context.objective.is_reached(self.best)

    def advance(self, iterations: int, control: Control) -> None:
        """Run ``iterations`` more steps, or fewer if the objective or the time limit is reached.

        Raises:
            Cancelled: The search was cancelled.
        """
        goal = self.iterations + iterations
        while self.iterations < goal and not (self.is_finished or self._context.is_time_up):
            self.step()

    def step(self) -> None:
        """Mutate the current board once, and keep or reject the result.

        The step does not count if the board is rejected after the time limit, because it may have
        been rejected only for lack of time.

        Raises:
            Cancelled: The search was cancelled. The step does not count.
        """
        reason = self._find_refusal(self._mutate_board())
        self._context.control.raise_if_cancelled()
        if reason is not None:
            if self._context.is_time_up:
                return
            self.rejections[reason] += 1
        # Write the current rank even if the board was rejected, so that the entry is always from
        # exactly MEMORY iterations ago.
        self._late[self.iterations % MEMORY] = self._rank
        self.iterations += 1

    def _mutate_board(self) -> Board:
        """Return the current board with one or more mutations applied."""
        return repeat_change(self._apply_mutation, self._current.board, self._random)

    def _apply_mutation(self, board: Board) -> Board:
        game = self._context.game
        # A game's mutations rarely remove objects, so do that here if the objective needs it.
        if self._context.objective.removes and not self._random.draw_below(_REMOVAL_INTERVAL):
            locked = game.boards.draw_picture(board).locked
            left = [
                thing.without
                for thing in game.boards.list_objects(board)
                if thing.counted and (thing.row, thing.col) not in locked
            ]
            return self._random.draw_item(left) if left else board
        return self._context.mutations.mutate(board, self._random)

    def _find_refusal(self, board: Board) -> str | None:
        """Return the reason to reject a board, or keep the board and return None."""
        context = self._context
        game, budget, control = context.game, context.budget, context.control
        # The checks run in order of cost: first those that need no solver, then those that need the
        # solver's facts, then the one that solves the board again for each object.
        if board.to_table() == self._current.board.to_table():
            return "nothing changed"
        if context.invariants.find_increased_faults(board):
            return "looks worse"
        if game.boards.find_problems(board):
            return "breaks a rule"
        found = EvaluatedBoard(game, board, budget, control)
        if not found.facts["complete"]:
            return "too many positions"
        reason = context.find_damage(found)
        if reason is not None:
            return reason
        rank = context.objective.rank_board(found)
        # Late acceptance: reject a board only if it is worse than both the current board and the
        # one MEMORY iterations ago.
        if rank < self._rank and rank < self._late[self.iterations % MEMORY]:
            return "worse"
        # Finding the relevance solves the board once for each object, so check it last.
        inert = has_more_inert(game, board, found.facts, context.inert_count, budget, control)
        if inert or context.is_time_up:
            return "more inert objects"
        self._keep_board(found, rank)
        return None

    def _keep_board(self, found: EvaluatedBoard, rank: Rank) -> None:
        self._context.control.raise_if_cancelled()
        self._current, self._rank = found, rank
        self.kept += 1
        if rank > self.rank:
            self.best, self.rank = found, rank
            self.growth.append((self.iterations + 1, rank))
