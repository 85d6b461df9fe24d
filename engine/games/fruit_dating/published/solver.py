"""The solver of the article on Fruit Dating as a strategy."""

from __future__ import annotations

from dataclasses import replace

from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.codes import LETTERS, PUBLISHED_DEPTH
from engine.games.fruit_dating.published.depth_first import published_search
from engine.games.fruit_dating.published.depth_trace import DepthFirstTrace
from engine.games.fruit_dating.solver import task_of
from engine.search.graph import search
from engine.search.retrograde import solution
from engine.search.solved import Solved
from engine.values.budget import Budget, Control


def solve(
    board: FruitBoard, budget: Budget | None = None, control: Control | None = None
) -> Solved:
    """The verdict on a valid board.

    Raises:
        EngineError: too little memory for the budget.
    """
    task = task_of(board)
    limit = (budget.depth if budget is not None else None) or PUBLISHED_DEPTH
    log = published_search(task.level, limit, budget, control)
    moves = None
    if log.proven and log.solved is not None:
        # The trace shows the solver's own solution. The one reported is, as for every strategy,
        # the first of the shortest in the order of moves, which its stack does not find. Layers
        # up to it hold at most the successors of what the stack has seen.
        bounded = replace(budget or Budget(), max_states=4 * log.states_seen + 1)
        moves = solution(search(task.level, bounded, control, stop_at_win=True))
        moves = moves if moves is not None else log.path(log.solved)
    solvable = None if log.solved is None else True
    facts = task.answer(solvable, log.proven, moves, states_seen=log.states_seen)
    trace = DepthFirstTrace("published", log, LETTERS, task.loss, task.occupants)
    return Solved(facts, trace)
