"""A level as one flat array of integers, the *table*, that the rules work on.

Cells are numbered in reading order, at most 256 of them. For each direction and cell the table
knows the end of the free stretch ahead and its bits in the row's or column's lane; walls, gates
and hedgehogs only shape these entries. See :mod:`engine.games.fruit_dating.rules`.
"""

from __future__ import annotations

import numpy as np

from engine.games.fruit_dating.codes import ANTEATER, COLOURS, HEDGEHOG, MUD, WALL
from engine.jit.marks import Ints, Longs, entry, kernel
from engine.tiles.board import GONE, MAX_CELLS, MAX_SIDE
from engine.tiles.cells import MORE_AT, slide_entry

ROWS, COLS, PIECE_COUNT, FRUIT_COUNT, GROUPS, ANTEATERS, DANGERS, WALLS_ALONE = range(8)
"""Header of the table: shape, number of pieces, of fruit among them, of groups, of anteaters,
of tiles where a slide can lose (mud and hedgehogs), and 1 if there is nothing but walls: none of
these and no gates."""

GROUP_END = 8
"""First piece after each group, for up to nine groups."""
MUD_LANES = GROUP_END + COLOURS + 1
"""The lanes' bits that are mud: rows, then columns."""
LANE_OF = MUD_LANES + 2 * MAX_SIDE
"""For every cell its row and column, as row * 16 + column."""
START = LANE_OF + MAX_CELLS
"""The cell of every piece at the start."""
SLIDE = START + MAX_CELLS
"""For every direction and cell the slide entry; see :mod:`engine.tiles.cells`."""
ANTEATER_LIST = SLIDE + 4 * MAX_CELLS
"""For every anteater: its cell, the step of its look, how far it can drag from, and the nearest
mud on that way (or more)."""
TABLE_SIZE = ANTEATER_LIST + 4 * MAX_CELLS

HEDGEHOG_AT = MORE_AT
"""A slide entry has one bit more, for a hedgehog at the end of the stretch."""


@kernel
def step_of(direction: int, cols: int) -> int:
    """What a step in a direction adds to a cell number."""
    if direction == 0:
        return 1
    if direction == 1:
        return -cols
    if direction == 2:
        return -1
    return cols


@kernel
def is_solid(tile: int) -> bool:
    """Whether a tile stops everything."""
    return tile == WALL or tile >= HEDGEHOG


@kernel
def crossable(gates: Longs, cell: int, direction: int, cols: int) -> bool:
    """Whether the edge from a cell in a direction is not a gate that leads back."""
    return gates[cell + step_of(direction, cols)] & (1 << (direction + 2) % 4) == 0


@kernel
def compile_slides(tiles: Longs, gates: Longs, rows: int, cols: int, table: Ints) -> None:
    """Fills in the slide entries of all free cells; a piece that is GONE stays so."""
    for direction in range(4):
        table[SLIDE + direction * MAX_CELLS + GONE] = GONE
    for cell in range(rows * cols):
        if is_solid(tiles[cell]):
            continue
        row, col = cell // cols, cell % cols
        for direction in range(4):
            step = step_of(direction, cols)
            end = cell
            ahead = 0
            while not is_solid(tiles[end + step]) and crossable(gates, end, direction, cols):
                end += step
                ahead |= 1 << (end // cols if direction % 2 else end % cols)
            lane = MAX_SIDE + col if direction % 2 else row
            hedgehog = tiles[end + step] == HEDGEHOG and crossable(gates, end, direction, cols)
            table[SLIDE + direction * MAX_CELLS + cell] = (
                slide_entry(end, ahead, lane) | np.int64(hedgehog) << HEDGEHOG_AT
            )


@kernel
def compile_anteaters(tiles: Longs, gates: Longs, rows: int, cols: int, table: Ints) -> None:
    """Lists the anteaters in reading order with how far and over what they reach."""
    number = 0
    for cell in range(rows * cols):
        look = tiles[cell] - ANTEATER
        if look < 0:
            continue
        step = step_of(look, cols)
        back = (look + 2) % 4
        row, col = cell // cols, cell % cols
        room = rows - 1 - row
        if look == 0:
            room = cols - 1 - col
        elif look == 1:
            room = row
        elif look == 2:
            room = col
        reach = 0
        mud = MAX_SIDE
        while (
            reach < room
            and not is_solid(tiles[cell + (reach + 1) * step])
            and crossable(gates, cell + (reach + 1) * step, back, cols)
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
    """Lists the pieces: fruit by colour, then blockers, each group in reading order."""
    number = 0
    groups = 0
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
    """Fills in the table of a valid level.

    Tiles and pieces are codes by cell, the outer ring solid, on a board of at most 16 by 16; of
    ``gates`` there is by cell a bit for each direction in which a gate is left from it. ``table``
    has room for TABLE_SIZE integers.
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
            table[MUD_LANES + row] |= 1 << col
            table[MUD_LANES + MAX_SIDE + col] |= 1 << row
    compile_slides(tiles, gates, rows, cols, table)
    compile_anteaters(tiles, gates, rows, cols, table)
    compile_pieces(pieces, rows * cols, table)
    gated = 0
    for cell in range(rows * cols):
        gated |= gates[cell]
    table[WALLS_ALONE] = table[DANGERS] == 0 and table[ANTEATERS] == 0 and gated == 0
