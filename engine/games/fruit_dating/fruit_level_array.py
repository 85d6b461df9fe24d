"""The *table*: one flat array of integers that holds a level for the kernels.

A level has at most 256 cells, numbered in reading order. For each direction and cell, the table has
a slide entry: the end of the free stretch ahead, and the bits of its cells in the lane for the row
or column. Walls, gates and hedgehogs affect only these entries. For example, if ``#A..o.#`` is row
1 of a board with 7 columns, the fruit at cell 8 has this entry for the direction right (0)::

    table[SLIDE + 0 * 256 + 8]    end 12, free cells ahead 9 to 12

The stone does not affect the entry: its cell 11 is one of the free cells ahead. The rules count the
pieces on these cells. Here they find one piece, so the fruit stops one cell before the end.
"""

from __future__ import annotations

import numpy as np

from engine.games.fruit_dating.fruit_codes import ANTEATER, COLOURS, HEDGEHOG, MUD, WALL
from engine.jit.decorators import Ints, Longs, entry, kernel
from engine.tiles.board import GONE, MAX_CELLS, MAX_SIDE
from engine.tiles.packed_cells import MORE_AT, create_slide_entry

ROWS, COLS, PIECE_COUNT, FRUIT_COUNT, GROUPS, ANTEATERS, DANGERS, WALLS_ALONE = range(8)
"""Indices in the header: the numbers of rows, columns, pieces, fruit, groups of equal pieces,
anteaters, and dangers (mud and hedgehogs); and a flag that is 1 if the level has no anteaters,
dangers or gates, so that only walls stop pieces."""

GROUP_END = 8
"""The start of the block that holds, for up to nine groups, the number of the first piece after the
group."""
MUD_LANES = GROUP_END + COLOURS + 1
"""The start of the block with the bits for mud in each lane: first rows, then columns."""
LANE_OF = MUD_LANES + 2 * MAX_SIDE
"""The start of the block with the row and the column of each cell, as row * 16 + column."""
START = LANE_OF + MAX_CELLS
"""The start of the block with the start cell of each piece."""
SLIDE = START + MAX_CELLS
"""The start of the block with the slide entry for each direction and cell.

See :mod:`engine.tiles.packed_cells` for the bits in an entry."""
ANTEATER_LIST = SLIDE + 4 * MAX_CELLS
"""The start of the block with four numbers for each anteater: its cell, the step in the direction
that it looks in, the maximum distance from which it can drag a fruit, and the distance to the
nearest mud, which is MAX_SIDE if there is none."""
TABLE_SIZE = ANTEATER_LIST + 4 * MAX_CELLS

HEDGEHOG_AT = MORE_AT
"""The position of the bit in a slide entry that is set if a hedgehog ends the stretch."""


@kernel
def get_step(direction: int, cols: int) -> int:
    """Return the amount by which one step in a direction changes the cell number."""
    if direction == 0:
        return 1
    if direction == 1:
        return -cols
    if direction == 2:
        return -1
    return cols


@kernel
def is_solid(tile: int) -> bool:
    """Return True if a tile stops every piece."""
    # Codes from HEDGEHOG on are animals, including anteaters.
    return tile == WALL or tile >= HEDGEHOG


@kernel
def is_crossable(gates: Longs, cell: int, direction: int, cols: int) -> bool:
    """Return True if no gate prevents a piece from leaving a cell in a direction."""
    return gates[cell + get_step(direction, cols)] & (1 << (direction + 2) % 4) == 0


@kernel
def compile_slides(tiles: Longs, gates: Longs, rows: int, cols: int, table: Ints) -> None:
    """Write the slide entries of all free cells."""
    for direction in range(4):
        # With this entry, a piece that is GONE slides to GONE, so it needs no branch.
        table[SLIDE + direction * MAX_CELLS + GONE] = GONE
    for cell in range(rows * cols):
        if is_solid(tiles[cell]):
            continue
        row, col = cell // cols, cell % cols
        for direction in range(4):
            step = get_step(direction, cols)
            end = cell
            ahead = 0
            # The outer ring is solid, so this loop ends on the board.
            while not is_solid(tiles[end + step]) and is_crossable(gates, end, direction, cols):
                end += step
                ahead |= 1 << (end // cols if direction % 2 else end % cols)
            # Directions 0 and 2 are along rows, 1 and 3 along columns.
            lane = MAX_SIDE + col if direction % 2 else row
            # A gate in front of the hedgehog protects the fruit.
            hedgehog = tiles[end + step] == HEDGEHOG and is_crossable(gates, end, direction, cols)
            table[SLIDE + direction * MAX_CELLS + cell] = (
                create_slide_entry(end, ahead, lane) | np.int64(hedgehog) << HEDGEHOG_AT
            )


@kernel
def compile_anteaters(tiles: Longs, gates: Longs, rows: int, cols: int, table: Ints) -> None:
    """Write the anteaters to the table in reading order.

    For each anteater, this includes its reach and its distance to the nearest mud.
    """
    number = 0
    for cell in range(rows * cols):
        look = tiles[cell] - ANTEATER
        if look < 0:
            continue
        step = get_step(look, cols)
        back = (look + 2) % 4
        row, col = cell // cols, cell % cols
        # The number of cells from the anteater to the border, in the direction it faces.
        room = rows - 1 - row
        if look == 0:
            room = cols - 1 - col
        elif look == 1:
            room = row
        elif look == 2:
            room = col
        reach = 0
        # This distance is larger than any on the board, so it means that there is no mud.
        mud = MAX_SIDE
        while (
            reach < room
            and not is_solid(tiles[cell + (reach + 1) * step])
            # The fruit moves towards the anteater, so the gates are tested in that direction.
            and is_crossable(gates, cell + (reach + 1) * step, back, cols)
        ):
            reach += 1
            if mud == MAX_SIDE and tiles[cell + reach * step] == MUD:
                mud = reach
        base = ANTEATER_LIST + 4 * number
        table[base] = cell
        table[base + 1] = step
        table[base + 2] = reach
        table[base + 3] = mud
        number += 1
    table[ANTEATERS] = number


@kernel
def compile_pieces(pieces: Longs, cells: int, table: Ints) -> None:
    """Write the pieces to the table: fruit by colour, then blockers.

    Each group of equal pieces is in reading order.
    """
    number = 0
    groups = 0
    # The number after the last colour selects all blockers, which form one group.
    for colour in range(1, COLOURS + 2):
        first = number
        for cell in range(cells):
            piece = pieces[cell]
            if piece == colour or (colour > COLOURS and piece >= colour):
                table[START + number] = cell
                number += 1
        if colour <= COLOURS:
            table[FRUIT_COUNT] = number
        if number > first:
            table[GROUP_END + groups] = number
            groups += 1
    table[PIECE_COUNT] = number
    table[GROUPS] = groups


@entry
def compile_level(
    tiles: Longs, pieces: Longs, gates: Longs, rows: int, cols: int, table: Ints
) -> None:
    """Write the table of a valid level.

    Args:
        tiles: The code of the tile on each cell; the outer ring is solid.
        pieces: The code of the piece on each cell.
        gates: The gate bits of each cell, one for each direction in which a gate leads out of it.
        rows: The number of rows, at most 16.
        cols: The number of columns, at most 16.
        table: The array of TABLE_SIZE integers that receives the table.
    """
    table[ROWS] = rows
    table[COLS] = cols
    table[DANGERS] = 0
    for lane in range(2 * MAX_SIDE):
        table[MUD_LANES + lane] = 0
    for cell in range(rows * cols):
        row, col = cell // cols, cell % cols
        table[LANE_OF + cell] = row * MAX_SIDE + col
        if tiles[cell] == MUD or tiles[cell] == HEDGEHOG:
            table[DANGERS] += 1
        if tiles[cell] == MUD:
            # Each cell with mud sets a bit in the lane for its row and one in that for its column.
            table[MUD_LANES + row] |= 1 << col
            table[MUD_LANES + MAX_SIDE + col] |= 1 << row
    compile_slides(tiles, gates, rows, cols, table)
    compile_anteaters(tiles, gates, rows, cols, table)
    compile_pieces(pieces, rows * cols, table)
    gated = 0
    for cell in range(rows * cols):
        gated |= gates[cell]
    table[WALLS_ALONE] = table[DANGERS] == 0 and table[ANTEATERS] == 0 and gated == 0
