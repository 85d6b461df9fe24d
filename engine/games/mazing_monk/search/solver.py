"""The solver's strategies with their facts and traces, except for the thesis's own strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from threading import get_ident
from typing import Any

from engine.game.game import Position
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube_problems import find_problems, require_valid
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import objectives_strategy, proof_search, turn_search
from engine.games.mazing_monk.search.backward_trace import BackwardTrace
from engine.games.mazing_monk.search.compiled_level_facts import LevelSolver, build_partial_facts
from engine.games.mazing_monk.search.monk_mechanics import find_mechanics
from engine.games.mazing_monk.search.turns_trace import TurnsTrace
from engine.jit import decorators
from engine.search.solver_result import SolverResult, find_strategy
from engine.values.budget import Budget, Control
from engine.values.ratings_and_awards import Aim
from engine.values.win_distance_guide import HOPELESS, WON, Lookahead

MAX_STATES = 300_000
"""The maximum number of states in a lookahead from one position. Searching this many takes well
under a second."""
MAX_PLAIN_STATES = 3_000
"""The limit that replaces MAX_STATES if kernels are not compiled."""


@dataclass(frozen=True)
class WalkGuide:
    """A source of lookaheads that solves positions of one board and remembers the results.

    Distances are counted in moves of the best solution, which has the fewest turns and, among
    those, the fewest walks. A walk that collects several pieces of karma takes several moves.

    Attributes:
        board: The board at the start of play.
        best: The moves in the best solution from the start, or an empty tuple if it is not known.
    """

    board: MonkBoard
    best: tuple[str, ...] = ()
    _known: dict[Position, Lookahead] = field(default_factory=dict, repr=False, compare=False)

    def look_ahead(self, moves: tuple[str, ...]) -> Lookahead | None:
        """Return the lookahead for the position after ``moves``, solving the position if necessary.

        The result is None if the position cannot be solved within the limit on states.
        """
        position = self._replay_moves(moves)
        if self._find_lookahead(position) is None:
            self._solve(position)
        return self._find_lookahead(position)

    def look_up(self, moves: tuple[str, ...]) -> Lookahead | None:
        """Return the lookahead for the position after ``moves``, or None if it is not known yet."""
        return self._find_lookahead(self._replay_moves(moves))

    def build_guide(self, aim: Aim) -> None:
        """Return None, because the game has only one kind of win."""

    def _solve(self, position: Position) -> None:
        """Solve a position, and remember the lookahead for every position on its best solution."""
        states = MAX_PLAIN_STATES if decorators.is_disabled() else MAX_STATES
        found = proof_search.prove_optimum(position, Budget(states), Control())
        if found.is_solvable is False:
            self._known[position] = HOPELESS
        if found.is_settled and found.moves is not None:
            # Known results take precedence over new ones, so that answers never change.
            self._known.update(_list_lookaheads(position, found.moves) | self._known)

    def _replay_moves(self, moves: tuple[str, ...]) -> Position:
        position = rules.create_start(self.board)
        for word in moves:
            position = rules.apply_move(position, word).after
        return position

    def _find_lookahead(self, position: Position) -> Lookahead | None:
        if position.status != "playing":
            return WON if position.status == "won" else HOPELESS
        return self._best_lookaheads.get(position) or self._known.get(position)

    @cached_property
    def _best_lookaheads(self) -> Mapping[Position, Lookahead]:
        """The lookahead for every position on the best solution from the start."""
        return _list_lookaheads(rules.create_start(self.board), self.best)


def _list_lookaheads(position: Position, words: Sequence[str]) -> dict[Position, Lookahead]:
    """Return the lookaheads for ``position`` and all later positions on its best solution."""
    found: dict[Position, Lookahead] = {}
    for index, word in enumerate(words):
        # A position that occurs again keeps its first distance.
        found.setdefault(position, Lookahead(len(words) - index, (word,)))
        position = rules.apply_move(position, word).after
    return found


def solve_board(
    board: MonkBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> SolverResult:
    """Solve a valid board with one of the strategies.

    The budget limits the total number of states in all iterations of a search.

    Raises:
        EngineError: The strategy is unknown, or there is too little memory for the budget.
        LevelError: The board breaks a rule of the game.
    """
    name = find_strategy(strategy, _SOLVERS)
    begin, budget, control = rules.create_start(board), budget or Budget(), control or Control()
    return _SOLVERS[name](begin, budget, control)


def compute_facts(board: MonkBoard, control: Control | None = None) -> Mapping[str, Any]:
    """Return all facts about a valid board, using the strategy ``optimal``.

    Most levels have few states and are solved by one compiled call, which reuses its memory.

    Raises:
        EngineError: There is too little memory for the default budget.
        LevelError: The board breaks a rule of the game.
    """
    require_valid(board)
    # If the reused memory is too small for the level, the usual search solves it.
    found = _get_level_solver(get_ident()).compute_facts(board, control or Control())
    return found if found["complete"] else solve_board(board, None, None, control).all_facts


@lru_cache(maxsize=4)
def _get_level_solver(thread: int) -> LevelSolver:
    """Return the solver for a thread.

    The solver is kept, because allocating its memory takes longer than solving a small level.
    """
    return LevelSolver(MAX_STATES, with_play=True)


def compute_facts_without(
    board: MonkBoard, budget: Budget | None = None, control: Control | None = None
) -> Mapping[str, Any]:
    """Return the facts about a board from which one object was removed.

    A board that then breaks a rule, for example because it has too little karma, counts as
    unsolvable.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    # The searches would raise an error for a board that breaks a rule.
    if find_problems(board):
        return build_partial_facts(board, turn_search.NO, 0, 0, None)
    begin = rules.create_start(board)
    return proof_search.prove_optimum(begin, budget or Budget(), control or Control()).facts


def _solve_optimal(begin: Position, budget: Budget, control: Control) -> SolverResult:
    """Prove the minimum number of turns, then find that of walks, and count the solutions."""
    found = proof_search.prove_optimum(begin, budget, control)
    words = found.moves
    # The solution from an unfinished search may not be the best one, so the guide must not use it.
    guide = WalkGuide(begin.board, words or () if found.is_settled else ())
    trace = TurnsTrace("optimal", found)
    return SolverResult(
        found.facts,
        trace,
        guide,
        moves=words,
        mechanics=partial(find_mechanics, found) if found.is_settled else None,
        computed_facts=compute_extra_facts(begin, words),
    )


def _solve_fast(begin: Position, budget: Budget, control: Control) -> SolverResult:
    """Find a solution quickly, and a lower bound on the number of turns."""
    found = proof_search.search_beam(begin, budget, control)
    known = compute_extra_facts(begin, found.moves)
    return SolverResult(
        found.facts, TurnsTrace("fast", found), moves=found.moves, computed_facts=known
    )


def _solve_by_objectives(begin: Position, budget: Budget, control: Control) -> SolverResult:
    """Find a solution by collecting one piece of karma after another."""
    pursuit = objectives_strategy.run_objectives(begin, budget, control)
    known, trace = (
        compute_extra_facts(begin, pursuit.moves),
        objectives_strategy.ObjectiveTrace(pursuit),
    )
    return SolverResult(pursuit.facts, trace, moves=pursuit.moves, computed_facts=known)


def _solve_backwards(begin: Position, budget: Budget, control: Control) -> SolverResult:
    """Prove the fewest turns without pruning any state, then trace the solutions backwards."""
    found = proof_search.search_backwards(begin, budget, control)
    known = compute_extra_facts(begin, found.moves)
    return SolverResult(found.facts, BackwardTrace(found), moves=found.moves, computed_facts=known)


def compute_extra_facts(begin: Position, words: Sequence[str] | None) -> Mapping[str, object]:
    """Return the facts that level files do not store. They are None if there is no solution."""
    board = begin.board
    assert isinstance(board, MonkBoard)
    return {"thesis_moves": None if words is None else rules.count_thesis_moves(board, words)}


_SOLVERS: Mapping[str, Callable[[Position, Budget, Control], SolverResult]] = {
    "optimal": _solve_optimal,
    "fast": _solve_fast,
    "objectives": _solve_by_objectives,
    "backwards": _solve_backwards,
}
