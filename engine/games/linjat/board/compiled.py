"""From board values to what kernels take, and back."""

from __future__ import annotations

import numpy as np

from engine.errors import LevelError
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.checks import problems
from engine.games.linjat.deduce.crosses import ROW_AT
from engine.jit.arrays import Longs
from engine.values.grid import Cell, cells_of

Cells = tuple[Cell, ...]
"""Cells as (row, column), in reading order."""


def cells_of_board(board: LinjatBoard) -> Longs:
    """The codes of the cells of a valid board, in reading order.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    for problem in problems(board):  # kernels check no bounds
        raise LevelError(problem.message, key=problem.key, row=problem.row, col=problem.col)
    return np.array([codes.CODES[glyph] for _, _, glyph in cells_of(board.cells)], np.int64)


def cross_cells(row: int, col: int, word: int) -> Cells:
    """The cells of the board that a word of cells means on the cross of a number."""
    level = {(row, place) for place in range(ROW_AT) if word >> place & 1}
    upright = {(place, col) for place in range(ROW_AT) if word >> ROW_AT + place & 1}
    return tuple(sorted(level | upright))


def placements(row: int, col: int, value: int, starts: int) -> tuple[Cells, ...]:
    """The placements that a word of starts means for a number, in the order of rule 1.

    That is from the one that reaches furthest up or left on, along the row first.
    """
    found = []
    for back in reversed(range(value)):
        if col >= back and starts >> col - back & 1:
            found.append(tuple((row, col - back + step) for step in range(value)))
        if row >= back and starts >> ROW_AT + row - back & 1:
            found.append(tuple((row - back + step, col) for step in range(value)))
    return tuple(found)
