"""Campaigns and infinite play in plain mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Talk
from listed_toy import install

from engine.game.game import Game
from workbench.paths import resources


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy with a shipped list of four levels."""
    lists = tmp_path / "shipped" / "toy" / "lists"
    lists.mkdir(parents=True)
    (lists / "2.seeds").write_text("21\n22\n23\n24\n")
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: tmp_path / "shipped")
    return install(monkeypatch)


def test_a_whole_campaign_over_two_sessions(talk: Talk) -> None:
    said = talk("campaign seed=5", "move D", "undo", "move RD", "next", "move RD", "quit")
    assert "Started: campaign through 4 levels of Toy, seed 5." in said
    assert "Level 1 of 3, size 2, seed 2" in said
    assert "1 death in this level; type undo or restart." in said
    assert "1 death, 2 moves, best possible 2." in said
    assert "Type next to play level 2 of 3, size 2." in said
    said = talk("campaign", "move RD", "next", "runs", "quit")
    assert "Continued: campaign" in said
    assert "Level 3 of 3, size 2" in said
    assert "The sled has come to rest." in said
    assert "All levels are won; type campaign new" in said
    assert "seed 5: all 3 levels won." in said


def test_infinite_play_goes_on_or_back(talk: Talk) -> None:
    said = talk("infinite", "move RD", "next", "move D", "restart", "move RD", "quit")
    assert "Position 1 of 4, size 2, seed 24, Toy: " in said
    assert "2 levels forward." in said
    assert "Position 3 of 4" in said
    assert "1 level back." in said
    assert "Type next to play position 2 of 4, size 2." in said


def test_a_look_at_the_solution_is_kept_and_earns_no_jump(talk: Talk) -> None:
    talk("infinite", "solution", "quit")
    said = talk("infinite", "move RD", "next", "move RD", "quit")
    assert "In this level so far: solution shown." in said
    assert "Won in 2 moves, solution shown." in said
    assert "No death, 2 moves, best possible 2, solution shown." in said
    assert "1 level forward: solution shown." in said
    assert "Type next to play position 2 of 4, size 2." in said
    assert "2 levels forward." in said


def test_deaths_are_kept_when_a_level_is_left(talk: Talk) -> None:
    talk("infinite", "move D", "quit")
    said = talk("infinite", "move D", "quit")
    assert "In this level so far: 1 death." in said
    assert "2 deaths in this level; type undo or restart." in said


def test_a_death_that_is_taken_back_and_done_again_counts_once(talk: Talk) -> None:
    said = talk("infinite", "move D", "undo", "redo", "restart", "move D", "quit")
    assert said.count("1 death in this level; type undo") == 1
    assert said.count("2 deaths in this level; type undo") == 1


def test_another_list_is_a_run_of_its_own(talk: Talk, tmp_path: Path) -> None:
    own = tmp_path / "7.seeds"
    own.write_text("1\n2\n3\n")
    talk("campaign", "move RD", "quit")
    assert "Started: campaign through 3 levels" in talk(f"campaign {own}", "quit")
    assert "Level 2 of 3, size 2" in talk("campaign", "quit")
    assert "Continued: campaign through 3 levels" in talk(f"campaign {own}", "quit")
    own.write_text("1\n2\n3\n4\n")
    assert "The list has changed." in talk(f"campaign {own}", "quit")


def test_what_cannot_be_done_is_said(
    talk: Talk, tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = own_folders / "state" / "puzzle-workbench" / "runs"
    runs.mkdir(parents=True)
    (runs / "old.run.toml").write_text("format = 9\n")
    monkeypatch.chdir(tmp_path)
    Path("lists").mkdir()
    orders = ("campaign lists", f"campaign {tmp_path}/nowhere", "campaign seed=x")
    said = talk("next", *orders, "runs", "quit")
    assert "No run is open" in said
    assert "nowhere: no such file." in said
    assert "lists: no file *.seeds in it." in said.splitlines()
    assert "Expected a seed as a number" in said
    assert "old.run.toml: format: format 9 is newer" in said
    assert "No runs yet" in said
