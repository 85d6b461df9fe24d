"""Play: lines drawn by moves, and how they look."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.position import Position, Status, Step
from engine.games.linjat.board import board as boards
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.games.linjat.board.lines import (
    Cells,
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


def drawn(board: LinjatBoard, lines: Lines) -> tuple[tuple[Number, Cells], ...]:
    """Every number, and the cells of its line."""
    return tuple(zip(board.numbers(), map(cells_of_line, lines), strict=True))


def homes(board: LinjatBoard) -> list[Cell]:
    """The cells of the numbers."""
    return [(row, col) for row, col, _ in board.numbers()]


def taken(lines: Lines, number: int) -> set[Cell]:
    """The cells of all lines but one number's."""
    others = (*lines[:number], *lines[number + 1 :])
    return {cell for line in others for cell in cells_of_line(line)}


def start(board: LinjatBoard) -> Position:
    """The position in which every line is just its number's cell."""
    cells_of_board(board)  # refuses a draft
    lines = tuple((home, home) for home in homes(board))
    return Position(board, lines, _status(board, lines))


def played(position: Position, move: str) -> Step:
    """What a move does to a position; one that cannot be made says why.

    Raises:
        MoveError: not a move of this game.
    """
    board: LinjatBoard = position.board
    home, line = read_word(move)
    problem = _problem(position, home, line)
    if problem:
        return Step(move, position, position, False, problem)
    number = homes(board).index(home)
    lines = (*position.pieces[:number], line, *position.pieces[number + 1 :])
    after = Position(board, lines, _status(board, lines))
    return Step(move, position, after, True, _note(after))


def _problem(position: Position, home: Cell, line: Line) -> str:
    """Why a line cannot be drawn; empty if it can."""
    board: LinjatBoard = position.board
    if position.status != "playing":
        return "the puzzle is solved"
    if home not in homes(board):
        return "there is no number"
    number = homes(board).index(home)
    if line == position.pieces[number]:
        return "the line is there already"
    if not is_straight(line) or not board.inside(*line[1]):
        return "a line runs along one row or column of the board"
    if home not in cells_of_line(line):
        return "a line has its number's cell"
    if taken(position.pieces, number).intersection(cells_of_line(line)):
        return "lines share no cells"
    return ""


def _uncovered(board: LinjatBoard, lines: Lines) -> set[Cell]:
    return set(board.dots()).difference(*map(cells_of_line, lines))


def _is_right(board: LinjatBoard, lines: Lines) -> bool:
    """Whether every line has its length."""
    return all(len(cells) == value for (_, _, value), cells in drawn(board, lines))


def _status(board: LinjatBoard, lines: Lines) -> Status:
    return "won" if _is_right(board, lines) and not _uncovered(board, lines) else "playing"


def _note(position: Position) -> str:
    """What is still wrong once every line has its length."""
    board, lines = position.board, position.pieces
    if position.status == "won" or not _is_right(board, lines):
        return ""
    left = len(_uncovered(board, lines))
    return f"{left} dot{'s' * (left != 1)} not covered"


def choices(position: Position) -> Iterator[str]:
    """The moves that change a position: every line that is free, up to its number's length.

    Longer lines may be drawn too, but never help.
    """
    board: LinjatBoard = position.board
    if position.status != "playing":
        return
    for number, (row, col, value) in enumerate(board.numbers()):
        others = taken(position.pieces, number)
        for line in _lines_of(row, col, value):
            inside = board.inside(*line[0]) and board.inside(*line[1])
            free = inside and not others.intersection(cells_of_line(line))
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


def picture(position: Position) -> Picture:
    """What a position looks like: the board, with every line longer than its number's cell."""
    board: LinjatBoard = position.board
    plain = boards.picture(board)
    tiles = [list(names) for names in plain.tiles]
    for (_, _, value), cells in drawn(board, position.pieces):
        if len(cells) == 1:
            continue
        axis = "level" if cells[0][0] == cells[-1][0] else "upright"
        length = "right" if len(cells) == value else "short" if len(cells) < value else "long"
        for row, col in cells:
            dot = board.cells[row][col] == codes.DOT_GLYPH
            part = {cells[0]: "-first", cells[-1]: "-last"}.get((row, col), "")
            tiles[row][col] = f"{'dot' if dot else 'line'}-{axis}-{length}{part}"
    return Picture(tuple(map(tuple, tiles)), plain.pieces, locked=plain.locked)


_LENGTHS = {"right": "as long as its number", "short": "too short", "long": "too long"}


def title(name: str) -> str:
    """What a part of a line is, in words; empty for any other name."""
    kind, _, rest = name.partition("-")
    length = _LENGTHS.get(rest.partition("-")[2].partition("-")[0], "")
    covering = "dot under a line" if kind == "dot" else "line"
    return length and f"{covering} {length}"
