"""How symmetric boards are, and making them so."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from fruit_boards import to_engine
from hypothesis import given
from hypothesis import strategies as st
from reference import fruit_dating as reference

from engine.edit.draw_tools import MIRRORS
from engine.errors import EngineError
from engine.game import registry
from engine.games.fruit_dating.board import FruitBoard
from engine.tiles.symmetry import list_symmetries, measure_piece_symmetry, measure_wall_symmetry
from engine.values.grid import Area, iterate_cells

GAME = registry.get_game("fruit-dating")
SYMMETRIZING = GAME.boards.symmetrizer
WAYS = {mirror.title: mirror for mirror in MIRRORS[1:]}


def board_of(*rows: str, locked: str | None = None) -> FruitBoard:
    """A board of rows in which a letter is a piece on floor."""
    tiles = tuple(
        "".join("." if glyph.isalpha() and glyph != "h" else glyph for glyph in row) for row in rows
    )
    pieces = tuple(
        "".join(glyph if glyph.isalpha() and glyph != "h" else "." for glyph in row) for row in rows
    )
    board = FruitBoard(tiles, pieces)
    return board if locked is None else replace(board, locked=tuple(locked.split()))


def text_of(board: FruitBoard) -> list[str]:
    """The rows of a board, pieces over tiles."""
    return [
        "".join(piece if piece != "." else tile for tile, piece in zip(*lines, strict=True))
        for lines in zip(board.tiles, board.pieces, strict=True)
    ]


def made(board: FruitBoard, part: str, way: str) -> list[str]:
    """The rows after a part was made symmetric."""
    return text_of(SYMMETRIZING.make_symmetric(board, part, WAYS[way].symmetries))


class TestScore:
    def test_walls_count_by_class_within_the_ring(self):
        board = board_of("#####", "#h..#", "#..##", "#####")
        # A half turn takes the hedgehog to the wall; nothing else is solid.
        walls = measure_wall_symmetry(board)
        assert (walls.alike, walls.total, walls.symmetry.name) == (6, 6, "rotate-180")
        assert walls.share == 1.0

    def test_the_best_symmetry_counts(self):
        board = board_of("######", "#A..A#", "#o...#", "######")
        pieces = measure_piece_symmetry(board)
        assert (pieces.alike, pieces.total, pieces.symmetry.name) == (2, 3, "mirror-left-right")

    def test_kinds_matter(self):
        alike, other = (board_of("#####", "#A..#", f"#..{kind}#", "#####") for kind in "AB")
        assert (measure_piece_symmetry(alike).alike, measure_piece_symmetry(other).alike) == (2, 0)

    def test_diagonals_fit_square_boards_only(self):
        assert len(list_symmetries(board_of("####", "#..#", "#..#", "####"))) == 7
        assert len(list_symmetries(board_of("####", "#..#", "####"))) == 3

    def test_no_pieces_are_symmetric(self):
        assert measure_piece_symmetry(board_of("###", "#.#", "###")).share == 1.0

    def test_it_is_reported_beside_the_verdict(self):
        (reported,) = GAME.boards.judge_board(board_of("######", "#A..A#", "#o...#", "######"))
        assert reported.rating == "walls 1.00, pieces 0.67"
        assert dict(reported.lines)["pieces"] == "2 of 3 pieces like their image, mirror-left-right"


class TestWalls:
    def test_the_first_half_is_copied(self):
        board = board_of("######", "##...#", "#~..##", "######")
        assert made(board, "walls", "left-right") == ["######", "##..##", "#~..~#", "######"]

    def test_looks_turn(self):
        board = board_of("######", "#>...#", "#^...#", "######")
        assert made(board, "walls", "half turn") == ["######", "#>...#", "#...<#", "######"]

    def test_locked_cells_are_copied_and_stay(self):
        locked = "...... ....x. ...... ......"
        board = board_of("######", "#...##", "#....#", "######", locked=locked)
        assert made(board, "walls", "left-right") == ["######", "##..##", "#....#", "######"]

    def test_no_piece_is_walled_in(self):
        board = board_of("######", "##..A#", "#.#.##", "######")
        assert made(board, "walls", "left-right") == ["######", "#...A#", "#.##.#", "######"]


class TestPieces:
    def test_the_nearest_of_a_kind_goes_to_the_image(self):
        board = board_of("######", "#A...#", "#..A.#", "######")
        assert made(board, "pieces", "left-right") == ["######", "#A..A#", "#....#", "######"]

    def test_what_is_in_the_way_changes_places(self):
        board = board_of("######", "#A..o#", "#..A.#", "######")
        assert made(board, "pieces", "left-right") == ["######", "#A..A#", "#..o.#", "######"]

    def test_a_quarter_turn_takes_four(self):
        board = board_of("######", "#A.AA#", "#....#", "#A...#", "#....#", "######")
        assert made(board, "pieces", "quarter turns") == [
            "######", "#A..A#", "#....#", "#....#", "#A..A#", "######",
        ]  # fmt: skip

    def test_pieces_do_not_come_onto_mud_or_walls(self):
        for there in "~#":
            board = board_of("######", f"#A..{there}#", "######")
            with pytest.raises(EngineError, match="no pieces to change"):
                made(board, "pieces", "left-right")

    def test_a_piece_alone_of_its_kind_stays(self):
        with pytest.raises(EngineError, match="no pieces to change"):
            made(board_of("######", "#A...#", "######"), "pieces", "left-right")

    def test_locked_pieces_stay(self):
        locked = "...... .x.... ...x.. ......"
        with pytest.raises(EngineError, match="no pieces to change"):
            made(board_of("######", "#A...#", "#..A.#", "######", locked=locked), "pieces",
                 "left-right")  # fmt: skip


def locked_at_random(board: FruitBoard, rng: random.Random) -> FruitBoard:
    """The board with some of its cells locked."""
    lines = ("".join(rng.choice("x......") for _ in line) for line in board.tiles)
    return replace(board, locked=tuple(lines))


@pytest.mark.parametrize("seed", range(80))
def test_what_holds_of_every_board(seed):
    rng = random.Random(seed)
    size = rng.randint(4, 8)
    board = to_engine(reference.random_board(rng, size, rng.choice((size, 6))))
    board = locked_at_random(board, rng)
    for part, mirror in ((part, m) for part in SYMMETRIZING.parts for m in MIRRORS[1:]):
        if not mirror.can_mirror(board):
            continue
        try:
            after = SYMMETRIZING.make_symmetric(board, part, mirror.symmetries)
        except EngineError:
            continue
        for row, col in board.list_locked_cells():
            assert after.describe_cell(row, col) == board.describe_cell(row, col)
        kinds = [
            Counter(glyph for *_, glyph in iterate_cells(each.pieces)) for each in (board, after)
        ]
        assert kinds[0] == kinds[1]
        assert {p.message for p in after.find_misplaced()} <= {
            p.message for p in board.find_misplaced()
        }
        if len(mirror.symmetries) == 1:
            before, now = (alike(each, part, mirror.symmetries[0]) for each in (board, after))
            assert now >= before and (part == "walls" or now > before)
            if part == "walls" and board.locked is None:
                assert now == 1.0


def alike(board: FruitBoard, part: str, symmetry) -> int:
    """How much of a part is like its image, counted once more."""
    image = board.transform(symmetry)
    if part == "pieces":
        return sum(
            glyph != "." and glyph == image.pieces[row][col]
            for row, col, glyph in iterate_cells(board.pieces)
        )
    solid = [[glyph in board.solid for glyph in line] for line in board.tiles]
    other = [[glyph in board.solid for glyph in line] for line in image.tiles]
    return sum(
        a == b for lines in zip(solid, other, strict=True) for a, b in zip(*lines, strict=True)
    )


@given(st.integers(0, 10**6), st.data())
def test_a_selection_is_made_symmetric_and_nothing_else_changes(seed, data):
    symmetrizing, rng = GAME.boards.symmetrizer, random.Random(seed)
    board = to_engine(reference.random_board(rng, rng.randint(4, 8), rng.randint(4, 8)))
    board = locked_at_random(board, rng)
    rows, cols = st.integers(1, board.rows - 2), st.integers(1, board.cols - 2)
    area = Area.from_corners(data.draw(st.tuples(rows, cols)), data.draw(st.tuples(rows, cols)))
    part = data.draw(st.sampled_from(symmetrizing.parts))
    cut = symmetrizing.cut_area(board, area)
    assert symmetrizing.paste_area(board, area, cut) == board
    mirror = data.draw(st.sampled_from([each for each in MIRRORS[1:] if each.can_mirror(cut)]))
    try:
        after = symmetrizing.make_symmetric(cut, part, mirror.symmetries)
    except EngineError:
        return
    pasted, inside = symmetrizing.paste_area(board, area, after), {*area.cells}
    assert symmetrizing.cut_area(pasted, area) == after
    for row, col, tile in iterate_cells(pasted.tiles):
        if (row, col) not in inside:
            assert (
                tile == board.tiles[row][col] and pasted.pieces[row][col] == board.pieces[row][col]
            )
    assert Counter("".join(pasted.pieces)) == Counter("".join(board.pieces))
