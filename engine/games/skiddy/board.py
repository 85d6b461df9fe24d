"""A Skiddy board as a value, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.games.skiddy import codes
from engine.tiles.board import MAX_SIDE, Glyphs, TileBoard
from engine.tiles.text import Shown, TileText, plainly_shown
from engine.values.grid import SYMMETRIES, Symmetry, cells_of
from engine.values.level import Problem


@dataclass(frozen=True)
class SkiddyBoard(TileBoard):
    """Tiles, pieces and locked cells, immutable."""

    tile_glyphs: ClassVar[Glyphs] = codes.TILES
    piece_glyphs: ClassVar[Glyphs] = codes.PIECES
    solid: ClassVar[str] = codes.SOLID
    movable: ClassVar[Mapping[str, str]] = codes.MOVABLE
    features: ClassVar[Mapping[str, tuple[str, str]]] = codes.FEATURES
    coloured: ClassVar[Mapping[str, tuple[str, str]]] = codes.COLOURED


def problems(board: SkiddyBoard) -> tuple[Problem, ...]:
    """The rules that a board breaks; see rules of the game, "Board"."""
    return (*_size_problems(board), *cell_problems(board), *_piece_problems(board))


def _size_problems(board: SkiddyBoard) -> Iterator[Problem]:
    rows, cols = board.rows, board.cols
    if max(rows, cols) > MAX_SIDE or min(rows, cols) < codes.LEAST_SIDE:
        least, most = codes.LEAST_SIDE, MAX_SIDE
        allowed = f"{least} by {least} to {most} by {most} are allowed"
        yield Problem(f"{rows} rows of {cols} tiles; {allowed}")


def cell_problems(board: SkiddyBoard) -> Iterator[Problem]:
    """What is on a cell where it must not be."""
    for row, col, glyph in cells_of(board.tiles):
        title = codes.TILES.titles[glyph]
        if glyph in codes.GOALS:
            if not board.is_border(row, col):
                yield Problem(f"a {title} inside the board", row, col, "board.tiles")
            elif row in (0, board.rows - 1) and col in (0, board.cols - 1):
                yield Problem(f"a {title} in a corner", row, col, "board.tiles")
        elif glyph != "#" and board.is_border(row, col):
            message = f"{title} on the border, which holds only blocks and goals"
            yield Problem(message, row, col, "board.tiles")
    yield from board.misplaced()


def _piece_problems(board: SkiddyBoard) -> Iterator[Problem]:
    first: dict[str, tuple[int, int]] = {}
    for row, col, glyph in board.pieces_in_order():
        if glyph in codes.SKIDDIES:
            first.setdefault(glyph, (row, col))
    if not first:
        yield Problem("no Skiddy; a level has at least one", key="board.pieces")
    for glyph, cell in sorted(first.items(), key=lambda entry: entry[1]):
        if not any(codes.GOAL_OF[glyph] in line for line in board.tiles):
            title, goal = codes.PIECES.titles[glyph], codes.TILES.titles[codes.GOAL_OF[glyph]]
            yield Problem(f"a {title}, but no {goal}", *cell, "board.pieces")


def warnings(board: SkiddyBoard) -> tuple[Problem, ...]:
    """What is allowed on a board, but no level of the published game has."""
    return (*_size_warnings(board), *_red_warnings(board), *_goal_warnings(board))


def _size_warnings(board: SkiddyBoard) -> Iterator[Problem]:
    (low, high), (left, right) = codes.USUAL_ROWS, codes.USUAL_COLS
    if not (low <= board.rows <= high and left <= board.cols <= right):
        usual = f"usual are {left} to {right} columns and {low} to {high} rows"
        yield Problem(f"{board.cols} columns and {board.rows} rows; {usual}")


def _red_warnings(board: SkiddyBoard) -> Iterator[Problem]:
    reds = sum(line.count("r") for line in board.pieces)
    if reds < 2:
        found = "one red Skiddy" if reds else "no red Skiddy"
        yield Problem(f"{found}; at least two are usual", key="board.pieces")


def _goal_warnings(board: SkiddyBoard) -> Iterator[Problem]:
    for row, col, glyph in cells_of(board.tiles):
        if glyph in codes.GOALS and board.is_border(row, col):
            beside = (min(max(row, 1), board.rows - 2), min(max(col, 1), board.cols - 2))
            if board.inside(*beside) and board.tiles[beside[0]][beside[1]] == "#":
                message = f"a block before the {codes.TILES.titles[glyph]}: nothing can reach it"
                yield Problem(message, row, col, "board.tiles")


_ON_PIT = {("o", piece): digit for piece, digit in zip("rbci", "1234", strict=True)}


class SkiddyText(TileText[SkiddyBoard]):
    """The usual text format of Skiddy; see :mod:`engine.tiles.text`.

    ::

        skiddy
        title: Level 1-1

        #####
        #r.r#
        #...#
        #R###

        locked 0,1

    ``#`` block, ``.`` or a blank floor, ``o`` pit, ``R`` ``B`` goals, ``r`` ``b`` Skiddies, ``c``
    crate, ``i`` ice cube; a piece on a pit is ``1`` red, ``2`` blue, ``3`` crate, ``4`` ice cube. A
    line that begins with ``;`` above the board is a title too.
    """

    game: ClassVar[str] = "skiddy"
    board_type = SkiddyBoard
    shown: ClassVar[Shown] = plainly_shown(SkiddyBoard) | _ON_PIT
    glyphs: ClassVar[str] = "# . o R B, a piece (r b c i), or 1 2 3 4 for a piece on a pit"
    blank: ClassVar[str] = " "
    title_mark: ClassVar[str] = ";"


def symmetries_of(board: SkiddyBoard) -> tuple[Symmetry, ...]:
    """The symmetries that turn a start board, tiles and pieces, into itself."""
    return tuple(
        symmetry
        for symmetry in SYMMETRIES
        if symmetry.grid(board.tiles) == board.tiles and symmetry.grid(board.pieces) == board.pieces
    )
