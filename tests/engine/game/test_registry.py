"""Plug-in games that are written for another interface than ours are refused in one line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import plug_in_games
import pytest
import template_game
from commanding import is_one_line

from engine.errors import GameNotFound, LevelError
from engine.files import levelfile
from engine.game import kernels, registry
from engine.game.game import INTERFACE
from workbench.cli import main

CLASS = """
from engine.game.game import Game, Move, Position, Step, Tool

class GAME(Game):
    name = "ice-path"
    title = "Ice Path"
    rules_version = 1
    moves = tuple(Move(word, word, i) for i, word in enumerate("RULD"))

    def play(self, position: Position, move: str) -> Step:
        return Step(move, position, position, False)
"""
LATER = f"{(template_game.HERE / 'ice_path.py').read_text()}\nGAME = replace(GAME, interface=9)\n"
GONE = "from engine.game.game import Hooks\n"
SAID = {
    CLASS: f"is written for interface 1 of games, this workbench has interface {INTERFACE}",
    LATER: f"is written for interface 9 of games, this workbench has interface {INTERFACE}",
    GONE: f"it may be written for another interface than {INTERFACE}, the current one",
}
LEVEL = 'format = 1\ngame = "ice-path"\n[board]\ncells = "w..F"\n'


@pytest.fixture(params=[CLASS, LATER, GONE], ids=["class", "later", "gone"])
def said(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A plug-in of another interface is installed; what is said of it."""
    folder = tmp_path / "packages"
    with template_game.installed(folder):
        (folder / "ice_path.py").write_text(request.param)
        yield SAID[request.param]


def test_it_is_not_among_the_games(said: str) -> None:
    with pytest.raises(GameNotFound, match=said):
        registry.get_game("ice-path")
    assert "ice-path" not in [game.name for game in registry.list_games()]
    (refusal,) = registry.list_refusals()
    assert refusal.startswith("game 'ice-path' ") and said in refusal
    assert is_one_line(refusal + "\n")
    assert kernels.list_specializations(), "the kernels of the others are there"


def test_its_levels_are_refused_with_that_line(said: str, tmp_path: Path) -> None:
    with pytest.raises(LevelError, match=said):
        levelfile.loads(LEVEL)


@pytest.mark.parametrize("verb", ["games", "validate", "solve", "render"])
def test_the_command_line_says_it_once(
    said: str, verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = tmp_path / "level.toml"
    level.write_text(LEVEL)
    result = main([verb] if verb == "games" else [verb, str(level)])
    output, messages = capsys.readouterr()
    where = messages if messages else output
    assert (result == 0) == (verb == "games")
    assert said in where and "Traceback" not in where
    if verb == "games":
        assert is_one_line(messages) and "Skiddy" in output


def test_a_game_of_another_package_is_a_plug_in(tmp_path: Path) -> None:
    with template_game.installed(tmp_path / "packages"):
        assert registry.is_plug_in("ice-path")
        assert not registry.is_plug_in("skiddy")
        assert not registry.is_plug_in("none")
    with plug_in_games.installed(tmp_path / "games"):
        folder = registry.get_game("sokoban").themes
        assert folder is not None and (folder / "default.toml").is_file()


def test_a_misspelt_game_is_suggested() -> None:
    with pytest.raises(GameNotFound, match=r"^unknown game 'skidy'; did you mean skiddy\?$"):
        registry.get_game("skidy")
    for name in ("", "x" * 1_000_000, "\x1b[2J"):
        with pytest.raises(GameNotFound, match="; the games are fruit-dating, "):
            registry.get_game(name)
