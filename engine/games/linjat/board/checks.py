"""What is wrong with a Linjat board, and what is only unusual."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.values.grid import Cell
from engine.values.level import Problem

_CELLS = "board.cells"


def problems(board: LinjatBoard) -> tuple[Problem, ...]:
    """The rules that a board breaks."""
    return tuple(_problems(board))


def _problems(board: LinjatBoard) -> Iterator[Problem]:
    sides = (board.rows, board.cols)
    if max(sides) > codes.MAX_SIDE or min(sides) < codes.LEAST_SIDE:
        least, most = codes.LEAST_SIDE, codes.MAX_SIDE
        allowed = f"{least} by {least} to {most} by {most} are allowed"
        yield Problem(f"{board.rows} rows of {board.cols} cells; {allowed}")
    if not any(board.numbers()):
        yield Problem("no number; a puzzle has at least one", key=_CELLS)


def warnings(board: LinjatBoard) -> tuple[Problem, ...]:
    """What is allowed on a board, but leaves no line to draw or no way to draw it."""
    return (*_lone_ones(board), *_lost_dots(board))


def _lone_ones(board: LinjatBoard) -> Iterator[Problem]:
    for row, col, value in board.numbers():
        if value == 1:
            yield Problem("a 1 is its own line from the start", row, col, _CELLS)


def _lost_dots(board: LinjatBoard) -> Iterator[Problem]:
    reached = within_reach(board)
    for row, col in board.dots():
        if (row, col) not in reached:
            yield Problem("no line is long enough to cover this dot", row, col, _CELLS)


def within_reach(board: LinjatBoard) -> frozenset[Cell]:
    """The cells that numbers could draw a line to, if there were no lines yet."""
    return frozenset[Cell]().union(*(reach_of(board, number) for number in board.numbers()))


def reach_of(board: LinjatBoard, number: Number) -> frozenset[Cell]:
    """The cells that a number could draw a line to, if there were no lines yet."""
    row, col, value = number
    cells: set[Cell] = set()
    for down, right in ((0, 1), (1, 0)):
        back = _free_ahead(board, row, col, -down, -right, value - 1)
        ahead = _free_ahead(board, row, col, down, right, value - 1)
        if back + ahead + 1 >= value:
            cells |= {(row + n * down, col + n * right) for n in range(-back, ahead + 1)}
    return frozenset(cells)


def _free_ahead(board: LinjatBoard, row: int, col: int, down: int, right: int, most: int) -> int:
    """How many cells, up to a number, follow one another without a number or the edge."""
    for steps in range(1, most + 1):
        r, c = row + steps * down, col + steps * right
        if not board.inside(r, c) or board.cells[r][c] in codes.DIGITS:
            return steps - 1
    return most
