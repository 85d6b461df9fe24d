"""What every game must keep to that says how alike its boards are."""

from __future__ import annotations

import pytest

from engine.values.grid import SYMMETRIES
from engine.values.likeness import SIMILARITY, keys_of


@pytest.fixture(scope="module")
def blank(game, level):
    return game.boards.blank(level.board.rows, level.board.cols)


def test_a_board_is_wholly_like_itself_and_less_like_another(game, level, blank):
    assert game.boards.similarity(level.board, level.board) == 1
    assert 0 <= game.boards.similarity(level.board, blank) < 1


def test_which_of_two_boards_comes_first_does_not_matter(game, level, blank):
    model = game.boards.model
    there = model(level.board).similarities(game.boards.marked(blank))
    back = model(blank).similarities(game.boards.marked(level.board))
    assert there == pytest.approx(back)
    assert [*there] == [*keys_of([*game.boards.marks(level.board)])]
    assert there[SIMILARITY] == game.boards.similarity(level.board, blank)


def test_parts_are_the_same_for_every_board(game, level, blank):
    assert [*game.boards.marks(level.board)] == [*game.boards.marks(blank)]


def test_a_board_turned_is_like_itself(game, level):
    for symmetry in SYMMETRIES if game.boards.reshaping is not None else ():
        turned = game.boards.reshaping.transformed(level.board, symmetry)
        assert game.boards.similarity(level.board, turned) == 1
        own, its = map(game.boards.walls_fingerprint, (level.board, turned))
        assert own == its


def test_taking_things_away_makes_a_board_less_like_itself(game, level):
    model = game.boards.model(level.board)
    for thing in game.boards.things(level.board):
        assert model.similarity(game.boards.marked(thing.without)) < 1
