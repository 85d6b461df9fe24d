"""What each thing on a Fruit Dating board is there for, and figures of the layout."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fruit_boards import GAME, board_of, boards, random_levels, to_engine, to_reference
from hypothesis import given
from reference.fruit_dating import (
    RefBoard,
    RefFacts,
    TooManyStatesError,
    explore,
    symmetries_hold,
)
from relevance import Key, solver_relevance, text_with, worth

from engine.games.fruit_dating.board import FruitBoard
from engine.jit import decorators
from engine.values.budget import Budget
from engine.values.grid import DIRECTIONS, SYMMETRIES, Symmetry, iterate_cells

COMPARED = (
    *("moves", "states", "transitions", "winning_moves", "losing_moves"),
    *("dead_states", "shortest_solutions"),
)
KINDS = {"o": "stone", "c": "car", "b": "barrel"}
FEATURES = ("mud", "anteater", "hedgehog", "gate", "wall")
MOST = 3_000
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


def taken_away(board: RefBoard) -> Iterator[tuple[Key, RefBoard]]:
    """Each thing of a board, and the board without it."""
    tiles, pieces, gates = board.tiles, board.pieces, board.gates
    last_row, last_col = len(tiles) - 1, len(tiles[0]) - 1
    for row, line in enumerate(tiles):
        for col, tile in enumerate(line):
            at = row, col
            if pieces[row][col] in KINDS:
                without = RefBoard(tiles, text_with(pieces, *at, "."), gates)
                yield (KINDS[pieces[row][col]], *at), without
            if tile == "~":
                yield ("mud", *at), RefBoard(text_with(tiles, *at, "."), pieces, gates)
            if tile in "<>^vh":
                kind = "hedgehog" if tile == "h" else "anteater"
                yield (kind, *at), RefBoard(text_with(tiles, *at, "#"), pieces, gates)
            if tile == "#" and 0 < row < last_row and 0 < col < last_col:
                yield ("wall", *at), RefBoard(text_with(tiles, *at, "."), pieces, gates)
    for gate in gates:
        yield ("gate", *gate), RefBoard(tiles, pieces, gates - {gate})


def facts_of(facts: RefFacts) -> dict[str, object]:
    return {key: getattr(facts, key) for key in ("solvable", *COMPARED)}


@compiled
def test_it_is_what_the_slow_reference_says() -> None:
    met: set[tuple[str, bool, bool]] = set()
    for board, before in random_levels(range(50), (4, 6), 400):
        expected = {}
        try:
            for key, without in taken_away(board):
                after = explore(without, MOST)
                expected[key] = worth(facts_of(before), facts_of(after), COMPARED)
        except TooManyStatesError:
            continue
        assert solver_relevance(GAME, to_engine(board)) == expected
        met |= {
            (str(key[0]), bool(needed), bool(inert)) for key, (needed, inert, _) in expected.items()
        }
    assert {kind for kind, _, _ in met} == {*KINDS.values(), *FEATURES}
    for kind in FEATURES:
        assert {inert for each, _, inert in met if each == kind} == {False, True}, kind


ROW = "....... .A...A. ......."


def in_a_row(tiles: str, pieces: str = ROW, *gates: tuple[int, int, str]) -> dict[Key, object]:
    return dict(solver_relevance(GAME, board_of(tiles, pieces, *gates)))


class TestByHand:
    """A single row of floor, on which two fruit meet by one tilt to either side."""

    def test_without_anything_nothing_is_reported(self) -> None:
        assert in_a_row("####### #.....# #######") == {}

    def test_a_stone_that_keeps_them_apart(self) -> None:
        found = in_a_row("####### #.....# #######", "....... .A.o.A. .......")
        assert found == {("stone", 1, 3): (True, False, 1)}

    @pytest.mark.parametrize(("glyph", "kind"), [("o", "stone"), ("c", "car"), ("b", "barrel")])
    def test_a_piece_out_of_the_way_is_inert(self, glyph: str, kind: str) -> None:
        tiles = "####### #.....# ####### #.##### #######"
        found = in_a_row(tiles, f"....... .A...A. ....... .{glyph}..... .......")
        assert found[kind, 3, 1] == (False, True, 1)

    def test_mud_that_loses(self) -> None:
        found = in_a_row("####### #....~# #######", "....... .A..A.. .......")
        needed, inert, moves = found["mud", 1, 5]
        assert (needed, inert, moves) == (False, False, 1)

    def test_mud_where_nothing_comes_is_inert(self) -> None:
        tiles = "####### #.....# ####### #~##### #######"
        found = in_a_row(tiles, "....... .A...A. ....... ....... .......")
        assert found["mud", 3, 1] == (False, True, 1)

    def test_a_hedgehog_at_the_end(self) -> None:
        found = in_a_row("####### #.....h #######", "....... .A..A.. .......")
        assert found == {("hedgehog", 1, 6): (False, False, 1)}
        found = in_a_row("###h### #.....# #######")
        assert found == {("hedgehog", 0, 3): (False, True, 1)}

    def test_an_anteater_that_looks_at_a_wall_is_inert(self) -> None:
        found = in_a_row("###^### #.....# #######")
        assert found == {("anteater", 0, 3): (False, True, 1)}

    def test_a_gate_is_reported_with_its_direction(self) -> None:
        found = in_a_row("####### #.....# #######", ROW, (1, 3, "R"))
        assert found == {("gate", 1, 3, "right"): (False, False, 1)}

    def test_a_gate_where_nothing_comes_is_inert(self) -> None:
        found = in_a_row("####### #.....# #######", ROW, (1, 3, "U"))
        assert found == {("gate", 1, 3, "up"): (False, True, 1)}

    def test_an_unsolvable_level_needs_what_makes_it_so(self) -> None:
        found = in_a_row("####### #..#..# #######")
        assert found == {("wall", 1, 3): (True, False, 1)}

    def test_walls_of_the_ring_are_left(self) -> None:
        found = in_a_row("####### #.#...# #######", "....... ...A.A. .......")
        assert found.keys() == {("wall", 1, 2)}


class TestBudget:
    def test_what_is_cut_short_is_unknown_throughout(self) -> None:
        board = board_of("####### #.....# #..#..# #######", "....... .A...B. .B...A. .......")
        whole = GAME.solver.solve(board).facts["states"]
        assert set(solver_relevance(GAME, board, Budget(1)).values()) == {(None, None, None)}
        assert (None, None, None) not in solver_relevance(GAME, board, Budget(100 * whole)).values()


@compiled
@given(board=boards(max_side=6, symmetric=True))
def test_a_turned_board_says_the_same(board: FruitBoard) -> None:
    if not symmetries_hold(to_reference(board)):
        return
    here = solver_relevance(GAME, board, Budget(2_000))
    layout = GAME.boards.measure_structure(board)
    for symmetry in SYMMETRIES[1:]:
        turned = board.transform(symmetry)
        moved = {_moved(key, board, symmetry): found for key, found in here.items()}
        assert solver_relevance(GAME, turned, Budget(2_000)) == moved
        assert GAME.boards.measure_structure(turned) == pytest.approx(dict(layout))


def _moved(key: Key, board: FruitBoard, symmetry: Symmetry) -> Key:
    kind, row, col, *way = key
    turned = [DIRECTIONS[symmetry.transform_direction(DIRECTIONS.index(word))] for word in way]
    return (kind, *symmetry.transform_cell(row, col, board.rows, board.cols), *turned)


class TestStructure:
    def test_pairs_that_touch_are_of_one_colour_and_side_by_side(self) -> None:
        open_board = "###### #....# #....# #....# ######"
        for pieces, touching in (
            ("...... .AA... ...... .BB... ......", 2),
            ("...... .AA... .AA... ...... ......", 4),
            ("...... .A.... ..A... ...... ......", 0),
            ("...... .AB... .BA... ...... ......", 0),
            ("...... .oo... .A..A. .oo... ......", 0),
        ):
            board = board_of(open_board, pieces, (1, 1, "R"))
            assert GAME.boards.measure_structure(board)["touching"] == touching

    def test_mud_and_floor_are_open(self) -> None:
        board = board_of("###### #.~#h# #..>.# ######", "...... .A.... .A.... ......")
        layout = GAME.boards.measure_structure(board)
        assert layout["open_cells"] == 5
        assert layout["open_share"] == pytest.approx(5 / 8)

    def test_symmetry_is_that_of_the_best_but_the_identity(self) -> None:
        board = board_of("###### #....# #.#..# ######", "...... .A..A. ...... ......")
        layout = GAME.boards.measure_structure(board)
        # Left to right the wall and its image differ, top to bottom too, by half a turn too.
        assert layout["wall_symmetry"] == pytest.approx(6 / 8)
        assert layout["piece_symmetry"] == 1.0

    def test_corridors_regions_and_the_largest_block_are_counted(self) -> None:
        # Three cells in a row, the one between them a corridor, and a room of five behind a wall.
        board = board_of(
            "####### #...### #####.# ###...# ###..## #######",
            "....... .A.A... ....... .....B. ....B.. .......",
        )
        layout = GAME.boards.measure_structure(board)
        assert (layout["corridors"], layout["regions"], layout["largest_block"]) == (1, 2, 2)
        board = board_of("##### #...# #...# #####", "..... .A..A ..... .....".replace("A ", ". "))
        assert GAME.boards.measure_structure(board)["largest_block"] == 4

    @given(board=boards(max_side=6))
    def test_the_largest_block_is_the_largest_of_all_rectangles(self, board: FruitBoard) -> None:
        free = {
            (row, col)
            for row, col, tile in iterate_cells(board.tiles)
            if tile in ".~" and board.pieces[row][col] == "."
        }
        rectangles = (
            {(row, col) for row in range(top, bottom) for col in range(left, right)}
            for top in range(board.rows)
            for bottom in range(top, board.rows)
            for left in range(board.cols)
            for right in range(left, board.cols)
        )
        most = max(len(each) for each in rectangles if each <= free)
        assert GAME.boards.measure_structure(board)["largest_block"] == most

    def test_moves_that_win_at_once_are_counted(self) -> None:
        for tiles, pieces, wins in (
            ("###### #....# ######", "...... .A..A. ......", 2),
            ("##### #...# #.#.# #####", "..... ...A. .A... .....", 1),
            ("##### #...# #.#.# #.#.# #####", "..... ..... ..... .A.A. .....", 0),
        ):
            facts = GAME.solver.solve(board_of(tiles, pieces)).facts
            assert GAME.solver.derive_facts(facts)["instant_wins"] == wins
