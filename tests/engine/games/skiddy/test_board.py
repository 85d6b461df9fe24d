"""Skiddy's boards, text, checks and play as the workbench uses them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skiddy_boards import read_cells, show_cells, show_position

from engine.errors import EngineError, LevelError
from engine.game import registry
from engine.games.skiddy.board import SkiddyBoard
from engine.values.budget import Budget
from engine.values.grid import SYMMETRIES
from engine.values.level import Level

GAME = registry.get_game("skiddy")
FIRST = ("#####", "#r.r#", "#...#", "#R###")
LARGE = ("#######", "#r.r.b#", "#.....#", "#..r..#", "#R##B##")


def boards():
    def make(shape, text):
        rows, cols = shape
        return SkiddyBoard(
            tuple(text[0][r * cols : (r + 1) * cols] for r in range(rows)),
            tuple(text[1][r * cols : (r + 1) * cols] for r in range(rows)),
        )

    def texts(shape):
        size = shape[0] * shape[1]
        tiles = st.text(".#oRB", min_size=size, max_size=size)
        pieces = st.text("....rbci", min_size=size, max_size=size)
        return st.tuples(st.just(shape), st.tuples(tiles, pieces))

    shapes = st.tuples(st.integers(3, 7), st.integers(3, 7))
    return shapes.flatmap(texts).map(lambda made: make(*made))


class TestChecks:
    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            (("####", "#..#", "####"), "no Skiddy"),
            (("####", "#r.#", "####"), "a red Skiddy, but no red goal"),
            (("#R##", "#rb#", "####"), "a blue Skiddy, but no blue goal"),
            (("R###", "#r.#", "####"), "a red goal in a corner"),
            (("#R###", "#rR.#", "#####"), "a red goal inside the board"),
            (("#R##", "#r..", "####"), "floor on the border"),
            (("#R##", "#r.#", "#o##"), "pit on the border"),
        ],
    )
    def test_errors(self, rows, message):
        found = [problem.message for problem in GAME.boards.find_problems(read_cells(rows))]
        assert any(message in text for text in found)

    def test_a_piece_on_a_block_is_an_error(self):
        board = GAME.boards.read_table({"tiles": "###\n#.#\n#R#\n", "pieces": "r..\n...\n...\n"})
        assert "red Skiddy is on a block" in GAME.boards.find_problems(board)[0].message

    def test_size_limits(self):
        assert GAME.boards.find_problems(read_cells(["#" * 17] * 5))[0].message.startswith(
            "5 rows of 17 tiles"
        )
        small = read_cells(["###", "#r#", "#R#"])
        assert GAME.boards.find_problems(small) == ()
        assert [warning.message for warning in GAME.boards.find_warnings(small)] == [
            "3 columns and 3 rows; usual are 5 to 8 columns and 4 to 7 rows",
            "one red Skiddy; at least two are usual",
        ]

    def test_a_goal_behind_a_block_is_a_warning(self):
        board = read_cells(["#R###", "##rr#", "#...#", "#R###"])
        assert GAME.boards.find_problems(board) == ()
        (warning,) = GAME.boards.find_warnings(board)
        assert (warning.row, warning.col) == (0, 1)

    def test_the_first_level_has_neither(self):
        board = read_cells(FIRST)
        assert GAME.boards.find_problems(board) == GAME.boards.find_warnings(board) == ()

    def test_problems_stop_the_solver(self):
        with pytest.raises(LevelError, match="no Skiddy"):
            GAME.solver.solve(GAME.boards.create_blank(5, 5))


class TestText:
    @given(boards())
    def test_every_board_is_read_as_it_is_written(self, board):
        text = GAME.boards.text_formats[0].write(Level("skiddy", board, "A title", "Me"))
        level = GAME.boards.text_formats[0].read(text)
        assert (level.board, level.title, level.author) == (board, "A title", "Me")

    def test_fixture_files_are_read(self):
        text = "; F01 Level 1-1\n#####\n#r r#\n# 1 #\n#R###\n"
        level = GAME.boards.text_formats[0].read(text)
        assert level.title == "F01 Level 1-1"
        assert show_cells(level.board) == ("#####", "#r.r#", "#.1.#", "#R###")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("#####\n#x..#\n", "line 2: unknown character 'x' at column 2"),
            ("#####\n###\n", "line 2: expected 5 characters"),
            ("skiddy\n", "at least one row"),
            ("###\npiece 9,9 r\n", "line 2: 9,9 is outside the board"),
            ("###\nlocked 0\n", "line 2: expected ROW,COL"),
            ("size: 3\n###\n", "line 1: expected title: or author:"),
        ],
    )
    def test_bad_text_is_one_clear_line(self, text, message):
        with pytest.raises(LevelError) as error:
            GAME.boards.text_formats[0].read(text)
        assert message in str(error.value)


class TestEditing:
    @given(boards(), st.sampled_from(SYMMETRIES))
    def test_turning_back_gives_the_same(self, board, symmetry):
        back = next(
            other
            for other in SYMMETRIES
            if all(
                other.transform_direction(symmetry.transform_direction(direction)) == direction
                for direction in range(4)
            )
        )
        assert (
            GAME.boards.reshaper.transform(GAME.boards.reshaper.transform(board, symmetry), back)
            == board
        )

    @given(boards(), st.integers(0, 3))
    def test_growing_and_shrinking_gives_the_same(self, board, side):
        change = [0, 0, 0, 0]
        change[side] = 1
        grown = GAME.boards.reshaper.resize(board, *change)
        assert GAME.boards.reshaper.resize(grown, *(-number for number in change)) == board

    def test_there_is_a_least_and_a_greatest_size(self):
        with pytest.raises(EngineError, match="at most 16 rows"):
            GAME.boards.reshaper.resize(GAME.boards.create_blank(16, 5), 1, 0, 0, 0)
        with pytest.raises(EngineError, match="at least 3 columns"):
            GAME.boards.reshaper.resize(GAME.boards.create_blank(5, 3), 0, 0, -1, 0)

    def test_cropping_spares_goals(self):
        assert GAME.boards.reshaper.find_margins(
            read_cells(["######", "######", "##r.##", "##R###"])
        ) == (1, 0, 1, 1)
        assert GAME.boards.reshaper.find_margins(
            read_cells(["#R####", "######", "##r.##", "##R###"])
        ) == (0, 0, 0, 1)

    def test_painting_and_holding_agree(self):
        board = read_cells(FIRST)
        for tool in GAME.boards.tools:
            painted = GAME.boards.paint_cell(board, tool, 2, 2)
            assert GAME.boards.has_tool_value(painted, tool, 2, 2)
            assert GAME.boards.read_table(painted.to_table()) == painted


class TestPlay:
    def test_the_way_out_is_shown(self):
        step = GAME.play.step(GAME.play.create_start(read_cells(LARGE)), "D")
        assert [show_position(position)[1:4] for position in step.passed] == [
            ("#.....#", "#..r..#", "#r.r.b#"),
            ("#.....#", "#..r..#", "#..r.b#"),
        ]
        assert step.note == "1 red out, combo broken"
        assert GAME.play.is_aim_missed(step.after, GAME.play.aims[0])

    def test_a_perfect_run_says_so(self):
        position = GAME.play.create_start(read_cells(FIRST))
        notes = []
        for move in "LD":
            step = GAME.play.step(position, move)
            position = step.after
            notes.append(step.note)
        assert notes == ["", "double combo: all 2 red out, maximum combo"]
        assert position.status == "won"
        assert not GAME.play.is_aim_missed(position, GAME.play.aims[0])

    def test_a_broken_run_says_so(self):
        position = GAME.play.create_start(read_cells(FIRST))
        for move in "DLD":
            step = GAME.play.step(position, move)
            position = step.after
        assert step.note == "1 red out, no maximum combo"
        assert position.status == "won"
        assert GAME.play.is_aim_missed(position, GAME.play.aims[0])

    def test_up_is_no_move_in_the_first_level(self):
        start = GAME.play.create_start(read_cells(FIRST))
        step = GAME.play.step(start, "U")
        assert not step.changed and step.after == start


class TestVerdict:
    def test_a_small_budget_gives_no_rating(self):
        for strategy in GAME.solver.strategies:
            facts = GAME.solver.solve(read_cells(LARGE), strategy, Budget(max_states=2)).facts
            assert facts["stars"] is None and facts["evidence"] is None
            assert facts["states"] is None and facts["max_combo"] is None

    def test_a_dead_end_is_shown_with_a_way_into_it(self):
        rows = ["#######", "##rr..#", "#..#.##", "#r..r.#", "####R##"]
        facts = GAME.solver.solve(read_cells(rows)).facts
        evidence = facts["evidence"]
        assert (facts["stars"], facts["dead_states"], evidence["rule"]) == (0, 7, 1)
        assert len(evidence["way"]) == evidence["moves"]

    def test_a_shorter_solution_without_combo_is_shown(self):
        rows = ["#######", "#.....#", "#..r..#", "#.....#", "#.#...#", "#...#rR", "#######"]
        facts = GAME.solver.solve(read_cells(rows)).facts
        evidence = {"rule": 3, "moves": 3, "way": "RDR", "max_combo_moves": 8}
        assert (facts["stars"], facts["evidence"]) == (2, evidence)

    def test_the_published_trace_shows_what_it_marks(self):
        solved = GAME.solver.solve(read_cells(FIRST), "published")
        rows = [solved.trace[index] for index in range(len(solved.trace))]
        assert next(row.result for row in rows if row.won) == "won: max combo"
        assert any(row.result.endswith("secondary parent") for row in rows)
        assert any("marks S0, S1, S3" in solved.trace.explain_row(n) for n in range(len(rows)))
