"""What every game's hooks for the editor must keep to."""

from __future__ import annotations

import pytest
from conforming import cells_of_board, inverse, turned_board

from engine.edit import draw_tools
from engine.errors import EngineError
from engine.values.grid import SYMMETRIES


def drawn_twice(game, board, tool, stroke, mirror):
    """Puts a tool on the same cells twice, and looks at what that does."""
    once = draw_tools.draw_cells(game, board, tool, stroke, mirror)
    twice = draw_tools.draw_cells(game, once, tool, stroke, mirror)
    if draw_tools.can_toggle_off(game, board, tool, stroke[0]):
        assert not any(game.boards.has_tool_value(once, tool, *cell) for cell in stroke)
    elif draw_tools.can_toggle_off(game, once, tool, stroke[0]):
        assert not any(game.boards.has_tool_value(twice, tool, *cell) for cell in stroke)
    else:
        assert twice == once


def required_reshaping(game):
    """How the game's boards are resized; the test is passed over where they are not."""
    if game.boards.reshaper is None:
        pytest.skip("boards have a fixed size")
    return game.boards.reshaper


class TestDrawing:
    """The editor's hooks; a game that leaves one out refuses in words."""

    @pytest.fixture
    def board(self, game, level):
        """The level with something of every tool on it."""
        board = level.board
        cells = cells_of_board(game, board)
        for number, tool in enumerate(game.boards.tools):
            board = game.boards.paint_cell(board, tool, *cells[(number * 7 + 3) % len(cells)])
        return board

    def test_a_cell_holds_what_was_painted_unless_that_took_it_away(self, game, board):
        for tool in game.boards.tools:
            for cell in cells_of_board(game, board):
                after = game.boards.paint_cell(board, tool, *cell)
                if after == board:
                    continue
                assert game.boards.has_tool_value(board, tool, *cell) != game.boards.has_tool_value(
                    after, tool, *cell
                )

    def test_nothing_is_held_outside(self, game, board):
        for tool in game.boards.tools:
            for place in ((-1, 0), (0, -1), (board.rows, 0), (0, board.cols)):
                assert not game.boards.has_tool_value(board, tool, *place)

    def test_every_cell_can_be_picked_and_drawn_again(self, game, board):
        for cell in cells_of_board(game, board):
            tool = draw_tools.pick_tool(game, board, cell)
            assert tool is not None and game.boards.has_tool_value(board, tool, *cell)
            if not draw_tools.can_toggle_off(game, board, tool, cell):
                assert draw_tools.draw_cells(game, board, tool, [cell]) == board

    def test_drawing_twice_is_drawing_once_or_taking_away(self, game, board):
        """A stroke of what can be taken away draws or clears; any other leaves what it drew."""
        cells = cells_of_board(game, board)
        for mirror in filter(lambda mirror: mirror.can_mirror(board), draw_tools.MIRRORS):
            for number, tool in enumerate(game.boards.tools):
                stroke = cells[number % 5 :: 7]
                there = [cell for cell in cells if game.boards.has_tool_value(board, tool, *cell)]
                for cells_drawn in (stroke, [*there[:1], *stroke]):
                    drawn_twice(game, board, tool, cells_drawn, mirror)

    def test_tools_that_take_away_are_always_the_same(self, game, board):
        for tool in game.boards.tools:
            painted = (
                game.boards.paint_cell(board, tool, *cell) for cell in cells_of_board(game, board)
            )
            held = zip(cells_of_board(game, board), painted, strict=True)
            there = [
                (after, cell)
                for cell, after in held
                if game.boards.has_tool_value(after, tool, *cell)
            ]
            assert (
                len({draw_tools.can_toggle_off(game, after, tool, cell) for after, cell in there})
                <= 1
            )

    def test_tools_turn_into_tools_and_back(self, game):
        for symmetry in SYMMETRIES:
            images = [game.boards.turn_tool(tool, symmetry) for tool in game.boards.tools]
            assert {(t.plane, t.key) for t in images} == {
                (t.plane, t.key) for t in game.boards.tools
            }
            assert [game.boards.turn_tool(tool, inverse(symmetry)) for tool in images] == list(
                game.boards.tools
            )

    def test_a_turned_board_holds_the_same_elsewhere(self, game, board):
        for symmetry in SYMMETRIES:
            turned = turned_board(game, board, symmetry)
            if turned is None:
                continue
            assert (turned.rows, turned.cols) == symmetry.transform_shape(board.rows, board.cols)
            assert game.boards.read_table(turned.to_table()) == turned
            assert turned_board(game, turned, inverse(symmetry)) == board
            for cell in cells_of_board(game, board):
                place = symmetry.transform_cell(*cell, board.rows, board.cols)
                for tool in game.boards.tools:
                    image = game.boards.turn_tool(tool, symmetry)
                    assert game.boards.has_tool_value(
                        board, tool, *cell
                    ) == game.boards.has_tool_value(turned, image, *place)

    def test_a_turned_level_is_as_playable(self, game, level):
        for symmetry in SYMMETRIES:
            turned = turned_board(game, level.board, symmetry)
            assert turned is None or game.boards.find_problems(turned) == ()

    def test_growing_and_shrinking_again_is_nothing(self, game, board):
        reshaping = required_reshaping(game)
        for change in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 2, 0, 1)):
            try:
                grown = reshaping.resize(board, *change)
            except EngineError as error:
                assert str(error)
                continue
            added = (change[0] + change[1], change[2] + change[3])
            assert (grown.rows - board.rows, grown.cols - board.cols) == added
            assert game.boards.read_table(grown.to_table()) == grown
            assert reshaping.resize(grown, *(-number for number in change)) == board

    def test_a_cropped_level_is_the_same_puzzle(self, game, level, solved):
        reshaping = required_reshaping(game)
        margins = reshaping.find_margins(level.board)
        assert all(number >= 0 for number in margins)
        if any(margins):
            cropped = reshaping.resize(level.board, *(-number for number in margins))
            assert reshaping.find_margins(cropped) == (0, 0, 0, 0)
            assert game.solver.solve(cropped).facts == solved.facts

    def test_a_board_cannot_shrink_to_nothing(self, game, level):
        reshaping = required_reshaping(game)
        with pytest.raises(EngineError):
            reshaping.resize(level.board, -level.board.rows, 0, 0, 0)
