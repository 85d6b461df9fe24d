"""The monk's search backwards: facts as the proof has them, and all ways back from the exit."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from monk_boards import TWO_TURNS, accepted, cubes
from monk_literal import replayed

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.monk_notation import TurnMove, parse_move
from engine.games.mazing_monk.search import solver
from engine.jit import decorators
from engine.values.budget import Budget

jitless = pytest.mark.jitless
MOST = 400 if decorators.is_disabled() else 50_000


def found(board):
    return solver.solve_board(board, "backwards", Budget(MOST))


@jitless
@given(cubes())
def test_what_it_finds_is_the_optimum(board):
    facts, proof = found(board).facts, solver.solve_board(board, budget=Budget(MOST)).facts
    if None not in (facts["solvable"], proof["solvable"]):
        assert facts["solvable"] == proof["solvable"]
    if facts["turns"] is not None:
        words = tuple(facts["solution"].split())
        assert replayed(board.cells, words, board.karma_needed)[0] == "won"
        assert facts["lower_bound"] == facts["turns"] >= (proof["lower_bound"] or 0)
    if proof["turns"] is not None:
        assert (facts["lower_bound"] or 0) <= proof["turns"]
    if None not in (facts["turns"], proof["turns"]):
        for fact in ("turns", "walks", "optimal_solutions", "lower_bound", "optimal"):
            assert facts[fact] == proof[fact]


@jitless
@pytest.mark.parametrize("difficulty", [1] if decorators.is_disabled() else range(1, 9))
def test_rows_are_all_the_ways_from_the_exit_to_the_start(difficulty):
    solved = found(accepted(difficulty, difficulty=difficulty).board)
    trace, turns = solved.trace, solved.facts["turns"]
    ways, depths = Counter(), {}
    for index, row in enumerate(trace):
        if index == 0:
            continue
        made = [parse_move(word) for word in trace.moves_to(index)]
        assert sum(isinstance(move, TurnMove) for move in made) == row.depth
        if row.won:
            ways[row.name], depths[row.name] = 1, turns
        else:
            assert row.depth == depths[row.parent] - 1
            depths[row.name] = row.depth
            ways[row.name] += ways[row.parent]
    assert ways["S0"] == solved.facts["optimal_solutions"] > 0
    assert len([row for row in trace if row.on_path]) == 2 + turns


@jitless
def test_a_short_trace_row_by_row():
    trace = found(TWO_TURNS).trace
    assert [(row.name, row.parent, row.move, row.depth, row.result) for row in trace] == [
        ("S0", "", "", 0, "start: 1 win in 2 turns"),
        ("W0", "", "", 2, "won"),
        ("S1", "W0", "r2", 1, "new: 1 turn from the exit"),
        ("S2", "W0", "r1", 1, "new: 1 turn from the exit"),
        ("S0", "S1", "r1", 0, "= S0"),
        ("S0", "S2", "r2", 0, "= S0"),
    ]


@jitless
def test_a_win_without_a_turn():
    trace = found(MonkBoard("M" + "*" * 7 + "." + "#" * 45)).trace
    assert [(row.name, row.result) for row in trace] == [
        ("S0", "start: 1 win in 0 turns"),
        ("W0", "won"),
    ]
    assert trace.find_row(()) == trace.find_row(("m10",)) == 0
    assert trace.find_row(trace.moves_to(1)) == 1


@jitless
def test_states_that_lead_to_no_win_have_no_row():
    trace = found(TWO_TURNS).trace
    assert trace.find_row(("c0",)) is trace.find_row(("c2",)) is None
