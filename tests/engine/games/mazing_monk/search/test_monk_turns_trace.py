"""What the monk's solvers tried, row by row, and what they say of many rows at once."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monk_boards import HARD_54, accepted

from engine.games.mazing_monk.cube import cube
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.game import GAME
from engine.games.mazing_monk.play import rules
from engine.jit import decorators
from engine.values.budget import Budget
from engine.values.solver_trace import IndexedTrace

DIFFICULTIES = (1, 5, pytest.param(9, marks=pytest.mark.slow))


def played(board, moves):
    """The position after some moves, each of which does something."""
    position = rules.create_start(board)
    for word in moves:
        step = rules.apply_move(position, word)
        assert step.changed, word
        position = step.after
    return position


@pytest.fixture(scope="module", params=DIFFICULTIES)
def board(request):
    return accepted(request.param, difficulty=request.param, karma_chance=500).board


@pytest.fixture(scope="module", params=GAME.solver.strategies)
def solved(request, board):
    return GAME.solver.solve(board, request.param, Budget(20_000))


def sample(trace):
    return range(0, len(trace), max(1, len(trace) // 80))


class TestRows:
    def test_moves_lead_to_what_the_row_says(self, board, solved):
        for index in sample(solved.trace):
            row = solved.trace[index]
            position = played(board, solved.trace.moves_to(index))
            assert (position.status == "won") == row.won
            assert (position.status == "lost") == row.lost

    def test_rows_are_found_again(self, solved):
        trace = solved.trace
        for index in sample(trace):
            first = trace.find_row(trace.moves_to(index))
            assert first is not None and first <= index
            assert trace[first].name == trace[index].name
            assert trace.find_row(trace.moves_to(first)) == first

    def test_the_path_is_the_solution(self, solved):
        trace = solved.trace
        path = [index for index in range(len(trace)) if trace[index].on_path]
        if solved.moves is None:
            assert path == []
        else:
            won = [index for index in path if trace[index].won]
            assert [trace.moves_to(index) for index in won] == [solved.moves]
            assert [trace[index].name for index in path[:1]] == ["S0"]

    def test_single_steps_lead_to_the_same_situations(self, board, solved):
        trace = solved.trace
        for index in sample(trace):
            position, steps = rules.create_start(board), []
            for word in trace.moves_to(index):
                after = rules.apply_move(position, word).after
                if word[0] == "m":
                    walk = cube.find_path(
                        rules.find_walkable(position),
                        rules.find_monk(position),
                        int(word[2]) * 3 + int(word[1]),
                    )
                    steps += walk
                else:
                    steps.append(word)
                position = after
            if not trace[index].won:
                assert trace.find_row(tuple(steps)) == trace.find_row(trace.moves_to(index))

    def test_a_foreign_situation_is_not_found(self, solved):
        assert solved.trace.find_row(("r1",) * 30 + ("r0",)) is None


class TestProof:
    @pytest.fixture
    def trace(self, board):
        return GAME.solver.solve(board).trace

    def test_rows_that_are_left_out_say_by_how_much(self, trace):
        limit = int(trace[0].result.split()[-1])
        pruned = [row for row in trace if row.result_words[0] == "pruned"]
        for row in pruned:
            needed = int(row.result.split()[1])
            assert limit < needed and row.depth < needed
            assert row.result == f"pruned: {needed} > {limit}"

    def test_all_trials_of_a_state_are_there(self, board, trace):
        assert isinstance(trace, IndexedTrace)
        for index in sample(trace):
            tried = [trace[row] for row in trace.list_children(index)]
            assert all(row.parent == trace[index].name for row in tried)

    def test_cells_change_only_where_it_says_so(self, board, trace):
        for place in ((0, 3), (3, 4), (4, 7), (8, 3), (0, 0)):
            certain, unsure = trace.filter_by_change(*place, 0, len(trace))
            assert not certain.any()
            for index in sample(trace):
                parent = trace.find_parent(index)
                if parent is None or unsure[index]:
                    continue
                pictures = [
                    rules.draw_picture(played(board, trace.moves_to(row)))
                    for row in (parent, index)
                ]
                before, after = (p.tiles[place[0]][place[1]].split("-")[0] for p in pictures)
                assert before == after

    def test_threads_may_read_it_at_once(self, trace):
        expected = [trace[index] for index in range(min(len(trace), 200))]
        failures = []

        def read():
            if [trace[index] for index in range(len(expected))] != expected:
                failures.append(1)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures


@pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")
def test_millions_of_rows_are_listed_in_stretches():
    trace = GAME.solver.solve(MonkBoard(HARD_54)).trace
    trace.prepare()
    assert len(trace) > 2_000_000
    start = len(trace) - 5_000
    dead = trace.find_dead_rows(start, start + 100)
    depths = trace.get_depths(start, start + 100)
    for index in range(start, start + 100):
        row = trace[index]
        assert (row.dead, row.depth) == (dead[index - start], depths[index - start])
    certain, unsure = trace.filter_by_word("won", 0, len(trace))
    assert not unsure.any() and 1 <= certain.sum() < 100
    assert trace[int(certain.argmax())].won


@settings(max_examples=2)
@given(st.data())
def test_a_beam_shows_what_it_does_not_look_into(data):
    board = accepted(data.draw(st.integers(1, 50)), difficulty=10).board
    trace = GAME.solver.solve(board, "fast").trace
    rows = list(trace)
    dropped = [row for row in rows if "dropped" in row.result_words]
    parents = {row.parent for row in rows}
    assert not parents & {row.name for row in dropped}
