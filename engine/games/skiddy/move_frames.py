"""The key frames of a move. The animation slides the pieces from each frame to the next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.games.skiddy import skiddy_codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.skiddy_compiler import CompiledSkiddyBoard
from engine.tiles.board import GONE
from engine.tiles.compiled_tiles import Cells

_CRATE = skiddy_codes.PIECES.glyph_by_code[skiddy_codes.CRATE]


def iterate_frames(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, cells: Cells, direction: int
) -> Iterator[Cells]:
    """Yield the cells of the pieces at each key frame of a move, ending with the final position.

    If nothing moves, there are no frames. From one frame to the next, all moving pieces start at
    the same tick and move by one cell per tick. A Skiddy that leaves is on its goal for one frame.
    In the next frame, it is GONE, and so are the Skiddies that it takes along.
    """
    for before, after in pairwise((cells, *_iterate_moments(board, compiled, cells, direction))):
        if after != before:
            yield after


def _iterate_moments(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, cells: Cells, direction: int
) -> Iterator[Cells]:
    """Yield the cells of the pieces at each possible key frame, even if they have not changed."""
    ahead = (-board.cols, 1, board.cols, -1)[direction]
    for there, left in compiled.iterate_exits(cells, direction):
        yield from _iterate_pushes(compiled, cells, there, ahead)
        yield there
        yield _put_on_goals(board, compiled, there, left, ahead)
        yield left
        cells = left


def _iterate_pushes(
    compiled: CompiledSkiddyBoard, cells: Cells, stopped: Cells, ahead: int
) -> Iterator[Cells]:
    """Yield the cells of the pieces whenever a Skiddy has reached a crate that it will push."""
    ticks = [(end - start) // ahead for start, end in zip(cells, stopped, strict=True)]
    # The piece that ends on a crate's former cell pushed the crate with its last step.
    pushed = {
        piece: ticks[stopped.index(cells[piece])]
        for piece, tick in enumerate(ticks)
        if tick and compiled.glyphs[piece] == _CRATE
    }
    for moment in sorted({tick - 1 for tick in pushed.values()} - {0}):
        yield tuple(
            # A pushed crate moves by one cell at its tick. Other pieces move by one cell per tick
            # until they reach their final cells.
            start + ahead * (int(pushed[piece] <= moment) if piece in pushed else min(tick, moment))
            for piece, (start, tick) in enumerate(zip(cells, ticks, strict=True))
        )


def _put_on_goals(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, stopped: Cells, left: Cells, ahead: int
) -> Cells:
    """Return the cells of the pieces, but put each one that leaves through a goal on that goal."""
    return tuple(
        cell + ahead
        if after == GONE != cell and _is_own_goal(board, compiled.glyphs[piece], cell + ahead)
        else cell
        for piece, (cell, after) in enumerate(zip(stopped, left, strict=True))
    )


def _is_own_goal(board: SkiddyBoard, glyph: str, cell: int) -> bool:
    """Return True if a cell is a goal for Skiddies with the given glyph."""
    row, col = divmod(cell, board.cols)
    return board.tiles[row][col] == skiddy_codes.GOAL_OF[glyph]
