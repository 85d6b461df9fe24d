"""The graph that a search leaves behind, and the search as ordinary code calls it."""

from __future__ import annotations

import pytest
from cases_fruit_dating import LEVEL_ONE
from fruit_boards import to_engine
from reference.fruit_dating import RefBoard

from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.search.graph import Graph, search_graph
from engine.search.search_memory import FOUND, STOPPED
from engine.values.budget import Budget, Control

FIRST_LEVEL = to_engine(RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates))


def graph_of(board: FruitBoard, budget: Budget | None = None, **how: bool) -> Graph:
    return search_graph(
        compile_board(board).make_search_level(), budget or Budget(max_states=20_000), **how
    )


@pytest.mark.jitless
def test_uniform_cost_stops_at_the_first_win() -> None:
    found = graph_of(FIRST_LEVEL, stop_at_win=True)
    assert found.status == FOUND
    assert not found.is_complete
    assert found.expanded < graph_of(FIRST_LEVEL).count


@pytest.mark.jitless
def test_a_stopped_graph_is_still_one() -> None:
    control = Control()
    control.cancel()
    found = search_graph(compile_board(FIRST_LEVEL).make_search_level(), control=control)
    assert (found.status, found.count, found.expanded) == (STOPPED, 1, 0)
