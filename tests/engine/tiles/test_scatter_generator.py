"""Stages that scatter: how many objects, where, and what a sketch and painted weights change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import lunar_lockout
import pytest
import sokoban
from hypothesis import given
from hypothesis import strategies as st
from sokoban import SokobanBoard

from engine.errors import GenerationFailed
from engine.game.boards import Tool
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe
from engine.values.painted_weights import PaintedWeights

GAME = sokoban.GAME


def made(seed: int, sketch: SokobanBoard | None = None, **settings: object) -> SokobanBoard:
    parameters = GAME.parameters.complete_settings(settings)
    board: Any = GAME.generator.build_candidate(Recipe(seed, 0, parameters, sketch=sketch)).board
    assert isinstance(board, SokobanBoard)
    return board


def count(board: SokobanBoard, glyph: str) -> int:
    return sum(line.count(glyph) for line in (*board.tiles, *board.pieces))


@given(seed=st.integers(0, 1000), boxes=st.integers(0, 3), walls=st.integers(0, 6))
def test_as_many_are_there_as_were_asked_for(seed: int, boxes: int, walls: int) -> None:
    board = made(seed, boxes=boxes, walls=walls, goals=2)
    ring = 2 * (board.rows + board.cols) - 4
    assert (count(board, "b"), count(board, "g"), count(board, "#")) == (boxes, 2, walls + ring)
    assert count(board, "p") == 1


def test_locked_cells_stay_and_their_objects_count() -> None:
    sketch = GAME.boards.create_blank(6, 7)
    assert isinstance(sketch, SokobanBoard)
    sketch = sketch.with_piece("b", 2, 2).with_lock_toggled(2, 2).with_lock_toggled(3, 3)
    for seed in range(20):
        board = made(seed, sketch, boxes=1, rows=6)
        assert board.pieces[2][2] == "b" and count(board, "b") == 1
        assert (board.tiles[3][3], board.pieces[3][3]) == (".", ".")
        assert board.locked == sketch.locked


def test_painted_weights_decide_where_objects_are_put() -> None:
    parameters = GAME.parameters.complete_settings({"boxes": 1})
    cells = [(row, col) for row in range(7) for col in range(7)]
    weights = PaintedWeights.create_blank(7, 7).paint_cells(cells, 0).paint_cells([(3, 4)], 5)
    recipe = Recipe(1, 0, parameters, weights={"pusher": weights})
    candidates = [GAME.generator.build_candidate(replace(recipe, attempt=n)) for n in range(20)]
    boards: list[Any] = [each.board for each in candidates if each.failed != "Pusher"]
    assert boards and all(board.pieces[3][4] == "p" for board in boards)


def test_a_stage_without_room_is_named() -> None:
    parameters = GAME.parameters.complete_settings({"rows": 4, "cols": 4, "walls": 4, "goals": 1})
    failed = GAME.generator.build_candidate(Recipe(1, 0, parameters)).failed
    assert failed == "Goals"


def test_painting_a_unique_piece_moves_it_and_a_missing_one_is_a_problem() -> None:
    board = made(1)
    pusher = next(tool for tool in GAME.boards.tools if tool.name == "pusher")
    free = next((r, c) for r, c, _ in [(1, 1, 0), (1, 2, 0)] if board.pieces[r][c] == ".")
    moved: Any = GAME.boards.paint_cell(board, pusher, *free)
    assert count(moved, "p") == 1 and moved.pieces[free[0]][free[1]] == "p"
    none = Tool("none", "no piece", "pieces", ".")
    empty = GAME.boards.paint_cell(moved, none, *free)
    assert "no pusher" in GAME.boards.find_problems(empty)[0].message


@pytest.mark.parametrize("cols", [3, 5, 8])
def test_a_board_without_a_border_uses_every_cell(cols: int) -> None:
    boards = lunar_lockout.GAME.boards
    blank: Any = boards.create_blank(5, cols)
    assert blank.tiles == ("." * cols,) * 5
    reshaper = boards.reshaper
    assert reshaper is not None
    wider: Any = reshaper.resize(blank, 1, 0, 0, 1)
    assert wider.tiles == ("." * (cols + 1),) * 6
    assert reshaper.resize(wider, -1, 0, 0, -1) == blank
    assert boards.measure_structure(blank)["open_share"] == 1


def test_a_broken_rule_is_a_reason_of_its_own() -> None:
    parameters = GAME.parameters.complete_settings({"boxes": 2, "goals": 1})
    recipe, reason = Recipe(1, 0, parameters), "breaks a rule: 2 boxes, but only 1 goals"
    made = GAME.generator.build_candidate(recipe)
    assert (made.failed, made.rejection) == (None, reason)
    with pytest.raises(GenerationFailed, match=f"{reason}: 5"):
        find_accepted_attempt(GAME.generator, recipe, 5)
