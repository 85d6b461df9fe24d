"""Boards of the monk: level files, drafts, drawing, text, and the thesis's rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from monk_boards import GAME, HARD_54, HARD_58, cubes

from engine.errors import LevelError
from engine.files import levelfile
from engine.game.boards import Tool
from engine.games.mazing_monk.cube.board import MonkBoard, read_board
from engine.games.mazing_monk.cube.cube import CELLS, FACE
from engine.games.mazing_monk.cube.net import CELL_AT, PLACES
from engine.values.level import Level, compute_digest, format_canonical_board

NET = """\
   KKK
   KKK
   KKK
LLLTTTRRR
LLLTTTRRR
LLLTTTRRR
   FFF
   FFF
   FFF
   BBB
   BBB
   BBB
"""
TOOLS = {tool.key: tool for tool in GAME.boards.tools}
LINES = "   ***\n   ###\n   #S#\n...M..###\n####.####\n###..*###\n" + "   ###\n" * 5 + "   ***\n"


def table(**changes):
    return {"net": LINES, **changes}


class TestFiles:
    def test_faces_lie_where_the_format_says(self):
        rows = NET.split("\n")
        for cell, (row, col) in enumerate(PLACES):
            assert rows[row][col] == "TBLRFK"[cell // FACE]
        assert len(CELL_AT) == CELLS
        # The bottom hangs below the front, upside down.
        assert [PLACES[cell] for cell in (FACE, FACE + 2, 2 * FACE - 1)] == [
            (11, 3),
            (11, 5),
            (9, 5),
        ]

    def test_a_net_is_written_as_it_was_read(self):
        board = read_board(table())
        assert board.to_table() == table()
        assert board.cells[:FACE] == "M..#.#..*"
        assert board.cells[FACE : 2 * FACE] == "***######"
        assert board.cells[-FACE:] == "***####S#"

    @given(cubes())
    def test_every_board_is_read_back_from_a_file(self, board):
        text = levelfile.dumps(Level(GAME.name, board))
        assert levelfile.loads(text).board == board
        assert compute_digest(read_board(board.to_table())) == compute_digest(board)

    def test_blanks_at_the_ends_and_defaults_are_nothing(self):
        padded = "".join(line + "   \n" for line in LINES.split("\n")[:-1])
        plain = format_canonical_board(read_board(table()))
        assert format_canonical_board(read_board(table(net=padded, karma_needed=7))) == plain
        assert format_canonical_board(read_board(table(net=LINES.replace("\n", "\r\n")))) == plain
        assert "karma_needed = 5" in format_canonical_board(read_board(table(karma_needed=5)))

    def test_locks_are_a_net_or_a_grid(self):
        grid = "xxxxxxxxx\n" * 12
        net = NET.translate(str.maketrans("KLTRFB", "xxxxxx"))
        board = read_board(table(locked=grid))
        assert board == read_board(table(locked=net))
        assert board.locked == frozenset(range(CELLS))
        assert board.to_table()["locked"] == net

    def test_unknown_keys_are_kept(self):
        board = read_board(table(colour="red"))
        assert board.to_table() == table(colour="red")

    @pytest.mark.parametrize(
        ("changes", "message", "key", "row", "col"),
        [
            ({"net": 3}, "expected a multi-line string, found an integer", "net", None, None),
            ({"net": "###\n"}, "expected 12 rows of an unfolded cube, found 1", "net", None, None),
            ({"net": LINES.replace("S", "Q")}, "unknown glyph 'Q'; expected # obst", "net", 2, 4),
            ({"net": LINES.replace("...M", "..M")}, "unknown glyph ' '", "net", 3, 8),
            ({"net": LINES.replace("   ***", " x ***", 1)}, "expected a blank", "net", 0, 1),
            ({"net": LINES.replace("M..###", "M..####")}, "expected at most 9", "net", 3, None),
            ({"karma_needed": "7"}, "expected a whole number, found a str", "karma_needed", 0, 0),
            ({"karma_needed": True}, "expected a whole number, found a bool", "karma_needed", 0, 0),
            ({"locked": NET}, "unknown glyph 'K'; expected x or .", "locked", 0, 3),
        ],
    )
    def test_what_cannot_be_read_is_reported_with_its_place(self, changes, message, key, row, col):
        with pytest.raises(LevelError) as caught:
            read_board(table(**changes))
        error = caught.value
        assert message in error.message
        assert error.key == f"board.{key}"
        if key != "karma_needed":
            assert (error.row, error.col) == (row, col)

    def test_a_missing_net_is_an_error(self):
        with pytest.raises(LevelError, match="missing"):
            read_board({})


class TestDrafts:
    def found(self, board):
        return [
            (problem.row, problem.col, problem.message)
            for problem in GAME.boards.find_problems(board)
        ]

    def test_a_blank_board_lacks_karma_only(self):
        assert self.found(GAME.boards.create_blank(6, 6)) == [
            (None, None, "0 karma on the cube; the exit needs 7")
        ]

    def test_the_monk_begins_on_the_entrance_and_there_is_one(self):
        where = "the monk begins in the upper left corner of the top face"
        board = MonkBoard("." + HARD_54[1:])
        assert self.found(board) == [(3, 3, f"no monk; {where}")]
        board = MonkBoard("M" + HARD_54[1:-1] + "M")
        assert self.found(board) == [(2, 5, f"{where}, not here")]

    def test_soldiers_must_not_attack_before_the_first_move(self):
        board = MonkBoard("M.S......" + HARD_54[9:])
        assert self.found(board) == [(3, 5, "soldiers have a path to the monk at the start")]

    @pytest.mark.parametrize(("needed", "count"), [(0, 1), (17, 1), (16, 1), (8, 1), (7, 0)])
    def test_karma_needed_is_within_reason_and_within_reach(self, needed, count):
        assert len(GAME.boards.find_problems(MonkBoard(HARD_54, needed))) == count

    def test_the_very_hard_levels_are_sound(self):
        for text in (HARD_54, HARD_58):
            assert self.found(MonkBoard(text)) == []


class TestDrawing:
    def test_the_monk_is_moved_not_doubled(self):
        board = GAME.boards.paint_cell(MonkBoard(HARD_54), TOOLS["M"], 4, 4)
        assert board.cells == "." + HARD_54[1:4] + "M" + HARD_54[5:]

    def test_nothing_is_drawn_beside_the_net(self):
        board = MonkBoard(HARD_54)
        for tool in GAME.boards.tools:
            assert GAME.boards.paint_cell(board, tool, 0, 0) is board
            assert not GAME.boards.has_tool_value(board, tool, 0, 0)
        assert GAME.boards.describe_cell(board, 0, 0) == "outside the cube"
        assert GAME.boards.draw_picture(board).tiles[0][0] == "outside"

    def test_locks_switch(self):
        lock: Tool = TOOLS["x"]
        once = GAME.boards.paint_cell(MonkBoard(HARD_54), lock, 5, 5)
        assert GAME.boards.describe_cell(once, 5, 5) == "soldiers, exit, locked"
        assert GAME.boards.draw_picture(once).locked == {(5, 5)}
        assert GAME.boards.paint_cell(once, lock, 5, 5) == MonkBoard(HARD_54)

    def test_a_cube_is_neither_turned_over_nor_resized(self):
        assert GAME.boards.reshaper is None
