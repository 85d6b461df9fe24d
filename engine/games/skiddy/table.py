"""A level as one flat array of integers, the *table*, that the rules work on.

Cells are numbered in reading order, at most 256 of them; directions are numbered like moves,
up, right, down, left. Lanes and slide entries are those of :mod:`engine.tiles.cells`.
"""

from __future__ import annotations

from engine.games.skiddy.codes import BLUE, CRATE, PIT, RED, RED_GOAL
from engine.jit.marks import Ints, Longs, entry, kernel
from engine.tiles.board import GONE, MAX_CELLS, MAX_SIDE
from engine.tiles.cells import MORE_AT, slide_entry

UP, RIGHT, DOWN, LEFT = range(4)

ROWS, COLS, REDS, SKIDDIES, CRATES, PIECES, PIT_LANES = range(7)
"""Header of the table: shape; the first piece after the red ones, after all Skiddies, after the
crates, and after all (ice cubes come last); and one bit for each lane with a pit."""
KINDS = 4
"""Kinds of pieces; those of kind k end before the number in the header at REDS + k."""

LANE_OF = 8
"""For every cell its row and column, as row * 16 + column."""
START = LANE_OF + MAX_CELLS
"""The cell of every piece at the start."""
GOAL_BIT = START + MAX_CELLS
"""For every piece, the bit (GOAL_AT or the next) of the goals that let it out, 0 for none."""
IS_PIT = GOAL_BIT + MAX_CELLS
"""For every cell, 1 for a pit."""
SLIDE = IS_PIT + MAX_CELLS
"""For every direction and cell the slide entry; see :data:`LEAVERS`."""
STOP = SLIDE + 4 * MAX_CELLS
"""For every direction and cell, the bit in the lane of the first pit ahead, or else of the end
of the stretch."""
TABLE_SIZE = STOP + 4 * MAX_CELLS

GOAL_AT = MORE_AT
LEAVERS = 3 << GOAL_AT
"""A slide entry has a bit for each colour of goal, red, then blue, just behind the end of the
stretch; and both bits."""


@kernel
def step_of(direction: int, cols: int) -> int:
    """What a step in a direction adds to a cell number."""
    if direction == UP:
        return -cols
    if direction == RIGHT:
        return 1
    if direction == DOWN:
        return cols
    return -1


@kernel
def is_solid(tile: int) -> bool:
    """Whether a tile stops every piece that does not leave there."""
    return tile != 0 and tile != PIT


@kernel
def compile_slides(tiles: Longs, rows: int, cols: int, table: Ints) -> None:
    """Fills in the slides of all free cells; a piece that is GONE stays so."""
    for direction in range(4):
        table[SLIDE + direction * MAX_CELLS + GONE] = GONE
    for cell in range(rows * cols):
        if is_solid(tiles[cell]):
            continue
        row, col = cell // cols, cell % cols
        for direction in range(4):
            upright = direction == UP or direction == DOWN
            step = step_of(direction, cols)
            end = cell
            ahead = 0
            stop = -1
            while not is_solid(tiles[end + step]):
                end += step
                bit = end // cols if upright else end % cols
                ahead |= 1 << bit
                if stop < 0 and tiles[end] == PIT:
                    stop = bit
            if stop < 0:
                stop = end // cols if upright else end % cols
            lane = MAX_SIDE + col if upright else row
            goal = tiles[end + step] - RED_GOAL
            colour = 1 << goal if goal >= 0 else 0
            table[SLIDE + direction * MAX_CELLS + cell] = (
                slide_entry(end, ahead, lane) | colour << GOAL_AT
            )
            table[STOP + direction * MAX_CELLS + cell] = stop


@kernel
def compile_pieces(pieces: Longs, cells: int, table: Ints) -> None:
    """Lists the pieces by kind, each kind in reading order."""
    number = 0
    for kind in range(RED, RED + 4):
        for cell in range(cells):
            if pieces[cell] == kind:
                table[START + number] = cell
                table[GOAL_BIT + number] = 1 << GOAL_AT + kind - RED if kind <= BLUE else 0
                number += 1
        if kind == RED:
            table[REDS] = number
        elif kind == BLUE:
            table[SKIDDIES] = number
        elif kind == CRATE:
            table[CRATES] = number
    table[PIECES] = number


@entry
def compile_level(tiles: Longs, pieces: Longs, rows: int, cols: int, table: Ints) -> None:
    """Fills in the table of a valid level.

    Tiles and pieces are codes by cell, the outer ring solid, on a board of at most 16 by 16.
    ``table`` has room for TABLE_SIZE integers.
    """
    table[ROWS] = rows
    table[COLS] = cols
    table[PIT_LANES] = 0
    for cell in range(rows * cols):
        row, col = cell // cols, cell % cols
        table[LANE_OF + cell] = row * MAX_SIDE + col
        table[IS_PIT + cell] = 1 if tiles[cell] == PIT else 0
        if tiles[cell] == PIT:
            table[PIT_LANES] |= 1 << row | 1 << (MAX_SIDE + col)
    compile_slides(tiles, rows, cols, table)
    compile_pieces(pieces, rows * cols, table)
