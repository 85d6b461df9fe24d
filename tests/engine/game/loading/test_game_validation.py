"""A game with a mistake in its definition is refused when it is loaded, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
import template_game

from engine.errors import GameNotFound
from engine.game import registry
from engine.game.loading.game_validation import find_game_faults

SOURCE = (template_game.HERE / "ice_path.py").read_text()
SIZE = 'Parameter("size", "integer", 6, 3, 12, "things", "Size", "Rows and columns."),'
ROCKS = '"range", Range(4, 8), 0, 40, "things"'
MISTAKES = [
    ('name="ice-path"', 'name="ice"', "its entry point is named ice-path, the game itself ice"),
    (SIZE, SIZE.replace("6, 3", "60, 3"), "parameter size: its default is not allowed: size: "),
    (ROCKS, ROCKS.replace("Range(4, 8)", "(4, 8)"), r"rocks: its default \(4, 8\) is not a Range"),
    (ROCKS, ROCKS.replace("things", "stones"), "parameter rocks: unknown stage stones"),
    (SIZE, SIZE + SIZE, "two parameters are named size"),
    ('list_directions("RULD")', "tuple(list_directions())", "its moves are a tuple"),
    ('list_directions("RULD")', 'list_directions("RR")', "two moves are written R"),
    (
        'list_directions("RULD")',
        'type(list_directions())((*list_directions(), list_directions()[0]._replace(word="RU")))',
        "the move 'RU' reads as the moves R U",
    ),
    (
        'list_directions("RULD")',
        'type(list_directions())([list_directions()[0]._replace(key="f")])',
        "the key 'f' of the move R is for moves without a direction",
    ),
    (
        'list_directions("RULD")',
        'type(list_directions())([list_directions()[0]._replace(direction=None, key="u")])',
        "the key 'u' of the move R is used for other actions",
    ),
    (
        'list_directions("RULD")',
        'type(list_directions())([list_directions()[0]._replace(direction=None, key="up")])',
        "the key 'up' of the move R is not a single character",
    ),
    (
        'list_directions("RULD")',
        'type(list_directions())(m._replace(direction=None, key="f") for m in list_directions())',
        "the moves R and U and L and D have one key, f",
    ),
    ('Stage("flag", "Flag"', 'Stage("things", "Flag"', "two stages are named things"),
    (
        'Stage("flag", "Flag", "Puts up the flag.")',
        'Stage("flag", "Flag", "Puts up the flag.", paintable=True)',
        "weights can be painted for stage flag, so rows and cols must be parameters",
    ),
    ("boards=BOARDS", "boards=None", "boards is a NoneType, expected a Boards"),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_a_mistake_is_told_in_one_line(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in SOURCE
    folder = tmp_path / "packages"
    with template_game.installed(folder):
        (folder / "ice_path.py").write_text(SOURCE.replace(old, new))
        with pytest.raises(GameNotFound, match=f"'ice-path' cannot be loaded: .*{said}") as found:
            registry.get_game("ice-path")
        assert "\n" not in str(found.value)


@pytest.mark.parametrize("name", registry.list_names())
def test_the_games_of_the_engine_have_none(name: str) -> None:
    assert [*find_game_faults(registry.get_game(name), name)] == []
