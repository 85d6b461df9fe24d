"""Drawing tools and transforms of boards, without a screen."""

from __future__ import annotations

from itertools import pairwise

import pytest
import template_game
from fruit_boards import GAME, board_of, boards
from hypothesis import given
from hypothesis import strategies as st

from engine.edit import draw_tools, transforms
from engine.errors import EngineError
from engine.game.boards import Tool
from engine.game.playthrough import replay_moves
from engine.games.fruit_dating.board import FruitBoard
from engine.values.grid import SYMMETRIES, Symmetry

NAMED = {symmetry.name: symmetry for symmetry in SYMMETRIES}
MIRRORS = {mirror.title: mirror for mirror in draw_tools.MIRRORS}
TRANSFORMS = {transform.title: transform for transform in transforms.TRANSFORMS}
CELLS = st.tuples(st.integers(0, 7), st.integers(0, 7))


def tool(plane: str, key: str) -> Tool:
    return next(t for t in GAME.boards.tools if (t.plane, t.key) == (plane, key))


WALL, FLOOR, MUD, STONE = (
    tool("tiles", "#"),
    tool("tiles", "."),
    tool("tiles", "~"),
    tool("pieces", "o"),
)
RIGHT_GATE, LOCK, ANTEATER = tool("gates", ">"), tool("locked", "x"), tool("tiles", ">")


class TestShapes:
    @given(CELLS, CELLS)
    def test_a_line_goes_from_end_to_end_without_a_gap(self, start, end):
        cells = draw_tools.list_line_cells(start, end)
        assert cells[0] == start and cells[-1] == end
        assert len(cells) == max(abs(start[0] - end[0]), abs(start[1] - end[1])) + 1
        for (row, col), (next_row, next_col) in pairwise(cells):
            assert max(abs(row - next_row), abs(col - next_col)) == 1

    @given(CELLS, CELLS, st.sampled_from(SYMMETRIES))
    def test_a_mirrored_line_is_a_line(self, start, end, symmetry):
        image = [
            symmetry.transform_cell(*cell, 8, 8) for cell in draw_tools.list_line_cells(start, end)
        ]
        assert tuple(image) == draw_tools.list_line_cells(
            symmetry.transform_cell(*start, 8, 8), symmetry.transform_cell(*end, 8, 8)
        )

    @given(CELLS, CELLS)
    def test_an_outline_is_the_edge_of_a_filled_rectangle(self, corner, other):
        filled = draw_tools.list_rectangle_cells(corner, other, filled=True)
        outline = draw_tools.list_rectangle_cells(corner, other, filled=False)
        assert {corner, other} <= set(outline) <= set(filled)
        inner = {
            (row, col)
            for row, col in filled
            if {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)} <= set(filled)
        }
        assert set(filled) - set(outline) == inner

    def test_a_region_ends_at_what_differs(self):
        board = board_of("##### #.#.# #.#~# #.#.# #####", "..... ..... ..... .o... .....")
        left = {(1, 1), (2, 1), (3, 1)}
        assert set(draw_tools.find_region(GAME, board, WALL, (1, 1))) == left
        assert draw_tools.find_region(GAME, board, WALL, (1, 3)) == ((1, 3),)
        # A flood of pieces stays on the like tiles, and stops at pieces.
        assert set(draw_tools.find_region(GAME, board, STONE, (1, 1))) == left - {(3, 1)}


class TestDrawing:
    @pytest.mark.parametrize("mirror", draw_tools.MIRRORS, ids=lambda mirror: mirror.title)
    @pytest.mark.parametrize("used", [WALL, MUD, STONE, LOCK], ids=lambda used: used.title)
    def test_images_make_the_board_symmetric(self, mirror, used):
        cells = draw_tools.list_line_cells((1, 2), (5, 3))
        board = draw_tools.draw_cells(GAME, GAME.boards.create_blank(8, 8), used, cells, mirror)
        assert board != GAME.boards.create_blank(8, 8)
        for symmetry in mirror.symmetries:
            assert GAME.boards.reshaper.transform(board, symmetry) == board

    def test_what_looks_somewhere_is_turned_along(self):
        both = MIRRORS["both ways"]
        board = draw_tools.draw_cells(
            GAME, GAME.boards.create_blank(6, 6), ANTEATER, [(1, 1)], both
        )
        assert [line.strip("#") for line in board.tiles[1:5]] == [">..<", "....", "....", ">..<"]
        board = draw_tools.draw_cells(
            GAME, GAME.boards.create_blank(6, 6), RIGHT_GATE, [(1, 1)], MIRRORS["diagonal"]
        )
        assert board.gates == ((1, 1, 0), (1, 1, 3))
        for symmetry in both.symmetries:
            assert (
                GAME.boards.turn_tool(GAME.boards.turn_tool(RIGHT_GATE, symmetry), symmetry)
                == RIGHT_GATE
            )

    def test_on_the_axis_the_cell_itself_wins(self):
        mirror = MIRRORS["left-right"]
        board = draw_tools.draw_cells(
            GAME, GAME.boards.create_blank(5, 5), ANTEATER, [(2, 2)], mirror
        )
        assert board.tiles[2] == "#.>.#"
        # One edge cannot have two gates: the one that was drawn stays, and can go again.
        board = draw_tools.draw_cells(
            GAME, GAME.boards.create_blank(6, 6), RIGHT_GATE, [(2, 2)], mirror
        )
        assert board.gates == ((2, 2, 0),)
        assert draw_tools.draw_cells(GAME, board, RIGHT_GATE, [(2, 2)], mirror).gates == ()

    def test_a_stroke_of_locks_either_locks_or_unlocks(self):
        row = draw_tools.list_line_cells((1, 1), (1, 4))
        board = draw_tools.draw_cells(GAME, GAME.boards.create_blank(6, 6), LOCK, [(1, 2)])
        board = draw_tools.draw_cells(GAME, board, LOCK, row)
        assert board.locked[1] == ".xxxx."
        assert draw_tools.draw_cells(GAME, board, LOCK, row).locked is None

    def test_erasing_goes_from_the_top_down(self):
        board = board_of("##### #.~.# #####", "..... ..o.. .....", (1, 2, "R"))
        seen = []
        for _ in range(4):
            board = draw_tools.erase_cells(GAME, board, [(1, 2)])
            seen.append(GAME.boards.describe_cell(board, 1, 2))
        assert seen == ["mud, one-way right", "floor, one-way right", "floor", "floor"]

    def test_picking_takes_the_topmost(self):
        board = board_of("###### #.~>.# ######", "...... .oo... ......", (1, 4, "R"))
        found = [draw_tools.pick_tool(GAME, board, (1, col)) for col in range(5)]
        assert [pick.title for pick in found if pick] == [
            "wall", "stone", "stone", "anteater looking right", "one-way right"
        ]  # fmt: skip
        assert draw_tools.pick_tool(GAME, GAME.boards.create_blank(4, 4), (1, 1)) == FLOOR


class TestMoving:
    BOARD = board_of("###### #.~..# #....# ######", "...... .oA... .A.... ......")

    def test_a_piece_moves_and_leaves_its_tile(self):
        board = draw_tools.move_cell(GAME, self.BOARD, (1, 2), (1, 4))
        assert board.pieces[1] == ".o..A." and board.tiles == self.BOARD.tiles

    def test_two_pieces_change_places(self):
        assert draw_tools.move_cell(GAME, self.BOARD, (1, 1), (1, 2)).pieces[1] == ".Ao..."

    def test_without_a_piece_the_tile_moves(self):
        board = draw_tools.move_cell(
            GAME, board_of("##### #.~.# #####", ".....  ..... ....."), (1, 2), (1, 3)
        )
        assert board.tiles[1] == "#..~#"

    @pytest.mark.parametrize(
        ("source", "target", "reason"),
        [((1, 1), (0, 1), "wall is in the way"), ((0, 3), (1, 2), "fruit A is in the way"),
         ((2, 3), (2, 4), "nothing to move")],
    )  # fmt: skip
    def test_nothing_is_lost(self, source, target, reason):
        with pytest.raises(EngineError, match=reason):
            draw_tools.move_cell(GAME, self.BOARD, source, target)

    def test_images_move_along(self):
        board = draw_tools.draw_cells(
            GAME, GAME.boards.create_blank(6, 6), STONE, [(1, 1)], MIRRORS["left-right"]
        )
        moved = draw_tools.move_cell(GAME, board, (1, 1), (3, 2), MIRRORS["left-right"])
        assert moved.pieces[1] == "......" and moved.pieces[3] == "..oo.."
        # An image that is not there, or in the way, stays out of it.
        alone = draw_tools.move_cell(GAME, self.BOARD, (1, 1), (1, 4), MIRRORS["left-right"])
        assert alone.pieces[1] == "..A.o."

    @given(boards(max_side=6), st.data())
    def test_moving_keeps_count(self, board, data):
        places = [(row, col) for row in range(board.rows) for col in range(board.cols)]
        source, target = (data.draw(st.sampled_from(places)) for _ in range(2))
        try:
            after = draw_tools.move_cell(GAME, board, source, target)
        except EngineError:
            return
        for old, new in ((board.tiles, after.tiles), (board.pieces, after.pieces)):
            assert sorted("".join(old)) == sorted("".join(new))


class TestTransforms:
    @given(boards())
    def test_four_rotations_are_none(self, board):
        turned = board
        for _ in range(4):
            turned = TRANSFORMS["rotate right"].transform_board(GAME, turned)
        assert turned == board
        back = TRANSFORMS["rotate left"].transform_board(
            GAME, TRANSFORMS["rotate right"].transform_board(GAME, board)
        )
        assert back == board

    @given(boards(), st.sampled_from(SYMMETRIES))
    def test_cells_keep_what_they_hold(self, board, symmetry):
        turned = GAME.boards.reshaper.transform(board, symmetry)
        for row in range(board.rows):
            for col in range(board.cols):
                place = symmetry.transform_cell(row, col, board.rows, board.cols)
                for used in GAME.boards.tools:
                    image = GAME.boards.turn_tool(used, symmetry)
                    assert GAME.boards.has_tool_value(
                        board, used, row, col
                    ) == GAME.boards.has_tool_value(turned, image, *place)

    @given(boards(max_side=5, symmetric=True), st.sampled_from(SYMMETRIES[1:]))
    def test_a_symmetry_keeps_the_number_of_moves(self, board, symmetry: Symmetry):
        turned = GAME.boards.reshaper.transform(board, symmetry)
        assert GAME.boards.find_problems(turned) == ()
        facts, image = GAME.solver.solve(board).facts, GAME.solver.solve(turned).facts
        for key in ("moves", "states", "dead_states", "shortest_solutions"):
            assert facts[key] == image[key]
        if facts["solvable"]:
            moves = [
                "RULD"[symmetry.transform_direction("RULD".index(m))] for m in facts["solution"]
            ]
            run, legal = replay_moves(GAME.play, turned, tuple(moves))
            assert legal and run.position.status == "won"

    @given(boards(), st.sampled_from(transforms.SIDES))
    def test_growing_and_shrinking_is_nothing(self, board: FruitBoard, side):
        where = f"at the {side}" if side in ("top", "bottom") else f"on the {side}"
        grown = TRANSFORMS[f"grow {where}"].transform_board(GAME, board)
        assert (grown.rows, grown.cols) != (board.rows, board.cols)
        assert [p for p in GAME.boards.find_problems(grown) if "outer ring" in p.message] == []
        assert TRANSFORMS[f"shrink {where}"].transform_board(GAME, grown) == board

    @given(boards())
    def test_cropping_keeps_the_game(self, board):
        try:
            cropped = TRANSFORMS["crop to content"].transform_board(GAME, board)
        except EngineError:
            assert GAME.boards.reshaper.find_margins(board) == (0, 0, 0, 0)
            return
        assert GAME.boards.find_problems(cropped) == () and not any(
            GAME.boards.reshaper.find_margins(cropped)
        )
        facts, smaller = GAME.solver.solve(board).facts, GAME.solver.solve(cropped).facts
        assert smaller == facts

    def test_everything_on_a_cropped_board_stays(self):
        board = board_of(
            "####### ####### ###..># ####### #######",
            "....... ....... ...AA.. ....... .......", (2, 3, "R")
        )  # fmt: skip
        cropped = TRANSFORMS["crop to content"].transform_board(GAME, board)
        assert cropped.tiles == ("#####", "#..>#", "#####")
        assert cropped.pieces[1] == ".AA.." and cropped.gates == ((1, 1, 0),)

    def test_limits_are_reported(self):
        with pytest.raises(EngineError, match="at most 16 rows"):
            TRANSFORMS["grow at the top"].transform_board(GAME, GAME.boards.create_blank(16, 5))
        with pytest.raises(EngineError, match="at least 3 columns"):
            TRANSFORMS["shrink on the left"].transform_board(GAME, GAME.boards.create_blank(5, 3))

    def test_unknown_keys_of_gates_go_along(self):
        table = GAME.boards.create_blank(4, 5).to_table()
        table["gates"] = [{"row": 1, "col": 1, "direction": "right", "note": "squeaks"}]
        board = GAME.boards.reshaper.transform(
            GAME.boards.read_table(table), NAMED["mirror-left-right"]
        )
        assert board.to_table()["gates"] == [
            {"row": 1, "col": 3, "direction": "left", "note": "squeaks"}
        ]

    def test_the_cursor_goes_along(self):
        board = GAME.boards.create_blank(4, 6)
        assert TRANSFORMS["rotate right"].map_cell(GAME, board, (0, 0)) == (0, 3)
        assert TRANSFORMS["grow at the top"].map_cell(GAME, board, (2, 2)) == (3, 2)
        assert TRANSFORMS["shrink on the left"].map_cell(GAME, board, (2, 0)) == (2, 0)
        board = board_of("##### ##### ##..# #####", "..... ..... ..AA. .....")
        assert TRANSFORMS["crop to content"].map_cell(GAME, board, (2, 3)) == (1, 2)


def test_a_game_that_says_nothing_can_still_be_drawn_but_not_turned(tmp_path):
    from engine.game import registry

    with template_game.installed(tmp_path / "packages"):
        game = registry.get_game(template_game.NAME)
        board = game.boards.create_blank(4, 4)
        rock = game.boards.tools[1]
        drawn = draw_tools.draw_cells(game, board, rock, [(0, 0)], MIRRORS["quarter turns"])
        assert [line.count("#") for line in drawn.cells] == [2, 0, 0, 2]
        assert len(draw_tools.find_region(game, drawn, rock, (1, 1))) == 12
        assert draw_tools.move_cell(game, drawn, (0, 0), (1, 1)).cells[1] == ".#.."
        with pytest.raises(EngineError, match="cannot be turned"):
            TRANSFORMS["transpose"].transform_board(game, board)
        with pytest.raises(EngineError, match="is fixed"):
            TRANSFORMS["grow at the top"].transform_board(game, board)
        with pytest.raises(EngineError, match="nothing to crop"):
            TRANSFORMS["crop to content"].transform_board(game, board)
