"""The first four levels keep to what the article says of the published game's first four."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from cases_skiddy import LEVEL_1_1
from shipped import board_in
from skiddy_boards import board_of, to_reference
from skiddy_reference import (
    Graph,
    Pieces,
    RefBoard,
    State,
    explore,
    graph_of,
    shortest_solutions,
    slide,
    start_pieces,
)
from test_shipped_levels_skiddy import named

MIRRORED = str.maketrans("LR", "RL")


@cache
def level(place: int) -> RefBoard:
    return to_reference(board_in(named(1, place)))


@cache
def graph(place: int) -> Graph:
    return graph_of(level(place))[0]


def inner(board: RefBoard) -> list[str]:
    """The tiles inside the border."""
    return [line[1:-1] for line in board.tiles[1:-1]]


def exits(board: RefBoard) -> int:
    return sum(line.count("R") for line in board.tiles)


def after(board: RefBoard, moves: str) -> Pieces:
    """The pieces after some moves."""
    pieces = start_pieces(board)
    for letter in moves:
        pieces = slide(board, pieces, letter).pieces
    return pieces


def leaving(board: RefBoard, moves: str) -> list[int]:
    """How many leave with each move that lets a piece out."""
    counts = [len(after(board, moves[:made])) for made in range(len(moves) + 1)]
    return [before - now for before, now in pairwise(counts) if now < before]


def mirror_image(board: RefBoard, pieces: Pieces) -> Pieces:
    width = len(board.tiles[0])
    return tuple(sorted((row, width - 1 - col, kind) for row, col, kind in pieces))


def touching(pieces: Pieces) -> bool:
    (row, col, _), (other_row, other_col, _) = pieces
    return abs(row - other_row) + abs(col - other_col) == 1


@pytest.mark.parametrize("place", range(1, 5))
def test_world_1_has_red_skiddies_and_static_blocks_only(place: int) -> None:
    board = level(place)
    assert set("".join(board.tiles)) <= set("#.R")
    assert set("".join(board.pieces)) == {".", "r"}
    assert "".join(board.pieces).count("r") == (4 if place == 4 else 2)


@pytest.mark.parametrize(("place", "moves"), [(1, "RDL"), (2, "URL"), (3, "URL"), (4, "L")])
def test_beginners_have_at_most_three_first_moves(place: int, moves: str) -> None:
    assert explore(level(place)).first_moves == moves


def test_1_1_is_the_articles_own_board() -> None:
    assert board_in(named(1, 1)) == board_of(LEVEL_1_1)


def test_1_1_is_an_empty_rectangle_with_two_skiddies_and_one_exit() -> None:
    board = level(1)
    assert set("".join(inner(board))) == {"."}
    assert exits(board) == 1


def test_down_in_1_1_clears_exactly_one_and_two_more_moves_are_needed_then() -> None:
    board = level(1)
    assert leaving(board, "D") == [1]
    rest = RefBoard(board.tiles, _drawn(board, after(board, "D")))
    best = explore(rest).best
    assert best is not None and best.moves == 2


def test_left_or_right_in_1_1_joins_the_two_for_good() -> None:
    board = level(1)
    for letter in "LR":
        joined = RefBoard(board.tiles, _drawn(board, after(board, letter)))
        states, _ = graph_of(joined)
        assert all(touching(state.pieces) for state in states)


def _drawn(board: RefBoard, pieces: Pieces) -> tuple[str, ...]:
    """Pieces as a level's grid."""
    kinds = {(row, col): kind for row, col, kind in pieces}
    return tuple(
        "".join(kinds.get((row, col), ".") for col in range(len(line)))
        for row, line in enumerate(board.tiles)
    )


def test_the_floor_of_1_2_is_no_rectangle() -> None:
    tiles = level(2).tiles
    floor = [(r, c) for r, line in enumerate(tiles) for c, tile in enumerate(line) if tile == "."]
    rows, cols = ({cell[axis] for cell in floor} for axis in (0, 1))
    assert len(floor) < len(rows) * len(cols)
    assert exits(level(2)) == 1


def test_a_skiddy_comes_to_rest_at_the_static_obstacle_of_1_2() -> None:
    board = level(2)
    inside = {
        (row, col)
        for row, line in enumerate(board.tiles[1:-1], start=1)
        for col, tile in enumerate(line[1:-1], start=1)
        if tile == "#"
    }
    stopped = {
        (row, col)
        for state in graph(2)
        for row, col, _ in state.pieces
        if inside & {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
    }
    assert stopped


def test_1_3_has_two_exits_and_is_the_same_in_a_mirror() -> None:
    board = level(3)
    assert exits(board) == 2
    for grid in (board.tiles, board.pieces):
        assert grid == tuple(line[::-1] for line in grid)


def test_left_and_right_are_equivalent_all_over_1_3() -> None:
    board, states = level(3), graph(3)
    for state, edges in states.items():
        image = State(mirror_image(board, state.pieces), state.broken)
        assert {letter.translate(MIRRORED) for letter in edges} == set(states[image])
        for letter, edge in edges.items():
            other = states[image][letter.translate(MIRRORED)]
            assert other.win == edge.win
            assert other.after.pieces == mirror_image(board, edge.after.pieces)


def test_the_two_perfect_solutions_of_1_3_are_mirror_images() -> None:
    first, second = shortest_solutions(level(3), "max")
    assert second == first.translate(MIRRORED) != first


def test_no_skiddy_leaves_1_4_alone() -> None:
    left = Counter(
        len(state.pieces) - len(edge.after.pieces)
        for state, edges in graph(4).items()
        for edge in edges.values()
    )
    assert set(left) == {0, 2, 4}


def test_the_combo_of_1_4_is_broken_by_two_double_combos() -> None:
    board = level(4)
    for way in shortest_solutions(board, "max"):
        assert leaving(board, way) == [4]
    for way in shortest_solutions(board, "end"):
        assert leaving(board, way) == [2, 2]
    broken = [edge.after.pieces for edges in graph(4).values() for edge in edges.values()
              if edge.after.broken and edge.win is None]  # fmt: skip
    assert {len(pieces) for pieces in broken} == {2}


def test_the_two_perfect_solutions_of_1_4_part_where_the_position_is_its_own_mirror_image() -> None:
    """There is one first move, so only what follows can go left or right."""
    board = level(4)
    first, second = shortest_solutions(board, "max")
    common = len(first) - 2
    assert first[:common] == second[:common] == "LD"
    assert second[common:] == first[common:].translate(MIRRORED) != first[common:]
    pieces = after(board, "LD")
    assert pieces == mirror_image(board, pieces)
