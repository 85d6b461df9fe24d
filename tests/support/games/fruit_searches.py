"""Boards of Fruit Dating that searches are held against."""

from __future__ import annotations

from cases_fruit_dating import LEVEL_ONE
from fruit_boards import board_of, random_levels, state_of, to_engine
from reference.fruit_dating import RefBoard, canonical

from engine.game.play_position import Position
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.search.graph import Graph, search_graph
from engine.values.budget import Budget

FIRST_LEVEL = to_engine(RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates))
PUSHED_HOME = board_of("###### #..#.# ##...# ######", "...... .B..B. ...BB. ......")
"""The reference's example of a situation that is reached sooner later on."""
FROZEN = board_of("###### #.##.# ######", "...... .A..A. ......")
"""A level in which no move changes anything."""
SINK = board_of("####### #...#.# #######", "....... .A...A. .......", (1, 1, "R"), (1, 2, "R"))
"""A level with one move, after which none changes anything."""


def levels(count: int, most: int) -> list[FruitBoard]:
    """Random boards with small graphs, solvable and not."""
    found = [to_engine(board) for board, _ in random_levels(range(300, 300 + count), (4, 7), most)]
    return [FIRST_LEVEL, PUSHED_HOME, FROZEN, SINK, *found]


def graph_of(board: FruitBoard, budget: Budget | None = None, **how: bool) -> Graph:
    return search_graph(
        compile_board(board).make_search_level(), budget or Budget(max_states=20_000), **how
    )


# --- traces --------------------------------------------------------------------------------


def same_situation(one: Position, other: Position) -> bool:
    """Whether two positions of a level are equal, equal objects exchanged perhaps."""
    assert isinstance(one.board, FruitBoard)
    assert isinstance(other.board, FruitBoard)
    return one.status == other.status and canonical(
        state_of(one.board, one.pieces[0])
    ) == canonical(state_of(other.board, other.pieces[0]))
