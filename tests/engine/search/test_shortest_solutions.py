"""The ways to win of each kind: the shortest ones, how many, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from cases_skiddy import LEVEL_1_1
from skiddy_boards import LETTERS, board_of, explored

from engine.search.retrograde import analyse_retrograde
from engine.search.shortest_solutions import list_win_statistics

pytestmark = pytest.mark.jitless

FIRST = board_of(LEVEL_1_1)


def test_level_1_1_has_no_dead_end_and_two_wins_of_each_kind() -> None:
    graph = explored(FIRST)
    assert (analyse_retrograde(graph).distance != -1).all()
    with_combo, without = list_win_statistics(graph, 2)
    assert (with_combo.edges, with_combo.solutions) == (2, 1)
    assert (without.edges, without.solutions) == (2, 1)
    assert spelt(with_combo.solution or ()) == "LD"
    assert spelt(without.solution or ()) == "DLD"


def spelt(moves: Iterable[int]) -> str:
    return "".join(LETTERS[move] for move in moves)
