"""Improving a level in plain mode."""

from __future__ import annotations

from pathlib import Path

import fruit_boards
import pytest
from commanding import Talk
from shipped import LEVELS

from engine import workshop
from engine.files import levelfile


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "four.toml"
    levelfile.write_level(workshop.generate(fruit_boards.GAME, 3, {"moves": 4})[0], path)
    return path


def test_a_level_is_improved_for_an_aim(talk: Talk, file: Path) -> None:
    said = talk("improve moves=6", "save", "quit", file=file)
    assert "Improved in " in said and "iterations: moves 4, now 6." in said
    level = levelfile.read_level(file)
    assert level.provenance is not None and level.provenance.improve is not None
    assert level.verdict is not None and level.verdict.facts["moves"] == 6


def test_several_ways_are_gone_at_once(talk: Talk, file: Path) -> None:
    said = talk("improve moves=6 islands=2", "save", "improve islands=65", "quit", file=file)
    assert "Improved in " in said and "Islands: expected 1 to 64, found '65'" in said
    provenance = levelfile.read_level(file).provenance
    assert provenance is not None and provenance.improve is not None
    assert (provenance.improve.aim, provenance.improve.islands) == ("moves=6", 2)


def test_an_aim_of_another_game_is_refused(talk: Talk, file: Path) -> None:
    assert "Aim 'stars': expected one of longer" in talk("improve stars", "quit", file=file)


def test_a_stage_is_rolled_again_where_the_level_does_not_follow_from_its_seed(
    talk: Talk, tmp_path: Path
) -> None:
    file = tmp_path / "edited.toml"
    file.write_bytes((LEVELS / "fruit-dating" / "07-speed-dating.toml").read_bytes())
    said = talk("rebuild", "reroll walls", "reroll border", "undo edit", "quit", file=file)
    assert "The generation history could not be rebuilt." in said
    assert "Walls re-rolled." in said and "Undone: re-roll Walls." in said
