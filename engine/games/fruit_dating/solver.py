"""The strategies of the Fruit Dating solver, except for the published one."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.plain_fruit_rules import RULES
from engine.search.solver_result import SolverResult, find_strategy
from engine.search.strategies import (
    SolverTask,
    Strategy,
    solve_by_cost,
    solve_by_graph,
    solve_naively,
)
from engine.search.successors import SearchLevel
from engine.tiles import rules_solver
from engine.values.budget import Budget, Control


def make_task(board: FruitBoard) -> SolverTask[SearchLevel]:
    """Return the task of solving a valid board, in the form that strategies need."""
    return rules_solver.make_task(RULES, board)


def solve_board(
    board: FruitBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> SolverResult:
    """Solve a valid board with a strategy, or with the first one if ``strategy`` is None.

    Raises:
        EngineError: The strategy does not exist, or there is not enough memory for the budget.
    """
    return _STRATEGIES[find_strategy(strategy, _STRATEGIES)](make_task(board), budget, control)


_STRATEGIES: Mapping[str, Strategy] = {
    "graph": solve_by_graph,
    "uniform-cost": solve_by_cost,
    "naive": solve_naively,
}
