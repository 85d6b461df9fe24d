"""The *table*: one flat array of integers that holds a level for the kernels.

A level has at most 256 cells, numbered in reading order. Directions are numbered like moves: up,
right, down, left. Lanes and slide entries are defined in :mod:`engine.tiles.packed_cells`. The
table is a header followed by blocks that have one number for each cell, for each piece, or for each
direction and cell. For example, let ``#r.o.R`` be row 1 of a board with 6 columns, so that it
consists of cells 6 to 11. The red Skiddy at cell 7 has these entries for the move right::

    table[SLIDE + RIGHT * 256 + 7]    end 10, free cells ahead 8 to 10, a red goal after the end
    table[STOP + RIGHT * 256 + 7]     3, the column of the pit
"""

from __future__ import annotations

from engine.games.skiddy.skiddy_codes import BLUE, CRATE, PIT, RED, RED_GOAL
from engine.jit.decorators import Ints, Longs, entry, kernel
from engine.tiles.board import GONE, MAX_CELLS, MAX_SIDE
from engine.tiles.packed_cells import MORE_AT, create_slide_entry

UP, RIGHT, DOWN, LEFT = range(4)

ROWS, COLS, REDS, SKIDDIES, CRATES, PIECES, PIT_LANES = range(7)
"""Indices in the header: the numbers of rows and columns; the numbers of red Skiddies, of Skiddies,
of Skiddies and crates, and of all pieces; and one bit for each lane with a pit.

Pieces are ordered by kind, so each of the numbers from REDS to CRATES is also the number of the
next kind's first piece."""
PIECE_KINDS = 4
"""The number of kinds of pieces. The pieces of kind k end before piece ``table[REDS + k]``."""

LANE_OF = 8
"""The start of the block with the row and the column of each cell, as row * 16 + column."""
START = LANE_OF + MAX_CELLS
"""The start of the block with the start cell of each piece."""
GOAL_BIT = START + MAX_CELLS
"""The start of the block that holds, for each piece, the bit for goals of its colour in a slide
entry, or 0 if no goal lets it out."""
IS_PIT = GOAL_BIT + MAX_CELLS
"""The start of the block with 1 for each cell that is a pit and 0 for any other cell."""
SLIDE = IS_PIT + MAX_CELLS
"""The start of the block with the slide entry for each direction and cell; see LEAVERS."""
STOP = SLIDE + 4 * MAX_CELLS
"""The start of the block that holds, for each direction and cell, a position in the lane: that of
the first pit ahead, or the end of the stretch if there is no pit."""
TABLE_SIZE = STOP + 4 * MAX_CELLS

GOAL_AT = MORE_AT
LEAVERS = 3 << GOAL_AT
"""The two bits in a slide entry that show a red or blue goal just after the end of the stretch."""


@kernel
def get_step(direction: int, cols: int) -> int:
    """Return the amount by which one step in a direction changes the cell number."""
    if direction == UP:
        return -cols
    if direction == RIGHT:
        return 1
    if direction == DOWN:
        return cols
    return -1


@kernel
def is_solid(tile: int) -> bool:
    """Return True if a tile is a block or a goal, so that no piece can be on it."""
    return tile != 0 and tile != PIT


@kernel
def compile_slides(tiles: Longs, rows: int, cols: int, table: Ints) -> None:
    """Write the table's blocks SLIDE and STOP for all cells that can hold a piece."""
    for direction in range(4):
        # With this entry, a piece that is GONE slides to GONE, so it needs no branch.
        table[SLIDE + direction * MAX_CELLS + GONE] = GONE
    for cell in range(rows * cols):
        # No piece is ever on a solid tile, so its entries are never read.
        if is_solid(tiles[cell]):
            continue
        row, col = cell // cols, cell % cols
        for direction in range(4):
            upright = direction == UP or direction == DOWN
            step = get_step(direction, cols)
            end = cell
            ahead = 0
            stop = -1
            # The outer ring is solid, so this loop ends on the board.
            while not is_solid(tiles[end + step]):
                end += step
                # A cell's bit in its lane is its row number if the lane is a column, and its column
                # number if it is a row.
                bit = end // cols if upright else end % cols
                ahead |= 1 << bit
                # Only the first pit counts, because it stops every piece.
                if stop < 0 and tiles[end] == PIT:
                    stop = bit
            if stop < 0:
                stop = end // cols if upright else end % cols
            lane = MAX_SIDE + col if upright else row
            # Goals have consecutive codes, red first, and the code for a block is smaller.
            goal = tiles[end + step] - RED_GOAL
            colour = 1 << goal if goal >= 0 else 0
            table[SLIDE + direction * MAX_CELLS + cell] = (
                create_slide_entry(end, ahead, lane) | colour << GOAL_AT
            )
            table[STOP + direction * MAX_CELLS + cell] = stop


@kernel
def compile_pieces(pieces: Longs, cells: int, table: Ints) -> None:
    """Write the pieces to the table, ordered by kind and then in reading order."""
    number = 0
    # Piece codes have the same order as the pieces in a state: red, blue, crates, ice cubes.
    for kind in range(RED, RED + 4):
        for cell in range(cells):
            if pieces[cell] == kind:
                table[START + number] = cell
                # Crates and ice cubes have no bit, so no goal lets them out.
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
    """Write the table of a valid level.

    Args:
        tiles: The code of the tile on each cell; the outer ring is solid.
        pieces: The code of the piece on each cell.
        rows: The number of rows, at most 16.
        cols: The number of columns, at most 16.
        table: The array of TABLE_SIZE integers that receives the table.
    """
    table[ROWS] = rows
    table[COLS] = cols
    table[PIT_LANES] = 0
    for cell in range(rows * cols):
        row, col = cell // cols, cell % cols
        table[LANE_OF + cell] = row * MAX_SIDE + col
        table[IS_PIT + cell] = 1 if tiles[cell] == PIT else 0
        if tiles[cell] == PIT:
            # The lower 16 bits are for rows, the upper ones for columns.
            table[PIT_LANES] |= 1 << row | 1 << (MAX_SIDE + col)
    compile_slides(tiles, rows, cols, table)
    compile_pieces(pieces, rows * cols, table)
