"""Conversion of boards to arrays for kernels, and of kernel results back to cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.games.skiddy import rules, skiddy_codes, slides
from engine.games.skiddy import skiddy_level_array as table_of
from engine.games.skiddy.board import SkiddyBoard, find_problems
from engine.search.successors import SearchLevel
from engine.tiles.board import GONE
from engine.tiles.compiled_tiles import Cells, CompiledTiles, encode_planes, number_pieces
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

    def iterate_exits(self, cells: Cells, direction: int) -> Iterator[tuple[Cells, Cells]]:
        """Make a move, and yield the cells of the pieces at each exit and at the end.

        Yields:
            A pair: the cells of the pieces just before an exit, and those just after it, when the
            Skiddies that leave are GONE. In the last pair, both are the final cells of the move.
        """
        scratch = np.zeros(rules.SCRATCH_SIZE, np.int32)
        pieces = len(self.order)
        cells_at = slides.CELLS
        scratch[cells_at : cells_at + pieces] = self.sort_by_table(cells)
        while rules.slide_to_exit(self.table, scratch, cells_at, direction):
            cells_at = slides.EXIT_CELLS
            remaining = scratch[slides.EXIT_CELLS : slides.EXIT_CELLS + pieces]
            ends = scratch[slides.ENDS : slides.ENDS + pieces]
            # A piece that leaves is GONE in EXIT_CELLS; ENDS holds the cell that it left from.
            there = np.where(remaining == GONE, ends, remaining)
            yield self.sort_by_identity(there), self.sort_by_identity(remaining)
        rest = self.sort_by_identity(scratch[slides.ENDS : slides.ENDS + pieces])
        yield rest, rest

    def has_broken_combo(self, before: Cells, after: Cells) -> bool:
        """Return True if a move let out some, but not all, of the initial Skiddies of a colour."""
        left = self.count_exits(before, after)
        return any(0 < number < self.glyphs.count(glyph) for glyph, number in left.items())

    def count_exits(self, before: Cells, after: Cells) -> dict[str, int]:
        """Return how many Skiddies left in a move, as a mapping from glyph to number."""
        gone = self.list_gone(before, after)
        return {glyph: gone.count(glyph) for glyph in skiddy_codes.SKIDDIES if glyph in gone}

    def is_clear(self, cells: Cells) -> bool:
        """Return True if all Skiddies have left."""
        return all(
            cell == GONE
            for glyph, cell in zip(self.glyphs, cells, strict=True)
            if glyph in skiddy_codes.SKIDDIES
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
