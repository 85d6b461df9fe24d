"""The moments of one move that it takes to draw it: between them, everything slides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.compiled import CompiledSkiddyBoard
from engine.tiles.board import GONE
from engine.tiles.compiled import Cells

_CRATE = codes.PIECES.of_code[codes.CRATE]


def moments(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, cells: Cells, direction: int
) -> Iterator[Cells]:
    """Where the pieces are at the moments of a move, its end the last; none if nothing moves.

    Between two of them, what moves does so from the first tick on, one cell a tick. Skiddies on
    their way out stand on the goal for a moment; those taken along are gone after it.
    """
    for before, after in pairwise((cells, *_stops(board, compiled, cells, direction))):
        if after != before:
            yield after


def _stops(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, cells: Cells, direction: int
) -> Iterator[Cells]:
    """The moments of a move, the same ones more than once where less happens."""
    ahead = (-board.cols, 1, board.cols, -1)[direction]
    for there, left in compiled.moments(cells, direction):
        yield from _pushes(compiled, cells, there, ahead)
        yield there
        yield _in_the_door(board, compiled, there, left, ahead)
        yield left
        cells = left


def _pushes(
    compiled: CompiledSkiddyBoard, cells: Cells, there: Cells, ahead: int
) -> Iterator[Cells]:
    """The moments of a slide at which a Skiddy has come up to the crate that it will push."""
    ticks = [(end - start) // ahead for start, end in zip(cells, there, strict=True)]
    # What ends where a crate was has pushed it, with its last step.
    pushed = {
        piece: ticks[there.index(cells[piece])]
        for piece, tick in enumerate(ticks)
        if tick and compiled.glyphs[piece] == _CRATE
    }
    for moment in sorted({tick - 1 for tick in pushed.values()} - {0}):
        yield tuple(
            start + ahead * (int(pushed[piece] <= moment) if piece in pushed else min(tick, moment))
            for piece, (start, tick) in enumerate(zip(cells, ticks, strict=True))
        )


def _in_the_door(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, there: Cells, left: Cells, ahead: int
) -> Cells:
    """The pieces, those that leave through a goal on that."""
    return tuple(
        cell + ahead
        if after == GONE != cell and _leads_out(board, compiled.glyphs[piece], cell + ahead)
        else cell
        for piece, (cell, after) in enumerate(zip(there, left, strict=True))
    )


def _leads_out(board: SkiddyBoard, glyph: str, cell: int) -> bool:
    """Whether a cell is a goal of a Skiddy's colour."""
    row, col = divmod(cell, board.cols)
    return board.tiles[row][col] == codes.GOAL_OF[glyph]
