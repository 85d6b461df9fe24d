"""State graphs of shipped levels, to be drawn."""

from __future__ import annotations

from pathlib import Path

from skiddy_boards import GAME, board_of

from engine.files import levelfile
from engine.games.skiddy.board import SkiddyBoard
from engine.search.maps.statemap import StateMap
from workbench.theme import theme_loader
from workbench.ui.graph.graph_picture import GraphPicture
from workbench.ui.graph.graph_picture_contents import StateView

THEME = theme_loader.load_shipped("default")
LEVELS = Path(__file__).parents[2] / "levels"
ARTICLE = board_of("#####/#r r#/#   #/#R###")


def states_of(board: SkiddyBoard) -> StateMap:
    states = GAME.solver.solve(board).states
    assert states is not None
    states.prepare()
    return states


def shipped(name: str) -> StateMap:
    board = levelfile.read_level(LEVELS / name).board
    assert isinstance(board, SkiddyBoard)
    return states_of(board)


def text(view: StateView, width: int, height: int, top: int = 0) -> list[str]:
    lines = GraphPicture(view, THEME, width).draw_lines(top, view.cursor, height)
    return ["".join(part for part, _ in line) for line, _ in lines]
