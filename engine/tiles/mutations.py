"""Mutations of boards of tiles and pieces: walls, features and pieces moved, and exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from engine.game.generator import Mutations
from engine.game.position import OwnBoard
from engine.tiles.board import TileBoard
from engine.values import grid
from engine.values.grid import STEPS, Cell, cells_of

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers

WALL, FLOOR, NO_PIECE = "#", ".", "."

Mutation = Callable[[Any, "RandomNumbers"], TileBoard]
"""One kind of change: a board of the game's own type and random numbers in, a board out."""


def inner_cells(board: TileBoard) -> Iterator[Cell]:
    """The cells within the ring that are not locked, in reading order."""
    cells = product(range(1, board.rows - 1), range(1, board.cols - 1))
    return ((row, col) for row, col in cells if not board.is_locked(row, col))


def free_cells(board: TileBoard) -> list[Cell]:
    """Those of them on which a piece can be put."""
    return [
        (row, col)
        for row, col in inner_cells(board)
        if board.tiles[row][col] not in board.solid and board.pieces[row][col] == NO_PIECE
    ]


def flip_wall(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """A wall becomes floor, or floor without a piece a wall."""
    cells = [
        (row, col)
        for row, col in inner_cells(board)
        if board.tiles[row][col] in WALL + FLOOR and board.pieces[row][col] == NO_PIECE
    ]
    if not cells:
        return board
    row, col = random.choice(cells)
    return board.with_tile(FLOOR if board.tiles[row][col] == WALL else WALL, row, col)


def exchange_tiles(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """Two tiles without pieces change places."""
    cells = [(row, col) for row, col in inner_cells(board) if board.pieces[row][col] == NO_PIECE]
    return exchanged(board, cells, random)


def exchanged(board: TileBoard, cells: Sequence[Cell], random: RandomNumbers) -> TileBoard:
    """The board with two different tiles of some cells in each other's place."""
    if not cells:
        return board
    one = random.choice(cells)
    tiles, glyph = board.tiles, board.tiles[one[0]][one[1]]
    others = [(row, col) for row, col in cells if tiles[row][col] != glyph]
    if not others:
        return board
    other = random.choice(others)
    tiles = grid.replace(tiles, *one, tiles[other[0]][other[1]])
    return replace(board, tiles=grid.replace(tiles, *other, glyph))


def _movable(board: TileBoard) -> list[tuple[int, int, str]]:
    return [each for each in board.pieces_in_order() if not board.is_locked(*each[:2])]


def move_piece(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """A piece goes to a free cell."""
    pieces, free = _movable(board), free_cells(board)
    if not pieces or not free:
        return board
    row, col, glyph = random.choice(pieces)
    left = grid.replace(board.pieces, row, col, NO_PIECE)
    return replace(board, pieces=grid.replace(left, *random.choice(free), glyph))


def exchange_pieces(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """Two different pieces change places."""
    pieces = _movable(board)
    if not pieces:
        return board
    row, col, glyph = random.choice(pieces)
    others = [other for other in pieces if other[2] != glyph]
    if not others:
        return board
    down, right, other = random.choice(others)
    left = grid.replace(board.pieces, row, col, other)
    return replace(board, pieces=grid.replace(left, down, right, glyph))


class TileMutations(Mutations):
    """The mutations that all games on boards of tiles have; a game adds its own.

    Attributes:
        kinds: the kinds of change, each as likely as it stands here often.
    """

    kinds: tuple[Mutation, ...] = (
        flip_wall,
        flip_wall,
        exchange_tiles,
        move_piece,
        move_piece,
        exchange_pieces,
    )

    def mutate(self, board: OwnBoard, random: RandomNumbers) -> TileBoard:
        """A change of one of the kinds."""
        return random.choice(self.kinds)(board, random)

    def faults(self, board: OwnBoard) -> Mapping[str, int]:
        """The cells that no piece could ever come to."""
        return {"cells walled off": sealed_cells(board)}


def sealed_cells(board: TileBoard) -> int:
    """Cells for pieces that walls part from all pieces, gates ignored."""
    left = {(row, col) for row, col, tile in cells_of(board.tiles) if tile not in board.solid}
    waiting = [(row, col) for row, col, _ in board.pieces_in_order()]
    left.difference_update(waiting)
    while waiting:
        row, col = waiting.pop()
        for down, right in STEPS:
            beside = row + down, col + right
            if beside in left:
                left.remove(beside)
                waiting.append(beside)
    return len(left)
