"""What single changes would do, in plain mode."""

from __future__ import annotations

from pathlib import Path

import fruit_boards
import pytest
from commanding import Talk

from engine.files import levelfile
from engine.values.level import Level
from engine.values.moves import format_moves

GAME = fruit_boards.GAME
BOARD = fruit_boards.board_of("##### #...# #...# #.#.# #####", "..... .A.o. ..... ...A. .....")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pinned.toml"
    moves = format_moves(GAME.solver.solve(BOARD).moves)
    levelfile.write_level(Level(GAME.name, BOARD, intended=moves), path)
    return path


def test_the_best_changes_are_reported_with_what_they_break(talk: Talk, file: Path) -> None:
    said = talk("what-if", "paint gate-right 2 1", "verdict", file=file)
    assert "232 changes tried for longer; unchanged, the level has: 2 moves." in said
    assert (
        "One-way right at row 2, column 1: 6 moves, +4, but the intended solution no longer wins."
    ) in said
    assert "The level can be solved in 6 moves" in said


def test_changes_of_a_cell_are_reported_for_an_aim(talk: Talk, file: Path) -> None:
    said = talk("what-if 2,2 shorter", "what-if fewer-dead-ends", file=file)
    assert "232 changes tried for shorter; unchanged, the level has: 2 moves." in said
    assert "Row 2, column 2: floor." in said
    assert "One-way right: 5 moves, +3, but the intended solution no longer wins." in said
    assert "or anteater looking down: unsolvable." in said
    assert "unchanged, the level has: dead_states 0.\nNo change is an improvement." in said


def test_what_is_no_aim_or_no_cell_is_refused(talk: Talk, file: Path) -> None:
    said = talk("what-if stars", "what-if 9,9", "what-if wish=mooves>3", file=file)
    assert "Aim 'stars': expected one of longer" in said
    assert "No such cell: rows go from 0 to 4, columns from 0 to 4." in said
    assert "unknown key 'mooves'" in said
