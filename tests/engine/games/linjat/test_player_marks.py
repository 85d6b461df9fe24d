"""Pencil marks of Linjat: what can be marked, and which marks a solution belies."""

from __future__ import annotations

import pytest
from linjat_boards import GAME

from engine.game.playthrough import replay_moves
from engine.games.linjat.board.text import read_published
from engine.games.linjat.player_marks import LinjatPencil

BOARD = read_published(["  . ", " 124", "    ", "    "])
SOLUTION = ("1,2:0,2-1,2", "1,3:0,3-3,3")


def position(*words: str):
    return replay_moves(GAME.play, BOARD, words)[0].position


@pytest.mark.parametrize(
    ("cell", "kind", "why"),
    [
        ((0, 0), "empty", None),
        ((0, 2), "empty", "a dot is never left empty"),
        ((1, 1), "empty", "a number is never empty"),
        ((3, 3), "empty", "there is a line"),
        ((0, 0), "level", "only a number above 1 has a horizontal or vertical line"),
        ((1, 1), "upright", "only a number above 1 has a horizontal or vertical line"),
        ((1, 2), "upright", None),
        ((1, 3), "level", "its line is already drawn"),
        ((1, 2), "thick", "expected one of empty, level, upright"),
        ((4, 0), "empty", "there is no such cell"),
    ],
)
def test_what_can_be_marked(cell: tuple[int, int], kind: str, why: str | None) -> None:
    assert LinjatPencil().find_refusal(position("1,3:1,3-3,3"), cell, kind) == why


def test_only_wrong_marks_are_reported() -> None:
    right = {(0, 0): "empty", (1, 2): "upright", (2, 2): "empty"}
    assert LinjatPencil().find_wrong_marks(position(), right, SOLUTION) == ()
    wrong = LinjatPencil().find_wrong_marks(
        position(), {**right, (2, 3): "empty", (1, 3): "level"}, SOLUTION
    )
    assert [(fault.cells, fault.text) for fault in wrong] == [
        (((1, 3),), "the 4 at 1,3 is marked level, which is wrong"),
        (((2, 3),), "2,3 is marked empty, which is wrong"),
    ]
