"""Levels as comma-separated values."""

from __future__ import annotations

import csv

import pytest
from fruit_boards import board_of
from generated import list_games, list_levels

from engine.files.exports import csv_grid
from engine.game import registry
from engine.values.level import Level


def test_a_value_names_all_that_is_on_a_cell():
    board = board_of("##### #..~# #...# #####", "..... .A.o. ...A. .....", (1, 1, "D"))
    assert csv_grid.format_grids([Level("fruit-dating", board, "=1+1")] * 2) == "\n".join(
        [
            """wall,wall,wall,wall,wall
wall,floor+fruit-a+gate-down,floor,mud+stone,wall
wall,floor,floor,floor+fruit-a,wall
wall,wall,wall,wall,wall
"""
        ]
        * 2
    )


@pytest.mark.parametrize("name", list_games())
def test_grids_have_the_size_of_the_board_and_known_names(name):
    game = registry.get_game(name)
    known = {"", *(tool.name for tool in game.boards.tools)}
    for level in list_levels(game, 5):
        rows = [*csv.reader(csv_grid.format_grids([level]).splitlines())]
        assert [len(row) for row in rows] == [level.board.cols] * level.board.rows
        assert {part for row in rows for cell in row for part in cell.split("+")} <= known
