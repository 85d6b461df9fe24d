"""Single changes of a board, held against painting."""

from __future__ import annotations

import pytest
from fruit_boards import boards
from hypothesis import given, settings

from engine.edit import single_changes
from engine.game import registry
from engine.values.level import compute_digest

BOARD = {
    "tiles": "#######\n#.....#\n#.#...#\n#.....#\n#######\n",
    "pieces": ".......\n.A.....\n.......\n.A.....\n.......\n",
}


@pytest.fixture
def game():
    return registry.get_game("fruit-dating")


@pytest.fixture
def board(game):
    return game.boards.read_table(BOARD)


def test_every_change_is_playable_and_no_two_look_alike(game, board):
    found = list(single_changes.list_changes(game, board))
    assert found
    assert not [change for change in found if game.boards.find_problems(change.board)]
    digests = [compute_digest(change.board) for change in found]
    assert len(set(digests)) == len(digests)
    assert compute_digest(board) not in digests


def test_changes_are_what_painting_makes_of_the_board(game, board):
    for change in single_changes.list_changes(game, board):
        painted = game.boards.paint_cell(board, change.tool, change.row, change.col)
        assert compute_digest(painted) == compute_digest(change.board)


@settings(max_examples=25, deadline=None)
@given(board=boards(max_side=5))
def test_no_change_is_forgotten(board):
    game = registry.get_game("fruit-dating")

    def look(changed):
        return changed.tiles, changed.pieces, changed.gates

    cells = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    painted = [
        game.boards.paint_cell(board, tool, *cell) for tool in game.boards.tools for cell in cells
    ]
    wanted = {look(changed) for changed in painted if not game.boards.find_problems(changed)} - {
        look(board)
    }
    found = [look(change.board) for change in single_changes.list_changes(game, board)]
    assert len(found) == len(wanted) and set(found) == wanted


def test_the_chosen_tool_and_the_near_cells_come_first(game, board):
    mud = next(tool for tool in game.boards.tools if tool.name == "mud")
    found = list(single_changes.list_changes(game, board, mud, near=(2, 3)))
    first = [change for change in found if change.tool == mud]
    assert found[: len(first)] == first
    assert (first[0].row, first[0].col) == (2, 3)


def test_what_breaks_a_rule_is_left_out(game, board):
    names = {change.tool.name for change in single_changes.list_changes(game, board)}
    assert "fruit-b" not in names  # one of a colour has no partner
    assert "locked" not in names  # a lock is nothing to the player
    assert "stone" in names
    ring = {(c.row, c.col, c.tool.name) for c in single_changes.list_changes(game, board)}
    assert (0, 0, "floor") not in ring


def test_a_draft_has_the_changes_that_repair_it(game):
    board = game.boards.read_table(
        {**BOARD, "pieces": BOARD["pieces"].replace("A", "a", 1).upper()}
    )
    one = game.boards.paint_cell(
        board, next(t for t in game.boards.tools if t.name == "none"), 1, 1
    )
    assert game.boards.find_problems(one)
    repaired = list(single_changes.list_changes(game, one))
    assert {change.tool.name for change in repaired} == {"fruit-a"}
