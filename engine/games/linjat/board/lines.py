"""Lines as a player draws them, and the words for drawing them.

A *line* is two cells in one row or column, the upper or left one first; a number begins with a
line of its own cell. A move ``r,c:r1,c1-r2,c2`` says between which cells the line of the number at
row r, column c runs from now on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.errors import MoveError, quoted
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.checks import problems
from engine.games.linjat.board.codes import ROW_AT
from engine.values.grid import Cell, cells_of
from engine.values.level import require_no_problems

if TYPE_CHECKING:
    from engine.jit.marks import Longs

Cells = tuple[Cell, ...]
"""Cells as (row, column), in reading order."""


def cells_of_board(board: LinjatBoard) -> Longs:
    """The codes of the cells of a valid board, in reading order.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    import numpy as np

    require_no_problems(problems(board))
    return np.array([codes.CODES[glyph] for _, _, glyph in cells_of(board.cells)], np.int64)


def cross_cells(row: int, col: int, word: int) -> Cells:
    """The cells of the board that a word of cells means on the cross of a number."""
    level = {(row, index) for index in range(ROW_AT) if word >> index & 1}
    upright = {(index, col) for index in range(ROW_AT) if word >> ROW_AT + index & 1}
    return tuple(sorted(level | upright))


def cross_word(row: int, col: int, cells: Cells) -> int:
    """Return the word that means some cells on the cross of a number."""
    level = sum(1 << at_col for at_row, at_col in cells if at_row == row)
    return level | sum(1 << ROW_AT + at_row for at_row, at_col in cells if at_col == col)


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


Line = tuple[Cell, Cell]
"""The two ends of a line, the upper or left one first."""

_WORD = re.compile(r"(\d{1,2}),(\d{1,2}):(\d{1,2}),(\d{1,2})-(\d{1,2}),(\d{1,2})", re.ASCII)


def word_of(home: Cell, line: Line) -> str:
    """The move that draws a line of a number."""
    (row, col), ((r1, c1), (r2, c2)) = home, line
    return f"{row},{col}:{r1},{c1}-{r2},{c2}"


def read_word(word: str) -> tuple[Cell, Line]:
    """The number's cell and the line that a move names, its ends in order.

    Raises:
        MoveError: not a move of this game.
    """
    found = _WORD.fullmatch(word)
    if found is None:
        raise MoveError(
            f"expected r,c:r1,c1-r2,c2 (a number and the ends of its line), found {quoted(word)}"
        )
    row, col, r1, c1, r2, c2 = map(int, found.groups())
    first, last = sorted(((r1, c1), (r2, c2)))
    return (row, col), (first, last)


def is_straight(line: Line) -> bool:
    """Whether the ends are in one row or column."""
    (r1, c1), (r2, c2) = line
    return r1 == r2 or c1 == c2


def cells_of_line(line: Line) -> Cells:
    """The cells of a straight line, in order."""
    (r1, c1), (r2, c2) = line
    return tuple((row, col) for row in range(r1, r2 + 1) for col in range(c1, c2 + 1))


def span(cells: Iterable[Cell]) -> Line:
    """The line from the first of some cells in a row or column to the last."""
    found = sorted(cells)
    return found[0], found[-1]
