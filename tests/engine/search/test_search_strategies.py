"""Strategies of solvers that have a graph of states, and what they say within a budget."""

from __future__ import annotations

import pytest
from cases_fruit_dating import LEVEL_ONE
from fruit_boards import GAME, board_of, to_engine
from fruit_searches import levels
from reference.fruit_dating import RefBoard

from engine.games.fruit_dating.board import FruitBoard
from engine.values.budget import Budget

FIRST_LEVEL = to_engine(RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates))
PUSHED_HOME = board_of("###### #..#.# ##...# ######", "...... .B..B. ...BB. ......")
"""The reference's example of a situation that is reached sooner later on."""
FROZEN = board_of("###### #.##.# ######", "...... .A..A. ......")
"""A level in which no move changes anything."""
SINK = board_of("####### #...#.# #######", "....... .A...A. .......", (1, 1, "R"), (1, 2, "R"))
"""A level with one move, after which none changes anything."""


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_what_a_strategy_says_within_a_budget_is_true(strategy: str) -> None:
    for board in levels(8, 40):
        whole = GAME.solver.solve(board).facts
        for most in (1, 2, 3, 5, 8, 13, 21, 34, 55):
            facts = GAME.solver.solve(board, strategy, Budget(max_states=most)).facts
            assert facts["solvable"] in (None, whole["solvable"])
            assert facts["moves"] in (None, whole["moves"])
            assert facts["solution"] in (None, whole["solution"])
            assert facts["states_seen"] <= 4 * (most + 4) + 1
            assert facts["solvable"] is not None or not facts["complete"]


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", ["graph", "uniform-cost", "naive"])
@pytest.mark.parametrize("board", [FROZEN, SINK], ids=["frozen", "sink"])
def test_a_strategy_that_tried_everything_says_unsolvable(strategy: str, board: FruitBoard) -> None:
    facts = GAME.solver.solve(board, strategy).facts
    assert (facts["solvable"], facts["complete"]) == (False, True)


@pytest.mark.jitless
def test_no_two_strategies_disagree() -> None:
    for board in levels(12, 60):
        answers: dict[str, set[object]] = {}
        for strategy in GAME.solver.strategies:
            facts = GAME.solver.solve(board, strategy, Budget(max_states=5000)).facts
            for key in ("solvable", "moves", "solution"):
                if facts[key] is not None:
                    answers.setdefault(key, set()).add(facts[key])
        assert all(len(values) == 1 for values in answers.values())
