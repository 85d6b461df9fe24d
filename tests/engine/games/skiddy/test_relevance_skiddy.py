"""What each thing on a Skiddy board is there for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from relevance import Key, solver_relevance, text_with, worth
from skiddy_boards import GAME, board_of, boards, facts_within, random_levels, to_engine
from skiddy_reference import RefBoard, RefFacts

from engine.games.skiddy.board import SkiddyBoard
from engine.jit import decorators
from engine.values.budget import Budget
from engine.values.grid import SYMMETRIES

MOST = 3_000
COMPARED = ("states", "dead_states", "stars", "max_combo", "no_combo")
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


def taken_away(board: RefBoard) -> Iterator[tuple[Key, RefBoard]]:
    """Each thing of a board, and the board without it."""
    tiles, pieces = board.tiles, board.pieces
    for row in range(len(tiles)):
        for col in range(len(tiles[0])):
            tile, piece, at = tiles[row][col], pieces[row][col], (row, col)
            if piece in "ci":
                kind = "crate" if piece == "c" else "ice"
                yield (kind, *at), RefBoard(tiles, text_with(pieces, *at, "."))
            inner = 0 < row < len(tiles) - 1 and 0 < col < len(tiles[0]) - 1
            if tile == "o" or (tile == "#" and inner):
                kind = "pit" if tile == "o" else "wall"
                yield (kind, *at), RefBoard(text_with(tiles, *at, "."), pieces)


def facts_of(facts: RefFacts) -> dict[str, object]:
    """What is compared: of both kinds of win length and number, not which solution is first."""
    ways = {
        name: way and (way.moves, way.count)
        for name, way in (("max_combo", facts.max_combo), ("no_combo", facts.no_combo))
    }
    return {
        "solvable": facts.best is not None,
        "moves": facts.best and facts.best.moves,
        "states": facts.states,
        "dead_states": len(facts.dead_ends),
        "stars": facts.stars,
        **ways,
    }


@compiled
def test_it_is_what_the_slow_reference_says() -> None:
    met: set[tuple[object, bool | None]] = set()
    for board, before in random_levels(range(80), (4, 5), (5, 6), 300):
        found = {key: facts_within(without, MOST) for key, without in taken_away(board)}
        if None in found.values():
            continue
        expected = {
            key: worth(facts_of(before), facts_of(after), COMPARED)
            for key, after in found.items()
            if after is not None
        }
        assert solver_relevance(GAME, to_engine(board)) == expected
        met |= {(key[0], inert) for key, (_, inert, _) in expected.items()}
    for kind in ("crate", "ice", "pit", "wall"):
        assert {inert for each, inert in met if each == kind} == {False, True}, kind


class TestByHand:
    @pytest.mark.parametrize(("glyph", "kind"), [("c", "crate"), ("i", "ice"), ("o", "pit")])
    def test_what_no_piece_comes_to_is_inert(self, glyph: str, kind: str) -> None:
        board = board_of(f"#######/#r....R/#######/#{glyph}#####/#######")
        found = solver_relevance(GAME, board)
        assert found[kind, 3, 1] == (False, True, 1)
        # The walls between belong to it; those of the ring are left.
        assert {key for key in found if key[0] == "wall"} == {
            *(("wall", 2, col) for col in range(1, 6)),
            *(("wall", 3, col) for col in range(2, 6)),
        }

    def test_a_crate_before_the_goal_is_needed(self) -> None:
        found = solver_relevance(GAME, board_of("#######/#r.#..R/#######"))
        assert found == {("wall", 1, 3): (True, False, 1)}

    def test_what_only_makes_positions_changes_something(self) -> None:
        found = solver_relevance(GAME, board_of("######/#r.o.#/#R####"))
        needed, inert, moves = found["pit", 1, 3]
        assert (needed, inert, moves) == (False, False, 1)

    def test_a_piece_on_a_pit_is_another_thing_than_the_pit(self) -> None:
        found = solver_relevance(GAME, board_of("######/#r..3#/#R####"))
        assert {("crate", 1, 4), ("pit", 1, 4)} <= found.keys()


def test_what_is_cut_short_is_unknown_throughout() -> None:
    board = board_of("######/#r..o#/#R####")
    assert set(solver_relevance(GAME, board, Budget(1)).values()) == {(None, None, None)}


@compiled
@given(board=boards())
def test_a_turned_board_says_the_same(board: SkiddyBoard) -> None:
    here = solver_relevance(GAME, board, Budget(2_000))
    for symmetry in SYMMETRIES[1:]:
        moved = {
            (kind, *symmetry.transform_cell(row, col, board.rows, board.cols)): found
            for (kind, row, col), found in here.items()
        }
        turned = board.transform(symmetry)
        assert solver_relevance(GAME, turned, Budget(2_000)) == moved
        assert GAME.boards.measure_structure(turned) == pytest.approx(
            dict(GAME.boards.measure_structure(board))
        )


def test_pits_are_open_and_goals_are_not() -> None:
    layout = GAME.boards.measure_structure(board_of("#####/#r.o#/#.#.R/#####"))
    assert layout["open_cells"] == 5
    assert layout["open_share"] == pytest.approx(5 / 6)
    assert "touching" not in layout
