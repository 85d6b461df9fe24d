"""Moves of the monk before they are made, held to what play makes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from monk_boards import GAME, HARD_54, cubes, words

from engine.errors import MoveError
from engine.game.play_position import Position
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.values.grid import STEPS


def contents(position: Position) -> dict[tuple[int, int], str]:
    """What stands on every cell, by the picture; entrance and exit are places, no contents."""
    picture = GAME.play.draw_picture(position)
    named = {}
    for row, line in enumerate(picture.tiles):
        for col, tile in enumerate(line):
            if picture.has_cell((row, col)):
                piece = picture.pieces.get((row, col))
                name = tile.removesuffix("-open").removesuffix("-exit").removesuffix("-entrance")
                named[row, col] = name if piece is None else piece.name
    return named


def positions(board: MonkBoard, moves: list[str]) -> Position:
    """Where some moves lead, those left out that cannot be made."""
    position = GAME.play.create_start(board)
    for move in moves:
        position = GAME.play.step(position, move).after
    return position


@given(cubes(), st.lists(words, max_size=8))
def test_a_turn_moves_what_its_preview_says(board: MonkBoard, moves: list[str]) -> None:
    position = positions(board, moves)
    before = contents(position)
    for handle in GAME.play.previews.list_handles(position):
        preview, step = (
            GAME.play.previews.preview_move(position, handle.move),
            GAME.play.step(position, handle.move),
        )
        assert (preview.refusal == handle.refusal) and bool(preview.refusal) != step.changed
        assert preview.is_fatal == handle.is_fatal == (step.changed and step.after.status == "lost")
        assert (
            preview.destinations.keys()
            == preview.exit_directions.keys()
            == {*preview.destinations.values()}
        )
        if not step.changed:
            assert preview.step is None
            continue
        assert preview.step == step and preview.note == step.note
        after = contents(step.after)
        for cell, what in before.items():
            assert after[preview.destinations.get(cell, cell)] == what


@given(cubes(), st.lists(words, max_size=8))
def test_reachable_cells_are_those_of_the_walks(board: MonkBoard, moves: list[str]) -> None:
    position = positions(board, moves)
    if position.status != "playing":
        return
    walks = [move.word for move in GAME.play.list_choices(position) if move.word.startswith("m")]
    for walk, cell in zip(walks, GAME.play.previews.find_reachable_cells(position), strict=True):
        preview = GAME.play.previews.preview_move(position, walk)
        # A walk that comes by the open exit ends there.
        assert preview.status == "won" or [*preview.destinations.values()] == [cell]
    assert not {*GAME.play.previews.find_reachable_cells(position)} & {
        *GAME.play.previews.find_threatened_cells(position)
    }
    tiles = contents(position)
    assert {tiles[cell] for cell in GAME.play.previews.find_threatened_cells(position)} <= {
        "path",
        "karma",
    }


def test_the_top_flows_with_the_turn_and_side_faces_spin() -> None:
    position = GAME.play.create_start(MonkBoard(HARD_54, 7))
    row, column = (
        GAME.play.previews.preview_move(position, "r2"),
        GAME.play.previews.preview_move(position, "c2"),
    )
    assert {STEPS[row.exit_directions[5, col]] for col in range(9)} == {(0, 1)}
    assert {STEPS[row.exit_directions[9, col]] for col in range(3, 6)} == {
        (0, -1)
    }  # the bottom is seen below
    assert {STEPS[column.exit_directions[r, 5]] for r in range(12)} == {(-1, 0)}
    # Clockwise: the uppermost row of the front goes right, its lowest left.
    assert [STEPS[row.exit_directions[6, col]] for col in (3, 4)] == [(0, 1), (0, 1)]
    assert [STEPS[row.exit_directions[8, col]] for col in (4, 5)] == [(0, -1), (0, -1)]
    assert STEPS[row.exit_directions[6, 5]] == STEPS[row.exit_directions[7, 5]] == (1, 0)


def test_soldiers_reach_along_paths_up_to_walls() -> None:
    position = GAME.play.create_start(MonkBoard("M##.###.S" + "*" * 7 + "#" * 38, 7))
    assert GAME.play.previews.find_threatened_cells(position) == ((5, 4),)
    assert GAME.play.previews.find_reachable_cells(position) == ((4, 3),)


def test_no_move_has_no_preview() -> None:
    position = GAME.play.create_start(MonkBoard(HARD_54, 7))
    with pytest.raises(MoveError, match="x9"):
        GAME.play.previews.preview_move(position, "x9")
