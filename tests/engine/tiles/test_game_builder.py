"""Games composed of declarations: the problems that are found, and mistakes in declarations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import lunar_lockout
import pytest
import sokoban
from lunar_lockout import LunarBoard
from sokoban import SokobanBoard

from engine.edit.single_changes import list_changes
from engine.errors import EngineError
from engine.tiles.board import Glyphs, TileBoard
from engine.tiles.game_builder import ComposedText, compose_game
from engine.tiles.scatter_generator import Scatter
from engine.values.level import Level


def problems(board: TileBoard) -> list[str]:
    game = lunar_lockout.GAME if isinstance(board, LunarBoard) else sokoban.GAME
    return [problem.message for problem in game.boards.find_problems(board)]


def test_a_board_that_is_too_large_or_too_small_is_refused() -> None:
    assert "17 rows of 20 tiles" in problems(SokobanBoard(("#" * 20,) * 17, ("." * 20,) * 17))[0]
    assert "1 rows of 5 tiles" in problems(SokobanBoard(("#####",), (".....",)))[0]


def test_an_open_border_is_a_problem_where_boards_have_one() -> None:
    tiles = ("####", "#..g", "#..#", "####")
    assert "the border must be closed" in problems(SokobanBoard(tiles, ("....",) * 4))
    assert "the border must be closed" not in problems(LunarBoard(("...",) * 3, ("...",) * 3))


def test_no_piece_is_on_the_cell_that_means_gone() -> None:
    pieces = (*("." * 16,) * 15, "." * 15 + "x")
    assert "last cell" in problems(LunarBoard(("." * 16,) * 16, pieces))[0]


@dataclass(frozen=True)
class AmbiguousBoard(TileBoard):
    """A board on which a tile and a piece have the same character."""

    tile_glyphs: ClassVar[Glyphs] = Glyphs(
        {".": 0, "#": 1, "b": 2}, {".": "floor", "#": "wall", "b": "button"},
        {".": "floor", "#": "wall", "b": "button"}, "expected #, . or b",
    )  # fmt: skip
    piece_glyphs: ClassVar[Glyphs] = Glyphs(
        {".": 0, "b": 1}, {"b": "box"}, {"b": "box"}, "expected b or ."
    )
    solid: ClassVar[str] = "#"


def test_a_piece_with_the_character_of_a_tile_is_read_back() -> None:
    board = AmbiguousBoard(("####", "#.b#", "####"), ("....", ".b..", "...."))
    text = ComposedText("ambiguous", AmbiguousBoard)
    assert text.read(text.write(Level("ambiguous", board))).board == board


@pytest.mark.parametrize(("plane", "glyph"), [("tiles", "Q"), ("things", "#")])
def test_a_stage_that_scatters_what_no_board_has_is_refused(plane: str, glyph: str) -> None:
    scatter = Scatter("walls", "Walls", "Walls.", plane, glyph, (1, 2))
    with pytest.raises(EngineError, match="stage walls"):
        compose_game("x", "X", 4, SokobanBoard, sokoban.SokobanRules(), (scatter,), (7, 7, 4))


def test_a_unique_piece_or_tile_painted_elsewhere_is_moved() -> None:
    board = LunarBoard(("...", ".h.", "..."), ("x..", "..b", "..."))
    changes = {
        (c.tool.name, c.row, c.col): c.board for c in list_changes(lunar_lockout.GAME, board)
    }
    assert changes["red-robot", 2, 2].pieces == ("...", "..b", "..x")
    assert changes["hatch", 2, 0].tiles == ("...", "...", "h..")
    assert problems(board.with_tile(".", 1, 1)) == ["no hatch; a level has one"]
    double = replace(board, tiles=("..h", ".h.", "..."))
    assert problems(double) == ["a second hatch; a level has one"]


@dataclass(frozen=True)
class CaveBoard(SokobanBoard):
    """A board with an exit in the border."""

    tile_glyphs: ClassVar[Glyphs] = Glyphs(
        {".": 0, "#": 1, "e": 2}, {".": "floor", "#": "wall", "e": "exit"},
        {".": "floor", "#": "wall", "e": "exit"}, "expected #, . or e",
    )  # fmt: skip
    solid: ClassVar[str] = "#e"
    unique: ClassVar[str] = "pe"


def test_a_unique_tile_leaves_a_wall_in_the_border() -> None:
    board = CaveBoard(("###", "#.e", "###"), ("...", ".p.", "..."))
    assert board.with_tile("e", 0, 1).tiles == ("#e#", "#.#", "###")
