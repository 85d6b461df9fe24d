"""Play of the monk: pinned rules one by one, and at random against the plain reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from monk_boards import GAME, HARD_54, cubes, words
from monk_reference import play as reference_play
from monk_reference import read

from engine.errors import LevelError, MoveError
from engine.game.play_position import Position
from engine.game.playthrough import Playthrough, replay_moves
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import EXIT, FACE
from engine.games.mazing_monk.play.rules import count_thesis_moves
from engine.values.budget import Budget

WALLS = "#" * FACE


def level(top: str, needed: int = 1, **faces: str) -> MonkBoard:
    """A board of some faces in the order of their rows; other cells are obstacles."""
    return MonkBoard("".join([top, *(faces.get(face, WALLS) for face in "BLRFK")]), needed)


def after(board: MonkBoard, moves: str) -> Position:
    run, legal = replay_moves(GAME.play, board, GAME.play.read_moves(moves))
    assert legal
    return run.position


@given(cubes(), st.lists(words, max_size=25))
def test_play_is_that_of_the_plain_reading(board, moves):
    position, plain = GAME.play.create_start(board), read(board.cells)
    for word in moves:
        step = GAME.play.step(position, word)
        plain, changed = reference_play(plain, word, board.karma_needed)
        assert step.changed == changed
        assert step.after.pieces == (plain.text(), plain.collected)
        assert step.after.status == plain.status
        assert changed or step.note
        position = step.after


@given(cubes(), st.lists(words, max_size=15))
def test_choices_are_the_moves_that_do_something(board, moves):
    position = GAME.play.create_start(board)
    for word in moves:
        position = GAME.play.step(position, word).after
    names = [f"m{x}{y}" for x in range(3) for y in range(3)] + ["r0", "r1", "r2", "c0", "c1", "c2"]
    expected = {word for word in names if GAME.play.step(position, word).changed}
    assert {move.word for move in GAME.play.list_choices(position)} == expected


@given(cubes(), st.lists(words, max_size=15))
def test_turns_keep_and_walks_only_collect(board, moves):
    run = Playthrough(GAME.play, board)
    for word in moves:
        run.make_move(word)
    start, end = board.cells, run.position.pieces[0]
    for glyph in "#SM":
        assert end.count(glyph) == start.count(glyph)
    assert end.count("*") + run.position.pieces[1] == start.count("*")


class TestWalking:
    BOARD = level("M**#**..*", needed=4)

    def test_over_karma_collects_it(self):
        step = GAME.play.step(GAME.play.create_start(self.BOARD), "m20")
        assert step.after.pieces == ("..M#**..*" + WALLS * 5, 2)
        assert [position.pieces[0][:3] for position in step.passed] == [".M*"]
        assert step.note == "2 karma, 2 of 4"

    def test_it_is_won_on_the_exit_only(self):
        position = after(self.BOARD, "m20 m21 m11")
        assert position.pieces[1] == 4
        assert GAME.play.step(position, "m02").after.status == "playing"
        assert GAME.play.step(position, "m22").after.status == "won"

    def test_a_walk_stops_where_it_wins(self):
        step = GAME.play.step(GAME.play.create_start(level("M**##*...", needed=3)), "m02")
        assert step.after.status == "won"
        assert step.after.pieces[0][EXIT] == "M"
        assert len(step.passed) == 3

    def test_the_last_karma_can_lie_on_the_exit(self):
        board = level("M..##...*", needed=1)
        assert after(board, "r r d d").status == "won"

    def test_the_exit_is_closed_before(self):
        board = level("M..##.*..", needed=1)
        position = after(board, "m22")
        assert position.status == "playing"
        assert after(board, "m22 m02 m22").status == "won"

    @pytest.mark.parametrize(
        ("top", "word", "why"),
        [
            ("M#.......", "r", "obstacle in the way"),
            ("M#S.##...", "m20", "soldiers in the way"),
            ("M..####..", "m22", "no path leads there"),
            ("M........", "u", "the top face ends here"),
            ("M........", "m00", "the monk is already there"),
            ("M........", "r0", "the monk is on that row"),
            ("M........", "c0", "the monk is on that column"),
        ],
    )
    def test_what_cannot_be_done_says_why(self, top, word, why):
        step = GAME.play.step(GAME.play.create_start(level(top, K="*" * FACE)), word)
        assert (step.changed, step.note, step.after) == (False, why, step.before)


class TestSoldiers:
    def test_a_turn_that_opens_a_path_to_the_monk_kills(self):
        board = level("M..######", L="###" + "##S" + "###", K="*" * FACE)
        position = GAME.play.create_start(board)
        step = GAME.play.step(position, "r1")
        assert step.after.pieces[0][3:6] == "##S"
        assert step.after.status == "lost"
        assert step.note == "the soldiers at column 2, row 1 have a path to the monk, and he dies"

    def test_the_dead_do_not_play_on(self):
        board = level("M..######", L="###" + "##S" + "###", K="*" * FACE)
        dead = after(board, "r1")
        for move in ("m10", "r1", "u"):
            step = GAME.play.step(dead, move)
            assert (step.changed, step.note) == (False, "the monk is dead")
        assert GAME.play.list_choices(dead) == ()

    def test_soldiers_behind_obstacles_and_on_other_faces_do_nothing(self):
        board = level("M#S#.S#..", L="S" * FACE, R="S" * FACE, K="*" * FACE)
        assert GAME.boards.find_problems(board) == ()
        assert after(board, "c1 c1").status == "playing"


class TestStart:
    def test_of_a_draft_is_refused(self):
        with pytest.raises(LevelError, match="soldiers have a path"):
            GAME.play.create_start(level("M..S.....", K="*" * FACE))

    def test_moves_are_words(self):
        assert GAME.play.read_moves(" r0  m12\nu ") == ("r0", "m12", "u")
        for bad in ("r3", "m33", "R0", "x", "m1", "ud"):
            with pytest.raises(MoveError, match=r"expected a turn r0 to c2, a walk mXY or a step"):
                GAME.play.read_moves(bad)


class TestPointing:
    BOARD = MonkBoard(HARD_54)

    def test_a_click_walks(self):
        start = GAME.play.create_start(self.BOARD)
        assert GAME.play.drag_input.find_drag_move(start, (3, 4), (3, 4)) == "m10"
        assert GAME.play.drag_input.find_drag_move(start, (5, 5), (5, 5)) is None
        assert GAME.play.drag_input.find_drag_move(start, (0, 0), (0, 0)) is None

    def test_drags_along_a_line_turn_it(self):
        start = GAME.play.create_start(self.BOARD)
        assert GAME.play.drag_input.find_drag_move(start, (4, 3), (4, 5)) == "r1"
        assert GAME.play.drag_input.find_drag_move(start, (5, 0), (5, 8)) == "r2"
        assert GAME.play.drag_input.find_drag_move(start, (5, 4), (3, 4)) == "c1"
        assert GAME.play.drag_input.find_drag_move(start, (10, 5), (9, 5)) == "c2"
        for begin, end in (((4, 5), (4, 3)), ((3, 4), (5, 4)), ((4, 3), (5, 4)), ((3, 3), (3, 5))):
            assert GAME.play.drag_input.find_drag_move(start, begin, end) is None
        assert not GAME.play.drag_input.can_follow(start, (4, 5), (4, 3))
        assert GAME.play.drag_input.can_follow(start, (4, 3), (4, 5))

    def test_what_is_reported(self):
        start = GAME.play.create_start(self.BOARD)
        assert (
            GAME.play.drag_input.describe_cell(start, (3, 4))
            == "path, within reach; top face, column 1, row 0"
        )
        assert (
            GAME.play.drag_input.describe_cell(start, (5, 5))
            == "soldiers, the closed exit; top face, column 2, row 2"
        )
        assert GAME.play.drag_input.describe_cell(start, (0, 0)) == "outside the cube"

    def test_what_keeps_the_monk_from_leaving(self):
        faults = GAME.play.drag_input.find_faults(GAME.play.create_start(self.BOARD))
        assert [fault.text for fault in faults] == [
            f"7 more karma to collect, {HARD_54.count('*')} on the cube",
            "no path leads to the exit",
        ]
        assert GAME.play.drag_input.find_faults(after(level("M..##...*"), "m22")) == ()


def test_the_exit_looks_open_once_it_is():
    board = level("M*.##..*.", needed=2)
    for moves, name in (("", "path-exit"), ("m10", "path-exit"), ("m12", "path-exit-open")):
        assert GAME.play.draw_picture(after(board, moves)).tiles[5][5] == name


@pytest.mark.parametrize(
    ("moves", "count"),
    [
        ("", 0),
        ("m10", 1),
        ("m10 m20", 2),
        ("m20", 2),  # one karma on the way, one at its end
        ("m20 m00", 3),
        ("r r u m00", 3),
        ("m00 l", 0),
        ("r2", 1),
        ("m20 r1 r1", 4),
        ("m20 m21 r0 m22", 5),
    ],
)
def test_moves_of_the_thesis_are_turns_karma_and_relocations(moves, count):
    board = level("M**#..##.", needed=2)
    assert count_thesis_moves(board, GAME.play.read_moves(moves)) == count


def test_karma_that_is_not_missed_is_no_move_of_the_thesis():
    assert count_thesis_moves(level("M**##*##.", needed=1), ("m22",)) == 2


@given(cubes(), st.sampled_from(GAME.solver.strategies))
def test_a_solver_has_a_word_for_each_move_of_the_thesis(board, strategy):
    solved = GAME.solver.solve(board, strategy, Budget(2_000))
    words = solved.moves
    assert solved.computed_facts["thesis_moves"] == (None if words is None else len(words))


def test_turns_are_counted_before_walks_and_steps():
    board = level("M..##...*")
    assert GAME.play.count_play(board, ("m10", "r", "r2", "m00")) == {
        "turns": 1,
        "walks": 2,
        "steps": 4,
    }
    assert [unit.key for unit in GAME.measure.list_units()] == ["turns", "walks", "steps"]
