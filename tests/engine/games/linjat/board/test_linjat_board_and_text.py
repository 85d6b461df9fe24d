"""Linjat boards: reading and writing, problems, text, changes of the whole board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import GAME

from engine.errors import EngineError, LevelError
from engine.files import conversion, levelfile
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import read_published, read_rows
from engine.values.grid import SYMMETRIES
from engine.values.level import Level
from engine.values.picture import DrawnPiece

TEXT = {form.name: form for form in GAME.boards.text_formats}
ROWS = (".4.*2.", "...*2.", "......", "*.....")
BOARD = LinjatBoard(ROWS)


def any_board(least=4):
    shape = st.tuples(st.integers(least, 8), st.integers(least, 8))
    return shape.flatmap(
        lambda s: st.builds(
            lambda rows, locks: LinjatBoard(
                tuple(rows), tuple(locks) if any("x" in line for line in locks) else None
            ),
            st.lists(
                st.text("..*123456789", min_size=s[1], max_size=s[1]), min_size=s[0], max_size=s[0]
            ),
            st.lists(st.text("....x", min_size=s[1], max_size=s[1]), min_size=s[0], max_size=s[0]),
        )
    )


class TestReading:
    @given(any_board())
    def test_every_board_is_read_as_it_is_written(self, board):
        assert GAME.boards.read_table(board.to_table()) == board
        assert levelfile.loads(levelfile.dumps(Level("linjat", board))).board == board

    @pytest.mark.parametrize(
        ("table", "message"),
        [
            ({}, "board.cells: missing; expected a multi-line string"),
            ({"cells": 3}, "board.cells: expected a multi-line string, found an integer"),
            ({"cells": ""}, "board.cells: expected a grid with at least one row"),
            ({"cells": "....\n...\n"}, "board.cells, row 1: expected 4 characters like row 0"),
            (
                {"cells": "....\n..0.\n"},
                "board.cells, row 1, column 2: unknown glyph '0'; expected",
            ),
            ({"cells": "..\n..\n", "locked": "x.\n"}, "board.locked: expected 2 rows of 2"),
            ({"cells": "..\n..\n", "locked": "x?\n..\n"}, "board.locked, row 0, column 1"),
        ],
    )
    def test_errors_name_the_place(self, table, message):
        with pytest.raises(LevelError) as error:
            GAME.boards.read_table(table)
        assert str(error.value).startswith(message)


class TestProblems:
    def test_size_and_no_number(self):
        assert [str(p) for p in GAME.boards.find_problems(LinjatBoard(("..*",) * 17))] == [
            "17 rows of 3 cells; 4 by 4 to 16 by 16 are allowed",
            "no number; a puzzle has at least one",
        ]
        assert GAME.boards.find_problems(BOARD) == ()

    def test_drafts_are_not_solved_or_played(self):
        for work in (GAME.solver.solve, GAME.play.create_start):
            with pytest.raises(LevelError, match="no number"):
                work(GAME.boards.create_blank(5, 5))

    def test_warnings(self):
        board = LinjatBoard(("1...", "....", "..2.", "*..."))
        assert [str(warning) for warning in GAME.boards.find_warnings(board)] == [
            "row 0, column 0: a 1 is its own line from the start",
            "row 3, column 0: no line is long enough to cover this dot",
        ]


class TestLooks:
    def test_numbers_are_pieces_in_reading_order(self):
        picture = GAME.boards.draw_picture(BOARD)
        assert picture.tiles[0] == ("empty", "empty", "empty", "dot", "empty", "empty")
        assert picture.pieces == {
            (0, 1): DrawnPiece("number-4", 0),
            (0, 4): DrawnPiece("number-2", 1),
            (1, 4): DrawnPiece("number-2", 2),
        }
        assert GAME.boards.describe_cell(BOARD, 0, 1) == "number 4"

    def test_drawing(self):
        tools = {tool.key: tool for tool in GAME.boards.tools}
        board = GAME.boards.paint_cell(
            GAME.boards.paint_cell(BOARD, tools["7"], 2, 2), tools["x"], 2, 2
        )
        assert board.cells[2] == "..7..."
        assert GAME.boards.describe_cell(board, 2, 2) == "number 7, locked"
        assert GAME.boards.has_tool_value(
            board, tools["7"], 2, 2
        ) and not GAME.boards.has_tool_value(board, tools["*"], 2, 2)
        assert GAME.boards.paint_cell(board, tools["x"], 2, 2).locked is None


class TestText:
    @given(any_board(), st.sampled_from(sorted(TEXT)))
    def test_every_board_is_read_back(self, board, name):
        level = Level("linjat", board, "A title", "Me")
        again = TEXT[name].read(TEXT[name].write(level))
        if name == "text":
            assert (again.board, again.title, again.author) == (board, "A title", "Me")
        else:
            assert again.board.cells == board.cells

    def test_the_original_board_string(self):
        text = TEXT["solve"].write(Level("linjat", BOARD))
        assert text == ", 4 .2 ,   .2 ,      ,.     \n"
        assert conversion.read_level(text).board == BOARD

    def test_published_rows_may_end_early(self):
        assert read_published([" 4 .2", "   .2", "", ".     "]) == BOARD
        assert conversion.read_level(" 4 .2\n   .2\n\n.     \n").board == BOARD

    @pytest.mark.parametrize(
        ("name", "text", "message"),
        [
            ("text", "linjat\n", "at least one row"),
            ("text", "linjat\n4..\n4.x\n", "line 3: unknown character 'x' at column 3"),
            ("text", "4..\n4.\n", "line 2: expected 3 characters like the first row, found 2"),
            ("text", "4..\nlocked 0\n", "line 2: expected ROW,COL, found '0'"),
            ("text", "4..\nlocked 1,0\n", "line 2: 1,0 is outside the board"),
            ("text", "size: 4\n4..\n", "line 1: expected title: or author:, found 'size:'"),
            ("rows", " 4\n *\n", "line 2: unknown character '*' at column 2"),
            ("solve", ", 4,0 ", "line 1: unknown character '0' at column 1"),
        ],
    )
    def test_bad_text_is_one_clear_line(self, name, text, message):
        with pytest.raises(LevelError) as error:
            TEXT[name].read(text)
        assert message in str(error.value)


class TestWholeBoard:
    @given(any_board(), st.sampled_from(SYMMETRIES))
    def test_turning_keeps_every_glyph(self, board, symmetry):
        turned = GAME.boards.reshaper.transform(board, symmetry)
        assert sorted("".join(turned.cells)) == sorted("".join(board.cells))

    @given(any_board(), st.tuples(*[st.integers(0, 2)] * 4))
    def test_growing_and_shrinking_again(self, board, change):
        grown = GAME.boards.reshaper.resize(board, *change)
        assert GAME.boards.reshaper.resize(grown, *(-number for number in change)) == board

    def test_limits(self):
        with pytest.raises(EngineError, match="at least 4 rows"):
            GAME.boards.reshaper.resize(BOARD, -1, 0, 0, 0)
        with pytest.raises(EngineError, match="at most 16 columns"):
            GAME.boards.reshaper.resize(BOARD, 0, 0, 6, 5)

    def test_cropping_leaves_what_lines_can_come_to(self):
        board = read_rows(["......", "..3...", "......", "......", "......", "......"])
        assert GAME.boards.reshaper.find_margins(board) == (0, 2, 0, 1)
        assert (
            GAME.solver.solve(GAME.boards.reshaper.resize(board, 0, -2, 0, -1)).facts["unique"]
            is False
        )
