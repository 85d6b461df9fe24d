"""Moves that are words in plain mode: typed as words, titles or keys, and named in its help."""

from __future__ import annotations

from pathlib import Path

import lights
import pytest
from commanding import Talk
from lights import LightsBoard

from engine.files import levelfile
from engine.game import registry
from engine.values.level import Level

HALL = LightsBoard(("....", ".s..", "...."), ("..l.", "....", "...."))


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    game, installed = lights.GAME, registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == game.name else installed(name)
    )
    levelfile.write_level(Level(game.name, HALL, "Hall"), tmp_path / "hall.toml")
    return tmp_path / "hall.toml"


@pytest.mark.parametrize("typed", ["swap left", "xf", "x f", "x left", "move"])
def test_a_move_is_typed_as_a_word_or_by_its_key(talk: Talk, hall: Path, typed: str) -> None:
    lines = ["move main switch", "move Left Switch"] if typed == "move" else [f"move {typed}"]
    said = talk(*lines, "quit", file=hall)
    assert "Main switch. 1 move." in said and "Left switch. Won in 2 moves." in said


def test_an_intended_solution_is_typed_by_keys_too(talk: Talk, hall: Path) -> None:
    assert "Intended solution" in talk("pin xf", "quit", "discard", file=hall)


def test_help_speaks_of_the_moves_of_the_game(talk: Talk, hall: Path, pair: Path) -> None:
    said = talk("help", "quit", file=hall)
    assert "move MOVES: make moves, such as: move left right swap, or: move f g x." in said
    for word in ("look:", "mark ROW", "unmark", "level ROW", "check:", "faces:", "medals:"):
        assert word not in said, word
    assert "make moves, such as: move RULD." in talk("help move", "quit", file=pair)
    assert "mark ROW,COLUMN KIND: mark a cell with a note" in talk("help mark", "quit")
