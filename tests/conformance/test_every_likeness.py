"""What every game must keep to that says how alike its boards are."""

from __future__ import annotations

import pytest

from engine.values.grid import SYMMETRIES
from engine.values.similarity import SIMILARITY, list_similarity_keys


@pytest.fixture(scope="module")
def blank(game, level):
    return game.boards.create_blank(level.board.rows, level.board.cols)


def test_a_board_is_wholly_like_itself_and_less_like_another(game, level, blank):
    assert game.boards.compute_similarity(level.board, level.board) == 1
    assert 0 <= game.boards.compute_similarity(level.board, blank) < 1


def test_which_of_two_boards_comes_first_does_not_matter(game, level, blank):
    model = game.boards.create_reference
    there = model(level.board).compute_similarities(game.boards.tokenize_board(blank))
    back = model(blank).compute_similarities(game.boards.tokenize_board(level.board))
    assert there == pytest.approx(back)
    assert [*there] == [*list_similarity_keys([*game.boards.list_tokens(level.board)])]
    assert there[SIMILARITY] == game.boards.compute_similarity(level.board, blank)


def test_parts_are_the_same_for_every_board(game, level, blank):
    assert [*game.boards.list_tokens(level.board)] == [*game.boards.list_tokens(blank)]


def test_a_board_turned_is_like_itself(game, level):
    for symmetry in SYMMETRIES if game.boards.reshaper is not None else ():
        turned = game.boards.reshaper.transform(level.board, symmetry)
        assert game.boards.compute_similarity(level.board, turned) == 1
        own, its = map(game.boards.compute_walls_fingerprint, (level.board, turned))
        assert own == its


def test_taking_things_away_makes_a_board_less_like_itself(game, level):
    model = game.boards.create_reference(level.board)
    for thing in game.boards.list_objects(level.board):
        assert model.compute_similarity(game.boards.tokenize_board(thing.without)) < 1
