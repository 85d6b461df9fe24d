"""The four strategies of the solver, their facts and their traces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.compiled import compile_board
from engine.games.skiddy.figures import Solution, figures_of
from engine.games.skiddy.fun import judged, rate
from engine.jit.marks import Bytes, Words
from engine.search.endings import endings
from engine.search.graph import Graph
from engine.search.maps.trapmap import Pieces
from engine.search.retrograde import DEAD, RetrogradeFacts
from engine.search.reversed_tree import DEAD_END, ReversedTree, analyse
from engine.search.solved import Solved
from engine.search.strategies import SolverTask, Strategy, by_cost, by_graph, naively
from engine.search.strategies import solve as solve_by
from engine.search.traces.reversed_trace import ReversedTreeTrace
from engine.values.budget import Budget, Control

STRATEGIES = ("graph", "uniform-cost", "published", "naive")
LETTERS = ("U", "R", "D", "L")
KINDS = ("max_combo", "no_combo")
"""The kinds of winning, in the order of their outcomes."""
WINS = ("max combo", "no combo")

_FACTS = (
    "states", "dead_states", "max_combo", "no_combo", "winning_edges", "stars", "evidence", "fun",
    "states_seen",
)  # fmt: skip


def solve(
    board: SkiddyBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> Solved:
    """The verdict on a valid board.

    Raises:
        EngineError: no such strategy, or too little memory for the budget.
    """
    compiled = compile_board(board)
    kinds = tuple(codes.PIECES.titles[compiled.glyphs[number]] for number in compiled.order)
    pieces, here = Pieces(kinds, board.cols), partial(occupants, board)
    task = SolverTask(compiled.level(), LETTERS, _FACTS, here, pieces, wins=WINS)
    by_all_states, as_published = partial(_measure, board), partial(_as_published, board)
    each = (partial(by_graph, by_all_states), by_cost, as_published, naively)
    strategies: dict[str, Strategy] = dict(zip(STRATEGIES, each, strict=True))
    return solve_by(task, strategies, strategy, budget, control)


def occupants(board: SkiddyBoard, states: Words, row: int, col: int) -> Bytes:
    """What stands on a cell in each of some packed states, coded for :mod:`engine.values.trace`."""
    return compile_board(board).occupants(states, row * board.cols + col)


def _whole_facts(
    board: SkiddyBoard,
    task: SolverTask,
    graph: Graph,
    moves: Sequence[int] | None,
    dead: tuple[int, tuple[int, str] | None],
    solutions: Sequence[Solution],
    edges: Sequence[int],
) -> dict[str, Any]:
    """The facts of a level whose every state is known.

    ``dead`` says how many of the states are dead ends, and the first with a way there; solutions
    and ``edges``, how many moves win, are by kind.
    """
    stars, evidence = rate(dead[1], *solutions)
    return task.answer(
        moves is not None,
        True,
        moves,
        states=graph.count,
        dead_states=dead[0],
        **dict(zip(KINDS, solutions, strict=True)),
        winning_edges=dict(zip(KINDS, edges, strict=True)),
        stars=stars,
        evidence=evidence,
        fun=judged(figures_of(board, graph, *solutions), stars),
        states_seen=graph.count,
    )


def _solution(task: SolverTask, moves: Sequence[int] | None, ways: int) -> Solution:
    if moves is None:
        return None
    return {"moves": len(moves), "solution": task.word(moves), "shortest_solutions": ways}


def _measure(
    board: SkiddyBoard,
    task: SolverTask,
    graph: Graph,
    ahead: RetrogradeFacts,
    moves: Sequence[int] | None,
) -> dict[str, Any]:
    dead = None
    if ahead.dead_states:
        first = int(np.argmax(ahead.distance == DEAD))
        dead = (first, task.word(graph.path(first)))
    ways = endings(graph, len(KINDS))
    solutions = [_solution(task, ending.solution(graph), ending.solutions) for ending in ways]
    edges, ends = [ending.edges for ending in ways], (ahead.dead_states, dead)
    return _whole_facts(board, task, graph, moves, ends, solutions, edges)


def _as_published(
    board: SkiddyBoard, task: SolverTask, budget: Budget | None, control: Control | None
) -> Solved:
    """The article's analyser; its solutions are those of its winning moves."""
    tree = analyse(task.level, budget, control)
    graph, wins = tree.graph(), tree.wins
    # Trials come in the order of the queue, so the first win of a kind is a shortest.
    moves = [*tree.path(wins[0][0]), wins[0][1]] if wins else None
    if tree.complete:
        dead_ends = np.flatnonzero(tree.labels == DEAD_END)
        first = int(dead_ends[0]) if len(dead_ends) else None
        dead = None if first is None else (first, task.word(tree.path(first)))
        by_kind = [[win for win in wins if win[2] == kind] for kind in range(len(KINDS))]
        solutions = [_published_solution(task, tree, found) for found in by_kind]
        edges, ends = [len(found) for found in by_kind], (len(dead_ends), dead)
        facts = _whole_facts(board, task, graph, moves, ends, solutions, edges)
    else:
        facts = task.found(moves, False, tree.count)
    path = tuple(moves or ())
    trace = ReversedTreeTrace(
        "published", graph, LETTERS, path, None, task.loss, task.occupants, WINS, tree=tree
    )
    return Solved(facts, trace)


def _published_solution(
    task: SolverTask, tree: ReversedTree, wins: Sequence[tuple[int, int, int]]
) -> Solution:
    """The shortest solution among winning moves of one kind, and how many there are."""
    if not wins:
        return None
    node, move, _ = wins[0]
    depth = tree.nodes.depths[node]
    ways = tree.ways(other for other, _, _ in wins if tree.nodes.depths[other] == depth)
    return _solution(task, [*tree.path(node), move], ways)
