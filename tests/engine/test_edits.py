"""What single changes of a board do, held against painting and the slow reference."""

from __future__ import annotations

import itertools

import pytest
from fruit_boards import boards, random_levels, to_engine, to_reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.fruit_dating import explore

from engine.edit import edits
from engine.edit.edits import Length
from engine.game import registry
from engine.values.budget import Budget
from engine.values.level import board_digest

BOARD = {
    "tiles": "#######\n#.....#\n#.#...#\n#.....#\n#######\n",
    "pieces": ".......\n.A.....\n.......\n.A.....\n.......\n",
}


@pytest.fixture
def game():
    return registry.get("fruit-dating")


@pytest.fixture
def board(game):
    return game.boards.read(BOARD)


def test_every_change_is_playable_and_no_two_look_alike(game, board):
    found = list(edits.changes(game, board))
    assert found
    assert not [change for change in found if game.boards.problems(change.board)]
    digests = [board_digest(change.board) for change in found]
    assert len(set(digests)) == len(digests)
    assert board_digest(board) not in digests


def test_changes_are_what_painting_makes_of_the_board(game, board):
    for change in edits.changes(game, board):
        painted = game.boards.paint(board, change.tool, change.row, change.col)
        assert board_digest(painted) == board_digest(change.board)


@settings(max_examples=25, deadline=None)
@given(board=boards(max_side=5))
def test_no_change_is_forgotten(board):
    game = registry.get("fruit-dating")

    def look(changed):
        return changed.tiles, changed.pieces, changed.gates

    cells = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    painted = [
        game.boards.paint(board, tool, *cell) for tool in game.boards.tools for cell in cells
    ]
    wanted = {look(changed) for changed in painted if not game.boards.problems(changed)} - {
        look(board)
    }
    found = [look(change.board) for change in edits.changes(game, board)]
    assert len(found) == len(wanted) and set(found) == wanted


@pytest.mark.parametrize("number", range(3))
def test_every_length_is_that_of_the_slow_reference(game, number):
    levels = random_levels(range(100, 200), (5, 6), 60)
    solvable = (board for board, facts in levels if facts.solvable and facts.moves > 2)
    board = to_engine(next(itertools.islice(solvable, number, None)))
    lengths = set()
    for change in edits.changes(game, board):
        length = edits.length_of(game, change.board)
        facts = explore(to_reference(change.board))
        assert (length.solvable, length.moves) == (facts.solvable, facts.moves)
        lengths.add(length)
    assert len(lengths) > 2


def test_the_chosen_tool_and_the_near_cells_come_first(game, board):
    mud = next(tool for tool in game.boards.tools if tool.name == "mud")
    found = list(edits.changes(game, board, mud, near=(2, 3)))
    first = [change for change in found if change.tool == mud]
    assert found[: len(first)] == first
    assert (first[0].row, first[0].col) == (2, 3)


def test_what_breaks_a_rule_is_left_out(game, board):
    names = {change.tool.name for change in edits.changes(game, board)}
    assert "fruit-b" not in names  # one of a colour has no partner
    assert "locked" not in names  # a lock is nothing to the player
    assert "stone" in names
    ring = {(c.row, c.col, c.tool.name) for c in edits.changes(game, board)}
    assert (0, 0, "floor") not in ring


def test_a_draft_has_the_changes_that_repair_it(game):
    board = game.boards.read({**BOARD, "pieces": BOARD["pieces"].replace("A", "a", 1).upper()})
    one = game.boards.paint(board, next(t for t in game.boards.tools if t.name == "none"), 1, 1)
    assert game.boards.problems(one)
    repaired = list(edits.changes(game, one))
    assert {change.tool.name for change in repaired} == {"fruit-a"}


def test_the_length_of_a_board(game, board):
    solved = game.solver.solve(board)
    assert edits.length_of(game, board) == Length(True, solved.facts["moves"])
    assert edits.length_of(game, board, Budget(max_states=1)).solvable is not False


@settings(max_examples=15, deadline=None)
@given(board=boards(), data=st.data())
def test_lengths_agree_with_a_whole_search(board, data):
    game = registry.get("fruit-dating")
    found = list(edits.changes(game, board))
    if not found:
        return
    change = data.draw(st.sampled_from(found))
    facts = game.solver.solve(change.board).facts
    length = edits.length_of(game, change.board)
    assert length.solvable in (None, facts["solvable"])
    assert length.moves in (None, facts["moves"])
