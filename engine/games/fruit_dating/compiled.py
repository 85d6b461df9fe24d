"""From board values to what kernels take, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from engine.games.fruit_dating import codes, rules
from engine.games.fruit_dating import table as table_of
from engine.games.fruit_dating.board import FruitBoard, problems
from engine.jit.marks import Ints, Longs
from engine.search.successors import SearchLevel
from engine.tiles.compiled import Cells, CompiledTiles, code_planes, pieces_of
from engine.values.level import require_no_problems


@dataclass(frozen=True)
class CompiledFruitBoard(CompiledTiles):
    """A board ready for play and search."""

    def level(self) -> SearchLevel:
        """The level as the search takes it."""
        words = max(1, -(-int(self.table[table_of.PIECE_COUNT]) // 8))
        start = np.zeros(words, np.uint64)
        rules.start_state(self.table, words, start, np.empty(rules.SCRATCH_SIZE, np.int32))
        return SearchLevel(rules.FruitDatingRules(4, words), self.table, start, rules.SCRATCH_SIZE)

    def tilt(self, cells: Cells, direction: int) -> tuple[int, Cells]:
        """Tilts pieces given by identity; the outcome of :func:`rules.tilt`, and their cells."""
        scratch = np.zeros(rules.SCRATCH_SIZE, np.int32)
        pieces = len(cells)
        scratch[rules.CELLS : rules.CELLS + pieces] = self.in_order(cells)
        outcome = rules.play_tilt(self.table, scratch, direction)
        moved = scratch[rules.MOVED_TO : rules.MOVED_TO + pieces]
        return int(outcome), self.by_identity(moved)

    def slid(self, cells: Cells, direction: int) -> Cells:
        """Where pieces given by identity come to rest, before any of them meet or are dragged."""
        return replace(self, table=self._without_company).tilt(cells, direction)[1]

    @cached_property
    def _without_company(self) -> Ints:
        """The table of the same board on which nothing matches and nothing is dragged."""
        table = self.table.copy()
        table[[table_of.FRUIT_COUNT, table_of.ANTEATERS]] = 0
        return table

    def same_position(self, one: Cells, other: Cells) -> bool:
        """Whether two placements differ at most by exchanging equal objects."""
        return self._position(one) == self._position(other)

    def _position(self, cells: Cells) -> list[tuple[str, int]]:
        return sorted(
            ("o" if glyph in codes.BLOCKER_GLYPHS else glyph, cell)
            for glyph, cell in zip(self.glyphs, cells, strict=True)
        )


def planes_of(board: FruitBoard) -> tuple[Longs, Longs, Longs]:
    """Tile codes, piece codes and gate bits by cell, in reading order."""
    gates = np.zeros(board.rows * board.cols, np.int64)
    for row, col, direction in board.gates:
        gates[row * board.cols + col] |= 1 << direction
    return (*code_planes(board), gates)


@lru_cache(maxsize=64)
def compile_board(board: FruitBoard) -> CompiledFruitBoard:
    """The compiled form of a valid board; kept for the boards used last.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    require_no_problems(problems(board))
    table = np.zeros(table_of.TABLE_SIZE, np.int32)
    table_of.compile_level(*planes_of(board), board.rows, board.cols, table)
    return CompiledFruitBoard(table, *pieces_of(board, table[table_of.START :]))
