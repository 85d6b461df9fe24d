"""Positions during play, moves that draw lines, and pictures of positions.

A position holds one line for every number. At the start, each line covers only the number's cell. A
move replaces one number's line with another of any length, so every position can be reached from
every other. A position is won once every line has its number's length and every dot is covered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from engine.game.play import BrowserRules
from engine.game.play_position import Position, Status, Step
from engine.games.linjat.board import board as boards
from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.games.linjat.board.line_notation import (
    Cells,
    Line,
    encode_cells,
    format_move,
    is_straight,
    list_line_cells,
    parse_move,
)
from engine.values.grid import Cell
from engine.values.picture import Picture

DrawnLines = tuple[Line, ...]
"""The line for every number, with the numbers in reading order."""


def list_drawn_lines(board: LinjatBoard, lines: DrawnLines) -> tuple[tuple[Number, Cells], ...]:
    """Return every number together with the cells on its line."""
    return tuple(zip(board.list_numbers(), map(list_line_cells, lines), strict=True))


def list_homes(board: LinjatBoard) -> list[Cell]:
    """Return the cells that contain numbers, in reading order."""
    return [(row, col) for row, col, _ in board.list_numbers()]


def find_taken_cells(lines: DrawnLines, number: int) -> set[Cell]:
    """Return the cells on all lines except the line at index ``number``."""
    others = (*lines[:number], *lines[number + 1 :])
    return {cell for line in others for cell in list_line_cells(line)}


def start_play(board: LinjatBoard) -> Position:
    """Return the start position, in which every line covers only its number's cell.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    encode_cells(board)  # raises an error if the board breaks a rule
    lines = tuple((home, home) for home in list_homes(board))
    return Position(board, lines, _get_status(board, lines))


def play_move(position: Position, move: str) -> Step:
    """Return the step that a move makes from a position.

    If the move is impossible, the step contains the reason.

    Raises:
        MoveError: ``move`` is not in this game's notation.
    """
    board: LinjatBoard = position.board
    home, line = parse_move(move)
    problem = _find_problem(position, home, line)
    if problem:
        return Step(move, position, position, False, problem)
    number = list_homes(board).index(home)
    lines = (*position.pieces[:number], line, *position.pieces[number + 1 :])
    after = Position(board, lines, _get_status(board, lines))
    return Step(move, position, after, True, _format_note(after))


def _find_problem(position: Position, home: Cell, line: Line) -> str:
    """Return the reason why a line cannot be drawn, or an empty string if it can."""
    board: LinjatBoard = position.board
    if position.status != "playing":
        return "the puzzle is solved"
    if home not in list_homes(board):
        return "there is no number here"
    number = list_homes(board).index(home)
    if line == position.pieces[number]:
        return "this line is already drawn"
    if not is_straight(line) or not board.has_cell(*line[1]):
        return "a line must stay in one row or column"
    if home not in list_line_cells(line):
        return "a line must include the cell of its number"
    if find_taken_cells(position.pieces, number).intersection(list_line_cells(line)):
        return "lines cannot share cells"
    return ""


def _find_uncovered_dots(board: LinjatBoard, lines: DrawnLines) -> set[Cell]:
    return set(board.list_dots()).difference(*map(list_line_cells, lines))


def _has_right_lengths(board: LinjatBoard, lines: DrawnLines) -> bool:
    """Return True if every line is as long as its number's value."""
    return all(len(cells) == value for (_, _, value), cells in list_drawn_lines(board, lines))


def _get_status(board: LinjatBoard, lines: DrawnLines) -> Status:
    return (
        "won"
        if _has_right_lengths(board, lines) and not _find_uncovered_dots(board, lines)
        else "playing"
    )


def _format_note(position: Position) -> str:
    """Return a note about uncovered dots, or an empty string if some line has the wrong length."""
    board, lines = position.board, position.pieces
    if position.status == "won" or not _has_right_lengths(board, lines):
        return ""
    left = len(_find_uncovered_dots(board, lines))
    return f"{left} dot{'s' * (left != 1)} not covered"


def list_choices(position: Position) -> Iterator[str]:
    """Yield a move for each free line that changes the position and is not too long.

    A player may also draw lines that are too long, but they never help.
    """
    board: LinjatBoard = position.board
    if position.status != "playing":
        return
    for number, (row, col, value) in enumerate(board.list_numbers()):
        others = find_taken_cells(position.pieces, number)
        for line in _list_lines(row, col, value):
            inside = board.has_cell(*line[0]) and board.has_cell(*line[1])
            free = inside and not others.intersection(list_line_cells(line))
            if free and line != position.pieces[number]:
                yield format_move((row, col), line)


def _list_lines(row: int, col: int, longest: int) -> Iterator[Line]:
    """Yield every line over the cell at (row, col) with at most ``longest`` cells, shortest first.

    Lines may leave the board.
    """
    yield (row, col), (row, col)
    for length in range(2, longest + 1):
        for back in range(length):
            ahead = length - 1 - back
            yield (row, col - back), (row, col + ahead)
            yield (row - back, col), (row + ahead, col)


def draw_picture(position: Position) -> Picture:
    """Return a picture of a position, with all lines that are longer than one cell."""
    board: LinjatBoard = position.board
    plain = boards.draw_picture(board)
    tiles = [list(names) for names in plain.tiles]
    for (_, _, value), cells in list_drawn_lines(board, position.pieces):
        if len(cells) == 1:
            continue
        axis = "level" if cells[0][0] == cells[-1][0] else "upright"
        length = "right" if len(cells) == value else "short" if len(cells) < value else "long"
        for row, col in cells:
            dot = board.cells[row][col] == glyph_codes.DOT_GLYPH
            # The end cells have names of a different form, so that themes can draw rounded ends.
            part = {cells[0]: "-first", cells[-1]: "-last"}.get((row, col), "")
            tiles[row][col] = f"{'dot' if dot else 'line'}-{axis}-{length}{part}"
    return Picture(tuple(map(tuple, tiles)), plain.pieces, locked=plain.locked)


_LENGTHS = {"right": "as long as its number", "short": "too short", "long": "too long"}


def format_title(name: str) -> str:
    """Describe the part of a line that has the given name, or return "" for any other name."""
    kind, _, rest = name.partition("-")
    length = _LENGTHS.get(rest.partition("-")[2].partition("-")[0], "")
    covering = "dot under a line" if kind == "dot" else "line"
    return length and f"{covering} {length}"


def build_browser_level(board: LinjatBoard, solution: tuple[str, ...] | None) -> Mapping[str, Any]:
    """Return a board, and its solution if there is one, as the rules in JavaScript read them."""
    lines = {home: [*first, *last] for home, (first, last) in map(parse_move, solution or ())}
    # A number whose line is only its own cell has no move in a solution.
    drawn = [lines.get(home, [*home, *home]) for home in list_homes(board)]
    return {"cells": ["".join(line) for line in board.cells], "solution": solution and drawn}


BROWSER_RULES = BrowserRules(
    Path(__file__).with_name("browser_rules.js"),
    (
        *glyph_codes.NAMES.values(),
        *map(
            "-".join,
            product(
                ("line", "dot"),
                ("level", "upright"),
                ("short", "right", "long"),
            ),
        ),
        *map(
            "-".join,
            product(
                ("line", "dot"),
                ("level", "upright"),
                ("short", "right", "long"),
                ("first", "last"),
            ),
        ),
    ),
    build_browser_level,
)
