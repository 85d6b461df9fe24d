"""What can be taken away from boards of tiles and pieces, and figures of their layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.game.boards import Thing
from engine.tiles.board import TileBoard
from engine.tiles.symmetry import piece_symmetry, wall_symmetry
from engine.values.grid import cells_of

_WALL, _FLOOR, _NO_PIECE = "#", ".", "."


def things(board: TileBoard) -> Iterator[Thing]:
    """The pieces and tiles of the game's own choice, and the walls within the ring.

    Of a cell its piece comes first.
    """
    for row, col, tile in cells_of(board.tiles):
        piece = board.pieces[row][col]
        if piece in board.movable:
            yield Thing(board.movable[piece], row, col, board.with_piece(_NO_PIECE, row, col))
        if tile in board.features:
            kind, left = board.features[tile]
            yield Thing(kind, row, col, board.with_tile(left, row, col))
        elif tile == _WALL and not board.is_border(row, col):
            opened = board.with_tile(_FLOOR, row, col)
            yield Thing("wall", row, col, opened, counted=False)


def structure(board: TileBoard) -> Mapping[str, float]:
    """How open and how symmetric a board is, see ``docs/rating.md``."""
    inner = (board.rows - 2) * (board.cols - 2)
    cells = sum(tile not in board.solid for _, _, tile in cells_of(board.tiles))
    return {
        "open_cells": cells,
        "open_share": cells / inner,
        "wall_symmetry": wall_symmetry(board).share,
        "piece_symmetry": piece_symmetry(board).share,
    }
