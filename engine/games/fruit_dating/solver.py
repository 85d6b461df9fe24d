"""The four strategies of the solver, their facts and their traces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from engine.arrays import Bytes, Words
from engine.budget import Budget, Control
from engine.errors import EngineError
from engine.game import Solved
from engine.games.fruit_dating import codes, rules
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.compiled import compile_board
from engine.search.backward import Outlook, outlook, solution
from engine.search.depth_first import published_search
from engine.search.depth_trace import DepthFirstTrace
from engine.search.enumeration import naive_search
from engine.search.explore import FOUND
from engine.search.graph import Graph, search
from engine.search.guide import GraphGuide
from engine.search.sequence_trace import SequencesTrace
from engine.search.trace import GraphTrace, Occupants
from engine.trace import MIXED, NOTHING

STRATEGIES = ("graph", "uniform-cost", "published", "naive")
LETTERS = ("R", "U", "L", "D")

PUBLISHED_DEPTH = 30
"""Moves after which the article's solver gives a level up (STATED)."""
NAIVE_DEPTH = 10
"""Length at which plain enumeration stops; the article's "let's say 10" (STATED)."""

LOSSES = {
    rules.MUDDIED: "mud",
    rules.EATEN: "eaten by a hedgehog",
    rules.DRAGGED_THROUGH_MUD: "dragged through mud",
}


def loss(board: FruitBoard, moves: tuple[str, ...]) -> str:
    """Why the last of some moves loses."""
    compiled = compile_board(board)
    cells = compiled.cells()
    outcome = 0
    for letter in moves:
        outcome, cells = compiled.tilt(cells, LETTERS.index(letter))
    return LOSSES.get(outcome, "")


def occupants(board: FruitBoard, states: Words, row: int, col: int) -> Bytes:
    """What stands on a cell in each of some packed states, coded for :mod:`engine.trace`."""
    compiled = compile_board(board)
    glyphs = [compiled.glyphs[identity] for identity in compiled.order]
    blockers = {glyph for glyph in glyphs if glyph in codes.BLOCKER_GLYPHS}
    places = np.ascontiguousarray(states, "<u8").view(np.uint8)
    found = np.full(len(states), NOTHING, np.uint8)
    for piece, glyph in enumerate(glyphs):
        mixed = glyph in blockers and len(blockers) > 1
        found[places[:, piece] == row * board.cols + col] = MIXED if mixed else ord(glyph)
    return found


def solve(
    board: FruitBoard, strategy: str | None, budget: Budget | None, control: Control | None
) -> Solved:
    """The verdict on a valid board.

    Raises:
        EngineError: no such strategy, or too little memory for the budget.
    """
    if strategy in (None, "graph"):
        return _solve_by_graph(board, budget, control)
    if strategy == "uniform-cost":
        return _solve_by_cost(board, budget, control)
    if strategy == "published":
        return _solve_as_published(board, budget, control)
    if strategy == "naive":
        return _solve_naively(board, budget, control)
    raise EngineError(f"unknown strategy {strategy!r}; expected one of {', '.join(STRATEGIES)}")


def _facts(
    solvable: bool | None, complete: bool, moves: list[int] | None, **others: Any
) -> dict[str, Any]:
    """The facts in the order of the contract; what is not given is not established."""
    word = None if moves is None else "".join(LETTERS[move] for move in moves)
    facts = {
        "solvable": solvable,
        "complete": complete,
        "moves": None if moves is None else len(moves),
        "solution": word,
    }
    names = (
        "states", "transitions", "winning_moves", "losing_moves", "dead_states",
        "shortest_solutions", "states_seen",
    )  # fmt: skip
    return facts | {name: others.get(name) for name in names}


def _words_for(board: FruitBoard) -> tuple[Callable[[tuple[str, ...]], str], Occupants]:
    """What traces of a board ask the game: why moves lose, and what stands where."""
    return partial(loss, board), partial(occupants, board)


def _graph_trace(
    board: FruitBoard, strategy: str, graph: Graph, moves: list[int] | None, ahead: Outlook | None
) -> GraphTrace:
    return GraphTrace(strategy, graph, LETTERS, tuple(moves or ()), ahead, *_words_for(board))


def _solve_by_graph(board: FruitBoard, budget: Budget | None, control: Control | None) -> Solved:
    graph = search(compile_board(board).level(), budget, control)
    moves = solution(graph)
    if not graph.complete:
        facts = _facts(True if moves else None, False, moves, states_seen=graph.count)
        return Solved(facts, _graph_trace(board, "graph", graph, moves, None))
    ahead = outlook(graph)
    facts = _facts(
        moves is not None,
        True,
        moves,
        states=graph.count,
        transitions=ahead.transitions,
        winning_moves=ahead.winning_moves,
        losing_moves=ahead.losing_moves,
        dead_states=ahead.dead_states,
        shortest_solutions=ahead.shortest_solutions,
        states_seen=graph.count,
    )
    trace = _graph_trace(board, "graph", graph, moves, ahead)
    return Solved(facts, trace, GraphGuide(graph, ahead.distance, LETTERS))


def _solve_by_cost(board: FruitBoard, budget: Budget | None, control: Control | None) -> Solved:
    """Uniform-cost search, which ends at the first win.

    Every move costs one, so the frontier in order of discovery is the priority queue, and the
    first arrival at a situation is final.
    """
    graph = search(compile_board(board).level(), budget, control, stop_at_win=True)
    moves = solution(graph)
    complete = graph.complete or graph.status == FOUND
    solvable = True if moves else (False if complete else None)
    facts = _facts(solvable, complete, moves, states_seen=graph.count)
    return Solved(facts, _graph_trace(board, "uniform-cost", graph, moves, None))


def _solve_as_published(
    board: FruitBoard, budget: Budget | None, control: Control | None
) -> Solved:
    level = compile_board(board).level()
    log = published_search(level, PUBLISHED_DEPTH, budget, control)
    moves = None
    if log.proven and log.solved is not None:
        # The trace shows the solver's own solution. The one reported is, as for every strategy,
        # the first of the shortest in the order of moves, which its stack does not find. Layers
        # up to it hold at most the successors of what the stack has seen.
        layers = replace(budget or Budget(), max_states=4 * log.states_seen + 1)
        moves = solution(search(level, layers, control, stop_at_win=True))
        moves = moves if moves is not None else log.path(log.solved)
    solvable = None if log.solved is None else True
    facts = _facts(solvable, log.proven, moves, states_seen=log.states_seen)
    return Solved(facts, DepthFirstTrace("published", log, LETTERS, *_words_for(board)))


def _solve_naively(board: FruitBoard, budget: Budget | None, control: Control | None) -> Solved:
    tried = naive_search(compile_board(board).level(), NAIVE_DEPTH, budget, control)
    moves = tried.path(len(tried.rows) - 1) if tried.found else None
    complete = tried.found or tried.exhausted
    solvable = True if tried.found else (False if complete else None)
    facts = _facts(solvable, complete, moves, states_seen=len(tried.rows))
    return Solved(facts, SequencesTrace("naive", tried, LETTERS, *_words_for(board)))
