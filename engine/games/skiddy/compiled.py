"""From board values to what kernels take, and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.games.skiddy import codes, rules, slides
from engine.games.skiddy import table as table_of
from engine.games.skiddy.board import SkiddyBoard, problems
from engine.search.successors import SearchLevel
from engine.tiles.board import GONE
from engine.tiles.compiled import Cells, CompiledTiles, code_planes, pieces_of
from engine.values.level import require_no_problems


@dataclass(frozen=True)
class CompiledSkiddyBoard(CompiledTiles):
    """A board ready for play and search."""

    @property
    def words(self) -> int:
        """Words of a packed state."""
        return len(self.order) // 8 + 1

    def level(self) -> SearchLevel:
        """The level as the search takes it."""
        start = np.zeros(self.words, np.uint64)
        scratch = np.empty(rules.SCRATCH_SIZE, np.int32)
        rules.start_state(self.table, self.words, start, scratch)
        return SearchLevel(rules.SkiddyRules(4, self.words), self.table, start, rules.SCRATCH_SIZE)

    def moments(self, cells: Cells, direction: int) -> Iterator[tuple[Cells, Cells]]:
        """The moments of a move at which a Skiddy leaves, and its end.

        Yields:
            Where the pieces are, and where they are once those that leave then are out; the last
            moment is the end of the move, at which none leaves.
        """
        scratch = np.zeros(rules.SCRATCH_SIZE, np.int32)
        pieces = len(self.order)
        standing = slides.CELLS
        scratch[standing : standing + pieces] = self.in_order(cells)
        while rules.play_on(self.table, scratch, standing, direction):
            standing = slides.EXIT_CELLS
            remaining = scratch[slides.EXIT_CELLS : slides.EXIT_CELLS + pieces]
            ends = scratch[slides.ENDS : slides.ENDS + pieces]
            there = np.where(remaining == GONE, ends, remaining)
            yield self.by_identity(there), self.by_identity(remaining)
        rest = self.by_identity(scratch[slides.ENDS : slides.ENDS + pieces])
        yield rest, rest

    def breaks_combo(self, before: Cells, after: Cells) -> bool:
        """Whether a move has let out some, but not all, of the initial Skiddies of a colour."""
        left = self.left(before, after)
        return any(0 < number < self.glyphs.count(glyph) for glyph, number in left.items())

    def left(self, before: Cells, after: Cells) -> dict[str, int]:
        """How many Skiddies of each colour left in a move, by glyph."""
        gone = self.gone(before, after)
        return {glyph: gone.count(glyph) for glyph in codes.SKIDDIES if glyph in gone}

    def is_clear(self, cells: Cells) -> bool:
        """Whether all Skiddies have left."""
        return all(
            cell == GONE
            for glyph, cell in zip(self.glyphs, cells, strict=True)
            if glyph in codes.SKIDDIES
        )


@lru_cache(maxsize=64)
def compile_board(board: SkiddyBoard) -> CompiledSkiddyBoard:
    """The compiled form of a valid board; kept for the boards used last.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    require_no_problems(problems(board))
    table = np.zeros(table_of.TABLE_SIZE, np.int32)
    table_of.compile_level(*code_planes(board), board.rows, board.cols, table)
    return CompiledSkiddyBoard(table, *pieces_of(board, table[table_of.START :]))
