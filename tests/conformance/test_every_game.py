"""What every game must keep to: itself, its boards, its text, and play."""

from __future__ import annotations

import pytest
from conforming import random_walk

from engine.errors import LevelError, MoveError
from engine.files import conversion, levelfile
from engine.game import registry
from engine.game.playthrough import replay_moves
from engine.values.level import compute_digest
from engine.values.moves import format_moves

pytestmark = pytest.mark.jitless


class TestItself:
    def test_is_found_under_its_name(self, game):
        assert registry.get_game(game.name) is game
        assert game.name in registry.list_names()
        assert game.generator_name == f"{game.name}/{game.generator_version}"

    def test_names_are_unique(self, game):
        for names in (
            [move.word for move in game.play.moves],
            [stage.name for stage in game.generator.stages],
            [parameter.key for parameter in game.generator.parameters.parameters],
            [(tool.plane, tool.key) for tool in game.boards.tools],
            game.solver.strategies,
        ):
            assert len(set(names)) == len(names)
        assert game.solver.strategies and game.boards.tools

    def test_parameters_belong_to_stages(self, game):
        stages = {stage.name for stage in game.generator.stages} | {"", "verify"}
        assert {parameter.stage for parameter in game.generator.parameters.parameters} <= stages
        assert all(p.help.endswith(".") and p.title for p in game.generator.parameters.parameters)


class TestBoards:
    @pytest.mark.parametrize("shape", [(6, 6), (5, 8)])
    def test_blank_board_has_its_shape_and_is_read_back(self, game, shape):
        board = game.boards.create_blank(*shape)
        assert (board.rows, board.cols) == (game.boards.shape or shape)
        again = game.boards.read_table(board.to_table())
        assert again == board
        assert compute_digest(again) == compute_digest(board)

    def test_problems_of_a_draft_have_cells_on_the_board(self, game):
        board = game.boards.create_blank(6, 6)
        problems = game.boards.find_problems(board)
        assert problems
        for problem in problems:
            assert str(problem)
            if problem.row is not None:
                assert 0 <= problem.row < board.rows and 0 <= problem.col < board.cols

    def test_generated_board_has_no_problems_and_is_read_back(self, game, level):
        assert game.boards.find_problems(level.board) == ()
        assert game.boards.read_table(level.board.to_table()) == level.board

    def test_unknown_keys_of_the_board_are_kept(self, game, level):
        table = {**level.board.to_table(), "colour": "red", "deep": {"er": [1, {"x": 2}]}}
        again = game.boards.read_table(table).to_table()
        assert again["colour"] == "red"
        assert again["deep"] == {"er": [1, {"x": 2}]}

    def test_every_tool_gives_a_board_that_can_be_saved(self, game, level):
        for tool in game.boards.tools:
            for row in range(level.board.rows):
                board = game.boards.paint_cell(level.board, tool, row, (row * 3) % level.board.cols)
                assert (board.rows, board.cols) == (level.board.rows, level.board.cols)
                assert game.boards.read_table(board.to_table()) == board
                game.boards.find_problems(board)

    def test_painting_outside_changes_nothing(self, game, level):
        for tool in game.boards.tools:
            for place in ((-1, 0), (0, -1), (level.board.rows, 0), (0, level.board.cols)):
                assert game.boards.paint_cell(level.board, tool, *place) == level.board

    def test_every_cell_has_a_picture_and_words(self, game, level):
        picture = game.boards.draw_picture(level.board)
        assert (picture.rows, picture.cols) == (level.board.rows, level.board.cols)
        for row in range(picture.rows):
            for col in range(picture.cols):
                assert game.boards.describe_cell(level.board, row, col)
        identities = [piece.identity for piece in picture.pieces.values()]
        assert sorted(identities) == list(range(len(identities)))


class TestTextFormats:
    def test_the_usual_one_is_called_text(self, game):
        names = [form.name for form in game.boards.text_formats]
        assert len(set(names)) == len(names)
        assert not names or conversion.TEXT in names
        assert not set(names) & set(conversion.LEVEL_FORMATS)

    def test_a_level_is_read_back_from_its_text(self, game, level):
        for form in game.boards.text_formats:
            text = form.write(level)
            assert text.endswith("\n")
            assert form.read(text).board == level.board
            assert not form.can_read("") and not form.can_read(levelfile.dumps(level))
            if form.can_read(text):
                assert conversion.read_level(text).game == game.name

    def test_no_level_is_an_error(self, game):
        for form in game.boards.text_formats:
            with pytest.raises(LevelError):
                form.read("")


class TestPlay:
    def test_start_looks_like_the_board(self, game, level):
        start = game.play.create_start(level.board)
        assert start.status == "playing"
        assert game.play.draw_picture(start) == game.boards.draw_picture(level.board)

    def test_moves_are_written_and_read(self, game):
        words = [move.word for move in game.play.moves]
        if all(len(word) == 1 for word in words):
            assert game.play.read_moves(format_moves(words)) == tuple(words)
        assert game.play.read_moves(" ".join(words) + " ") == tuple(words)
        assert game.play.read_moves("") == ()

    def test_an_unknown_move_is_an_error(self, game, level):
        with pytest.raises(MoveError):
            game.play.read_moves("\0")
        with pytest.raises(MoveError):
            game.play.step(game.play.create_start(level.board), "\0")

    def test_play_is_deterministic(self, game, level):
        assert random_walk(game, level.board)[1] == random_walk(game, level.board)[1]

    def test_a_move_that_changes_nothing_leaves_the_position(self, game, level):
        _, positions = random_walk(game, level.board)
        for position in positions:
            for move in game.play.moves:
                step = game.play.step(position, move.word)
                assert step.before == position
                assert step.changed == (step.after != position)

    def test_pieces_keep_their_identity(self, game, level):
        known = {p.identity: p.name for p in game.boards.draw_picture(level.board).pieces.values()}
        for position in random_walk(game, level.board)[1]:
            pieces = game.play.draw_picture(position).pieces.values()
            assert {p.identity: p.name for p in pieces}.items() <= known.items()

    def test_undo_and_redo_retrace_the_way(self, game, level):
        run, positions = random_walk(game, level.board, seed=1)
        moves = run.moves
        for position in reversed(positions[:-1]):
            assert run.undo()
            assert run.position == position
        assert not run.undo()
        assert run.moves == ()
        for position in positions[1:]:
            assert run.redo()
            assert run.position == position
        assert not run.redo()
        assert run.moves == moves
        run.restart()
        assert run.position == positions[0]
        assert run.can_redo == bool(moves)

    def test_an_ended_game_stays_as_it_is(self, game, level, solved):
        run, _ = replay_moves(game.play, level.board, solved.moves)
        for move in (
            *game.play.moves,
            *game.play.list_choices(game.play.create_start(level.board)),
        ):
            assert not game.play.step(run.position, move.word).changed
