"""Sources of PuzzleScript games: sections, sprites, characters, and what is refused."""

from __future__ import annotations

import pytest
from fruit_boards import board_of

from engine.errors import EngineError, LevelError
from engine.files.exports import puzzlescript
from engine.files.exports.formats import Artist, Sprite
from engine.game import registry
from engine.values.level import Level

ARTIST = Artist(lambda _, name: Sprite(("#808080",), ("00000",) * 5), lambda *_: b"", "#101010")
BOARD = board_of("##### #..~# #...# #####", "..... .A... ...A. .....", (1, 2, "D"))
LEVEL = Level("fruit-dating", BOARD, "First (date)\n=====", author="A\nB")


def test_a_source_has_all_sections_and_the_level():
    source = puzzlescript.format_source([LEVEL], "Dates\x1b(1)", ARTIST)
    sections = ["OBJECTS", "LEGEND", "SOUNDS", "COLLISIONLAYERS"]
    sections += ["RULES", "WINCONDITIONS", "LEVELS"]
    assert [line for line in source.split("\n") if line in sections] == sections
    assert source.startswith("title Dates [1]\nauthor A B\nbackground_color #101010\nnoaction\n")
    assert "\nmessage First [date] =====\n" in source
    board = source.rstrip().split("\n")[-4:]
    legend = dict(line.split(" = ") for line in source.split("\n") if line[1:4] == " = ")
    cells = [[legend[character] for character in line] for line in board]
    assert cells[0] == ["Wall and Control", "Wall", "Wall", "Wall", "Wall"]
    assert cells[1] == ["Wall", "FruitA", "GateDown", "Mud", "Wall"]
    assert board[3] == "#####"


def test_every_object_has_a_sprite_and_a_layer():
    for game in registry.list_games():
        if (rules := game.boards.get_script()) is not None:
            named = set(rules.layers.replace(",", " ").split())
            assert named == {*rules.objects, *rules.sprites, *rules.marks, "Control"}
            tools = {tool.name for tool in game.boards.tools}
            assert {*rules.objects.values(), rules.ground} <= tools


def test_levels_of_other_games_are_refused():
    linjat = registry.get_game("linjat").boards.create_blank(4, 4)
    with pytest.raises(EngineError, match="linjat has no rules in PuzzleScript"):
        puzzlescript.format_source([Level("linjat", linjat)], "", ARTIST)
    with pytest.raises(EngineError, match="expected levels of one game, found fruit-dating, lin"):
        puzzlescript.format_source([LEVEL, Level("linjat", linjat)], "", ARTIST)


def test_more_anteaters_than_rounds_of_a_loop_are_refused():
    rows = ["#" * 16, *(["#" + ">" * 14 + "#"] * 12), *(["#" + "." * 14 + "#"] * 2), "#" * 16]
    pieces = [*(["." * 16] * 13), ".A" + "." * 12 + "A.", *(["." * 16] * 2)]
    board = board_of(" ".join(rows), " ".join(pieces))
    with pytest.raises(LevelError, match=r"level 2 of 2: 168 anteaters; .* more than 149"):
        puzzlescript.format_source([LEVEL, Level("fruit-dating", board)], "", ARTIST)


def test_drafts_are_refused():
    board = board_of("##### #...# #...#", "..... .A.A. .....")
    with pytest.raises(LevelError, match="row 2, column 1: the outer ring must be solid"):
        puzzlescript.format_source([Level("fruit-dating", board)], "", ARTIST)
