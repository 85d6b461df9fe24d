"""Mutations that move or exchange the walls, features and pieces of boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from engine.game.generator import Mutations
from engine.game.play_position import OwnBoard
from engine.tiles.board import TileBoard
from engine.values import grid
from engine.values.grid import STEPS, Cell, iterate_cells

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers

WALL, FLOOR, NO_PIECE = "#", ".", "."

Mutation = Callable[[Any, "RandomNumbers"], TileBoard]
"""A kind of mutation: a function that takes a board and random numbers, and returns a board.

If no such mutation is possible, it returns the same board."""


def iterate_inner_cells(board: TileBoard) -> Iterator[Cell]:
    """Yield the unlocked cells inside the border, in reading order."""
    ring = board.ring
    cells = product(range(ring, board.rows - ring), range(ring, board.cols - ring))
    return ((row, col) for row, col in cells if not board.is_locked(row, col))


def list_free_cells(board: TileBoard) -> list[Cell]:
    """Return the unlocked inner cells that can hold a piece but have none."""
    return [
        (row, col)
        for row, col in iterate_inner_cells(board)
        if board.tiles[row][col] not in board.solid and board.pieces[row][col] == NO_PIECE
    ]


def flip_wall(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """Turn a wall into floor, or floor without a piece into a wall."""
    cells = [
        (row, col)
        for row, col in iterate_inner_cells(board)
        if board.tiles[row][col] in WALL + FLOOR and board.pieces[row][col] == NO_PIECE
    ]
    # Boards of some games have no walls.
    if not cells or WALL not in board.tile_glyphs.codes:
        return board
    row, col = random.draw_item(cells)
    return board.with_tile(FLOOR if board.tiles[row][col] == WALL else WALL, row, col)


def exchange_tiles(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """Exchange two different tiles that hold no pieces."""
    cells = [
        (row, col) for row, col in iterate_inner_cells(board) if board.pieces[row][col] == NO_PIECE
    ]
    return exchange_two_tiles(board, cells, random)


def exchange_two_tiles(board: TileBoard, cells: Sequence[Cell], random: RandomNumbers) -> TileBoard:
    """Return the board after exchanging two different tiles on ``cells``."""
    if not cells:
        return board
    one = random.draw_item(cells)
    tiles, glyph = board.tiles, board.tiles[one[0]][one[1]]
    others = [(row, col) for row, col in cells if tiles[row][col] != glyph]
    if not others:
        return board
    other = random.draw_item(others)
    tiles = grid.replace_cell(tiles, *one, tiles[other[0]][other[1]])
    return replace(board, tiles=grid.replace_cell(tiles, *other, glyph))


def _list_movable(board: TileBoard) -> list[tuple[int, int, str]]:
    return [each for each in board.iterate_pieces() if not board.is_locked(*each[:2])]


def move_piece(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """Move a piece to a free cell."""
    pieces, free = _list_movable(board), list_free_cells(board)
    if not pieces or not free:
        return board
    # Both the old and the new cell change, so neither of them may be locked.
    row, col, glyph = random.draw_item(pieces)
    left = grid.replace_cell(board.pieces, row, col, NO_PIECE)
    return replace(board, pieces=grid.replace_cell(left, *random.draw_item(free), glyph))


def exchange_pieces(board: TileBoard, random: RandomNumbers) -> TileBoard:
    """Exchange two different pieces."""
    pieces = _list_movable(board)
    if not pieces:
        return board
    row, col, glyph = random.draw_item(pieces)
    others = [other for other in pieces if other[2] != glyph]
    if not others:
        return board
    down, right, other = random.draw_item(others)
    left = grid.replace_cell(board.pieces, row, col, other)
    return replace(board, pieces=grid.replace_cell(left, down, right, glyph))


class TileMutations(Mutations):
    """The mutations that all games on boards of tiles have in common. A game may add others.

    Attributes:
        kinds: The kinds of mutations. A kind that is listed twice is twice as likely to be chosen.
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
        """Return the board after a mutation of a random kind."""
        return random.draw_item(self.kinds)(board, random)

    def count_faults(self, board: OwnBoard) -> Mapping[str, int]:
        """Count the cells that no piece can reach because of walls."""
        return {"cells walled off": count_sealed_cells(board)}


def count_sealed_cells(board: TileBoard) -> int:
    """Count the open cells that walls separate from all pieces, ignoring gates."""
    # Start with all cells that could hold a piece, and remove those that the flood fill reaches.
    left = {(row, col) for row, col, tile in iterate_cells(board.tiles) if tile not in board.solid}
    waiting = [(row, col) for row, col, _ in board.iterate_pieces()]
    left.difference_update(waiting)
    # Fill from all pieces together, because it does not matter which piece reaches a cell.
    while waiting:
        row, col = waiting.pop()
        for down, right in STEPS:
            beside = row + down, col + right
            if beside in left:
                left.remove(beside)
                waiting.append(beside)
    return len(left)
