"""Play: lines drawn by moves, what a drag of the pointer means, and how it all looks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.position import Position, Status, Step
from engine.games.linjat.board import board as boards
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import (
    Line,
    cells_of_board,
    cells_of_line,
    is_straight,
    read_word,
    word_of,
)
from engine.values.grid import Cell
from engine.values.picture import Picture

Lines = tuple[Line, ...]
"""The line of every number, in reading order of the numbers."""


def start(board: LinjatBoard) -> Position:
    """The position in which every line is just its number's cell."""
    cells_of_board(board)  # refuses a draft
    lines = tuple(((row, col), (row, col)) for row, col, _ in board.numbers())
    return Position(board, lines, _status(board, lines))


def played(position: Position, move: str) -> Step:
    """What a move does to a position; one that cannot be made says why.

    Raises:
        MoveError: not a move of this game.
    """
    board: LinjatBoard = position.board
    home, line = read_word(move)
    number = _number_at(board, home)
    problem = _problem(board, position, number, line)
    if number is None or problem:
        return Step(move, position, position, False, problem)
    lines = (*position.pieces[:number], line, *position.pieces[number + 1 :])
    after = Position(board, lines, _status(board, lines))
    return Step(move, position, after, True, _note(board, after))


def _number_at(board: LinjatBoard, cell: Cell) -> int | None:
    """Which number stands on a cell."""
    homes = [(row, col) for row, col, _ in board.numbers()]
    return homes.index(cell) if cell in homes else None


def _problem(board: LinjatBoard, position: Position, number: int | None, line: Line) -> str:
    """Why a line cannot be drawn; empty if it can."""
    if position.status != "playing":
        return "the puzzle is solved"
    if number is None:
        return "there is no number"
    if line == position.pieces[number]:
        return "the line is there already"
    if not is_straight(line) or not board.inside(*line[1]):
        return "a line runs along one row or column of the board"
    cells = cells_of_line(line)
    if _homes(board)[number] not in cells:
        return "a line has its number's cell"
    taken = _taken(board, position.pieces, number)
    if taken.intersection(cells):
        return "lines share no cells"
    return ""


def _homes(board: LinjatBoard) -> list[Cell]:
    return [(row, col) for row, col, _ in board.numbers()]


def _taken(board: LinjatBoard, lines: Lines, number: int) -> set[Cell]:
    """The cells of all lines but one number's."""
    return {
        cell for other, line in enumerate(lines) if other != number for cell in cells_of_line(line)
    }


def _uncovered(board: LinjatBoard, lines: Lines) -> set[Cell]:
    return set(board.dots()).difference(*map(cells_of_line, lines))


def _status(board: LinjatBoard, lines: Lines) -> Status:
    right = all(
        len(cells_of_line(line)) == value
        for line, (_, _, value) in zip(lines, board.numbers(), strict=True)
    )
    return "won" if right and not _uncovered(board, lines) else "playing"


def _note(board: LinjatBoard, position: Position) -> str:
    """What is still wrong once every line has its length."""
    if position.status == "won":
        return ""
    wrong = any(
        len(cells_of_line(line)) != value
        for line, (_, _, value) in zip(position.pieces, board.numbers(), strict=True)
    )
    left = len(_uncovered(board, position.pieces))
    return "" if wrong else f"{left} dot{'s' * (left != 1)} not covered"


def choices(position: Position) -> Iterator[str]:
    """The moves that change a position: every line that is free, up to its number's length.

    Longer lines may be drawn too, but never help.
    """
    board: LinjatBoard = position.board
    if position.status != "playing":
        return
    for number, (row, col, value) in enumerate(board.numbers()):
        taken = _taken(board, position.pieces, number)
        for line in _lines_of(row, col, value):
            inside = board.inside(*line[0]) and board.inside(*line[1])
            free = inside and not taken.intersection(cells_of_line(line))
            if free and line != position.pieces[number]:
                yield word_of((row, col), line)


def _lines_of(row: int, col: int, longest: int) -> Iterator[Line]:
    """Every line over a cell up to a length, that of the cell alone first."""
    yield (row, col), (row, col)
    for length in range(2, longest + 1):
        for back in range(length):
            ahead = length - 1 - back
            yield (row, col - back), (row, col + ahead)
            yield (row - back, col), (row + ahead, col)


def dragged(position: Position, begin: Cell, end: Cell) -> str | None:
    """The move that a drag of the pointer makes; None if it makes none.

    A drag begins on a number or on an end of its line. An end is moved; the other one stays if it
    is on the same axis, else it goes back to the number. A drag from a number within its line
    begins the line anew, and a click on a number shrinks it to its cell. The line stops before
    other lines.
    """
    board: LinjatBoard = position.board
    number = _grasped(board, position, begin)
    if number is None:
        return None
    home = _homes(board)[number]
    if end[0] != home[0] and end[1] != home[1]:
        return None
    ends = position.pieces[number]
    if begin == end:
        line = (home, home) if begin == home else ends
    else:
        moved = _clipped(board, position, number, end)
        line = _with_end(home, ends, begin, moved)
    return word_of(home, line) if line != ends else None


def _grasped(board: LinjatBoard, position: Position, cell: Cell) -> int | None:
    """The number whose cell, or whose line's end, is on a cell."""
    for number, home in enumerate(_homes(board)):
        if cell == home or cell in position.pieces[number]:
            return number
    return None


def _clipped(board: LinjatBoard, position: Position, number: int, end: Cell) -> Cell:
    """The last free cell on the way from a number to a cell in its row or column."""
    row, col = _homes(board)[number]
    down, right = _sign(end[0] - row), _sign(end[1] - col)
    taken = _taken(board, position.pieces, number)
    while (row, col) != end:
        ahead = (row + down, col + right)
        if ahead in taken or not board.inside(*ahead):
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


def picture(position: Position) -> Picture:
    """What a position looks like: the board, with every line longer than its number's cell."""
    board: LinjatBoard = position.board
    plain = boards.picture(board)
    tiles = [list(names) for names in plain.tiles]
    for line, (_, _, value) in zip(position.pieces, board.numbers(), strict=True):
        cells = cells_of_line(line)
        if len(cells) == 1:
            continue
        axis = "level" if line[0][0] == line[1][0] else "upright"
        length = "right" if len(cells) == value else "short" if len(cells) < value else "long"
        for row, col in cells:
            dot = board.cells[row][col] == codes.DOT_GLYPH
            part = {cells[0]: "-first", cells[-1]: "-last"}.get((row, col), "")
            tiles[row][col] = f"{'dot' if dot else 'line'}-{axis}-{length}{part}"
    return Picture(tuple(map(tuple, tiles)), plain.pieces, locked=plain.locked)
