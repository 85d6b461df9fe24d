"""A verdict in words, and what two of them have otherwise, for facts of any game."""

from __future__ import annotations

import pytest

from engine.games.fruit_dating.game import GAME as FRUIT
from engine.games.linjat.game import GAME as LINJAT
from engine.games.mazing_monk.game import GAME as MONK
from engine.games.skiddy.game import GAME as SKIDDY
from workbench.text import verdict_text

BEFORE = {"solvable": True, "complete": True, "moves": 6, "states": 40, "dead_states": 4,
          "shortest_solutions": 3, "solution": "RULDRU", "states_seen": 40}  # fmt: skip


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ({"moves": 7, "dead_states": 7, "shortest_solutions": 1},
         "was 6; 3 new dead states; 2 fewer shortest solutions"),
        ({"moves": 7}, "was 6"),
        ({"states": 41, "solution": "LURDLU", "states_seen": 41}, "as before; 1 new state"),
        ({"dead_states": 3}, "as before; 1 fewer dead state"),
        ({"solvable": False, "moves": None, "dead_states": 40}, "was 6 moves"),
        ({}, "as before"),
        ({"dead_states": None}, "as before"),
    ],
)  # fmt: skip
def test_changes_of_a_verdict(now, words):
    assert verdict_text.format_change(None, {**BEFORE, **now}, BEFORE) == words


def test_without_a_solution_there_is_nothing_to_compare():
    gone = {**BEFORE, "solvable": False, "moves": None}
    assert verdict_text.format_change(None, BEFORE, gone) == "was unsolvable"
    assert verdict_text.format_change(None, gone, gone) == "as before"


def test_facts_of_other_kinds():
    old = {"solvable": True, "unique": True, "score": 2.5, "width": 3, "rule_use": {"a": 1}}
    new = {"solvable": True, "unique": False, "score": 3.25, "width": 4, "rule_use": {"a": 2}}
    assert verdict_text.list_changes(None, new, old) == (
        "no longer unique",
        "score 3.25, was 2.5",
        "width 4, was 3",
    )


CUBE = {"solvable": True, "complete": True, "moves": 4, "turns": 2, "walks": 2, "optimal": True,
        "optimal_solutions": 1, "traps": 0}  # fmt: skip
SQUARES = {"solvable": True, "complete": True, "moves": 1, "layers": 1, "unique": True}


def game_of(facts):
    return MONK if "turns" in facts else None


@pytest.mark.parametrize(
    ("facts", "length", "sentence"),
    [
        (BEFORE, "6 moves", "solvable in 6 moves"),
        (CUBE, "2 turns and 2 walks", "solvable in 2 turns and 2 walks"),
        ({**CUBE, "walks": None}, "2 turns", "solvable in 2 turns"),
        (SQUARES, "1 layer", "solvable in 1 layer of deduction"),
        ({**SQUARES, "layers": None, "moves": None}, "solvable", "solvable"),
        ({**SQUARES, "unique": False}, "1 layer",
         "solvable in 1 layer of deduction, in more than one way"),
        ({"solvable": False}, "unsolvable", "unsolvable"),
        ({"solvable": None}, "undecided", "undecided: the search was cut short"),
        ({**BEFORE, "complete": False}, "6 moves",
         "solvable in 6 moves; the search was cut short"),
    ],
)  # fmt: skip
def test_lengths_are_in_what_the_game_counts(facts, length, sentence):
    game = game_of(facts)
    assert verdict_text.format_length(game, facts) == length
    assert verdict_text.format_sentence(game, facts) == sentence


@pytest.mark.parametrize(
    ("facts", "spoken"),
    [
        (BEFORE, "in 6 moves, 3 shortest solutions, 40 states, 4 of them dead."),
        (CUBE, "in 2 turns and 2 walks, 1 optimal solution, 0 traps off the solution."),
    ],
)
def test_a_verdict_is_spoken(facts, spoken):
    assert verdict_text.format_spoken(game_of(facts), facts) == f"The level can be solved {spoken}"


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        (BEFORE, {**BEFORE, "moves": 9}, "left 6 moves, right 9 moves (+3)"),
        (BEFORE, BEFORE, "both 6 moves"),
        (BEFORE, {"solvable": False}, "left 6 moves, right unsolvable"),
        (CUBE, {**CUBE, "turns": 3, "walks": 1, "moves": 4},
         "left 2 turns and 2 walks, right 3 turns and 1 walk (+1 turn, -1 walk)"),
        (CUBE, {**CUBE, "walks": 4, "moves": 6},
         "left 2 turns and 2 walks, right 2 turns and 4 walks (+2 walks)"),
    ],
)  # fmt: skip
def test_two_levels_are_compared_in_what_the_game_counts(left, right, words):
    assert verdict_text.format_comparison(game_of(left), left, right) == words


STARS = {"solvable": True, "moves": 1234, "states": 40, "dead_states": 3, "stars": 3}


@pytest.mark.parametrize(
    ("game", "facts", "short"),
    [
        (SKIDDY, {**STARS, "fun": {"version": 2, "rating": 5}}, "1,234 moves 3* fun 5"),
        (SKIDDY, {**STARS, "fun": {"rating": 5}}, "1,234 moves 3* fun 5 v1"),
        (SKIDDY, {**STARS, "stars": 1, "fun": {"rating": None}}, "1,234 moves 1*"),
        (FRUIT, BEFORE, "6 moves 10% dead"),
        (FRUIT, {**BEFORE, "dead_states": 0}, "6 moves"),
        (FRUIT, {**BEFORE, "states": None}, "6 moves"),
        (MONK, {**CUBE, "rating": 2.5}, "2 turns 2 walks"),
        (LINJAT, {**SQUARES, "human_solvable": True, "human_time": 530}, "1 layer 9 min"),
        (LINJAT, {**SQUARES, "human_solvable": False, "unique": False, "human_time": 30},
         "1 layer not unique stuck 30 s"),
        (LINJAT, {"solvable": False}, "unsolvable"),
    ],
)  # fmt: skip
def test_lists_of_levels_name_what_distinguishes_levels_of_the_game(game, facts, short):
    assert verdict_text.format_short(game, facts) == short
