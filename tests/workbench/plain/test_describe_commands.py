"""Dead ends in words: on the command line and in plain mode."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import fruit_boards
import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1
from commanding import Talk
from skiddy_boards import board_of

from engine.files import levelfile
from engine.values.level import Level
from workbench.cli import main

MUD = fruit_boards.board_of("##### #...# #...# #.~.# #####", "..... .A... ..... ...A. .....")
"""A piece that comes through the mud has lost; otherwise every position can be won."""

Say = Callable[..., str]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Levels by name."""
    boards = {
        "corner": board_of(FIXTURES[21].rows),
        "fair": board_of(LEVEL_1_1),
        "hopeless": board_of(FIXTURES[23].rows),
    }
    found = {name: tmp_path / f"{name}.toml" for name in (*boards, "mud")}
    for name, board in boards.items():
        levelfile.write_level(Level("skiddy", board), found[name])
    levelfile.write_level(Level("fruit-dating", MUD), found["mud"])
    return found


@pytest.fixture
def solved(capsys: pytest.CaptureFixture[str]) -> Say:
    """What ``solve`` prints."""

    def solve(*arguments: object) -> str:
        main(["solve", *map(str, arguments)])
        return capsys.readouterr().out

    return solve


def test_solve_names_the_first_trap(solved: Say, files: dict[str, Path]) -> None:
    assert "first trap     L at the start\n" in solved(files["corner"])
    assert "L at the start, which loses\n" in solved(files["mud"])
    pushed = board_of(FIXTURES[20].rows)
    levelfile.write_level(Level("skiddy", pushed), files["fair"])
    assert "first trap     R then D\n" in solved(files["fair"])


def test_solve_names_none_where_there_is_none(solved: Say, files: dict[str, Path]) -> None:
    for name in ("fair", "hopeless"):
        assert "first trap" not in solved(files[name])
    assert "first trap" not in solved(files["corner"], "--max-states", 5)


def test_the_contract_knows_of_no_trap(solved: Say, files: dict[str, Path]) -> None:
    facts = json.loads(solved(files["corner"], "--json"))
    assert not any("trap" in name for name in facts)


def test_plain_mode_lists_the_first_ones(talk: Talk, files: dict[str, Path]) -> None:
    said = talk("traps", file=files["corner"])
    assert "14 moves into a trap; 30 of 68 positions are dead." in said
    assert "Trap 1: at the start, left: 10 dead positions; red Skiddy at row 1, column 2" in said
    assert "Trap 10: " in said
    assert "Trap 11: " not in said
    said = talk("traps", file=files["mud"])
    assert "4 moves into a trap, 4 of them by losing at once; 0 of 4 positions are dead." in said
    assert "Trap 2: after right, left loses at once." in said


def test_plain_mode_says_where_there_is_none(
    talk: Talk, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "No dead ends: the level can never trap the player." in talk("traps", file=files["fair"])
    hopeless = talk("traps", file=files["hopeless"])
    assert "Every position is dead: the level cannot be won." in hopeless
    monkeypatch.setattr("engine.values.budget.Budget.__init__.__defaults__", (5, None, None))
    assert "Dead ends are not known: there are too many positions." in talk(
        "traps", file=files["corner"]
    )
