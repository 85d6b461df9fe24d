"""The strategies of the solver, their facts and their traces; but for the published one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.codes import KINDS, LETTERS
from engine.games.skiddy.compiled import compile_board
from engine.games.skiddy.figures import figures_of
from engine.games.skiddy.fun import Solution, current_fun, rate, stored_fun
from engine.games.skiddy.mechanics import mechanics
from engine.jit.marks import Bytes, Words
from engine.search.graph import Graph
from engine.search.maps.trapmap import Pieces
from engine.search.retrograde import DEAD, RetrogradeFacts
from engine.search.shortest import Ending, endings
from engine.search.solved import Solved, strategy_named
from engine.search.strategies import SolverTask, Strategy, by_cost, by_graph, naively
from engine.values.budget import Budget, Control

WINS = ("max combo", "no combo")
MOST_RENEWED = 5_000
"""Positions of levels whose stored facts are computed anew where many levels are listed."""

_FACTS = (
    "states", "dead_states", "max_combo", "no_combo", "winning_edges", "stars", "evidence", "fun",
    "states_seen",
)  # fmt: skip


def task_of(board: SkiddyBoard) -> SolverTask:
    """A valid board as strategies take it."""
    compiled = compile_board(board)
    kinds = tuple(codes.PIECES.titles[compiled.glyphs[number]] for number in compiled.order)
    pieces, here = Pieces(kinds, board.cols), partial(occupants, board)
    return SolverTask(
        board, compiled.level(), LETTERS, _FACTS, here, pieces, wins=WINS, mechanics=mechanics
    )


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
    return _STRATEGIES[strategy_named(strategy, _STRATEGIES)](task_of(board), budget, control)


def renewed(board: SkiddyBoard, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Stored facts with the present fun; see :meth:`engine.game.solver.Solver.renewed`."""
    states = facts.get("states")
    if not isinstance(states, int) or not 0 < states <= MOST_RENEWED:
        return facts
    return {**facts, **solve(board, budget=Budget(states)).computed}


def occupants(board: SkiddyBoard, states: Words, row: int, col: int) -> Bytes:
    """What stands on a cell in each of some packed states, coded for :mod:`engine.values.trace`."""
    return compile_board(board).occupants(states, row * board.cols + col)


def judged(
    task: SolverTask, graph: Graph, dead: tuple[int, Sequence[int]] | None, ways: Sequence[Ending]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The game's own facts of a level whose every state is known.

    ``dead`` is the first dead end and the moves there, ``ways`` are the ways to win by kind.

    Returns:
        What files store, and what is computed anew.
    """
    solutions = [_solution(task, way) for way in ways]
    stars, evidence = rate(None if dead is None else (dead[0], task.word(dead[1])), *solutions)
    figures = figures_of(task.board, graph, *solutions)
    stored = {
        **dict(zip(KINDS, solutions, strict=True)),
        "winning_edges": dict(zip(KINDS, (way.edges for way in ways), strict=True)),
        "stars": stars,
        "evidence": evidence,
        "fun": stored_fun(figures, stars),
    }
    return stored, {"fun": current_fun(figures, stars)}


def _solution(task: SolverTask, way: Ending) -> Solution:
    if way.solution is None:
        return None
    found = {"moves": len(way.solution), "solution": task.word(way.solution)}
    return {**found, "shortest_solutions": way.solutions}


def _measure(
    task: SolverTask, graph: Graph, ahead: RetrogradeFacts
) -> tuple[dict[str, Any], dict[str, Any]]:
    first = int(np.argmax(ahead.distance == DEAD))
    dead = (first, graph.path(first)) if ahead.dead_states else None
    return judged(task, graph, dead, endings(graph, len(KINDS)))


_STRATEGIES: Mapping[str, Strategy] = {
    "graph": partial(by_graph, measure=_measure),
    "uniform-cost": by_cost,
    "naive": naively,
}
