"""Conversion of boards to arrays for kernels, and of kernel results back to cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.games.skiddy import rules
from engine.games.skiddy import skiddy_level_array as table_of
from engine.games.skiddy.board import SkiddyBoard, find_problems
from engine.search.successors import SearchLevel
from engine.tiles.compiled_tiles import CompiledTiles, encode_planes, number_pieces
from engine.values.level import require_no_problems


@dataclass(frozen=True)
class CompiledSkiddyBoard(CompiledTiles):
    """A compiled board, ready for play and search."""

    @property
    def word_count(self) -> int:
        """The number of 64-bit words in a packed state."""
        # Each piece takes one byte and the broken combo takes another; a word has eight bytes.
        return len(self.order) // 8 + 1

    def make_search_level(self) -> SearchLevel:
        """Return the level in the form that the search needs."""
        start = np.zeros(self.word_count, np.uint64)
        scratch = np.empty(rules.SCRATCH_SIZE, np.int32)
        rules.pack_start(self.table, self.word_count, start, scratch)
        return SearchLevel(
            rules.SkiddyRules(4, self.word_count), self.table, start, rules.SCRATCH_SIZE
        )


@lru_cache(maxsize=64)
def compile_board(board: SkiddyBoard) -> CompiledSkiddyBoard:
    """Return the compiled form of a valid board; the most recently used forms are cached.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    require_no_problems(find_problems(board))
    table = np.zeros(table_of.TABLE_SIZE, np.int32)
    table_of.compile_level(*encode_planes(board), board.rows, board.cols, table)
    return CompiledSkiddyBoard(table, *number_pieces(board, table[table_of.START :]))
