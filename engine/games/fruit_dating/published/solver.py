"""The solver strategy that runs the search described in the article on Fruit Dating."""

from __future__ import annotations

from dataclasses import replace

from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_codes import LETTERS, PUBLISHED_DEPTH
from engine.games.fruit_dating.published.depth_first_search import search_as_published
from engine.games.fruit_dating.published.depth_first_trace import DepthFirstTrace
from engine.games.fruit_dating.solver import make_task
from engine.search.graph import search_graph
from engine.search.retrograde import get_solution
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control


def solve_as_published(
    board: FruitBoard, budget: Budget | None = None, control: Control | None = None
) -> SolverResult:
    """Solve a valid board with the article's search.

    Raises:
        EngineError: There is not enough memory for the budget.
    """
    task = make_task(board)
    limit = (budget.depth if budget is not None else None) or PUBLISHED_DEPTH
    log = search_as_published(task.level, limit, budget, control)
    moves = None
    if log.is_proven and log.winning_row is not None:
        # The trace shows the solution that this search found. But every strategy must report the
        # shortest solution that is first in move order, and a search with a stack may find another
        # one. So search the graph for it; this needs no more states than the successors of the
        # situations seen.
        bounded = replace(budget or Budget(), max_states=4 * log.states_seen + 1)
        moves = get_solution(search_graph(task.level, bounded, control, stop_at_win=True))
        moves = moves if moves is not None else log.find_path(log.winning_row)
    solvable = None if log.winning_row is None else True
    facts = task.build_facts(solvable, log.is_proven, moves, states_seen=log.states_seen)
    trace = DepthFirstTrace("published", log, LETTERS, task.explain_loss, task.occupants)
    return SolverResult(facts, trace, moves=task.name_moves(moves))
