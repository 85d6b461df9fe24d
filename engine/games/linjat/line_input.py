"""Drawing lines by dragging, and describing the faults in drawn lines."""

from __future__ import annotations

from engine.game.drag_input import DragInput, Fault
from engine.game.play_position import Position
from engine.games.linjat.board import board as boards
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.games.linjat.board.line_notation import Cells, Line, format_move
from engine.games.linjat.play import find_taken_cells, list_drawn_lines, list_homes
from engine.values.grid import Cell


class LineInput(DragInput):
    """The input mode in which a player drags the ends of lines."""

    object_title = "line"
    pointing_help = "go to a number or to the end of a line"

    def find_drag_move(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """Return the move for a drag from ``begin`` to ``end``, or None if it changes nothing.

        A drag from an end of a line moves that end. The other end stays if it is on the same axis,
        and otherwise returns to the number. A drag from a number that is not at an end of its line
        starts a new line. A click on a number shrinks its line to the number's cell. A dragged line
        stops before it meets another line.
        """
        number = _find_dragged_number(position, begin)
        if number is None:
            return None
        home = list_homes(position.board)[number]
        if end[0] != home[0] and end[1] != home[1]:
            return None
        ends = position.pieces[number]
        if begin == end:
            line = (home, home) if begin == home else ends
        else:
            moved = _clip_end(position, number, end)
            line = _move_end(home, ends, begin, moved)
        return format_move(home, line) if line != ends else None

    def can_begin_drag(self, position: Position, cell: Cell) -> bool:
        """Return True if ``cell`` contains a number or an end of a line."""
        return _find_dragged_number(position, cell) is not None

    def can_follow(self, position: Position, begin: Cell, end: Cell) -> bool:
        """Return True if ``end`` is in the row or column of the number whose line is dragged."""
        found = _find_line_over(position, begin)
        return found is not None and (end[0] == found[0][0] or end[1] == found[0][1])

    def find_clearing_move(self, position: Position, cell: Cell) -> str | None:
        """Return the move that shrinks the line over ``cell``, or None if there is no such line."""
        found = _find_line_over(position, cell)
        if found is None or len(found[1]) == 1:
            return None
        home = found[0][:2]
        return format_move(home, (home, home))

    def describe_cell(self, position: Position, cell: Cell, /) -> str:
        """Describe a cell, including the length of any line over it."""
        what, found = boards.describe_cell(position.board, *cell), _find_line_over(position, cell)
        if found is None:
            return what
        (row, col, value), cells = found
        whose = what if cell == (row, col) else f"{what}, line of the {value} at {row},{col}"
        return f"{whose.removeprefix('empty, ')}: {_format_length(len(cells), value)}"

    def find_faults(self, position: Position) -> tuple[Fault, ...]:
        """Return the lines with the wrong length, and a last entry that says what is left to do.

        Uncovered dots are returned as faults only once every line has its correct length.
        """
        found: list[Fault] = []
        covered: set[Cell] = set()
        undrawn = 0
        for (row, col, value), cells in list_drawn_lines(position.board, position.pieces):
            covered.update(cells)
            if len(cells) == 1 < value:
                undrawn += 1
            elif len(cells) != value:
                text = (
                    f"the line of the {value} at {row},{col} is {_format_length(len(cells), value)}"
                )
                found.append(Fault(cells, text))
        bare = [dot for dot in position.board.list_dots() if dot not in covered]
        # While any line is missing or wrong, an uncovered dot is not a fault.
        if not found and not undrawn:
            return tuple(Fault((dot,), f"the dot at {dot[0]},{dot[1]} is bare") for dot in bare)
        ahead = ((undrawn, "line", "to draw"), (len(bare), "dot", "to cover"))
        left = ", ".join(f"{n} {thing}{'s' * (n != 1)} {what}" for n, thing, what in ahead if n)
        if left:
            found.append(Fault((), left if found else f"no line is wrong so far; {left}"))
        return tuple(found)


def _find_dragged_number(position: Position, cell: Cell) -> int | None:
    """Return the index of the number that is on ``cell`` or whose line ends there, or None."""
    lines = zip(list_homes(position.board), position.pieces, strict=True)
    held = (number for number, (home, line) in enumerate(lines) if cell in (home, *line))
    return next(held, None)


def _find_line_over(position: Position, cell: Cell) -> tuple[Number, Cells] | None:
    """Return the number whose line covers ``cell``, and that line, or None if there is none."""
    lines = list_drawn_lines(position.board, position.pieces)
    return next(((number, cells) for number, cells in lines if cell in cells), None)


def _clip_end(position: Position, number: int, end: Cell) -> Cell:
    """Return the farthest cell towards ``end`` that a number's line can reach unobstructed."""
    board: LinjatBoard = position.board
    row, col = list_homes(board)[number]
    down, right = _get_sign(end[0] - row), _get_sign(end[1] - col)
    others = find_taken_cells(position.pieces, number)
    while (row, col) != end:
        ahead = (row + down, col + right)
        if ahead in others or not board.has_cell(*ahead):
            break
        row, col = ahead
    return row, col


def _get_sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _move_end(home: Cell, ends: Line, begin: Cell, moved: Cell) -> Line:
    """Return the new ends of the line for the number on ``home``, after a drag.

    The end at ``begin`` moves to ``moved``.
    """
    other = home
    if begin in ends:
        other = ends[1] if begin == ends[0] else ends[0]
    # If the two ends are on different axes, the other end returns to the number.
    if moved[0] != other[0] and moved[1] != other[1]:
        other = home
    # A positive product means that both ends are on the same side of the number, so the line would
    # miss it.
    if any((moved[axis] - home[axis]) * (other[axis] - home[axis]) > 0 for axis in (0, 1)):
        moved = home
    first, last = sorted((moved, other))
    return first, last


def _format_length(length: int, value: int) -> str:
    if length == value:
        return f"{length} of {value}, right"
    return f"{length} of {value}, too {'short' if length < value else 'long'}"
