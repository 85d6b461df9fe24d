"""Hints from any position of play: each names the best move, and dead ends are reported."""

from __future__ import annotations

import random

import pytest
from monk_boards import accepted
from monk_literal import least

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import solver
from engine.values.win_distance_guide import WON


def follow(guide, moves):
    """Plays on as the guide says, to the end."""
    while (ahead := guide.look_ahead(moves)).best:
        assert ahead.remaining > 0
        moves = (*moves, ahead.best[0])
    assert ahead == WON
    return moves


def turns(moves):
    return sum(len(word) == 2 for word in moves)


@pytest.mark.parametrize("difficulty", [1, 6])
def test_it_leads_along_the_solution(difficulty):
    board = accepted(difficulty, difficulty=difficulty).board
    solved = solver.solve_board(board)
    assert follow(solved.guide, ()) == solved.moves
    assert solved.guide.look_ahead(()).remaining == len(solved.moves)


@pytest.mark.parametrize("seed", range(8))
def test_from_anywhere_it_wins_in_the_fewest_turns(seed):
    board = accepted(seed, difficulty=8).board
    guide = solver.solve_board(board).guide
    choice = random.Random(seed)
    position, moves = rules.create_start(board), ()
    for _ in range(5):
        word = choice.choice(list(rules.list_choices(position)))
        after = rules.apply_move(position, word).after
        if after.status == "playing":
            position, moves = after, (*moves, word)
    ahead = guide.look_ahead(moves)
    if ahead is None or ahead.is_dead:
        return
    whole = follow(guide, moves)
    assert len(whole) == len(moves) + ahead.remaining
    # The position as a level of its own, if the monk stands where levels begin.
    if rules.find_monk(position) == 0 and turns(whole) - turns(moves) <= 3:
        level = rules.get_cells(position), rules.count_missing_karma(position)
        if level[1] > 0:
            assert least(*level)[0] == turns(whole) - turns(moves)


def test_death_and_walls_are_dead_ends():
    deadly = MonkBoard("M#.#S..#." + "#" * 9 + "#" * 9 + "#" * 9 + "*" * 9 + "." * 9, 7)
    guide = solver.solve_board(deadly).guide
    position = rules.create_start(deadly)
    for word in rules.list_choices(position):
        if rules.apply_move(position, word).after.status == "lost":
            assert guide.look_ahead((word,)).is_dead
    walled = MonkBoard("M#" + 7 * "." + "S" * 20 + "*" * 7 + "#" * 18)
    assert solver.solve_board(walled).guide.look_ahead(()).is_dead
