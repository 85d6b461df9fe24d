"""The exact solver: every solution once, uniqueness, and how it is stopped."""

from __future__ import annotations

import itertools
import threading
import time

import pytest
from hypothesis import given
from linjat_boards import GAME, boards, mixed_boards, needs_sample, sample, to_engine
from linjat_reference import RefBoard, from_published, solutions

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import read_published
from engine.games.linjat.exact.solution_count import count_solutions
from engine.values.budget import Budget, Control

MANY = 2_000
HOPELESS = LinjatBoard(("3...3...3...3...", "." * 16) * 8)
"""So many solutions that they are not all counted."""


def compare(board: RefBoard) -> int:
    """Holds the count against trying everything; how many solutions there are."""
    expected = set(itertools.islice(solutions(board), MANY))
    count = count_solutions(to_engine(board), limit=MANY, keep=MANY)
    assert count.solutions == len(expected)
    if len(expected) < MANY:
        assert count.complete
        assert {tuple(map(frozenset, found)) for found in count.found} == expected
        assert count.is_solvable == bool(expected) and count.is_unique == (len(expected) == 1)
    return len(expected)


class TestCounting:
    @pytest.mark.jitless
    @given(boards(most_numbers=5))
    def test_small_boards_by_brute_force(self, board):
        compare(board)

    def test_boards_of_all_kinds_by_brute_force(self):
        found = {
            min(compare(board), 2) for board in mixed_boards(500) if 0 < len(board.numbers) <= 8
        }
        assert found == {0, 1, 2}

    @pytest.mark.jitless
    def test_a_1_has_one_line(self):
        count = count_solutions(read_published([" 1  ", "    ", "    ", "4  4"]))
        assert (count.is_unique, count.found[0][0]) == (True, ((0, 1),))

    @pytest.mark.jitless
    def test_a_number_without_room(self):
        count = count_solutions(read_published(["2   ", "    ", " 5  ", "    "]))
        assert (count.is_solvable, count.is_unique, count.complete) == (False, False, True)

    @pytest.mark.jitless
    def test_a_dot_out_of_reach(self):
        assert (
            count_solutions(read_published(["2  .", "    ", "    ", "    "])).is_solvable is False
        )

    @needs_sample
    def test_the_published_puzzles_are_unique_but_for_one(self):
        for puzzle in sample():
            count = count_solutions(to_engine(from_published(puzzle["rows"])))
            assert count.is_unique == (puzzle["id"] != "tutorial.3")


class TestStopping:
    def test_the_limit_ends_it(self):
        count = count_solutions(HOPELESS, limit=7)
        assert (count.solutions, count.complete, count.is_unique) == (7, False, False)

    def test_the_budget_ends_it(self):
        count = count_solutions(HOPELESS, limit=10**9, budget=Budget(max_states=500), keep=1)
        assert (count.nodes, count.complete) == (500, False)

    def test_nothing_is_guessed_without_a_budget(self):
        count = count_solutions(HOPELESS, budget=Budget(max_states=0))
        assert (count.is_solvable, count.is_unique, count.found) == (None, None, ())

    def test_time_ends_it(self):
        budget = Budget(max_states=10**12, seconds=0.05)
        assert not count_solutions(HOPELESS, limit=10**12, budget=budget).complete

    def test_its_time_is_that_of_the_control(self):
        late, budget = Control(started=time.perf_counter() - 100), Budget(seconds=50)
        assert not count_solutions(HOPELESS, limit=10**12, budget=budget, control=late).complete

    def test_another_thread_ends_it(self):
        control = Control()
        threading.Timer(0.05, control.cancel).start()
        budget = Budget(max_states=10**12)
        count = count_solutions(HOPELESS, limit=10**12, budget=budget, control=control)
        assert not count.complete and control.progress == count.nodes > 0

    def test_a_verdict_within_no_budget(self):
        facts = GAME.solver.solve(HOPELESS, budget=Budget(max_states=1)).facts
        assert facts["complete"] is False and facts["unique"] is None
        assert facts["layers"] is None and facts["human_solvable"] is None
