"""The strategies of the Skiddy solver, except for the published one, and Skiddy's own facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.fun_figures import compute_figures
from engine.games.skiddy.fun_rating import (
    SolutionFacts,
    make_current_fun,
    make_stored_fun,
    rate_stars,
)
from engine.games.skiddy.plain_skiddy_rules import RULES
from engine.games.skiddy.skiddy_codes import WIN_KINDS
from engine.search.graph import Graph
from engine.search.retrograde import DEAD, RetrogradeFacts
from engine.search.shortest_solutions import WinStatistics, list_win_statistics
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

MAX_RENEWED_STATES = 5_000
"""The maximum number of states in a level whose stored facts are computed again."""

_FACTS = (
    "states", "dead_states", "max_combo", "no_combo", "winning_edges", "stars", "evidence", "fun",
    "states_seen",
)  # fmt: skip


def make_task(board: SkiddyBoard) -> SolverTask[SearchLevel]:
    """Return the task of solving a valid board, in the form that strategies need."""
    return rules_solver.make_task(RULES, board, _FACTS)


def solve_board(
    board: SkiddyBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> SolverResult:
    """Solve a valid board with a strategy, or with the first one if ``strategy`` is None.

    Raises:
        EngineError: The strategy does not exist, or there is not enough memory for the budget.
    """
    return _STRATEGIES[find_strategy(strategy, _STRATEGIES)](make_task(board), budget, control)


def renew_facts(board: SkiddyBoard, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return stored facts, with the current version of the fun rating if the level is small."""
    states = facts.get("states")
    # A fact in a file may have any type. Large levels keep their facts, because solving them again
    # takes a long time.
    if not isinstance(states, int) or not 0 < states <= MAX_RENEWED_STATES:
        return facts
    return {**facts, **solve_board(board, budget=Budget(states)).computed_facts}


def compute_own_facts(
    task: SolverTask[SearchLevel],
    graph: Graph,
    dead: tuple[int, Sequence[int]] | None,
    ways: Sequence[WinStatistics],
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the facts that only Skiddy has, for a level with a complete graph.

    Args:
        task: The solver task for the board.
        graph: The complete graph.
        dead: The first dead end and the moves to it, or None if there is no dead end.
        ways: The statistics about each kind of win.

    Returns:
        The facts that files store, and the facts that are always computed.
    """
    solutions = [_describe_solution(task, way) for way in ways]
    stars, evidence = rate_stars(
        None if dead is None else (dead[0], task.format_moves(dead[1])), *solutions
    )
    figures = compute_figures(task.board, graph, *solutions)
    stored = {
        **dict(zip(WIN_KINDS, solutions, strict=True)),
        "winning_edges": dict(zip(WIN_KINDS, (way.edges for way in ways), strict=True)),
        "stars": stars,
        "evidence": evidence,
        "fun": make_stored_fun(figures, stars),
    }
    return stored, {"fun": make_current_fun(figures, stars)}


def _describe_solution(task: SolverTask[SearchLevel], way: WinStatistics) -> SolutionFacts:
    if way.solution is None:
        return None
    found = {"moves": len(way.solution), "solution": task.format_moves(way.solution)}
    return {**found, "shortest_solutions": way.solutions}


def _measure_graph(
    task: SolverTask[SearchLevel], graph: Graph, ahead: RetrogradeFacts
) -> tuple[dict[str, Any], dict[str, Any]]:
    # argmax returns the first dead state. If there is none, it returns 0, which is then not used.
    first = int(np.argmax(ahead.distance == DEAD))
    dead = (first, graph.find_path(first)) if ahead.dead_states else None
    return compute_own_facts(task, graph, dead, list_win_statistics(graph, len(WIN_KINDS)))


_STRATEGIES: Mapping[str, Strategy] = {
    "graph": partial(solve_by_graph, measure_graph=_measure_graph),
    "uniform-cost": solve_by_cost,
    "naive": solve_naively,
}
