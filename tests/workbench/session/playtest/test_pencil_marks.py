"""Pencil marks of a visit without a screen: their order with moves, records, checks."""

from __future__ import annotations

import pytest

from engine import workshop
from engine.errors import MoveError
from engine.game import registry
from engine.games.linjat.board.text import read_published
from engine.values.level import Level
from workbench.service.job_slots import Outcome
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.playtest import Playtest

BOARD = read_published(["  . ", "  24", "    ", "    "])
GAME = registry.get_game("linjat")


@pytest.fixture
def session() -> Playtest:
    level = Level("linjat", BOARD)
    advice = LevelAnalysis(GAME, level, lambda: None)
    solved = workshop.solve(level)
    advice.store_answer(Outcome(solved, None, cancelled=False))
    return Playtest(GAME, level, advice)


def check_texts(session: Playtest) -> list[str]:
    return [fault.text for fault in session.find_faults()]


def test_a_mark_drops_what_was_undone(session: Playtest) -> None:
    session.make_move("1,2:0,2-1,2")
    session.set_mark((0, 0), "empty")
    session.undo()
    session.undo()
    session.set_mark((3, 0), "empty")
    assert not session.can_redo
    session.redo()
    assert session.playthrough.moves == () and session.pencil_history.marks == {(3, 0): "empty"}
    session.set_mark((3, 0), "empty")  # changes nothing
    session.undo()
    assert not session.can_undo and session.can_redo


def test_marks_alone_are_a_session_and_those_carried_over_a_win_are_not(session: Playtest) -> None:
    session.set_mark((0, 0), "empty")
    for word in ("1,2:0,2-1,2", "1,3:0,3-3,3"):
        session.make_move(word)
    with pytest.raises(MoveError, match="no marks can be entered"):
        session.set_mark((0, 1), "empty")
    (won,) = session.finished_records
    assert [str(mark) for mark in won.marks] == ["0.0 0,0 empty"]
    session.undo()
    session.leave()
    assert len(session.finished_records) == 1


def test_marks_after_a_win_are_recorded_with_those_before(session: Playtest) -> None:
    session.set_mark((0, 0), "empty")
    for word in ("1,2:0,2-1,2", "1,3:0,3-3,3"):
        session.make_move(word)
    session.undo()
    session.set_mark((0, 1), "empty")
    session.leave()
    second = session.finished_records[-1]
    assert [str(mark) for mark in second.marks] == ["0.0 0,0 empty", "0.0 0,1 empty"]
    assert second.result == "left" and second.moves == 1


def test_a_new_game_after_a_win_has_no_marks(session: Playtest) -> None:
    session.set_mark((0, 0), "empty")
    for word in ("1,2:0,2-1,2", "1,3:0,3-3,3"):
        session.make_move(word)
    session.restart()
    assert session.pencil_history.marks == {} and not session.can_redo


def test_a_check_is_of_visible_marks_alone(session: Playtest) -> None:
    session.set_mark((1, 1), "empty")
    session.set_mark((1, 2), "level")
    wrong = "the 2 at 1,2 is marked level, which is wrong"
    assert check_texts(session)[0] == wrong
    session.make_move("1,2:1,1-1,2")
    assert check_texts(session) == ["no line is wrong so far; 1 line to draw, 1 dot to cover"]
    session.undo()
    session.set_mark((1, 2), "")
    assert check_texts(session)[0] == "the mark is right"


def test_nothing_is_said_before_the_solver_has_answered() -> None:
    level = Level("linjat", BOARD)
    session = Playtest(GAME, level, LevelAnalysis(GAME, level, lambda: None))
    session.set_mark((0, 0), "empty")
    assert check_texts(session)[0] == "marks cannot be checked: still searching"
