"""Conversion of boards to arrays for kernels, and of kernel results back to cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.games.fruit_dating import fruit_level_array as table_of
from engine.games.fruit_dating import rules
from engine.games.fruit_dating.board import FruitBoard, find_problems
from engine.jit.decorators import Longs
from engine.search.successors import SearchLevel
from engine.tiles.compiled_tiles import Cells, CompiledTiles, encode_planes, number_pieces
from engine.values.level import require_no_problems


@dataclass(frozen=True)
class CompiledFruitBoard(CompiledTiles):
    """A compiled board, ready for play and search."""

    def make_search_level(self) -> SearchLevel:
        """Return the level in the form that the search needs."""
        words = max(1, -(-int(self.table[table_of.PIECE_COUNT]) // 8))
        start = np.zeros(words, np.uint64)
        rules.pack_start(self.table, words, start, np.empty(rules.SCRATCH_SIZE, np.int32))
        return SearchLevel(rules.FruitDatingRules(4, words), self.table, start, rules.SCRATCH_SIZE)

    def tilt_pieces(self, cells: Cells, direction: int) -> tuple[int, Cells]:
        """Make a tilt, and return its outcome and the pieces' new cells.

        Args:
            cells: The cell of each piece, with the pieces in reading order of their start cells.
            direction: The direction of the tilt.

        Returns:
            The outcome, as returned by :func:`engine.games.fruit_dating.rules.tilt_pieces`, and the
            new cell of each piece, in the same order.
        """
        scratch = np.zeros(rules.SCRATCH_SIZE, np.int32)
        pieces = len(cells)
        scratch[rules.CELLS : rules.CELLS + pieces] = self.sort_by_table(cells)
        outcome = rules.play_tilt(self.table, scratch, direction)
        moved = scratch[rules.MOVED_TO : rules.MOVED_TO + pieces]
        return int(outcome), self.sort_by_identity(moved)


def encode_fruit_board(board: FruitBoard) -> tuple[Longs, Longs, Longs]:
    """Return the tile code, the piece code and the gate bits of each cell, in reading order."""
    gates = np.zeros(board.rows * board.cols, np.int64)
    for row, col, direction in board.gates:
        gates[row * board.cols + col] |= 1 << direction
    return (*encode_planes(board), gates)


@lru_cache(maxsize=64)
def compile_board(board: FruitBoard) -> CompiledFruitBoard:
    """Return the compiled form of a valid board; the most recently used forms are cached.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    require_no_problems(find_problems(board))
    table = np.zeros(table_of.TABLE_SIZE, np.int32)
    table_of.compile_level(*encode_fruit_board(board), board.rows, board.cols, table)
    return CompiledFruitBoard(table, *number_pieces(board, table[table_of.START :]))
