"""Packed boards and fingerprints: nothing is lost, and only what is the same is taken to be so."""

from __future__ import annotations

import itertools
import zlib
from datetime import date

import pytest
from fruit_boards import boards as fruit_boards
from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import boards as linjat_boards
from linjat_boards import to_engine as linjat_board
from monk_boards import cubes
from monk_reference import ENTRANCE, EXIT, SPOTS, turned_spot
from skiddy_boards import boards as skiddy_boards

from engine.errors import LevelError
from engine.game import board_codec, registry
from engine.games.mazing_monk.cube.cube import TURNS
from engine.values.grid import SYMMETRIES

BOARDS = {
    "fruit-dating": fruit_boards(),
    "skiddy": skiddy_boards(),
    "linjat": linjat_boards().map(linjat_board),
    "mazing-monk": cubes(),
}
COLOURS = {"fruit-dating": ["ABCDEFGH"], "skiddy": ["rb", "RB"], "linjat": [], "mazing-monk": []}
"""By game the names of its colours, on each of what has colours."""

every_game = pytest.mark.parametrize("game", [*map(registry.get_game, BOARDS)], ids=[*BOARDS])


def of(game):
    return BOARDS[game.name]


def recoloured(game, board, order):
    """The board with colours by other names: those of an order in place of the usual one."""
    table = board.to_table()
    for names in COLOURS[game.name]:
        renamed = str.maketrans(names, "".join(names[number] for number in order[: len(names)]))
        for key in {"tiles", "pieces"} & {*table} if game.name == "skiddy" else {"pieces"}:
            table[key] = table[key].translate(renamed)
    return game.boards.read_table(table)


def images(game, board):
    if game.boards.reshaper is None:
        return [board]
    return [game.boards.reshaper.transform(board, symmetry) for symmetry in SYMMETRIES]


def same(game, one, other):
    """Whether boards are the same but for a symmetry and names: by trying all names there are."""
    orders = [range(8)]
    if game.name == "skiddy":
        orders = [(0, 1), (1, 0)]
    elif game.name == "fruit-dating":
        there = sorted({names for board in (one, other) for row in board.pieces for names in row})
        used = [ord(name) - ord("A") for name in there if name in COLOURS[game.name][0]]
        orders = [
            [dict(zip(used, order, strict=True)).get(n, n) for n in range(8)]
            for order in itertools.permutations(used)
        ]
    tables = [
        recoloured(game, image, order).to_table() for image in images(game, one) for order in orders
    ]
    return any(_sorted(table) == _sorted(other.to_table()) for table in tables)


def _sorted(table):
    return {key: value for key, value in table.items() if key not in ("locked", "extra")}


@every_game
class TestFingerprints:
    @given(data=st.data())
    def test_symmetries_and_names_of_colours_do_not_count(self, game, data):
        board = data.draw(of(game))
        image = data.draw(st.sampled_from(images(game, board)))
        if game.name == "skiddy":
            order = data.draw(st.permutations(range(2)))
        else:
            order = data.draw(st.permutations(range(8)))
        other = recoloured(game, image, order)
        fingerprint = game.boards.compute_fingerprint(board)
        assert len(fingerprint) == board_codec.FINGERPRINT_SIZE
        assert game.boards.compute_fingerprint(other) == fingerprint

    @given(data=st.data())
    def test_locks_and_unknown_keys_do_not_count(self, game, data):
        board = data.draw(of(game))
        lock = next(tool for tool in game.boards.tools if tool.plane == "locked")
        cells = itertools.product(range(board.rows), range(board.cols))
        cell = data.draw(st.sampled_from([c for c in cells if game.boards.has_cell(board, *c)]))
        other = game.boards.read_table(
            game.boards.paint_cell(board, lock, *cell).to_table() | {"mine": 1}
        )
        assert game.boards.compute_fingerprint(other) == game.boards.compute_fingerprint(board)

    @given(data=st.data())
    def test_whatever_else_differs_counts(self, game, data):
        board = other = data.draw(of(game))
        tools = [tool for tool in game.boards.tools if tool.plane != "locked"]
        for _ in range(data.draw(st.integers(1, 2))):
            row = data.draw(st.integers(0, board.rows - 1))
            col = data.draw(st.integers(0, board.cols - 1))
            other = game.boards.paint_cell(other, data.draw(st.sampled_from(tools)), row, col)
        equal = game.boards.compute_fingerprint(other) == game.boards.compute_fingerprint(board)
        assert equal == same(game, board, other)


def test_the_monk_has_no_symmetry():
    def applied(matrix, spot):
        return tuple(sum(a * b for a, b in zip(row, spot, strict=True)) for row in matrix)

    def matrices():
        for axes in itertools.permutations(range(3)):
            for signs in itertools.product((1, -1), repeat=3):
                yield [[signs[i] * (axes[i] == j) for j in range(3)] for i in range(3)]

    turns = {word: {spot: turned_spot(spot, word) for spot in SPOTS} for word in TURNS}
    kept = []
    for matrix in matrices():
        image = {spot: applied(matrix, spot) for spot in SPOTS}
        if image[ENTRANCE] != ENTRANCE or image[EXIT] != EXIT:
            continue
        seen = [{image[spot]: image[turn[spot]] for spot in SPOTS} for turn in turns.values()]
        if all(turn in turns.values() for turn in seen):
            kept.append(matrix)
    assert kept == [[[1, 0, 0], [0, 1, 0], [0, 0, 1]]]


@every_game
class TestPacking:
    @given(data=st.data())
    def test_a_board_comes_back(self, game, data):
        board = data.draw(of(game))
        packed = game.boards.pack_board(board)
        assert game.boards.unpack_board(packed) == board
        assert game.boards.unpack_board(packed).to_table() == board.to_table()

    @given(data=st.data())
    def test_so_do_locks_and_unknown_keys(self, game, data):
        board = data.draw(of(game))
        lock = next(tool for tool in game.boards.tools if tool.plane == "locked")
        mine = {"a": [1, 2.5, True], "b": {"day": date(2026, 1, 2)}, "c": "\N{SNOWMAN}\n"}
        mine = data.draw(st.sampled_from([mine, {"a": mine["a"], "c": mine["c"]}]))
        board = game.boards.read_table(
            game.boards.paint_cell(board, lock, 0, 3).to_table() | {"mine": mine}
        )
        assert (
            game.boards.unpack_board(game.boards.pack_board(board)).to_table() == board.to_table()
        )

    @given(data=st.data())
    def test_damage_is_refused(self, game, data):
        packed = bytearray(game.boards.pack_board(data.draw(of(game))))
        number = data.draw(st.integers(0, len(packed) - 1))
        if data.draw(st.booleans()):
            packed[number] ^= data.draw(st.integers(1, 255))
        else:
            del packed[number:]
        with pytest.raises(LevelError, match="packed board: damaged"):
            game.boards.unpack_board(bytes(packed))

    @given(data=st.binary(max_size=50))
    def test_so_is_what_was_never_a_board(self, game, data):
        with pytest.raises(LevelError):
            game.boards.unpack_board(data)


def packed(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    compressed = packer.compress(content) + packer.flush()
    return zlib.crc32(compressed).to_bytes(4, "big") + compressed


HOSTILE = {
    "a list": b"[1]",
    "no board": b"title = 1",
    "no table": b"board = 1",
    "neither": b"\xff",
    "a deep one": b'{"tiles":' + b"[" * 100_000,
    "a long number": b'{"tiles":' + b"1" * 10_000 + b"}",
    "other keys": b'{"cells":1}',
    "a bomb": b" " * (board_codec.MAX_CONTENT_SIZE + 1),
}


@pytest.mark.parametrize("content", [*HOSTILE.values()], ids=[*HOSTILE])
@every_game
def test_hostile_content_is_refused(game, content):
    with pytest.raises(LevelError) as refused:
        game.boards.unpack_board(packed(content))
    assert "\n" not in str(refused.value)
