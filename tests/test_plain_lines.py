"""Plain mode in a game whose moves name places, and whose solver reasons."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_plain import Talk, talk

from engine import levelfile
from engine.games.linjat.text import read_published
from engine.level import Level

__all__ = ["talk"]

BOARD = read_published(["  . ", "  24", "    ", "    "])


@pytest.fixture
def level(tmp_path: Path) -> str:
    path = tmp_path / "lines.toml"
    levelfile.write(Level("linjat", BOARD, "Two lines"), path)
    return str(path)


def answers(talk: Talk, level: str, *lines: str) -> str:
    status, printed = talk(*lines, "quit discard", args=(level,))
    assert status == 0
    return printed


def test_it_is_played_by_words(talk: Talk, level: str) -> None:
    said = answers(
        talk, level, "move 1,2:0,2-1,2", "check", "move 1,2:1,2-1,3", "move 1,3:0,3-3,3", "check"
    )
    assert "1,2:0,2-1,2. 1 move." in said
    assert "The line of the 4 at 1,3 is 1 of 4, too short." in said
    assert "1,2:1,2-1,3: lines share no cells." in said
    assert "Won in 2 moves." in said and "Nothing is wrong." in said


def test_words_that_are_none_are_refused(talk: Talk, level: str) -> None:
    assert "Expected r,c:r1,c1-r2,c2" in answers(talk, level, "move up")


def test_hints_come_in_three_degrees(talk: Talk, level: str) -> None:
    said = answers(talk, level, "hint", "hint", "hint", "hint").splitlines()
    rule = said.index("Dot cover: a dot that one number alone can still reach.")
    text = "Only the 2 at 1,2 can still reach the dot at 0,2."
    assert said[rule + 1 : rule + 4] == ["Look at 0,2, 1,2.", text, text]


def test_verdict_solution_and_trace(talk: Talk, level: str) -> None:
    said = answers(talk, level, "verdict", "solution", "trace")
    assert "The level can be solved in 1 layer of deduction." in said
    assert "Solutions: one solution." in said
    assert "1,2:0,2-1,2 1,3:0,3-3,3." in said
    assert "Row 1: L1: won: dot cover, 1 line, on the path." in said
    assert "Only the 2 at 1,2 can still reach the dot at 0,2." in said


def test_what_is_drawn_is_told(talk: Talk, level: str) -> None:
    said = answers(talk, level, "move 1,2:0,2-1,2", "cell 0 2", "row 1", "board")
    assert "Row 0, column 2: dot, line of the 2 at 1,2: 2 of 2, right." in said
    assert "Row 1: 2 empty; number 2: 2 of 2, right; number 4: 1 of 4, too short." in said
