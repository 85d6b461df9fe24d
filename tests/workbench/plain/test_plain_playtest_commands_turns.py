"""Plain mode in a game of steps and turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Talk
from monk_boards import GAME, TWO_TURNS, TWO_TURNS_HIDDEN

from engine.files import levelfile
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.values.level import Level


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "cube.toml"
    levelfile.write_level(Level(GAME.name, TWO_TURNS, "Cube"), path)
    return path


def test_the_cube_is_described_face_by_face(talk: Talk, level: Path) -> None:
    said = talk("look", file=level).splitlines()
    assert (
        "Left face: row 0 soldiers, 2 obstacle; row 1 karma, path, karma; row 2 2 path, karma."
        in said
    )
    assert "Within reach: column 1, row 0; column 2, row 0." in said
    assert "r0, turn row 0 to the right: the monk is on that row." in said
    assert "c2, turn column 2 to the back: deadly." in said


def test_it_is_played_by_words(talk: Talk, level: Path) -> None:
    said = talk("move r0", "move r1 r2 d", "status", "check", "move r r d", file=level)
    assert "Turn row 0 to the right: the monk is on that row." in said
    assert "Step down, 1 karma, 1 of 2. 2 turns and 1 walk." in said
    assert "Karma 1 of 2, exit closed." in said
    assert "1 more karma to collect, 2 on the cube." in said
    assert "Won in 2 turns and 1 walk." in said


def test_death_can_be_undone(talk: Talk, level: Path) -> None:
    said = talk("move c2", "undo", "move c2", "restart", file=level)
    assert "he dies. Lost after 1 turn and 0 walks. Type undo to take back the last one." in said
    assert "Undone. 0 turns and 0 walks." in said and "Back at the start." in said


def test_what_the_solver_does_not_look_for_is_said_to_be_so(talk: Talk, level: Path) -> None:
    said = talk("leaks", "graph", file=level)
    assert "The solver of this game does not search for leaks." in said
    assert "The solver of A Mazing Monk builds no state graph." in said


def test_traps_are_counted_and_not_listed(talk: Talk, level: Path) -> None:
    assert "Dead ends are only counted: 3 traps off the solution, 3 of them lose at once." in talk(
        "traps", file=level
    )
    walled_in = "M########" + "*########" + 27 * "#" + "*########"
    levelfile.write_level(Level(GAME.name, MonkBoard(walled_in, 2)), level)
    said = talk("traps", file=level)
    assert "Dead ends are everywhere: this level cannot be won." in said


def test_the_size_of_a_cube_is_shown_by_its_faces(talk: Talk, level: Path) -> None:
    assert (
        "Cube, A Mazing Monk: 6 faces of 3 by 3 cells, top, bottom, left, right, front and back; "
        "unfolded, they cover rows 0 to 11 and columns 0 to 8."
    ) in talk("quit", file=level)


def test_hints_verdict_and_solution(talk: Talk, level: Path) -> None:
    said = talk("hint", "move r1", "hint", "verdict", "solution", file=level)
    assert "Turn row 1 to the right, r1; 2 turns and 1 walk to go." in said
    assert "Turn row 2 to the right, r2; 1 turn and 1 walk to go." in said
    assert "2 turns and 1 walk, 2 optimal solutions, 3 traps off the solution." in said
    assert "r1 r2 m01 m21 m22." in said


def test_three_faces_at_a_time(talk: Talk, level: Path) -> None:
    said = talk(
        "explore", "faces", "look", "cell 10 3", "rows", "board", "check",
        "explore", "look", "move r1", "status", "cell 4 0", "faces", "cell 10 3", file=level,
    )  # fmt: skip
    assert "All visible; use faces to hide some faces." in said
    assert "Top, left and front visible." in said and "Back face: out of view." in said
    assert "Row 10, column 3: out of view; bottom face, column 0, row 1." in said
    assert "2 more karma to collect, 3 in sight." in said
    assert "Bottom, right and back visible." in said and "Top face: row 0 monk" in said
    assert "Front face: out of view." in said
    assert said.count("c2, turn column 2 to the back: deadly.") == 1
    assert "c2, turn column 2 to the back: possible." not in said
    # The move has turned the view back.
    assert said.index("Bottom, right and back") < said.index("Row 4, column 0: obstacle; left")
    assert "Row 10, column 3: obstacle; bottom face" in said.rpartition("All in view.")[2]


def test_hidden_faces_leave_no_trace_in_what_is_said(talk: Talk, level: Path) -> None:
    orders = ("faces", "look", "rows", "board", "check", "status")
    said = talk(*orders, file=level)
    levelfile.write_level(Level(GAME.name, TWO_TURNS_HIDDEN, "Cube"), level)
    assert talk(*orders, file=level) == said
