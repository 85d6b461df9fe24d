"""What every shipped game explains: a goal, rules with boards, a word for every glyph."""

from __future__ import annotations

import pytest
from conforming import random_walk

from engine.game import manual, registry


@pytest.fixture(scope="module", params=registry.list_names())
def shipped(request):
    return registry.get_game(request.param)


def test_it_has_a_goal_in_a_line(shipped):
    assert shipped.goal.endswith(".") and "\n" not in shipped.goal
    assert len(shipped.goal) <= 80


def test_it_has_rules_each_of_its_own_name(shipped):
    titles = [rule.title for rule in shipped.manual]
    assert titles and len(set(titles)) == len(titles)
    assert all(rule.text.endswith(".") for rule in shipped.manual)


def test_rules_are_shown_on_boards_that_the_game_accepts(shipped):
    for rule in shipped.manual:
        if rule.board:
            board = manual.read_rule_board(shipped.boards, rule)
            assert not shipped.boards.find_problems(board), rule.title
            assert not shipped.boards.find_warnings(board), rule.title


def test_a_second_picture_shows_what_the_rule_does(shipped):
    for rule in shipped.manual:
        shown = manual.draw_rule_pictures(shipped.boards, shipped.play, rule)
        assert len(shown) == bool(rule.board) + bool(rule.moves)
        assert len(set(map(repr, shown))) == len(shown), rule.title


def test_some_rule_shows_every_kind_of_thing(shipped):
    """A tool that no rule shows is one that the manual has forgotten; looks alike count once."""
    seen = set()
    for rule in shipped.manual:
        for picture in manual.draw_rule_pictures(shipped.boards, shipped.play, rule):
            seen |= {name.partition("-")[0] for line in picture.tiles for name in line}
            seen |= {piece.name.partition("-")[0] for piece in picture.pieces.values()}
            seen |= {"gate"} if picture.gates else set()
    kinds = {tool.name.partition("-")[0] for tool in shipped.boards.tools}
    assert kinds - {"none", "locked", "karma"} <= seen | {"empty"}


def test_terms_are_sentences(shipped):
    assert all(term and text.endswith(".") for term, text in shipped.terms.items())


def test_every_name_of_its_pictures_has_a_title(game, level):
    """Titles are words, not names of the theme such as ``path-exit-open``."""
    _, positions = random_walk(game, level.board)
    shown = [game.boards.draw_picture(level.board), *map(game.play.draw_picture, positions)]
    for picture in shown:
        names = {
            name
            for row, line in enumerate(picture.tiles)
            for col, name in enumerate(line)
            if picture.has_cell((row, col))
        }
        names |= {piece.name for piece in picture.pieces.values()}
        for name in names:
            title = game.boards.format_title(name)
            assert title and ("-" not in name or title != name), name
