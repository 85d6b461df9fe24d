"""The four strategies of the solver, their facts and their traces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.arrays import Bytes, Words
from engine.budget import Budget, Control
from engine.errors import EngineError
from engine.game import Position, Solved
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.compiled import compile_board
from engine.games.skiddy.ratings import rate
from engine.search.backward import DEAD, outlook, solution
from engine.search.endings import endings
from engine.search.enumeration import naive_search
from engine.search.explore import FOUND
from engine.search.graph import Graph, search
from engine.search.guide import GraphGuide
from engine.search.reversed_trace import ReversedTreeTrace
from engine.search.reversed_tree import DEAD_END, ReversedTree, analyse
from engine.search.sequence_trace import SequencesTrace
from engine.search.trace import GraphTrace
from engine.trace import NOTHING

STRATEGIES = ("graph", "uniform-cost", "published", "naive")
LETTERS = ("U", "R", "D", "L")
KINDS = ("max_combo", "no_combo")
"""The kinds of winning, in the order of their outcomes."""
WINS = ("max combo", "no combo")

NAIVE_DEPTH = 10
"""Length at which plain enumeration stops."""

_FACTS = (
    "states", "dead_states", "max_combo", "no_combo", "winning_edges", "stars", "evidence",
    "states_seen",
)  # fmt: skip


def solve(
    board: SkiddyBoard, strategy: str | None, budget: Budget | None, control: Control | None
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


def explored(
    board: SkiddyBoard, budget: Budget | None = None, control: Control | None = None
) -> Graph:
    """The graph of a valid board, complete unless the budget or ``control`` ended it.

    Edges by which a level is won with maximum combo are
    :data:`engine.search.explore.WON_EDGE`, others one less.
    """
    return search(compile_board(board).level(), budget, control)


def position_of(board: SkiddyBoard, graph: Graph, state: int) -> Position:
    """A state of a board's graph as a position; which of equal pieces is where is arbitrary."""
    compiled = compile_board(board)
    places = _bytes(graph.states.reshape(-1, graph.words)[state : state + 1])[0]
    pieces = len(compiled.order)
    cells = compiled.by_identity(places[:pieces].astype(np.int32))
    return Position(board, (cells, bool(places[pieces])))


def _bytes(states: Words) -> Bytes:
    """Packed states as bytes: a cell for each piece, and the broken bit."""
    found: Bytes = np.ascontiguousarray(states, "<u8").view(np.uint8)
    return found


def occupants(board: SkiddyBoard, states: Words, row: int, col: int) -> Bytes:
    """What stands on a cell in each of some packed states, coded for :mod:`engine.trace`."""
    compiled = compile_board(board)
    places = _bytes(states)
    found = np.full(len(states), NOTHING, np.uint8)
    for piece, identity in enumerate(compiled.order):
        found[places[:, piece] == row * board.cols + col] = ord(compiled.glyphs[identity])
    return found


def _no_loss(moves: tuple[str, ...]) -> str:
    """Why moves lose: none does."""
    return ""


def _word(moves: Sequence[int]) -> str:
    return "".join(LETTERS[move] for move in moves)


def _facts(
    solvable: bool | None, complete: bool, moves: Sequence[int] | None, **others: Any
) -> dict[str, Any]:
    """The facts in the order of the contract; what is not given is not established."""
    facts = {
        "solvable": solvable,
        "complete": complete,
        "moves": None if moves is None else len(moves),
        "solution": None if moves is None else _word(moves),
    }
    return facts | {name: others.get(name) for name in _FACTS}


def _whole_facts(
    moves: Sequence[int] | None,
    states: int,
    dead: tuple[int, tuple[int, str] | None],
    solutions: Sequence[dict[str, Any] | None],
    edges: Sequence[int],
) -> dict[str, Any]:
    """The facts of a level whose every state is known.

    Args:
        moves: the solution.
        states: how many states there are.
        dead: how many of them are dead ends, and the first with a way there.
        solutions: the shortest solution of each kind.
        edges: how many moves win in each way.
    """
    stars, evidence = rate(dead[1], *solutions)
    return _facts(
        moves is not None,
        True,
        moves,
        states=states,
        dead_states=dead[0],
        **dict(zip(KINDS, solutions, strict=True)),
        winning_edges=dict(zip(KINDS, edges, strict=True)),
        stars=stars,
        evidence=evidence,
        states_seen=states,
    )


def _solution(moves: Sequence[int] | None, ways: int) -> dict[str, Any] | None:
    if moves is None:
        return None
    return {"moves": len(moves), "solution": _word(moves), "shortest_solutions": ways}


def _solve_by_graph(board: SkiddyBoard, budget: Budget | None, control: Control | None) -> Solved:
    graph = explored(board, budget, control)
    moves = solution(graph)
    occupied = partial(occupants, board)
    path = tuple(moves or ())
    if not graph.complete:
        facts = _facts(True if moves else None, False, moves, states_seen=graph.count)
        trace = GraphTrace("graph", graph, LETTERS, path, None, _no_loss, occupied, WINS)
        return Solved(facts, trace)
    ahead = outlook(graph)
    dead = None
    if ahead.dead_states:
        first = int(np.argmax(ahead.distance == DEAD))
        dead = (first, _word(graph.path(first)))
    ways = endings(graph, len(KINDS))
    facts = _whole_facts(
        moves,
        graph.count,
        (ahead.dead_states, dead),
        [_solution(ending.solution(graph), ending.solutions) for ending in ways],
        [ending.edges for ending in ways],
    )
    trace = GraphTrace("graph", graph, LETTERS, path, ahead, _no_loss, occupied, WINS)
    return Solved(facts, trace, GraphGuide(graph, ahead.distance, LETTERS))


def _solve_by_cost(board: SkiddyBoard, budget: Budget | None, control: Control | None) -> Solved:
    """Uniform-cost search, which ends at the first win of any kind.

    Every move costs one, so the frontier in order of discovery is the priority queue, and the
    first arrival at a situation is final.
    """
    graph = search(compile_board(board).level(), budget, control, stop_at_win=True)
    moves = solution(graph)
    complete = graph.complete or graph.status == FOUND
    solvable = True if moves else (False if complete else None)
    facts = _facts(solvable, complete, moves, states_seen=graph.count)
    path, occupied = tuple(moves or ()), partial(occupants, board)
    trace = GraphTrace("uniform-cost", graph, LETTERS, path, None, _no_loss, occupied, WINS)
    return Solved(facts, trace)


def _solve_as_published(
    board: SkiddyBoard, budget: Budget | None, control: Control | None
) -> Solved:
    """The article's analyser; its solutions are those of its winning moves."""
    tree = analyse(compile_board(board).level(), budget, control)
    wins = tree.wins
    # Trials come in the order of the queue, so the first win of a kind is a shortest.
    moves = [*tree.path(wins[0][0]), wins[0][1]] if wins else None
    if tree.complete:
        dead_ends = np.flatnonzero(tree.labels == DEAD_END)
        first = int(dead_ends[0]) if len(dead_ends) else None
        dead = None if first is None else (first, _word(tree.path(first)))
        by_kind = [[win for win in wins if win[2] == kind] for kind in range(len(KINDS))]
        facts = _whole_facts(
            moves,
            tree.count,
            (len(dead_ends), dead),
            [_published_solution(tree, found) for found in by_kind],
            [len(found) for found in by_kind],
        )
    else:
        facts = _facts(True if moves else None, False, moves, states_seen=tree.count)
    trace = ReversedTreeTrace(
        "published", tree.graph(), LETTERS, tuple(moves or ()), None, _no_loss,
        partial(occupants, board), WINS, tree=tree,
    )  # fmt: skip
    return Solved(facts, trace)


def _published_solution(
    tree: ReversedTree, wins: Sequence[tuple[int, int, int]]
) -> dict[str, Any] | None:
    """The shortest solution among winning moves of one kind, and how many there are."""
    if not wins:
        return None
    node, move, _ = wins[0]
    depth = tree.nodes.depths[node]
    ways = sum(tree.ways(other) for other, _, _ in wins if tree.nodes.depths[other] == depth)
    return _solution([*tree.path(node), move], ways)


def _solve_naively(board: SkiddyBoard, budget: Budget | None, control: Control | None) -> Solved:
    tried = naive_search(compile_board(board).level(), NAIVE_DEPTH, budget, control)
    moves = tried.path(len(tried.rows) - 1) if tried.found else None
    complete = tried.found or tried.exhausted
    solvable = True if tried.found else (False if complete else None)
    facts = _facts(solvable, complete, moves, states_seen=len(tried.rows))
    return Solved(
        facts, SequencesTrace("naive", tried, LETTERS, _no_loss, partial(occupants, board))
    )
