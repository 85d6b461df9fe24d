"""The analyser of the article on Skiddy as a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.codes import KINDS, LETTERS
from engine.games.skiddy.published.reversed_trace import ReversedTreeTrace
from engine.games.skiddy.published.reversed_tree import ReversedTree, analyse
from engine.games.skiddy.solver import WINS, judged, task_of
from engine.search.moments import DEAD_END
from engine.search.shortest import Ending
from engine.search.solutions import SolutionFinder
from engine.search.solved import Solved
from engine.values.budget import Budget, Control


def solve(
    board: SkiddyBoard, budget: Budget | None = None, control: Control | None = None
) -> Solved:
    """The verdict of the article's analyser; its solutions are those of its winning moves.

    Raises:
        EngineError: too little memory for the budget.
    """
    task = task_of(board)
    tree = analyse(task.level, budget, control)
    graph, wins = tree.graph(), tree.wins
    # Trials come in the order of the queue, so the first win of a kind is a shortest.
    moves = [*tree.path(wins[0][0]), wins[0][1]] if wins else None
    facts = task.found(moves, tree.complete, tree.count)
    computed: dict[str, Any] = {}
    if tree.complete:
        dead_ends = np.flatnonzero(tree.labels == DEAD_END).tolist()
        dead = (dead_ends[0], tree.path(dead_ends[0])) if dead_ends else None
        by_kind = [[win for win in wins if win[2] == kind] for kind in range(len(KINDS))]
        ways = [_ending(tree, found) for found in by_kind]
        stored, computed = judged(task, graph, dead, ways)
        facts |= {"states": tree.count, "dead_states": len(dead_ends), **stored}
    path = tuple(moves or ())
    trace = ReversedTreeTrace(
        "published", graph, LETTERS, path, None, task.loss, task.occupants, WINS, tree=tree
    )
    finder = SolutionFinder(graph, LETTERS, WINS) if tree.complete else None
    return Solved(facts, trace, solutions=finder, computed=computed)


def _ending(tree: ReversedTree, wins: Sequence[tuple[int, int, int]]) -> Ending:
    """One kind of winning by its winning moves, of which there may be none."""
    if not wins:
        return Ending()
    node, move, _ = wins[0]
    depth = tree.nodes.depths[node]
    ways = tree.ways(other for other, _, _ in wins if tree.nodes.depths[other] == depth)
    return Ending(len(wins), [*tree.path(node), move], ways)
