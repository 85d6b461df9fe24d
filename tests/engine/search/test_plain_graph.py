"""A search with a plain function: its numbering, its limits and its ends."""

from __future__ import annotations

import numpy as np
import pytest

from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, UNKNOWN_EDGE, WON_EDGE
from engine.search.plain_graph import PlainLevel, search_plain_graph
from engine.search.retrograde import analyse_retrograde, get_solution
from engine.search.search_memory import DONE, FOUND, FULL, STOPPED
from engine.search.successors import LOST, MOVED, STAY, WON
from engine.values.budget import Budget, Control

LAST = 9


def walk(state: int, move: int) -> tuple[int, int]:
    """On a line of cells: one step right or left; right of the last cell is the win."""
    target = state + (1, -1)[move]
    if target < 0:
        return STAY, state
    if target == 5 and move == 1:
        return LOST, state
    return (WON, target) if target > LAST else (MOVED, target)


LEVEL = PlainLevel(2, 0, walk, lambda state: bytes([state]))


def test_states_are_numbered_as_they_are_found() -> None:
    graph = search_plain_graph(LEVEL)
    assert (graph.status, graph.count, graph.words) == (DONE, LAST + 1, 1)
    assert graph.states.tolist() == [*range(LAST + 1)]
    assert graph.parents.tolist() == [-1, *range(LAST)]
    assert graph.starts.tolist() == [*range(LAST + 2)]
    assert graph.edges[0].tolist() == [1, STAY_EDGE]
    assert graph.edges[6].tolist() == [7, LOST_EDGE]
    assert graph.edges[LAST].tolist() == [WON_EDGE, LAST - 1]
    assert get_solution(graph) == [0] * (LAST + 1)
    ahead = analyse_retrograde(graph)
    assert (ahead.dead_states, ahead.winning_moves, ahead.losing_moves) == (0, 1, 1)


def test_the_first_win_can_end_it() -> None:
    graph = search_plain_graph(LEVEL, stop_at_win=True)
    assert (graph.status, graph.first_win) == (FOUND, (LAST, 0))


@pytest.mark.parametrize("most", range(1, LAST))
def test_no_more_states_are_stored_than_the_budget_allows(most: int) -> None:
    graph = search_plain_graph(LEVEL, Budget(most))
    assert graph.status == FULL and most <= graph.count <= most + 2
    assert (graph.edges[graph.expanded :] == UNKNOWN_EDGE).all()
    assert graph.starts[-1] <= graph.count


def test_it_can_be_cancelled() -> None:
    control = Control()
    control.cancel()
    assert search_plain_graph(LEVEL, control=control).status == STOPPED


def test_states_of_more_than_a_word_are_packed_whole() -> None:
    wide = PlainLevel(2, 0, walk, lambda state: bytes([*range(8), state]))
    graph = search_plain_graph(wide)
    assert graph.words == 2
    packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8).reshape(graph.count, -1)
    assert packed[:, 8].tolist() == [*range(LAST + 1)]
