"""The rules of Fruit Dating, compiled.

A level becomes one flat array of integers, the *table*; cells are numbered in reading order,
at most 256 of them. A state is one byte a piece, the number of its cell: fruit by colour, then
blockers, each group in ascending order because equal objects are interchangeable; a piece that
has left is GONE (255, a corner of the largest board and so always solid).

**Sliding without order.** A piece cannot pass another, so where it comes to rest depends only on
how many pieces stand between it and the end of its free run: it stops that many cells short of the
end. Every row and every column has a *lane*, a word with one bit a cell that says where pieces
stand; one table entry for each direction and cell holds the cell at the end of the run, the
bits of the run ahead, and which lane to look in. A slide is then one load, one AND and one
count of bits, whatever the number of pieces. Walls, gates and hedgehogs only shape the table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.arrays import Bytes, Ints, Longs, Words
from engine.intrinsics import popcount
from engine.games.fruit_dating.codes import (
    ANTEATER,
    COLOURS,
    HEDGEHOG,
    MAX_CELLS,
    MAX_SIDE,
    MUD,
    NO_PIECE,
    WALL,
)
from engine.jit import entry, kernel
from engine.search.successors import LOST, MOVED, STAY, WON, register

GONE = 255

ROWS, COLS, PIECES, FRUIT, GROUPS, ANTEATERS, MUDDY = range(7)
"""Header of the table: shape, number of pieces, of fruit among them, of groups, of anteaters,
and whether there is mud."""

GROUP_END = 8
"""First piece after each group, for up to nine groups."""
MUD_LANES = GROUP_END + COLOURS + 1
"""The lanes' bits that are mud: rows, then columns."""
LANE_OF = MUD_LANES + 2 * MAX_SIDE
"""For every cell its row and column, as row * 16 + column."""
START = LANE_OF + MAX_CELLS
"""The cell of every piece at the start."""
SLIDE = START + MAX_CELLS
"""For every direction and cell the slide entry; fields below."""
ANTEATER_LIST = SLIDE + 4 * MAX_CELLS
"""For every anteater: its cell, the step of its look, how far it can drag from, and the nearest
mud on that way (or more)."""
TABLE_SIZE = ANTEATER_LIST + 4 * MAX_CELLS

_CELL = 0xFF
"""Masks a cell number. It changes nothing, but shows the compiler that the number is not negative
and spares it the handling of indices from the end at every access."""

_END = 0xFF
_AHEAD_AT, _AHEAD = 8, 0xFFFF
_LANE_AT, _LANE = 24, 0x1F
_HEDGEHOG_AT = 29

CELLS, MOVED_TO, LANES = 0, MAX_CELLS, 2 * MAX_CELLS
"""Places in the scratch memory: pieces before the move, after it, and the lanes."""
DISTURBED = LANES + 2 * MAX_SIDE
"""Place of a mark that pieces left or were dragged, so that their order says nothing."""
SCRATCH_SIZE = DISTURBED + 1

MUDDIED, EATEN, DRAGGED_THROUGH_MUD = -1, -2, -3
"""Ways to lose, as :func:`tilt` returns them."""


class FruitDatingRules(NamedTuple):
    """Tells the search to use this module's rules."""

    moves: int
    words: int


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
    """Fills in the slide entries of all free cells."""
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
                end | ahead << _AHEAD_AT | lane << _LANE_AT | np.int64(hedgehog) << _HEDGEHOG_AT
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
            table[FRUIT] = number
        if number > first:
            table[GROUP_END + groups] = number
            groups += 1
    table[PIECES] = number
    table[GROUPS] = groups


@entry
def compile_level(
    tiles: Longs, pieces: Longs, gates: Longs, rows: int, cols: int, table: Ints
) -> None:
    """Fills in the table of a valid level.

    Args:
        tiles: tile codes by cell; the outer ring is solid.
        pieces: piece codes by cell.
        gates: by cell, one bit for each direction in which a gate is left from it.
        rows: number of rows, at most 16.
        cols: number of columns, at most 16.
        table: receives the level, TABLE_SIZE integers.
    """
    table[ROWS] = rows
    table[COLS] = cols
    table[MUDDY] = 0
    for lane in range(2 * MAX_SIDE):
        table[MUD_LANES + lane] = 0
    for cell in range(rows * cols):
        row, col = cell // cols, cell % cols
        table[LANE_OF + cell] = row * MAX_SIDE + col
        if tiles[cell] == MUD:
            table[MUDDY] = 1
            table[MUD_LANES + row] |= 1 << col
            table[MUD_LANES + MAX_SIDE + col] |= 1 << row
    compile_slides(tiles, gates, rows, cols, table)
    compile_anteaters(tiles, gates, rows, cols, table)
    compile_pieces(pieces, rows * cols, table)


@kernel
def fill_lanes(table: Ints, scratch: Ints) -> None:
    """Enters the pieces at CELLS into the lanes."""
    for lane in range(2 * MAX_SIDE):
        scratch[LANES + lane] = 0
    for piece in range(table[PIECES]):
        cell = scratch[CELLS + piece] & _CELL
        if cell != GONE:
            place = table[LANE_OF + cell]
            row, col = (place >> 4) & 15, place & 15
            scratch[LANES + row] |= 1 << col
            scratch[LANES + MAX_SIDE + col] |= 1 << row


@kernel
def slide(table: Ints, scratch: Ints, direction: int) -> int:
    """Slides every piece from CELLS to MOVED_TO: STAY, MOVED, or a way to lose."""
    fruit = table[FRUIT]
    step = step_of(direction, table[COLS])
    slides = SLIDE + direction * MAX_CELLS
    outcome = STAY
    for piece in range(table[PIECES]):
        cell = scratch[CELLS + piece] & _CELL
        if cell == GONE:
            scratch[MOVED_TO + piece] = GONE
            continue
        entry = table[slides + cell]
        lane = (entry >> _LANE_AT) & _LANE
        ahead = (entry >> _AHEAD_AT) & _AHEAD
        short = popcount(scratch[LANES + lane] & ahead)
        target = ((entry & _END) - short * step) & _CELL
        scratch[MOVED_TO + piece] = target
        if target != cell:
            outcome = MOVED
            if piece < fruit:
                if short == 0 and entry >> _HEDGEHOG_AT != 0:
                    return EATEN
                if table[MUDDY] != 0:
                    beyond = (table[slides + target] >> _AHEAD_AT) & _AHEAD
                    if table[MUD_LANES + lane] & ahead & ~beyond != 0:
                        return MUDDIED
    return outcome


@kernel
def match_group(table: Ints, scratch: Ints, first: int, end: int) -> None:
    """Pairs off adjacent fruit of one colour, scanning in reading order."""
    scratch[DISTURBED] = 1
    cols = table[COLS]
    last = -1
    while True:
        # The fruit that comes next in reading order; a group is small and a match is rare.
        fruit = -1
        cell = GONE
        for piece in range(first, end):
            if last < scratch[MOVED_TO + piece] < cell:
                fruit = piece
                cell = scratch[MOVED_TO + piece]
        if fruit < 0:
            return
        last = cell
        for neighbour in (cell + 1, cell + cols):
            for piece in range(first, end):
                if scratch[MOVED_TO + piece] == neighbour and scratch[MOVED_TO + fruit] != GONE:
                    scratch[MOVED_TO + piece] = GONE
                    scratch[MOVED_TO + fruit] = GONE


@kernel
def match(table: Ints, scratch: Ints) -> None:
    """Pairs off adjacent fruit of every colour."""
    cols = table[COLS]
    first = 0
    group = 0
    while first < table[FRUIT]:
        end = table[GROUP_END + group]
        adjacent = False
        for one in range(first, end):
            for other in range(one + 1, end):
                apart = abs(scratch[MOVED_TO + one] - scratch[MOVED_TO + other])
                if apart == 1 or apart == cols:
                    adjacent = True
        if adjacent:
            match_group(table, scratch, first, end)
        first = end
        group += 1


@kernel
def drag(table: Ints, scratch: Ints) -> bool:
    """Lets every anteater drag once, in reading order; True if a fruit went through mud."""
    for anteater in range(table[ANTEATERS]):
        base = ANTEATER_LIST + 4 * anteater
        cell = table[base]
        step = table[base + 1]
        nearest = table[base + 2] + 1
        seen = -1
        for piece in range(table[PIECES]):
            place = scratch[MOVED_TO + piece]
            away = place - cell
            if place != GONE and away % step == 0 and 1 <= away // step < nearest:
                nearest = away // step
                seen = piece
        if 0 <= seen < table[FRUIT] and nearest > 1:
            if table[base + 3] < nearest:
                return True
            scratch[MOVED_TO + seen] = cell + step
            scratch[DISTURBED] = 1
    return False


@kernel
def tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """One tilt of the pieces at CELLS (lanes filled) to MOVED_TO, each piece keeping its place.

    Returns:
        STAY if nothing slid, MOVED, WON, or a way to lose. A tilt undone by an anteater is
        MOVED here; whoever compares positions knows better.
    """
    scratch[DISTURBED] = 0
    outcome = slide(table, scratch, direction)
    if outcome != MOVED:
        return outcome
    match(table, scratch)
    if table[ANTEATERS] > 0:
        if drag(table, scratch):
            return DRAGGED_THROUGH_MUD
        match(table, scratch)
    for piece in range(table[FRUIT]):
        if scratch[MOVED_TO + piece] != GONE:
            return MOVED
    return WON


@kernel
def sort_groups(table: Ints, scratch: Ints) -> None:
    """Puts the pieces at MOVED_TO in ascending order within each group.

    Most groups are a pair, sorted without a branch because its order is hard to foretell.
    """
    first = 0
    for group in range(table[GROUPS]):
        end = table[GROUP_END + group]
        if end - first == 2:
            one, other = scratch[MOVED_TO + first], scratch[MOVED_TO + first + 1]
            scratch[MOVED_TO + first] = min(one, other)
            scratch[MOVED_TO + first + 1] = max(one, other)
        else:
            for piece in range(first + 1, end):
                cell = scratch[MOVED_TO + piece]
                place = piece
                while place > first and scratch[MOVED_TO + place - 1] > cell:
                    scratch[MOVED_TO + place] = scratch[MOVED_TO + place - 1]
                    place -= 1
                scratch[MOVED_TO + place] = cell
        first = end


@kernel
def pack(table: Ints, scratch: Ints, place: int, words: int, states: Words, offset: int) -> None:
    """Packs the pieces at a place of the scratch memory into a state."""
    pieces = table[PIECES]
    for word in range(words):
        packed = np.uint64(0)
        for piece in range(8 * word, min(8 * word + 8, pieces)):
            packed |= np.uint64(scratch[place + piece]) << np.uint64(8 * (piece - 8 * word))
        states[offset + word] = packed


@kernel
def unpack(table: Ints, states: Words, offset: int, scratch: Ints) -> None:
    """Unpacks a state to the pieces at CELLS."""
    for piece in range(table[PIECES]):
        word = states[offset + (piece >> 3)]
        scratch[CELLS + piece] = np.int64((word >> np.uint64(8 * (piece & 7))) & np.uint64(0xFF))


@kernel
def same_state(states: Words, offset: int, successors: Words, move: int, words: int) -> bool:
    """Whether a move led back to the very state it was made in."""
    for word in range(words):
        if successors[move * words + word] != states[offset + word]:
            return False
    return True


@kernel
def expand(
    rules: FruitDatingRules,
    table: Ints,
    states: Words,
    offset: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Tries the four tilts in one state; see :func:`engine.search.successors.expand`."""
    words = rules.words
    unpack(table, states, offset, scratch)
    fill_lanes(table, scratch)
    for direction in range(4):
        outcome = tilt(table, scratch, direction)
        if outcome < 0:
            outcome = LOST
        elif outcome == MOVED:
            # Sliding along rows keeps reading order, and only an anteater can undo a slide.
            if direction % 2 == 1 or scratch[DISTURBED] != 0:
                sort_groups(table, scratch)
            pack(table, scratch, MOVED_TO, words, successors, direction * words)
            if table[ANTEATERS] > 0 and same_state(states, offset, successors, direction, words):
                outcome = STAY
        outcomes[direction] = outcome


register(FruitDatingRules, expand)


@entry
def start_state(table: Ints, words: int, state: Words, scratch: Ints) -> None:
    """Packs the start of a level."""
    for piece in range(table[PIECES]):
        scratch[MOVED_TO + piece] = table[START + piece]
    sort_groups(table, scratch)
    pack(table, scratch, MOVED_TO, words, state, 0)


@entry
def play_tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """One tilt of identified pieces at CELLS to MOVED_TO; the result of :func:`tilt`."""
    fill_lanes(table, scratch)
    return int(tilt(table, scratch, direction))
