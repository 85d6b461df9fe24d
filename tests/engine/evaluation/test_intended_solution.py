"""The intended solution of a level: replayed, held beside the others, carried by transforms."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import fruit_boards
import pytest
import skiddy_boards
from hypothesis import assume, given
from hypothesis import strategies as st
from shipped import LEVELS, level_in

from engine import workshop
from engine.edit import transforms
from engine.edit.transforms import Transform
from engine.errors import EngineError, LevelError
from engine.evaluation.intended_solution import (
    IntendedSolution,
    SolutionComparison,
    check_intended,
    pin_solution,
)
from engine.files import levelfile, leveljson
from engine.files.levelfile import MAX_INTENDED
from engine.game import registry
from engine.games.fruit_dating.board import FruitBoard
from engine.games.skiddy.board import SkiddyBoard
from engine.values.level import Board, Level
from engine.values.moves import format_moves

FILES = (
    "fruit-dating/05-roll-out-the-barrel.toml",
    "skiddy/1-3-two-doors.toml",
    "linjat/1-easy-01-straight-away.toml",
    "mazing-monk/2-rising-01-first-steps.toml",
)
TRANSFORMS = {transform.title: transform for transform in transforms.TRANSFORMS}
TURNS = [transform for transform in TRANSFORMS.values() if transform.symmetry is not None]
GAMES = {"fruit-dating": fruit_boards.GAME, "skiddy": skiddy_boards.GAME}
PAIR = fruit_boards.board_of(
    "####### #.....# #.....# #.....# #######", "....... .A..... ....... .....A. ......."
)
"""Any move up or down brings both into one row, and any sideways then wins; so does the reverse."""
ROOM = skiddy_boards.board_of(("#####", "#r r#", "#   #", "#R###"))
"""The article's level 1-1: LD wins with maximum combo, DLD without."""


def checked(board: Board, moves: str) -> IntendedSolution:
    """What is said of moves pinned to a board."""
    level = Level("fruit-dating" if isinstance(board, FruitBoard) else "skiddy", board)
    game = GAMES[level.game]
    found = check_intended(game, replace(level, intended=moves), workshop.solve(level))
    assert found is not None
    return found


def solved_line(file: str) -> tuple[Level, str]:
    """A shipped level, and its solution as a text."""
    level = level_in(LEVELS / file)
    moves = workshop.solve(level).moves
    assert moves is not None
    return level, format_moves(moves)


def test_a_shortest_line_among_others() -> None:
    found = checked(PAIR, "DL")
    assert found.is_winning and found.move_count == 2
    assert found.comparison is not None
    assert (found.comparison.is_shortest, found.comparison.is_unique) == (True, False)
    assert found.comparison.other is not None and "".join(found.comparison.other) != "DL"
    assert found.comparison.shortcut is None


def test_a_shortcut_is_reported_with_its_moves() -> None:
    found = checked(PAIR, "RLRD")
    assert found.is_winning
    assert found.comparison == SolutionComparison(is_shortest=False, shortcut=("R", "U"))


@pytest.mark.parametrize(
    ("moves", "made", "fault"),
    [
        ("DD", 1, "nothing moves that way"),
        ("DLR", 2, "the level is won"),
        ("R", 1, "not won"),
        ("", 0, "not won"),
    ],
)
def test_a_line_that_does_not_win_says_where_and_why(moves: str, made: int, fault: str) -> None:
    found = checked(PAIR, moves)
    assert (found.is_winning, found.move_count, found.fault) == (False, made, fault)
    assert found.comparison is None


def test_a_line_that_loses_says_at_which_move() -> None:
    muddy = replace(PAIR, tiles=("#######", "#.....#", "#.....#", "#.~...#", "#######"))
    found = checked(muddy, "LU")
    assert (found.move_count, found.fault) == (0, "lost: mud")


def test_wins_of_other_kinds_are_held_apart() -> None:
    combo, single = checked(ROOM, "LD").comparison, checked(ROOM, "DLD").comparison
    assert combo == SolutionComparison(is_shortest=True, is_unique=True)
    assert single == SolutionComparison(
        is_shortest=True, is_unique=True, shortcut=("L", "D"), kind="max combo", other=None
    )


def test_nothing_is_said_of_others_before_a_board_is_solved() -> None:
    level = Level("skiddy", ROOM, intended="L D")
    assert check_intended(GAMES["skiddy"], level) == IntendedSolution(("L", "D"), 2)
    assert check_intended(GAMES["skiddy"], replace(level, intended=None)) is None


def test_of_two_solutions_of_a_puzzle_the_other_is_reported() -> None:
    board = registry.get_game("linjat").boards.read_table({"cells": "2...\n....\n....\n....\n"})
    level = Level("linjat", board, intended="0,0:0,0-1,0")
    found = check_intended(registry.get_game("linjat"), level, workshop.solve(level))
    assert found is not None and found.comparison is not None
    assert found.comparison == SolutionComparison(is_unique=False, other=("0,0:0,0-0,1",))


def test_the_lines_of_a_puzzle_may_be_drawn_in_any_order() -> None:
    level, line = solved_line(FILES[2])
    back = " ".join(reversed(line.split()))
    game = registry.get_game("linjat")
    found = check_intended(game, replace(level, intended=back), workshop.solve(level))
    assert found is not None
    assert found.comparison == SolutionComparison(is_unique=True)


@pytest.mark.parametrize("file", FILES)
def test_the_solvers_own_line_is_a_shortest(file: str) -> None:
    level, line = solved_line(file)
    game = registry.get_game(level.game)
    found = check_intended(game, replace(level, intended=line), workshop.solve(level))
    assert found is not None and found.is_winning and found.comparison is not None
    assert found.comparison.is_shortest is (True if game.compares_lengths else None)
    assert found.comparison.shortcut is None


@given(fruit_boards.boards() | skiddy_boards.boards(), st.data())
def test_a_pinned_shortest_line_is_as_alone_as_the_solutions_are_few(
    board: FruitBoard | SkiddyBoard, data: st.DataObject
) -> None:
    level = Level("fruit-dating" if isinstance(board, FruitBoard) else "skiddy", board)
    game = GAMES[level.game]
    solved = workshop.solve(level)
    assume(solved.solvable)
    assert solved.solutions is not None
    every = list(zip(solved.solutions.list_all_shortest(), range(50), strict=False))
    chosen, _ = data.draw(st.sampled_from(every))
    alike = [each.moves for each, _ in every if each.kind == chosen.kind]
    found = check_intended(game, pin_solution(game, level, chosen.moves), solved)
    assert found is not None and found.is_winning and found.comparison is not None
    assert found.comparison.is_shortest is True
    assert found.comparison.is_unique is (len(alike) == 1)
    assert (found.comparison.other in alike) is (len(alike) > 1)
    assert found.comparison.other != chosen.moves
    least = min(len(each.moves) for each, _ in every)
    assert (found.comparison.shortcut is not None) is (least < len(chosen.moves))


@given(fruit_boards.boards(symmetric=True) | skiddy_boards.boards(), st.sampled_from(TURNS))
def test_a_line_goes_with_the_board(board: FruitBoard | SkiddyBoard, transform: Transform) -> None:
    game = GAMES["fruit-dating" if isinstance(board, FruitBoard) else "skiddy"]
    solved = game.solver.solve(board)
    assume(solved.solvable)
    turned = transform.transform_board(game, board)
    moves = transform.map_moves(game, board, format_moves(solved.moves or ()))
    found = check_intended(
        game, Level(game.name, turned, intended=moves), game.solver.solve(turned)
    )
    assert found is not None and found.is_winning and found.comparison is not None
    assert found.comparison.is_shortest


@pytest.mark.parametrize("title", [*(turn.title for turn in TURNS), "grow on the left"])
def test_lines_of_a_puzzle_go_where_their_cells_go(title: str) -> None:
    level, line = solved_line(FILES[2])
    game, grow = registry.get_game("linjat"), TRANSFORMS["grow at the top"]
    moves, board = grow.map_moves(game, level.board, line), grow.transform_board(game, level.board)
    after = TRANSFORMS[title].transform_board(game, board)
    moves = TRANSFORMS[title].map_moves(game, board, moves)
    found = check_intended(game, replace(level, board=after, intended=moves))
    assert found is not None and found.is_winning


# In files.


def with_line(file: str, value: str) -> str:
    return levelfile.dumps(level_in(LEVELS / file)).replace(
        "\n[board]", f"intended = {value}\n\n[board]", 1
    )


@pytest.mark.parametrize("file", FILES)
def test_it_is_kept_by_files_and_json(file: str) -> None:
    level, line = solved_line(file)
    level = replace(level, intended=line)
    assert levelfile.loads(levelfile.dumps(level)) == level
    assert leveljson.loads(leveljson.dumps(level)) == level


def test_blanks_between_moves_stay_as_they_are_written() -> None:
    level = levelfile.loads(with_line(FILES[0], '"U L  U"'))
    assert level.intended == "U L  U"
    assert 'intended = "U L  U"\n' in levelfile.dumps(level)


@pytest.mark.parametrize(
    ("file", "value", "message"),
    [
        (FILES[0], '"RX"', "intended: move 2: expected one of R U L D, found 'X'"),
        (FILES[1], '"7"', "intended: move 1: expected one of U R D L, found '7'"),
        (FILES[2], '"0,0"', "intended: expected r,c:r1,c1-r2,c2"),
        (FILES[3], '"m99"', "intended: expected a turn r0 to c2"),
        (FILES[0], "7", "intended: expected a string, found an integer"),
        (FILES[0], '["R"]', "intended: expected a string, found an array"),
        (FILES[0], f'"{"RL" * MAX_INTENDED}"', "intended: expected at most 1,000 moves"),
        (FILES[3], '"\\u001b[2J"', "intended: expected a turn r0 to c2"),
    ],
)
def test_what_is_no_line_of_the_game_is_refused(file: str, value: str, message: str) -> None:
    with pytest.raises(LevelError) as refused:
        levelfile.loads(with_line(file, value))
    assert str(refused.value).isprintable()
    assert str(refused.value).startswith(f"-: {message}")


def test_no_more_is_pinned_than_a_file_may_hold() -> None:
    level = Level("fruit-dating", PAIR)
    with pytest.raises(EngineError, match="at most 1,000 moves"):
        pin_solution(GAMES["fruit-dating"], level, ("R", "L") * MAX_INTENDED)


def test_a_level_made_again_keeps_it(tmp_path: Path) -> None:
    level, _, _ = workshop.generate(registry.get_game("fruit-dating"), 3)
    level = replace(level, intended="R")
    assert levelfile.dumps(workshop.rebuild(level)) == levelfile.dumps(level)
