"""Traces of Fruit Dating that are searched and stepped through."""

from __future__ import annotations

from collections.abc import Iterator

from fruit_boards import GAME, board_of, random_levels, to_engine

from engine.games.fruit_dating.board import FruitBoard
from engine.values.budget import Budget
from engine.values.solver_trace import IndexedTrace

BOARDS = tuple(to_engine(board) for board, _ in random_levels(range(300, 330), (4, 7), 60))
MUDDY = board_of(
    "######## #..~...# #......# #.#....# #....~.# #......# #..h...# ########",
    "........ .A...... ........ ...o.... ........ ..c...A. ........ ........",
)


def trace_of(board: FruitBoard, strategy: str, states: int = 300) -> IndexedTrace:
    trace = GAME.solver.solve(board, strategy, Budget(max_states=states)).trace
    assert isinstance(trace, IndexedTrace)
    trace.prepare()
    return trace


def traces(strategy: str, count: int = 6) -> Iterator[tuple[FruitBoard, IndexedTrace]]:
    for board in (MUDDY, *BOARDS[:count]):
        yield board, trace_of(board, strategy)
