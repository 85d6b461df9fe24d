"""Tasks: computations that receive a control and run in a thread or in the helper process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from engine import workshop
from engine.evaluation.level_mechanics import find_mechanics
from engine.evaluation.relevance import Relevance, find_relevance
from engine.game.game import Game
from engine.game.reasoned_trace import ReasonedTrace
from engine.generation.constraints import ConstrainedLevels
from engine.search.solver_result import SolverResult
from engine.stages.accepted_candidate_search import find_accepted_attempt, require_possible
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Attempts, Candidate, Recipe
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level
from engine.values.mechanic_use_words import COUNT_FACTS, count_mechanics
from engine.values.solver_trace import IndexedTrace
from engine.values.win_distance_guide import Guide, Lookahead

LOOKAHEAD_SECONDS = 0.2
"""The time in seconds after which no more positions are looked up, so that answers are prompt."""

Moves = tuple[str, ...]
T = TypeVar("T")
Task = Callable[[Control], T]
"""A picklable computation that receives a control and checks it regularly."""


def solve_board(
    game: Game,
    board: Board,
    control: Control,
    *,
    strategy: str | None = None,
    budget: Budget | None = None,
    guided: bool = False,
) -> SolverResult:
    """Solve a valid board, and precompute the parts of the result that panes show.

    Args:
        game: The game whose solver is used.
        board: The board to solve.
        control: The control that can stop the search.
        strategy: The name of the strategy, or None for the default one.
        budget: The limits on the search, or None for the default ones.
        guided: True to build a guide if the solver provides none. The guide can tell which moves
            lead to a win from a position.
    """
    solved = workshop.solve_board(game, board, strategy, budget, control)
    if guided and solved.guide is None and not control.is_cancelled:
        solved = replace(solved, guide=_build_guide(game, board, solved, control))
    if isinstance(solved.trace, IndexedTrace | ReasonedTrace):
        # A trace may have millions of rows, so index it here, where no screen waits for it.
        solved.trace.prepare()
    # The first call computes the leaks and caches them, so make it in this thread.
    if solved.leaks is not None:
        solved.leaks()
    return solved


def _build_guide(game: Game, board: Board, solved: SolverResult, control: Control) -> Guide | None:
    """Build a guide that can look ahead from every position, or only from those in the solution.

    The result is None if neither guide can be built.
    """
    from engine.game import exploration

    found = None
    if solved.facts.get("complete"):
        found = exploration.explore_positions(game.play, board, control=control)
    solution = solved.facts.get("solution")
    # The state graph may be too large, and a guide along the solution is better than none.
    if found is None and isinstance(solution, str):
        found = exploration.follow_solution(game.play, board, game.play.read_moves(solution))
    return found


def judge_recipe(game: Game, recipe: Recipe, control: Control) -> Attempts:
    """Check whether a search would accept the candidate of a recipe, and report any rejection."""
    return ConstrainedLevels(game).try_candidates(recipe, 1, control)


def improve_level(
    level: Level, objective: str, seed: int, islands: int, seconds: float | None, control: Control
) -> workshop.ImprovedLevel:
    """Improve a level; see :func:`engine.workshop.improve`.

    The returned value omits the solver's result, which may contain millions of states.
    """
    found = workshop.improve(
        level, objective, seed, islands=islands, seconds=seconds, control=control
    )
    return replace(found, solved=None)


def find_relevances(
    game: Game, board: Board, facts: Mapping[str, Any], control: Control
) -> tuple[Relevance, ...]:
    """Return the relevance of each object on a board.

    ``facts`` are the solver's facts about the board with all its objects.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    return tuple(find_relevance(game, board, facts, None, control))


COUNTED_STATES = 50_000
"""The maximum number of states to search when counting the mechanics of each level in a list."""


def count_needed_mechanics(game: Game, board: Board, control: Control) -> float | None:
    """Count the mechanics that every shortest solution to a board uses.

    Returns:
        The number of mechanics, or None for a draft, a level with too many states, or a game
        without mechanics.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    # A draft cannot be solved.
    if game.boards.find_problems(board) or not game.solver.mechanic_titles:
        return None
    solved = game.solver.solve(board, None, Budget(COUNTED_STATES), control)
    return count_mechanics(find_mechanics(game, solved, control))[COUNT_FACTS[0]]


def generate_candidate(game: Game, recipe: Recipe, control: Control) -> Candidate:
    """Generate the candidate for exactly this recipe.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    control.raise_if_cancelled()
    made = game.generator.build_candidate(recipe, control)
    control.raise_if_cancelled()
    return made


def find_accepted(game: Game, recipe: Recipe, control: Control) -> tuple[Recipe, Attempts]:
    """Return the recipe of the first accepted candidate, and the attempts made to find it.

    Raises:
        ParameterError: No level can satisfy the constraints.
        GenerationFailed: No candidate was accepted.
        Cancelled: ``control`` was cancelled.
    """
    source = ConstrainedLevels(game)
    require_possible(source, recipe)
    return find_accepted_attempt(source, recipe, DEFAULT_MAX_ATTEMPTS, control)


def look_ahead(
    guide: Guide, asked: Sequence[Moves], control: Control
) -> dict[Moves, Lookahead | None]:
    """Look up the positions after each sequence of moves and along its best continuation.

    Returns:
        A mapping from the moves that lead to a position to that position's lookahead, or to None if
        the lookahead is unknown. If time runs out, the last positions are missing.
    """
    found: dict[Moves, Lookahead | None] = {}
    for moves in asked:
        if control.is_cancelled or (found and control.seconds > LOOKAHEAD_SECONDS):
            break
        way = moves
        # The player is likely to ask about the best continuation next.
        while way not in found:
            found[way] = ahead = guide.look_ahead(way)
            if ahead is not None and ahead.best:
                way = (*way, ahead.best[0])
    return found
