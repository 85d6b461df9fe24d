"""The commands of a visit to a level: which can be done, and why others cannot."""

from __future__ import annotations

import pytest
from fruit_boards import GAME, board_of

import workbench.features  # noqa: F401 - fills the registry of commands
from engine.values.level import Level
from workbench import commands
from workbench.session.playtest.commands import bind_play_commands
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.playtest import Playtest

PAIR = board_of(
    "####### #.....# #.....# #.....# #######", "....... .A..... ....... .....A. ......."
)


@pytest.fixture
def play() -> Playtest:
    level = Level("fruit-dating", PAIR, "Pair")
    return Playtest(GAME, level, LevelAnalysis(GAME, level, lambda: None))


@pytest.mark.parametrize(
    ("command_id", "refusal"),
    [
        ("play.undo", "you have made no moves yet"),
        ("play.redo", "there is no undone move"),
        ("play.restart", "you are already at the start"),
        ("play.hint", "still searching"),
        ("play.aim", "this game has only one kind of win"),
        ("steering.faces", "boards of this game are always shown in full"),
        ("steering.explore", "boards of this game are always shown in full"),
    ],
)
def test_what_cannot_be_done_says_why(play: Playtest, command_id: str, refusal: str) -> None:
    assert commands.find_refusal(bind_play_commands(play)[command_id]) == refusal


def test_moves_are_taken_back_and_made_again(play: Playtest) -> None:
    acts = bind_play_commands(play)
    play.make_move("R")
    assert commands.find_refusal(acts["play.undo"]) is None
    acts["play.undo"]()
    acts["play.redo"]()
    assert play.playthrough.moves == ("R",)
    acts["play.restart"]()
    assert play.playthrough.moves == ()
