"""The solver strategy that runs the analyser described in the article on Skiddy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.published.analyser_trace import ReversedTreeTrace
from engine.games.skiddy.published.parent_linked_tree import ReversedTree, analyse_level
from engine.games.skiddy.skiddy_codes import LETTERS, WIN_KINDS
from engine.games.skiddy.solver import compute_own_facts, make_task
from engine.search.shortest_solutions import WinStatistics
from engine.search.solution_finder import SolutionFinder
from engine.search.solver_result import SolverResult
from engine.search.tree_snapshots import DEAD_END
from engine.values.budget import Budget, Control


def solve_as_published(
    board: SkiddyBoard, budget: Budget | None = None, control: Control | None = None
) -> SolverResult:
    """Solve a valid board with the article's analyser.

    Raises:
        EngineError: There is not enough memory for the budget.
    """
    task = make_task(board)
    tree = analyse_level(task.level, budget, control)
    graph, wins = tree.make_graph(), tree.wins
    # The search is breadth first, so the first win of each kind is a shortest one.
    moves = [*tree.list_path_moves(wins[0][0]), wins[0][1]] if wins else None
    facts = task.build_search_facts(moves, tree.is_complete, tree.count)
    computed: dict[str, Any] = {}
    if tree.is_complete:
        dead_ends = np.flatnonzero(tree.labels == DEAD_END).tolist()
        dead = (dead_ends[0], tree.list_path_moves(dead_ends[0])) if dead_ends else None
        by_kind = [[win for win in wins if win[2] == kind] for kind in range(len(WIN_KINDS))]
        ways = [_build_ending(tree, found) for found in by_kind]
        stored, computed = compute_own_facts(task, graph, dead, ways)
        facts |= {"states": tree.count, "dead_states": len(dead_ends), **stored}
    path = tuple(moves or ())
    trace = ReversedTreeTrace(
        "published",
        graph,
        LETTERS,
        path,
        None,
        task.explain_loss,
        task.occupants,
        task.win_titles,
        tree=tree,
    )
    finder = SolutionFinder(graph, LETTERS, task.win_titles) if tree.is_complete else None
    words = task.name_moves(moves)
    return SolverResult(facts, trace, moves=words, solutions=finder, computed_facts=computed)


def _build_ending(tree: ReversedTree, wins: Sequence[tuple[int, int, int]]) -> WinStatistics:
    """Return the statistics about one kind of win, computed from all wins of that kind."""
    if not wins:
        return WinStatistics()
    node, move, _ = wins[0]
    depth = tree.nodes.depths[node]
    ways = tree.count_ways(other for other, _, _ in wins if tree.nodes.depths[other] == depth)
    return WinStatistics(len(wins), [*tree.list_path_moves(node), move], ways)
