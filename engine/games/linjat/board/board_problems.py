"""Problems with Linjat boards: broken rules, and warnings about questionable clues."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.values.grid import Cell
from engine.values.level import Problem

_CELLS = "board.cells"


def find_problems(board: LinjatBoard) -> tuple[Problem, ...]:
    """Return one problem for each rule that the board breaks."""
    return tuple(_check_board(board))


def _check_board(board: LinjatBoard) -> Iterator[Problem]:
    sides = (board.rows, board.cols)
    if max(sides) > glyph_codes.MAX_SIDE or min(sides) < glyph_codes.LEAST_SIDE:
        least, most = glyph_codes.LEAST_SIDE, glyph_codes.MAX_SIDE
        allowed = f"{least} by {least} to {most} by {most} are allowed"
        yield Problem(f"{board.rows} rows of {board.cols} cells; {allowed}")
    if not any(board.list_numbers()):
        yield Problem("no number; a puzzle has at least one", key=_CELLS)


def find_warnings(board: LinjatBoard) -> tuple[Problem, ...]:
    """Return warnings about numbers that need no line, and about dots that no line can reach."""
    return (*_find_lone_ones(board), *_find_lost_dots(board))


def _find_lone_ones(board: LinjatBoard) -> Iterator[Problem]:
    for row, col, value in board.list_numbers():
        if value == 1:
            yield Problem("a 1 is its own line from the start", row, col, _CELLS)


def _find_lost_dots(board: LinjatBoard) -> Iterator[Problem]:
    reached = find_reachable_cells(board)
    for row, col in board.list_dots():
        if (row, col) not in reached:
            yield Problem("no line is long enough to cover this dot", row, col, _CELLS)


def find_reachable_cells(board: LinjatBoard) -> frozenset[Cell]:
    """Return the cells that at least one number's line could cover before any line is drawn."""
    # A line drawn during play could block some of these cells, but a warning is about the puzzle
    # itself and must not depend on the order of play.
    return frozenset[Cell]().union(*(find_reach(board, number) for number in board.list_numbers()))


def find_reach(board: LinjatBoard, number: Number) -> frozenset[Cell]:
    """Return the cells that the line of ``number`` could cover before any line is drawn."""
    row, col, value = number
    cells: set[Cell] = set()
    for down, right in ((0, 1), (1, 0)):
        back = _count_free_cells(board, row, col, -down, -right, value - 1)
        ahead = _count_free_cells(board, row, col, down, right, value - 1)
        # If the whole stretch of free cells is shorter than the number, no line fits on this axis.
        if back + ahead + 1 >= value:
            cells |= {(row + n * down, col + n * right) for n in range(-back, ahead + 1)}
    return frozenset(cells)


def _count_free_cells(
    board: LinjatBoard, row: int, col: int, down: int, right: int, most: int
) -> int:
    """Count the cells between (row, col) and the next number or the board's edge, up to ``most``.

    Neither the cell at (row, col) nor the number's cell is counted. (down, right) is the step from
    one cell to the next.
    """
    for steps in range(1, most + 1):
        r, c = row + steps * down, col + steps * right
        if not board.has_cell(r, c) or board.cells[r][c] in glyph_codes.DIGITS:
            return steps - 1
    return most
