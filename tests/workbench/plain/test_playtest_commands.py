"""Plain mode in a game whose moves name places, and whose solver reasons."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Talk

from engine.files import levelfile
from engine.games.linjat.board.text import read_published
from engine.values.level import Level

BOARD = read_published(["  . ", "  24", "    ", "    "])


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "lines.toml"
    levelfile.write_level(Level("linjat", BOARD, "Two lines"), path)
    return path


def test_it_is_played_by_words(talk: Talk, level: Path) -> None:
    said = talk(
        "move 1,2:0,2-1,2", "check", "move 1,2:1,2-1,3", "move 1,3:0,3-3,3", "check", file=level
    )
    assert "Line from 0,2 to 1,2, of the number at 1,2. 1 move." in said
    assert "No line is wrong so far; 1 line to draw." in said
    assert "ine from 1,2 to 1,3, of the number at 1,2: lines cannot share cells." in said
    assert "Won in 2 moves." in said and "No mistakes." in said


def test_words_that_are_none_are_refused(talk: Talk, level: Path) -> None:
    assert "Expected r,c:r1,c1-r2,c2" in talk("move up", file=level)


def test_hints_come_in_three_degrees(talk: Talk, level: Path) -> None:
    said = talk("hint", "hint", "hint", "hint", file=level).splitlines()
    rule = said.index("Dot cover: a dot that one number alone can still reach.")
    text = "Only the 2 at 1,2 can still reach the dot at 0,2."
    assert said[rule + 1 : rule + 4] == ["Look at 0,2 and 1,2.", text, text]


def test_verdict_solution_and_trace(talk: Talk, level: Path) -> None:
    said = talk("verdict", "solution", "trace", file=level)
    assert "The level can be solved in 1 layer of deduction." in said
    assert "Solutions: one solution." in said
    assert "1,2:0,2-1,2 1,3:0,3-3,3." in said
    assert "Row 1: L1: dot cover, win: 1 line, on the path." in said
    assert "Only the 2 at 1,2 can still reach the dot at 0,2." in said


def test_what_is_drawn_is_reported(talk: Talk, level: Path) -> None:
    said = talk("move 1,2:0,2-1,2", "cell 0 2", "row 1", "board", file=level)
    assert "Row 0, column 2: dot, line of the 2 at 1,2: 2 of 2, right." in said
    assert "Row 1: 2 empty; number 2: 2 of 2, right; number 4: 1 of 4, too short." in said


def test_marks_are_entered_and_checked_by_words(talk: Talk, level: Path) -> None:
    said = talk("mark 1,2 upright", "mark 1,1 empty", "check", "row 1", file=level)
    assert "Row 1, column 2: number 2: 1 of 2, too short, marked upright." in said
    assert "All 2 marks are right." in said and "No line is wrong so far; 2 lines" in said
    assert "Row 1: empty; empty, marked empty; number 2" in said
    said = talk("mark 1,3 level", "check", "undo", "check", file=level)
    assert said.count("The 4 at 1,3 is marked level, which is wrong.") == 1
    said = talk("mark 0,0 empty", "unmark 0,0", "unmark 0,0", "undo", "cell 0 0", file=level)
    assert "The cell has no mark." in said and said.count("column 0: empty, marked empty.") == 2


def test_marks_that_cannot_be_say_why(talk: Talk, level: Path) -> None:
    orders = ("mark 0,2 empty", "mark 1,2 thick", "mark 12 empty", "mark 9,9 empty", "mark 1,2")
    said = talk(*orders, file=level)
    assert "A dot is never left empty." in said
    assert "Expected one of empty, level, upright, found 'thick'." in said
    assert "Expected a row and a column such as 2,3, found '12'." in said
    assert "No such cell: rows go from 0 to 3" in said
    assert "Expected: mark ROW,COLUMN KIND." in said
