"""Commands as a game has them: only those that suit its moves, in its own words."""

from __future__ import annotations

import re
from string import ascii_letters, digits, punctuation

import lights
import lunar_lockout
import pytest
import sokoban

from engine.game import registry
from engine.game.game import Game
from engine.values.moves import ACTION_KEYS
from workbench import commands
from workbench.commands.game_commands import describe_command, has_command
from workbench.terminal.key_queue import get_key_name
from workbench.ui.manual.legend import ARROW_MEANINGS, MARK_MEANINGS

pytestmark = pytest.mark.usefixtures("app_world")

PLUG_INS = (sokoban.GAME, lunar_lockout.GAME, lights.GAME)
OWN_WORDS = re.compile(
    r"\b(combo|cube|fruit|gate|karma|line of the|end of a line|games of|number under|tilt|turn that"
    r"|turns? at|enem\w+|walk\w*|Skiddy|Linjat|Monk)\b"
)
"""The words of single games, which no other game's help may use."""


def list_texts(game: Game) -> dict[str, str]:
    listed = (c for c in commands.list_defaults() if has_command(c, game))
    described = (describe_command(command, game) for command in listed)
    return {command.id: f"{command.title}. {command.help}" for command in described}


@pytest.mark.parametrize("game", PLUG_INS, ids=lambda game: game.name)
def test_help_of_a_plug_in_speaks_of_no_other_game(game: Game) -> None:
    assert not {key: text for key, text in list_texts(game).items() if OWN_WORDS.search(text)}


@pytest.mark.parametrize("name", registry.list_names())
def test_games_speak_in_their_own_words_alone(name: str) -> None:
    own = {
        "fruit-dating": {"gate"},
        "skiddy": {"combo"},
        "linjat": {"end of a line", "line of the", "number under"},
        "mazing-monk": {"cube", "enemies", "walk", "turn that", "turns at"},
    }[name]
    found = {word for text in list_texts(registry.get_game(name)).values()
             for word in re.findall(OWN_WORDS, text)}  # fmt: skip
    assert found <= own


@pytest.mark.parametrize("name", registry.list_names())
def test_declared_texts_are_of_known_actions_and_marks(name: str) -> None:
    known = {command.id for command in commands.list_defaults()}
    known |= {f"mark.{mark}" for mark in MARK_MEANINGS}
    known |= {f"arrow.{state}" for state in ARROW_MEANINGS}
    assert {*registry.get_game(name).play.action_texts} <= known


def test_the_keys_reserved_by_the_engine_are_those_of_the_play_screen() -> None:
    listed = commands.list_in_contexts("play", "words", "app")
    bound = {key for command in listed for key in command.single_keys}
    typed = {sign for sign in ascii_letters + digits + punctuation if get_key_name(sign) in bound}
    assert typed == {*ACTION_KEYS}


def test_moves_at_the_edges_have_the_unit_of_the_game() -> None:
    monk = registry.get_game("mazing-monk")
    command = describe_command(commands.get_command("steering.turn-2"), monk)
    assert (command.title, command.group) == ("Turn 2", "Turns")
    assert command.help.startswith("Show what the second of the turns at the board's edges would")
    assert commands.get_command("steering.turn-2").title == "Move 2"


def test_arrow_keys_step_where_moves_have_no_direction() -> None:
    command = commands.get_command("design.left")
    assert describe_command(command, sokoban.GAME).title == "Move left"
    assert describe_command(command, lights.GAME).title == "Event before"
