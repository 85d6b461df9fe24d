"""Retrograde analysis, back from the wins: distances, dead states, counts of solutions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from cases_fruit_dating import LEVEL_ONE
from fruit_boards import to_engine
from reference.fruit_dating import RefBoard

from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph, search_graph
from engine.search.retrograde import analyse_retrograde
from engine.search.search_memory import DONE
from engine.values.budget import Budget

FIRST_LEVEL = to_engine(RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates))


def graph_of(board: FruitBoard, budget: Budget | None = None, **how: bool) -> Graph:
    return search_graph(
        compile_board(board).make_search_level(), budget or Budget(max_states=20_000), **how
    )


def ladder(rungs: int) -> Graph:
    """States in a row, both moves of each leading on, and both of the last one winning."""
    edges = np.array([[state + 1] * 2 for state in range(rungs)], np.int32)
    edges[-1] = WON_EDGE
    small = graph_of(FIRST_LEVEL, Budget(max_states=1))
    return replace(
        small,
        moves=2,
        parents=np.arange(-1, rungs - 1, dtype=np.int32),
        edges=edges,
        starts=np.arange(rungs + 1, dtype=np.int32),
        expanded=rungs,
        status=DONE,
        first_win=(rungs - 1, 0),
    )


@pytest.mark.jitless
@pytest.mark.parametrize("rungs", [1, 2, 60, 61, 62, 63, 64, 65, 130])
def test_counts_beyond_64_bits_are_exact(rungs: int) -> None:
    ahead = analyse_retrograde(ladder(rungs))
    assert ahead.shortest_solutions == 2**rungs
    assert ahead.distance.tolist() == list(range(rungs, 0, -1))
    assert (ahead.winning_moves, ahead.transitions) == (2, 2 * rungs)
