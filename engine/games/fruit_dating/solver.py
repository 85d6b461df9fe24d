"""The strategies of the Fruit Dating solver, except for the published one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.fruit_dating import fruit_codes, rules
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_codes import LETTERS
from engine.games.fruit_dating.fruit_compiler import CompiledFruitBoard, compile_board
from engine.games.fruit_dating.fruit_mechanics import find_mechanics
from engine.jit.decorators import Bytes, Words
from engine.search.maps.trapmap import PackedPieces
from engine.search.solver_result import RETROGRADE_FACTS, SolverResult, find_strategy
from engine.search.strategies import (
    SolverTask,
    Strategy,
    solve_by_cost,
    solve_by_graph,
    solve_naively,
)
from engine.search.successors import SearchLevel
from engine.values.budget import Budget, Control

LOSSES = {
    rules.MUDDIED: "mud",
    rules.EATEN: "eaten by a hedgehog",
    rules.DRAGGED_THROUGH_MUD: "dragged through mud",
}

FACTS = ("states", *RETROGRADE_FACTS, "states_seen")
"""The facts about the state graph, in the order in which verdicts list them."""


def explain_loss(board: FruitBoard, moves: tuple[str, ...]) -> str:
    """Return the reason why the last of ``moves`` loses the level, or "" if it does not lose."""
    compiled = compile_board(board)
    cells = compiled.get_start_cells()
    outcome = 0
    for letter in moves:
        outcome, cells = compiled.tilt_pieces(cells, LETTERS.index(letter))
    return LOSSES.get(outcome, "")


def _find_merged_blockers(compiled: CompiledFruitBoard) -> set[str]:
    """Return the glyphs of a board's blockers if they are of more than one kind.

    States do not distinguish these kinds. The result is empty if all blockers are of one kind.
    """
    blockers = set(compiled.glyphs) & set(fruit_codes.BLOCKER_GLYPHS)
    return blockers if len(blockers) > 1 else set()


def find_occupants(board: FruitBoard, states: Words, row: int, col: int) -> Bytes:
    """Return the piece on a cell in each packed state, as a code for solver traces."""
    compiled = compile_board(board)
    return compiled.find_occupants(states, row * board.cols + col, _find_merged_blockers(compiled))


def make_task(board: FruitBoard) -> SolverTask[SearchLevel]:
    """Return the task of solving a valid board, in the form that strategies need."""
    compiled = compile_board(board)
    titles = {
        **fruit_codes.PIECES.titles,
        **dict.fromkeys(_find_merged_blockers(compiled), "blocker"),
    }
    pieces = PackedPieces(tuple(titles[compiled.glyphs[n]] for n in compiled.order), board.cols)
    here, why = partial(find_occupants, board), partial(explain_loss, board)
    return SolverTask(
        board,
        compiled.make_search_level(),
        LETTERS,
        FACTS,
        here,
        pieces,
        why,
        mechanics=find_mechanics,
    )


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
