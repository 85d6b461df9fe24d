"""The monk's search by objectives: what its courses attain, and that none is left out."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from monk_boards import HARD_54, TWO_TURNS, accepted, words
from monk_literal import replayed
from monk_reference import attacked, read

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube_codes import KARMA_GLYPH
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import solver
from engine.games.mazing_monk.search.objective_search import REACH
from engine.jit import decorators
from engine.values.budget import Budget

jitless = pytest.mark.jitless
MOST, PROOF = (300, 60) if decorators.is_disabled() else (5_000, 5_000)


def in_reach(board, moves):
    """The karma that the monk has, or can walk to, after some moves."""
    position = rules.create_start(board)
    for word in moves:
        position = rules.apply_move(position, word).after
    cells = rules.get_cells(position)
    near = sum(cells[cell] == KARMA_GLYPH for cell in rules.find_reached(position))
    return min(rules.count_collected(position) + near, board.karma_needed)


@jitless
@pytest.mark.parametrize("difficulty", [1, 5] if decorators.is_disabled() else [1, 5, 9])
def test_rows_show_what_karma_is_in_reach(difficulty):
    board = accepted(difficulty, difficulty=difficulty).board
    trace = solver.solve_board(board, "objectives", Budget(MOST)).trace
    reported = 0
    for index in range(0, len(trace), max(1, len(trace) // 200)):
        found = re.fullmatch(r"new: karma (\d+) of (\d+)", trace[index].result)
        if found:
            reported += 1
            assert int(found[2]) == board.karma_needed
            assert int(found[1]) == in_reach(board, trace.moves_to(index))
    assert reported


@jitless
def test_no_course_is_longer_than_its_reach_while_others_are_left():
    """The best one goes on where it attained something, so those that wait did not."""
    solved = solver.solve_board(accepted(9, difficulty=9).board, "objectives", Budget(MOST))
    path = [row for row in solved.trace if row.on_path]
    attained = [row.depth for row in path if ":" in row.result or row.won or row.name == "S0"]
    assert len(path) == 2 + solved.facts["turns"]
    assert max(b - a for a, b in pairwise(attained)) <= REACH


@st.composite
def crowded(draw):
    """Boards of little but obstacles and soldiers, most of which cannot be won."""
    text = "M" + "".join(draw(st.lists(st.sampled_from("######SSS.*"), min_size=53, max_size=53)))
    start = read(text)
    if attacked(dict(start.cube), start.monk):
        text = text[:9].replace("S", "#") + text[9:]
    text = text if "*" in text else text[:-1] + "*"
    return MonkBoard(text, min(text.count("*"), 16))


@jitless
@settings(
    max_examples=3 if decorators.is_disabled() else 4,
    suppress_health_check=[HealthCheck.filter_too_much],
)
@given(crowded(), st.lists(words, max_size=12))
def test_a_proof_leaves_no_play_out(board, moves):
    solved = solver.solve_board(board, "objectives", Budget(PROOF))
    assume(solved.facts["solvable"] is False)
    assert solver.solve_board(board, budget=Budget(MOST)).facts["solvable"] is not True
    position, played = rules.create_start(board), []
    for word in moves:
        step = rules.apply_move(position, word)
        if step.changed:
            played.append(word)
            position = step.after
            row = solved.trace[solved.trace.find_row(tuple(played))]
            assert row.lost == (position.status == "lost") and row.dead


@jitless
def test_a_short_trace_row_by_row():
    trace = solver.solve_board(TWO_TURNS, "objectives").trace
    assert [(row.name, row.parent, row.move, row.depth, row.result) for row in trace] == [
        ("S0", "", "", 0, "start"),
        ("S1", "S0", "r1", 1, "new: karma 2 of 2"),
        ("S2", "S0", "r2", 1, "new"),
        ("S3", "S0", "c0", 1, "new"),
        ("S4", "S0", "c1", 1, "new"),
        ("S5", "S0", "c1", 1, "new"),
        ("lost", "S0", "c2", 1, "lost: soldiers"),
        ("S6", "S2", "r1", 2, "new: the exit is in reach"),
        ("won", "S6", "m22", 2, "won"),
    ]
    assert [index for index in range(len(trace)) if trace[index].on_path] == [0, 2, 7, 8]


@pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")
def test_a_hard_level_is_solved_within_few_states():
    solved = solver.solve_board(MonkBoard(HARD_54), "objectives", Budget(10_000))
    assert solved.facts["turns"] >= 54 and solved.facts["optimal"] is None
    assert replayed(HARD_54, solved.moves, 7)[0] == "won"
