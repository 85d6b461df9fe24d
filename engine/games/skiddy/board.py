"""The Skiddy board and its text format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.games.skiddy import skiddy_codes
from engine.tiles.board import MAX_SIDE, Glyphs, TileBoard
from engine.tiles.text import TileText, list_plain_characters
from engine.values.grid import SYMMETRIES, Symmetry, iterate_cells
from engine.values.level import Problem


@dataclass(frozen=True)
class SkiddyBoard(TileBoard):
    """An immutable Skiddy board: its tiles, pieces and locked cells."""

    tile_glyphs: ClassVar[Glyphs] = skiddy_codes.TILES
    piece_glyphs: ClassVar[Glyphs] = skiddy_codes.PIECES
    solid: ClassVar[str] = skiddy_codes.SOLID
    movable: ClassVar[Mapping[str, str]] = skiddy_codes.MOVABLE
    features: ClassVar[Mapping[str, tuple[str, str]]] = skiddy_codes.FEATURES
    coloured: ClassVar[Mapping[str, tuple[str, str]]] = skiddy_codes.COLOURED


def find_problems(board: SkiddyBoard) -> tuple[Problem, ...]:
    """Return a problem for each rule that a board breaks; see "Board" in the game's rules."""
    return (*_find_size_problems(board), *find_cell_problems(board), *_find_piece_problems(board))


def _find_size_problems(board: SkiddyBoard) -> Iterator[Problem]:
    rows, cols = board.rows, board.cols
    if max(rows, cols) > MAX_SIDE or min(rows, cols) < skiddy_codes.LEAST_SIDE:
        least, most = skiddy_codes.LEAST_SIDE, MAX_SIDE
        allowed = f"{least} by {least} to {most} by {most} are allowed"
        yield Problem(f"{rows} rows of {cols} tiles; {allowed}")


def find_cell_problems(board: SkiddyBoard) -> Iterator[Problem]:
    """Yield a problem for each tile or piece that is on a cell where it is not allowed."""
    for row, col, glyph in iterate_cells(board.tiles):
        title = skiddy_codes.TILES.titles[glyph]
        if glyph in skiddy_codes.GOALS:
            # Goals are exits, so they must be on the border.
            if not board.is_border(row, col):
                yield Problem(f"a {title} inside the board", row, col, "board.tiles")
            elif row in (0, board.rows - 1) and col in (0, board.cols - 1):
                yield Problem(f"a {title} in a corner", row, col, "board.tiles")
        elif glyph != "#" and board.is_border(row, col):
            message = f"{title} on the border, which holds only blocks and goals"
            yield Problem(message, row, col, "board.tiles")
    yield from board.find_misplaced()


def _find_piece_problems(board: SkiddyBoard) -> Iterator[Problem]:
    first: dict[str, tuple[int, int]] = {}
    for row, col, glyph in board.iterate_pieces():
        if glyph in skiddy_codes.SKIDDIES:
            first.setdefault(glyph, (row, col))
    if not first:
        yield Problem("no Skiddy; a level has at least one", key="board.pieces")
    for glyph, cell in sorted(first.items(), key=lambda entry: entry[1]):
        if not any(skiddy_codes.GOAL_OF[glyph] in line for line in board.tiles):
            title, goal = (
                skiddy_codes.PIECES.titles[glyph],
                skiddy_codes.TILES.titles[skiddy_codes.GOAL_OF[glyph]],
            )
            yield Problem(f"a {title}, but no {goal}", *cell, "board.pieces")


def find_warnings(board: SkiddyBoard) -> tuple[Problem, ...]:
    """Return a warning for each property of a board that no board in the published game has."""
    return (*_warn_of_size(board), *_warn_of_reds(board), *_warn_of_goals(board))


def _warn_of_size(board: SkiddyBoard) -> Iterator[Problem]:
    (low, high), (left, right) = skiddy_codes.USUAL_ROWS, skiddy_codes.USUAL_COLS
    if not (low <= board.rows <= high and left <= board.cols <= right):
        usual = f"usual are {left} to {right} columns and {low} to {high} rows"
        yield Problem(f"{board.cols} columns and {board.rows} rows; {usual}")


def _warn_of_reds(board: SkiddyBoard) -> Iterator[Problem]:
    reds = sum(line.count("r") for line in board.pieces)
    if reds < 2:
        found = "one red Skiddy" if reds else "no red Skiddy"
        yield Problem(f"{found}; at least two are usual", key="board.pieces")


def _warn_of_goals(board: SkiddyBoard) -> Iterator[Problem]:
    for row, col, glyph in iterate_cells(board.tiles):
        if glyph in skiddy_codes.GOALS and board.is_border(row, col):
            # The cell in front of a goal is one step inwards from the goal.
            beside = (min(max(row, 1), board.rows - 2), min(max(col, 1), board.cols - 2))
            if board.has_cell(*beside) and board.tiles[beside[0]][beside[1]] == "#":
                message = (
                    f"a block before the {skiddy_codes.TILES.titles[glyph]}: nothing can reach it"
                )
                yield Problem(message, row, col, "board.tiles")


_ON_PIT = {("o", piece): digit for piece, digit in zip("rbci", "1234", strict=True)}


class SkiddyText(TileText[SkiddyBoard]):
    """The text format of Skiddy levels; see :mod:`engine.tiles.text`.

    ::

        skiddy
        title: Level 1-1

        #####
        #r.r#
        #...#
        #R###

        locked 0,1

    ``#`` is a block, ``.`` or a space is floor, and ``o`` is a pit. ``R`` and ``B`` are goals,
    ``r`` and ``b`` are Skiddies, ``c`` is a crate, and ``i`` is an ice cube. The digits are for
    pieces on pits: ``1`` is a red Skiddy, ``2`` a blue Skiddy, ``3`` a crate, and ``4`` an ice
    cube. The title may also be given in a line above the board that begins with ``;``.
    """

    game = "skiddy"
    board_type = SkiddyBoard
    characters = list_plain_characters(SkiddyBoard) | _ON_PIT
    expected_glyphs = "# . o R B, a piece (r b c i), or 1 2 3 4 for a piece on a pit"
    blank: ClassVar[str] = " "
    title_mark: ClassVar[str] = ";"


def find_symmetries(board: SkiddyBoard) -> tuple[Symmetry, ...]:
    """Return the symmetries that leave a board's tiles and pieces unchanged."""
    return tuple(
        symmetry
        for symmetry in SYMMETRIES
        if symmetry.transform_grid(board.tiles) == board.tiles
        and symmetry.transform_grid(board.pieces) == board.pieces
    )
