"""Plain mode in a game of steps and turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_plain import Talk, talk

from engine import levelfile
from engine.games.mazing_monk.board import MonkBoard
from engine.level import Level

pytestmark = pytest.mark.jitless

__all__ = ["talk"]

WALLS = "#" * 9
BOARD = MonkBoard("M..######" + WALLS + "S##*.*..*" + WALLS + "##S######" + WALLS, 2)
"""Rows 1 and 2 bring karma and the way out onto the top; column 2 brings soldiers to the monk."""


@pytest.fixture
def level(tmp_path: Path) -> str:
    path = tmp_path / "cube.toml"
    levelfile.write(Level("mazing-monk", BOARD, "Cube"), path)
    return str(path)


def answers(talk: Talk, level: str, *lines: str) -> str:
    status, printed = talk(*lines, "quit discard", args=(level,))
    assert status == 0
    return printed


def test_the_cube_is_told_face_by_face(talk: Talk, level: str) -> None:
    said = answers(talk, level, "look").splitlines()
    assert (
        "Left face: row 0 soldiers, 2 obstacle; row 1 karma, path, karma; row 2 2 path, karma."
        in said
    )
    assert "Within reach: column 1, row 0; column 2, row 0." in said
    assert "r0, turn row 0 to the right: the monk stands on that row." in said
    assert "c2, turn column 2 to the back: deadly." in said


def test_it_is_played_by_words(talk: Talk, level: str) -> None:
    said = answers(talk, level, "move r0", "move r1 r2 d", "status", "check", "move r r d")
    assert "Turn row 0 to the right: the monk stands on that row." in said
    assert "Step down, 1 karma, 1 of 2. 2 turns and 1 walk." in said
    assert "Karma 1 of 2, exit closed." in said
    assert "1 more karma to collect, 2 on the cube." in said
    assert "Won in 2 turns and 1 walk." in said


def test_death_can_be_undone(talk: Talk, level: str) -> None:
    said = answers(talk, level, "move c2", "undo", "move c2", "restart")
    assert "he dies. Lost after 1 turn and 0 walks; undo takes the last one back." in said
    assert "Undone. 0 turns and 0 walks." in said and "Back at the start." in said


def test_hints_verdict_and_solution(talk: Talk, level: str) -> None:
    said = answers(talk, level, "hint", "move r1", "hint", "verdict", "solution")
    assert "Turn row 1 to the right, r1; 2 turns and 1 walk to go." in said
    assert "Turn row 2 to the right, r2; 1 turn and 1 walk to go." in said
    assert "2 turns and 1 walk, 2 ways to play it so, 3 traps beside the solution." in said
    assert "r1 r2 m01 m21 m22." in said
