"""Lines as a player draws them, and the notation for moves.

A *line* is given by its two end cells in one row or column, the upper or left one first. At the
start, every number's line is just its own cell. A move ``r,c:r1,c1-r2,c2`` draws the line for the
number at (r, c) from the cell at (r1, c1) to the cell at (r2, c2). For example, ``1,1:1,0-1,2``
draws a line over three cells in row 1 for the number at (1, 1).

The module also converts between lists of cells and the 64-bit words of
:mod:`engine.games.linjat.deduction.placement_masks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.errors import MoveError, quote_input
from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.board_problems import find_problems
from engine.games.linjat.board.glyph_codes import ROW_BIT
from engine.values.grid import Cell, iterate_cells
from engine.values.level import require_no_problems

if TYPE_CHECKING:
    from engine.jit.decorators import Longs

Cells = tuple[Cell, ...]
"""Cells as (row, column), in reading order."""


def encode_cells(board: LinjatBoard) -> Longs:
    """Return the code for each cell of a board, in reading order.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    import numpy as np

    require_no_problems(find_problems(board))
    return np.array(
        [glyph_codes.CODES[glyph] for _, _, glyph in iterate_cells(board.cells)], np.int64
    )


def decode_cross_cells(row: int, col: int, word: int) -> Cells:
    """Return the cells whose bits are set in ``word``, on the cross of the number at (row, col)."""
    level = {(row, index) for index in range(ROW_BIT) if word >> index & 1}
    upright = {(index, col) for index in range(ROW_BIT) if word >> ROW_BIT + index & 1}
    # The number's own cell has a bit in each half of the word. The union keeps it only once.
    return tuple(sorted(level | upright))


def encode_cross_cells(row: int, col: int, cells: Cells) -> int:
    """Return a word with the bits for ``cells`` set, on the cross of the number at (row, col)."""
    level = sum(1 << at_col for at_row, at_col in cells if at_row == row)
    return level | sum(1 << ROW_BIT + at_row for at_row, at_col in cells if at_col == col)


def decode_placements(row: int, col: int, value: int, starts: int) -> tuple[Cells, ...]:
    """Return the cells of each placement whose start is in the word ``starts``.

    The placements are in the order in which the rule ``uncontested`` tries them: those that extend
    furthest up or left come first and, of two that extend equally far, the one along the row.
    """
    found = []
    for back in reversed(range(value)):
        # The start lies ``back`` cells to the left of the number, or above it.
        if col >= back and starts >> col - back & 1:
            found.append(tuple((row, col - back + step) for step in range(value)))
        if row >= back and starts >> ROW_BIT + row - back & 1:
            found.append(tuple((row - back + step, col) for step in range(value)))
    return tuple(found)


Line = tuple[Cell, Cell]
"""The two ends of a line, the upper or left one first."""

_WORD = re.compile(r"(\d{1,2}),(\d{1,2}):(\d{1,2}),(\d{1,2})-(\d{1,2}),(\d{1,2})", re.ASCII)


def format_move(home: Cell, line: Line) -> str:
    """Return the move that draws ``line`` for the number in the cell ``home``."""
    (row, col), ((r1, c1), (r2, c2)) = home, line
    return f"{row},{col}:{r1},{c1}-{r2},{c2}"


def parse_move(word: str) -> tuple[Cell, Line]:
    """Return the number's cell and the line that a move draws, with its upper or left end first.

    Raises:
        MoveError: The word is not a move in this game's notation.
    """
    found = _WORD.fullmatch(word)
    if found is None:
        raise MoveError(
            "expected r,c:r1,c1-r2,c2 (a number and the ends of its line), found "
            f"{quote_input(word)}"
        )
    row, col, r1, c1, r2, c2 = map(int, found.groups())
    first, last = sorted(((r1, c1), (r2, c2)))
    return (row, col), (first, last)


def is_straight(line: Line) -> bool:
    """Return True if both ends of a line are in the same row or column."""
    (r1, c1), (r2, c2) = line
    return r1 == r2 or c1 == c2


def list_line_cells(line: Line) -> Cells:
    """Return the cells of a straight line, from its first end to its last."""
    (r1, c1), (r2, c2) = line
    return tuple((row, col) for row in range(r1, r2 + 1) for col in range(c1, c2 + 1))


def find_span(cells: Iterable[Cell]) -> Line:
    """Return the line from the first to the last of ``cells``, which lie in one row or column."""
    found = sorted(cells)
    return found[0], found[-1]
