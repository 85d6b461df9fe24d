"""What each dot of a Linjat puzzle is there for."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from linjat_boards import GAME, to_engine
from linjat_reference import RefBoard, from_published, puzzle_like, random_board, solutions, solve
from relevance import Worth, solver_relevance, worth
from shipped import board_in, each, files_of

from engine.jit import decorators
from engine.values.budget import Budget
from engine.values.grid import SYMMETRIES

COMPARED = ("unique", "human_solvable", "layers", "width")
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


def facts_of(board: RefBoard) -> dict[str, object]:
    """The facts by the reference's rules and by brute force."""
    deduced, found = solve(board), len([*islice(solutions(board), 2)])
    number = len(deduced.layers) if deduced.end == "solved" else None
    return {
        "solvable": found > 0,
        "unique": found == 1,
        "human_solvable": deduced.end == "solved",
        "layers": number,
        "moves": number,
        "width": max((layer.width for layer in deduced.layers), default=0),
    }


def by_reference(board: RefBoard) -> dict[tuple[object, ...], Worth]:
    before = facts_of(board)
    return {
        ("dot", *dot): worth(before, facts_of(replace(board, dots=board.dots - {dot})), COMPARED)
        for dot in board.dots
    }


@compiled
@pytest.mark.parametrize("make", [random_board, puzzle_like])
def test_it_is_what_the_slow_reference_says(make) -> None:
    met = set()
    for seed in range(300):
        board = make(seed)
        if board.rows * board.cols > 30 or not board.numbers or len(board.numbers) > 8:
            continue
        expected = by_reference(board)
        assert solver_relevance(GAME, to_engine(board)) == expected
        met |= {(needed, inert) for needed, inert, _ in expected.values()}
    assert {(True, False), (False, True), (False, False)} <= met


def test_a_dot_that_leaves_two_ways_is_needed() -> None:
    board = from_published(["  . ", "  24", "    ", "    "])
    found = solver_relevance(GAME, to_engine(board))
    assert found == by_reference(board)
    assert found["dot", 0, 2][:2] == (True, False)


def test_a_second_dot_of_a_line_is_inert() -> None:
    board = from_published(["..4.", "    ", "    ", "    "])
    assert set(solver_relevance(GAME, to_engine(board)).values()) == {(False, True, 1)}


def test_what_is_cut_short_is_unknown_throughout() -> None:
    board = to_engine(from_published(["..4.", "    ", "    ", "    "]))
    assert set(solver_relevance(GAME, board, Budget(1)).values()) == {(None, None, None)}


@compiled
@each(files_of("linjat")[:8])
def test_a_turned_board_says_the_same(file) -> None:
    board = board_in(file)
    here = solver_relevance(GAME, board)
    for symmetry in SYMMETRIES[1:]:
        moved = {
            (kind, *symmetry.transform_cell(row, col, board.rows, board.cols)): found
            for (kind, row, col), found in here.items()
        }
        assert solver_relevance(GAME, GAME.boards.reshaper.transform(board, symmetry)) == moved
