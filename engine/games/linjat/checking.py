"""What a player can be told of the lines drawn: how they stand, and what is still wrong."""

from __future__ import annotations

from engine.game.placing import Fault
from engine.game.position import Position
from engine.games.linjat.board import board as boards
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import cells_of_line, word_of
from engine.values.grid import Cell


def drawn_over(board: LinjatBoard, position: Position, cell: Cell) -> int | None:
    """The number whose line covers a cell."""
    for number, line in enumerate(position.pieces):
        if cell in cells_of_line(line):
            return number
    return None


def grips(position: Position, cell: Cell) -> bool:
    """Whether a cell is that of a number, or an end of its line."""
    board: LinjatBoard = position.board
    return any(
        cell == (row, col) or cell in line
        for line, (row, col, _) in zip(position.pieces, board.numbers(), strict=True)
    )


def follows(position: Position, begin: Cell, end: Cell) -> bool:
    """Whether a cell is in the row or column of the number whose line is taken hold of."""
    board: LinjatBoard = position.board
    number = drawn_over(board, position, begin)
    if number is None:
        return False
    row, col, _ = tuple(board.numbers())[number]
    return end[0] == row or end[1] == col


def cleared(position: Position, cell: Cell) -> str | None:
    """The move by which the line over a cell is just its number's cell again."""
    board: LinjatBoard = position.board
    number = drawn_over(board, position, cell)
    if number is None:
        return None
    row, col, _ = tuple(board.numbers())[number]
    home = (row, col)
    return None if position.pieces[number] == (home, home) else word_of(home, (home, home))


def contents(position: Position, cell: Cell) -> str:
    """What is on a cell, and how long the line over it is."""
    board: LinjatBoard = position.board
    number = drawn_over(board, position, cell)
    what = boards.contents(board, *cell)
    if number is None:
        return what
    row, col, value = tuple(board.numbers())[number]
    length = len(cells_of_line(position.pieces[number]))
    whose = what if cell == (row, col) else f"{what}, line of the {value} at {row},{col}"
    whose = whose.removeprefix("empty, ")
    return f"{whose}: {_measure(length, value)}"


def _measure(length: int, value: int) -> str:
    if length == value:
        return f"{length} of {value}, right"
    return f"{length} of {value}, too {'short' if length < value else 'long'}"


def faults(position: Position) -> tuple[Fault, ...]:
    """Every line drawn that has not its number's length, and what there is still to do in one.

    A bare dot is at fault only once every line is right.
    """
    board: LinjatBoard = position.board
    found: list[Fault] = []
    covered: set[Cell] = set()
    undrawn = 0
    for line, (row, col, value) in zip(position.pieces, board.numbers(), strict=True):
        cells = cells_of_line(line)
        covered.update(cells)
        if len(cells) == 1 < value:
            undrawn += 1
        elif len(cells) != value:
            text = f"the line of the {value} at {row},{col} is {_measure(len(cells), value)}"
            found.append(Fault(cells, text))
    bare = [dot for dot in board.dots() if dot not in covered]
    if not found and not undrawn:
        return tuple(Fault((dot,), f"the dot at {dot[0]},{dot[1]} is bare") for dot in bare)
    ahead = ((undrawn, "line", "to draw"), (len(bare), "dot", "to cover"))
    left = ", ".join(f"{n} {thing}{'s' * (n != 1)} {what}" for n, thing, what in ahead if n)
    if left:
        found.append(Fault((), left if found else f"nothing is wrong so far; {left}"))
    return tuple(found)
