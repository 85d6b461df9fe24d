"""How alike boards are: by hand, and against trying every way to lay one over the other."""

from __future__ import annotations

from itertools import permutations, product

import fruit_boards
import pytest
import skiddy_boards
from fruit_boards import board_of
from hypothesis import given, settings

from engine.game import registry
from engine.values.grid import SYMMETRIES

FRUIT, SKIDDY = registry.get_game("fruit-dating"), registry.get_game("skiddy")
ROOM = "##### #...# #...# #...# #####"


def tried(boards, board, other):
    """The similarity by its definition: every symmetry, every place, every way to call colours."""
    theirs = boards.list_tokens(other)
    called = sorted({mark.colour for marks in theirs.values() for mark in marks} - {""})
    best = 0.0
    for symmetry in SYMMETRIES:
        image = boards.reshaper.transform(board, symmetry)
        mine = boards.list_tokens(image)
        own = sorted({mark.colour for marks in mine.values() for mark in marks} - {""})
        names = [*called, *(f"other {number}" for number in range(len(own)))]
        spare = [(image.rows - other.rows), (image.cols - other.cols)]
        places = product(*(range(min(n, 0), max(n, 0) + 1) for n in spare))
        least = min(image.rows, other.rows) * min(image.cols, other.cols)
        share = least / (image.rows * image.cols + other.rows * other.cols - least)
        for (down, right), given_ in product(places, permutations(names, len(own))):
            of = {"": "", **dict(zip(own, given_, strict=True))}
            found = []
            for part in mine:
                one = {(row, col, kind, of[colour]) for row, col, kind, colour in mine[part]}
                two = {(row + down, col + right, *kind) for row, col, *kind in theirs[part]}
                if one or two:
                    found.append(2 * len(one & two) / (len(one) + len(two)))
            best = max(best, share * (sum(found) / len(found) if found else 1.0))
    return best


@settings(max_examples=15)
@given(skiddy_boards.boards(), skiddy_boards.boards())
def test_skiddy_boards_are_as_alike_as_the_best_way_makes_them(one, other):
    assert SKIDDY.boards.compute_similarity(one, other) == pytest.approx(
        tried(SKIDDY.boards, one, other)
    )


@settings(max_examples=15)
@given(fruit_boards.boards(6), fruit_boards.boards(6))
def test_fruit_boards_are_as_alike_as_the_best_way_makes_them(one, other):
    assert FRUIT.boards.compute_similarity(one, other) == pytest.approx(
        tried(FRUIT.boards, one, other)
    )


def test_colours_have_no_names():
    one = board_of(ROOM, "..... .A.A. .B... .B... .....")
    other = board_of(ROOM, "..... .C.C. .A... .A... .....")
    mixed = board_of(ROOM, "..... .A.B. .B... .A... .....")
    assert FRUIT.boards.compute_similarity(one, other) == 1
    assert FRUIT.boards.compute_similarity(one, mixed) == pytest.approx(0.75)  # transposed


def test_each_part_is_laid_over_in_its_own_best_way():
    one = board_of("##### ##..# #...# #...# #####", "..... ..... .A.A. ..... .....", (1, 2, "D"))
    other = board_of("##### #..## #...# #...# #####", "..... ..... .A... .A... .....", (1, 2, "U"))
    found = FRUIT.boards.create_reference(one).compute_similarities(
        FRUIT.boards.tokenize_board(other)
    )
    assert found["wall_similarity"] == 1
    assert found["piece_similarity"] == pytest.approx(0.5)
    assert found["feature_similarity"] == 0
    assert found["similarity"] == pytest.approx(0.5)


def test_what_lies_beyond_the_smaller_board_counts():
    small = board_of("##### #.#.# #...# #####", "..... .A.A. ..... .....")
    wide = board_of("###### #.#..# #....# ######", "...... .A.A.. ...... ......")
    assert FRUIT.boards.compute_similarity(small, wide) == pytest.approx(20 / 24)
