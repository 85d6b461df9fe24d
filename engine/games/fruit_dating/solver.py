"""The strategies of the solver, their facts and their traces; but for the published one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.fruit_dating import codes, rules
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.codes import LETTERS
from engine.games.fruit_dating.compiled import CompiledFruitBoard, compile_board
from engine.games.fruit_dating.mechanics import mechanics
from engine.jit.marks import Bytes, Words
from engine.search.maps.trapmap import Pieces
from engine.search.solved import FACTS_AHEAD, Solved, strategy_named
from engine.search.strategies import SolverTask, Strategy, by_cost, by_graph, naively
from engine.values.budget import Budget, Control

LOSSES = {
    rules.MUDDIED: "mud",
    rules.EATEN: "eaten by a hedgehog",
    rules.DRAGGED_THROUGH_MUD: "dragged through mud",
}

FACTS = ("states", *FACTS_AHEAD, "states_seen")
"""The facts of the graph, in the order of the contract."""


def loss(board: FruitBoard, moves: tuple[str, ...]) -> str:
    """Why the last of some moves loses."""
    compiled = compile_board(board)
    cells = compiled.cells()
    outcome = 0
    for letter in moves:
        outcome, cells = compiled.tilt(cells, LETTERS.index(letter))
    return LOSSES.get(outcome, "")


def _alike(compiled: CompiledFruitBoard) -> set[str]:
    """The kinds of blockers, if there are several: states do not keep them apart."""
    blockers = set(compiled.glyphs) & set(codes.BLOCKER_GLYPHS)
    return blockers if len(blockers) > 1 else set()


def occupants(board: FruitBoard, states: Words, row: int, col: int) -> Bytes:
    """What stands on a cell in each of some packed states, coded for :mod:`engine.values.trace`."""
    compiled = compile_board(board)
    return compiled.occupants(states, row * board.cols + col, _alike(compiled))


def task_of(board: FruitBoard) -> SolverTask:
    """A valid board as strategies take it."""
    compiled = compile_board(board)
    titles = {**codes.PIECES.titles, **dict.fromkeys(_alike(compiled), "blocker")}
    pieces = Pieces(tuple(titles[compiled.glyphs[n]] for n in compiled.order), board.cols)
    here, why = partial(occupants, board), partial(loss, board)
    return SolverTask(
        board, compiled.level(), LETTERS, FACTS, here, pieces, why, mechanics=mechanics
    )


def solve(
    board: FruitBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> Solved:
    """The verdict on a valid board.

    Raises:
        EngineError: no such strategy, or too little memory for the budget.
    """
    return _STRATEGIES[strategy_named(strategy, _STRATEGIES)](task_of(board), budget, control)


_STRATEGIES: Mapping[str, Strategy] = {
    "graph": by_graph,
    "uniform-cost": by_cost,
    "naive": naively,
}
