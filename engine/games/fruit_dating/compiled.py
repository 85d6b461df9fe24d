"""From board values to what kernels take, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from engine.arrays import Ints, Longs
from engine.errors import LevelError
from engine.games.fruit_dating import codes, rules
from engine.games.fruit_dating import table as table_of
from engine.games.fruit_dating.board import FruitBoard, problems
from engine.grid import cells_of
from engine.search.graph import Level


@dataclass(frozen=True)
class CompiledBoard:
    """A board ready for play and search.

    Attributes:
        cols: columns of the board.
        table: the level as :mod:`engine.games.fruit_dating.rules` lays it out.
        order: for every piece of the table, its identity (number in reading order).
        glyphs: for every identity, its glyph.
    """

    cols: int
    table: Ints
    order: tuple[int, ...]
    glyphs: tuple[str, ...]

    def level(self) -> Level:
        """The level as the search takes it."""
        words = max(1, -(-int(self.table[table_of.PIECE_COUNT]) // 8))
        start = np.zeros(words, np.uint64)
        rules.start_state(self.table, words, start, np.empty(rules.SCRATCH_SIZE, np.int32))
        return Level(rules.FruitDatingRules(4, words), self.table, start, rules.SCRATCH_SIZE)

    def cells(self) -> tuple[int, ...]:
        """The cell of every identity at the start."""
        cells = [0] * len(self.order)
        for piece, identity in enumerate(self.order):
            cells[identity] = int(self.table[table_of.START + piece])
        return tuple(cells)

    def tilt(self, cells: tuple[int, ...], direction: int) -> tuple[int, tuple[int, ...]]:
        """Tilts pieces given by identity; the outcome of :func:`rules.tilt`, and their cells."""
        scratch = np.zeros(rules.SCRATCH_SIZE, np.int32)
        for piece, identity in enumerate(self.order):
            scratch[rules.CELLS + piece] = cells[identity]
        outcome = rules.play_tilt(self.table, scratch, direction)
        moved = list(cells)
        for piece, identity in enumerate(self.order):
            moved[identity] = int(scratch[rules.MOVED_TO + piece])
        return int(outcome), tuple(moved)

    def slid(self, cells: tuple[int, ...], direction: int) -> tuple[int, ...]:
        """Where pieces given by identity come to rest, before any of them meet or are dragged."""
        return replace(self, table=self._without_company).tilt(cells, direction)[1]

    @cached_property
    def _without_company(self) -> Ints:
        """The table of the same board on which nothing matches and nobody drags."""
        table = self.table.copy()
        table[[table_of.FRUIT_COUNT, table_of.ANTEATERS]] = 0
        return table

    def same_position(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        """Whether two placements differ at most by exchanging equal objects."""
        return self._position(one) == self._position(other)

    def _position(self, cells: tuple[int, ...]) -> list[tuple[str, int]]:
        return sorted(
            ("o" if glyph in codes.BLOCKER_GLYPHS else glyph, cell)
            for glyph, cell in zip(self.glyphs, cells, strict=True)
        )


def layers_of(board: FruitBoard) -> tuple[Longs, Longs, Longs]:
    """Tile codes, piece codes and gate bits by cell, in reading order."""
    tiles = np.array([codes.TILES[glyph] for _, _, glyph in cells_of(board.tiles)], np.int64)
    pieces = np.array([codes.PIECES[glyph] for _, _, glyph in cells_of(board.pieces)], np.int64)
    gates = np.zeros(board.rows * board.cols, np.int64)
    for row, col, direction in board.gates:
        gates[row * board.cols + col] |= 1 << direction
    return tiles, pieces, gates


@lru_cache(maxsize=64)
def _compile(board: FruitBoard) -> CompiledBoard:
    for problem in problems(board):  # kernels check no bounds
        raise LevelError(problem.message, key=problem.key, row=problem.row, col=problem.col)
    table = np.zeros(table_of.TABLE_SIZE, np.int32)
    table_of.compile_level(*layers_of(board), board.rows, board.cols, table)
    glyphs = tuple(glyph for _, _, glyph in board.pieces_in_order())
    identity = {
        row * board.cols + col: number
        for number, (row, col, _) in enumerate(board.pieces_in_order())
    }
    starts = table[table_of.START : table_of.START + len(glyphs)].tolist()
    return CompiledBoard(board.cols, table, tuple(identity[cell] for cell in starts), glyphs)


def compile_board(board: FruitBoard) -> CompiledBoard:
    """The compiled form of a valid board; kept for the boards used last.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    return _compile(FruitBoard(board.tiles, board.pieces, board.gates))
