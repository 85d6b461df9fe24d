"""What an edited level was generated as: found again from its file, or not claimed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from fruit_boards import GAME
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import workshop
from engine.edit import transforms
from engine.errors import EngineError
from engine.files import levelfile
from engine.values.level import Board, Level, compute_digest

CELLS = st.tuples(st.integers(1, 6), st.integers(1, 6))
LOCK = next(tool for tool in GAME.boards.tools if tool.plane == "locked")
STONE = next(tool for tool in GAME.boards.tools if tool.name == "stone")


@cache
def generated(seed: int = 5, locked: tuple[tuple[int, int], ...] = ()) -> Level:
    sketch: Board = GAME.boards.create_blank(8, 8)
    for cell in locked:
        sketch = GAME.boards.paint_cell(GAME.boards.paint_cell(sketch, STONE, *cell), LOCK, *cell)
    return workshop.generate(GAME, seed, sketch=sketch)[0]


def edited(level: Level, *boards: Board) -> Level:
    """The level with one board after the other drawn by hand, saved and opened again."""
    for board in boards:
        level = level.with_edited_board(board)
    return levelfile.loads(levelfile.dumps(level))


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from(GAME.boards.tools), CELLS), min_size=1, max_size=4))
def test_whatever_is_drawn_on_a_level_its_origin_is_found(strokes) -> None:
    level = generated()
    boards = [level.board]
    for tool, cell in strokes:
        boards.append(GAME.boards.paint_cell(boards[-1], tool, *cell))
    again = edited(level, *boards[1:])
    assert again.provenance is not None and again.provenance.edited
    candidate = workshop.remake_candidate(again)
    assert candidate.board == level.board
    assert candidate.make_board_at(len(candidate.timeline)) == level.board


def test_a_turned_and_cropped_level_has_its_origin() -> None:
    level = generated()
    for transform in transforms.TRANSFORMS:
        try:
            board = transform.transform_board(GAME, level.board)
        except EngineError:
            continue  # nothing to crop
        assert workshop.remake_candidate(edited(level, board)).board == level.board


def test_locks_that_a_level_was_generated_around_are_kept_in_mind() -> None:
    level = generated(6, locked=((2, 2), (4, 5)))
    moved = GAME.boards.paint_cell(level.board, STONE, 1, 1)
    assert workshop.remake_candidate(edited(level, moved)).board == level.board


def test_locks_set_later_do_not_hide_the_origin() -> None:
    level = generated()
    locked = GAME.boards.paint_cell(GAME.boards.paint_cell(level.board, LOCK, 2, 2), LOCK, 3, 3)
    assert workshop.remake_candidate(edited(level, locked)).board == level.board
    cropped = GAME.boards.reshaper.resize(
        locked, 1, 0, 0, 0
    )  # another size than the recipe's, with locks
    assert workshop.remake_candidate(edited(level, locked, cropped)).board == level.board


def test_no_origin_is_claimed_that_cannot_be_proven() -> None:
    level = generated(6, locked=((2, 2), (4, 5)))
    unlocked = GAME.boards.paint_cell(level.board, LOCK, 2, 2)
    unknown = edited(level, unlocked)
    assert unknown.provenance is not None
    nameless = replace(unknown, provenance=replace(unknown.provenance, generated=None))
    by_hand = replace(generated(), board=GAME.boards.paint_cell(generated().board, STONE, 1, 1))
    for lost in (unknown, nameless, by_hand):
        with pytest.raises(EngineError, match="generates a different board"):
            workshop.remake_candidate(lost)


def test_the_first_edit_is_the_one_that_is_remembered() -> None:
    level = generated()
    once = level.with_edited_board(GAME.boards.paint_cell(level.board, LOCK, 2, 2))
    twice = once.with_edited_board(GAME.boards.paint_cell(once.board, LOCK, 3, 3))
    assert twice.provenance is not None
    assert twice.provenance.generated == compute_digest(level.board)
    assert twice.is_made_like(level) and not twice.is_made_like(generated(6))
    assert 'edited = true\ngenerated = "sha256:' in levelfile.dumps(twice)
    assert "generated =" not in levelfile.dumps(level)
    assert workshop.regenerate_level(
        edited(level, GAME.boards.paint_cell(level.board, STONE, 1, 1))
    ) == replace(level, verdict=None)
