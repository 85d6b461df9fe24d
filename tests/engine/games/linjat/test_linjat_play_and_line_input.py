"""Playing Linjat: moves, drags, what is won, and how it looks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import GAME, boards, to_engine

from engine.errors import MoveError
from engine.game.playthrough import replay_moves
from engine.games.linjat.board.text import read_published
from engine.games.linjat.line_input import LineInput

BOARD = read_published(["   . ", "  3  ", "     ", " 2  ."])


def after(*words):
    run, legal = replay_moves(GAME.play, BOARD, words)
    assert legal
    return run.position


def drag(position, begin, end):
    return LineInput().find_drag_move(position, begin, end)


class TestMoves:
    def test_words_are_distinguished_by_blanks(self):
        words = ("1,2:1,2-1,4", "3,1:2,1-3,1")
        assert GAME.play.read_moves("  1,2:1,2-1,4\n3,1:2,1-3,1 ") == words

    @pytest.mark.parametrize(
        "word", ["R", "1,2:1,2", "1,2:1,2-1,4;", "a,2:1,2-1,4", "-1,2:1,2-1,4"]
    )
    def test_other_words_are_errors(self, word):
        with pytest.raises(MoveError, match="expected r,c:r1,c1-r2,c2"):
            GAME.play.read_moves(f"1,2:1,2-1,4 {word}")

    def test_ends_in_any_order(self):
        assert after("1,2:1,4-1,2") == after("1,2:1,2-1,4")

    @pytest.mark.parametrize(
        ("word", "why"),
        [
            ("0,0:0,0-0,1", "there is no number"),
            ("1,2:1,2-1,2", "this line is already drawn"),
            ("1,2:1,2-2,3", "stay in one row or column"),
            ("1,2:1,2-1,5", "one row or column"),
            ("1,2:1,3-1,4", "the cell of its number"),
            ("3,1:3,1-3,2", "cannot share cells"),
        ],
    )
    def test_what_cannot_be_drawn_changes_nothing(self, word, why):
        position = after("1,2:1,2-3,2")
        step = GAME.play.step(position, word.replace("1,2:1,2-1,2", "1,2:1,2-3,2"))
        assert not step.changed and step.after == position and why in step.note

    def test_a_line_may_be_longer_than_its_number(self):
        assert after("1,2:1,0-1,4").status == "playing"

    def test_it_is_won_by_lengths_and_dots(self):
        board = read_published(["  . ", "  24", "    ", "    "])
        run, legal = replay_moves(GAME.play, board, ["1,3:0,3-3,3", "1,2:1,2-2,2"])
        assert legal and run.position.status == "playing"
        assert run.last_step.note == "1 dot not covered"
        run.make_move("1,2:0,2-1,2")
        assert run.position.status == "won"
        assert not run.make_move("1,2:1,2-2,2").changed

    @given(boards(), st.randoms(use_true_random=False))
    def test_every_choice_can_be_made(self, board, draw):
        position = GAME.play.create_start(to_engine(board))
        for _ in range(5):
            words = [move.word for move in GAME.play.list_choices(position)]
            if not words:
                break
            step = GAME.play.step(position, draw.choice(words))
            assert step.changed
            position = step.after


class TestDrags:
    """The manners of the original, as the rules describe them."""

    def test_from_the_number(self):
        assert drag(after(), (1, 2), (1, 4)) == "1,2:1,2-1,4"
        assert drag(after(), (1, 2), (0, 2)) == "1,2:0,2-1,2"

    def test_only_from_a_number_or_an_end(self):
        position = after("1,2:1,0-1,3")
        assert drag(position, (0, 0), (0, 1)) is None
        assert drag(position, (1, 1), (1, 2)) is None
        assert drag(position, (1, 3), (1, 4)) == "1,2:1,0-1,4"

    def test_the_other_end_stays_on_the_same_axis(self):
        position = after("1,2:1,2-1,3")
        assert drag(position, (1, 2), (1, 0)) == "1,2:1,0-1,3"

    def test_the_line_turns_with_its_end(self):
        position = after("1,2:1,0-1,3")
        assert drag(position, (1, 3), (3, 2)) == "1,2:1,2-3,2"

    def test_from_within_the_line_begins_anew(self):
        position = after("1,2:1,0-1,3")
        assert drag(position, (1, 2), (1, 4)) == "1,2:1,2-1,4"

    def test_an_end_dragged_across_is_pulled_in(self):
        position = after("1,2:1,1-1,3")
        assert drag(position, (1, 3), (1, 0)) == "1,2:1,1-1,2"

    def test_off_the_row_and_column_is_ignored(self):
        assert drag(after(), (1, 2), (2, 3)) is None

    def test_clipped_before_another_line(self):
        position = after("1,2:1,2-2,2", "3,1:3,1-3,2")
        assert drag(position, (2, 2), (3, 2)) is None
        assert drag(after("3,1:3,1-3,2"), (1, 2), (3, 2)) == "1,2:1,2-2,2"

    def test_a_click_on_the_number_shrinks_it(self):
        assert drag(after("1,2:1,0-1,3"), (1, 2), (1, 2)) == "1,2:1,2-1,2"
        assert drag(after(), (1, 2), (1, 2)) is None


class TestLooks:
    def test_lines_show_axis_and_length(self):
        tiles = GAME.play.draw_picture(after("1,2:1,2-1,3", "3,1:3,1-3,4")).tiles
        assert tiles[1][1:4] == (
            "empty",
            "line-level-short-first",
            "line-level-short-last",
        )
        assert tiles[3] == (
            "empty",
            "line-level-long-first",
            *["line-level-long"] * 2,
            "dot-level-long-last",
        )
        tiles = GAME.play.draw_picture(after("1,2:1,2-3,2")).tiles
        assert [line[2] for line in tiles] == [
            "empty",
            "line-upright-right-first",
            "line-upright-right",
            "line-upright-right-last",
        ]
