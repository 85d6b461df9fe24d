"""What a drag of the pointer means, and what can be said to a player of the lines drawn."""

from __future__ import annotations

from engine.game.placing import Fault, Placing
from engine.game.position import Position
from engine.games.linjat.board import board as boards
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.games.linjat.board.lines import Cells, Line, word_of
from engine.games.linjat.playing import drawn, homes, taken
from engine.values.grid import Cell


class LinjatPlacing(Placing):
    """Lines drawn by dragging their ends."""

    def dragged(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """The move that a drag of the pointer makes; None if it makes none.

        A drag begins on a number or on an end of its line. An end is moved; the other one stays if
        it is on the same axis, else it goes back to the number. A drag from a number within its
        line begins the line anew, and a click on a number shrinks it to its cell. The line stops
        before other lines.
        """
        number = _grasped(position, begin)
        if number is None:
            return None
        home = homes(position.board)[number]
        if end[0] != home[0] and end[1] != home[1]:
            return None
        ends = position.pieces[number]
        if begin == end:
            line = (home, home) if begin == home else ends
        else:
            moved = _clipped(position, number, end)
            line = _with_end(home, ends, begin, moved)
        return word_of(home, line) if line != ends else None

    def grips(self, position: Position, cell: Cell) -> bool:
        """Whether a cell is that of a number, or an end of its line."""
        return _grasped(position, cell) is not None

    def follows(self, position: Position, begin: Cell, end: Cell) -> bool:
        """Whether a cell is in the row or column of the number whose line is taken hold of."""
        found = _line_over(position, begin)
        return found is not None and (end[0] == found[0][0] or end[1] == found[0][1])

    def cleared(self, position: Position, cell: Cell) -> str | None:
        """The move by which the line over a cell is just its number's cell again."""
        found = _line_over(position, cell)
        if found is None or len(found[1]) == 1:
            return None
        home = found[0][:2]
        return word_of(home, (home, home))

    def contents(self, position: Position, cell: Cell, /) -> str:
        """What is on a cell, and how long the line over it is."""
        what, found = boards.contents(position.board, *cell), _line_over(position, cell)
        if found is None:
            return what
        (row, col, value), cells = found
        whose = what if cell == (row, col) else f"{what}, line of the {value} at {row},{col}"
        return f"{whose.removeprefix('empty, ')}: {_measure(len(cells), value)}"

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """Every line drawn that has not its number's length, and what is still to do in one.

        A bare dot is at fault only once every line is right.
        """
        found: list[Fault] = []
        covered: set[Cell] = set()
        undrawn = 0
        for (row, col, value), cells in drawn(position.board, position.pieces):
            covered.update(cells)
            if len(cells) == 1 < value:
                undrawn += 1
            elif len(cells) != value:
                text = f"the line of the {value} at {row},{col} is {_measure(len(cells), value)}"
                found.append(Fault(cells, text))
        bare = [dot for dot in position.board.dots() if dot not in covered]
        if not found and not undrawn:
            return tuple(Fault((dot,), f"the dot at {dot[0]},{dot[1]} is bare") for dot in bare)
        ahead = ((undrawn, "line", "to draw"), (len(bare), "dot", "to cover"))
        left = ", ".join(f"{n} {thing}{'s' * (n != 1)} {what}" for n, thing, what in ahead if n)
        if left:
            found.append(Fault((), left if found else f"no line is wrong so far; {left}"))
        return tuple(found)


def _grasped(position: Position, cell: Cell) -> int | None:
    """The number whose cell, or whose line's end, is on a cell."""
    lines = zip(homes(position.board), position.pieces, strict=True)
    held = (number for number, (home, line) in enumerate(lines) if cell in (home, *line))
    return next(held, None)


def _line_over(position: Position, cell: Cell) -> tuple[Number, Cells] | None:
    """The number whose line covers a cell, and that line."""
    lines = drawn(position.board, position.pieces)
    return next(((number, cells) for number, cells in lines if cell in cells), None)


def _clipped(position: Position, number: int, end: Cell) -> Cell:
    """The last free cell on the way from a number to a cell in its row or column."""
    board: LinjatBoard = position.board
    row, col = homes(board)[number]
    down, right = _sign(end[0] - row), _sign(end[1] - col)
    others = taken(position.pieces, number)
    while (row, col) != end:
        ahead = (row + down, col + right)
        if ahead in others or not board.inside(*ahead):
            break
        row, col = ahead
    return row, col


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _with_end(home: Cell, ends: Line, begin: Cell, moved: Cell) -> Line:
    """The line of a number after one of its ends, or a new one, was moved."""
    other = home
    if begin in ends:
        other = ends[1] if begin == ends[0] else ends[0]
    if moved[0] != other[0] and moved[1] != other[1]:
        other = home
    if any((moved[axis] - home[axis]) * (other[axis] - home[axis]) > 0 for axis in (0, 1)):
        moved = home
    first, last = sorted((moved, other))
    return first, last


def _measure(length: int, value: int) -> str:
    if length == value:
        return f"{length} of {value}, right"
    return f"{length} of {value}, too {'short' if length < value else 'long'}"
