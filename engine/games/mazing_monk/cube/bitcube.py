"""The cube as bitboards: states in two 64-bit words, and the kernel that lists their children.

Bit n in the *path plane* is set if cell n holds path or soldiers, and bit n in the *karma plane* if
it holds karma or soldiers. The *squares* are a connected set of top cells, and the monk may be on
any of them. Their mask has nine bits, which follow the path plane in the first word of a state. The
second word is the karma plane::

    first word    bits 0-53: path plane    bits 54-62: squares
    second word   bits 0-53: karma plane
    soldiers = path & karma    walkable = path ^ karma    karma alone = karma & ~path

A state is *whole* if the monk has collected all karma within reach and his squares are all the
cells within reach. Walking is free, and collecting karma early never hurts, so a search for the
fewest turns has to visit only whole states.

A turn permutes all cells. For each turn, each face and each set of cells on that face, a table
holds the bits for the cells that the set moves to. A whole plane is turned by combining six entries
from the table with *or*.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import cube
from engine.games.mazing_monk.cube.cube import CELLS, EXIT, FACE, MASKS, TARGETS
from engine.games.mazing_monk.cube.cube_codes import KARMA, PATH
from engine.games.mazing_monk.cube.net import COLS, PLACES
from engine.games.mazing_monk.search import pattern_database
from engine.jit.bits import popcount, to_signed
from engine.jit.decorators import Bytes, Longs, Words, entry, kernel

TURN_COUNT = 6
TARGET = 0
"""Offset of ``TARGETS`` in the flat table: for each turn and cell, the cell to which the turn moves
that cell's contents."""
LINE = TARGET + TURN_COUNT * CELLS
"""Offset of ``LINES``: for each turn, the mask of the top cells in the line that it moves."""
NEAR = LINE + TURN_COUNT
"""Offset of ``NEAR``: for each mask of top cells, the mask of the cells next to them."""
REACH = NEAR + MASKS
"""Offset of ``REACH``: for each mask of open cells and each cell, the mask of the cells that are
within reach of that cell."""
NET_CELL = REACH + MASKS * FACE
"""Offset of the net indices: for each cell, the index of its place, counting row by row."""
CYCLES = NET_CELL + CELLS
"""Offset of ``CYCLES``: for each turn, the cells that it moves, in groups of four."""
CYCLE, CYCLES_SIZE = 4, 20
TABLE_SIZE = CYCLES + TURN_COUNT * CYCLES_SIZE


@cache
def build_cube_tables() -> Longs:
    """Build the tables for the cube's geometry as one flat array for kernels."""
    net_cells = [row * COLS + col for row, col in PLACES]
    rows = [
        *cube.TARGETS,
        cube.LINES,
        cube.NEAR,
        cube.REACH,
        net_cells,
        *cube.CYCLES,
    ]
    return np.array([entry for row in rows for entry in row], np.int64)


@kernel
def find_reach(tables: Longs, walkable: int, cell: int) -> int:
    """Return the mask of the top cells within reach of ``cell``, or 0 if it is not walkable."""
    return tables[REACH + walkable * FACE + cell]


@kernel
def is_attacked(tables: Longs, walkable: int, soldiers: int, monk: int) -> bool:
    """Return True if soldiers on the top face have a path to the monk.

    The monk's cell is treated as walkable whether or not ``walkable`` includes it.
    """
    reached = find_reach(tables, walkable | 1 << monk, monk)
    return tables[NEAR + reached] & soldiers != 0


STATE_WORDS = 2
MAX_CHILDREN = 32
"""An upper bound on the number of a state's children. Each of the six turns leaves at most six
squares, in at most four groups."""
ATTACKED = 8
"""A flag that is added to a turn's number if the turn lets soldiers reach the monk."""

SQUARES_AT = np.uint64(CELLS)
PLANE = np.uint64((1 << CELLS) - 1)
TOP_FACE = np.uint64(MASKS - 1)
ZERO = np.uint64(0)
_FACE_BITS = np.uint64(FACE)
FACES = 6
NO_PATH = 255


class Tables(NamedTuple):
    """The lookup tables for search kernels.

    Attributes:
        cube: The tables for the geometry, at the offsets TARGET to CYCLES.
        turned: The bits for the cells to which a turn moves a set of cells, indexed by turn, face
            and set.
        steps: The number of steps in a shortest path, or NO_PATH if there is no path, indexed by
            mask of open cells, start and goal.
        values: The values in the pattern database, in turns.
        offsets: The index of the first value for each set size in the pattern database.
        greatest: The greatest value for each set size in the pattern database.
        choose: The binomial coefficients, with a row for each n and a column for each k.
    """

    cube: Longs
    turned: Words
    steps: Bytes
    values: Bytes
    offsets: Longs
    greatest: Longs
    choose: Longs


CHOOSE_COLUMNS = pattern_database.MAX_CELLS + 1

_HAS_CELL = np.arange(MASKS, dtype=np.uint64)[:, None] >> np.arange(
    FACE, dtype=np.uint64
) & np.uint64(1)
"""A table indexed by mask and cell: 1 if the mask includes the cell, and 0 otherwise."""


@cache
def get_cube_tables() -> Tables:
    """Return the lookup tables, building them on the first call."""
    known = pattern_database.load_patterns()
    choose = np.zeros((CELLS + 1, CHOOSE_COLUMNS), np.int64)
    choose[:, 0] = 1
    for n in range(1, CELLS + 1):
        choose[n, 1:] = choose[n - 1, 1:] + choose[n - 1, :-1]
    return Tables(
        build_cube_tables(),
        _build_turned(),
        _build_steps(),
        known.values,
        np.array(known.offsets, np.int64),
        np.array(known.greatest, np.int64),
        choose.reshape(-1),
    )


def _build_turned() -> Words:
    """Build the table :attr:`Tables.turned`."""
    bits = np.uint64(1) << np.array(TARGETS, np.uint64).reshape(TURN_COUNT, FACES, FACE)
    # Different cells move to different cells, so summing their bits gives the union.
    return (bits @ _HAS_CELL.T).reshape(-1)


def _build_steps() -> Bytes:
    """Build the table :attr:`Tables.steps`, using breadth-first search."""
    opened = np.arange(MASKS)[:, None]
    frontier = opened & 1 << np.arange(FACE)
    near, reached = np.array(cube.NEAR), frontier
    found = np.full((MASKS, FACE, FACE), NO_PATH, np.uint8)
    for steps in range(FACE):
        found[_HAS_CELL[frontier] != 0] = steps
        # Frontiers are masks, so one array lookup in NEAR advances all 512 * 9 searches together.
        frontier = near[frontier] & opened & ~reached
        reached = reached | frontier
    return found.reshape(-1)


@kernel
def pack_state(codes: Longs, monk: int, state: Words) -> None:
    """Write the state of a cube with the tile codes ``codes`` and the monk on cell ``monk``."""
    path, karma = ZERO, ZERO
    for cell in range(CELLS):
        bit = np.uint64(1) << np.uint64(cell)
        if codes[cell] & PATH:
            path |= bit
        if codes[cell] & KARMA:
            karma |= bit
    state[0] = path | np.uint64(1 << monk) << SQUARES_AT
    state[1] = karma


@kernel
def get_squares(word: np.uint64) -> int:
    """Return the mask of the monk's squares from the first word of a state."""
    return to_signed(word >> SQUARES_AT)


@kernel
def find_walkable(word: np.uint64, karma: np.uint64) -> int:
    """Return the mask of the top cells that hold path or karma."""
    # Soldiers have their bit set in both planes, so *exclusive or* removes them.
    return to_signed((word ^ karma) & TOP_FACE)


@kernel
def find_first(mask: int) -> int:
    """Return the cell with the lowest index in a mask."""
    # Subtracting 1 from the lowest bit sets all bits below it, and their number is its index.
    return popcount((mask & -mask) - 1)


@kernel
def find_karma(word: np.uint64, karma: np.uint64) -> np.uint64:
    """Return the set of cells that hold karma, as bits in a word."""
    return karma & ~word


@kernel
def find_nearest(steps: Bytes, opened: int, square: int, cells: int) -> int:
    """Return the cell in ``cells`` that is nearest to ``square`` along open cells.

    The result is -1 if no cell in ``cells`` can be reached. If several cells are equally near, the
    one with the lowest index is returned.
    """
    base = FACE * (FACE * opened + square)
    nearest, least = -1, FACE
    for cell in range(FACE):
        if cells >> cell & 1 and steps[base + cell] < least:
            nearest, least = cell, steps[base + cell]
    return nearest


@kernel
def make_whole(cube: Longs, states: Words, at: int) -> None:
    """Make the state at index ``at`` whole: collect all karma and add all squares within reach."""
    word, karma = states[at], states[at + 1]
    reached = cube[REACH + find_walkable(word, karma) * FACE + find_first(get_squares(word))]
    picked = karma & np.uint64(reached)
    # Collected karma becomes path, so its bit moves from the karma plane to the path plane.
    states[at] = (word & PLANE) | picked | (np.uint64(reached) << SQUARES_AT)
    states[at + 1] = karma ^ picked


@kernel
def is_won(word: np.uint64, missing: int) -> bool:
    """Return True if a whole state is won: no karma is missing and the exit is within reach."""
    return missing <= 0 and get_squares(word) >> EXIT & 1 != 0


@entry
def list_children(
    tables: Tables,
    word: np.uint64,
    karma: np.uint64,
    whole: bool,
    children: Words,
    kinds: Longs,
) -> int:
    """Write the children of a state, ordered by turn and then by their lowest square.

    A turn can split the monk's squares into groups that are not connected. Each group becomes a
    separate child, because the monk can be in only one of them.

    Args:
        tables: The lookup tables.
        word: The first word of the state.
        karma: The second word of the state.
        whole: True to make the children whole, or False to leave their squares and karma unchanged.
        children: The array that receives the words of the children.
        kinds: The array that receives the turn that leads to each child, plus ATTACKED if soldiers
            then reach the monk.

    Returns:
        The number of children.
    """
    cube, turned = tables.cube, tables.turned
    squares, plane = get_squares(word), word & PLANE
    count = 0
    for turn in range(TURN_COUNT):
        # A line cannot turn while the monk is on it.
        left = squares & ~cube[LINE + turn]
        if left == 0:
            continue
        after, karma_after = ZERO, ZERO
        for face in range(FACES):
            base = (turn * FACES + face) * MASKS
            shift = np.uint64(face) * _FACE_BITS
            # Each face has nine bits in a plane. The table gives their positions after the turn.
            after |= turned[base + to_signed(plane >> shift & TOP_FACE)]
            karma_after |= turned[base + to_signed(karma >> shift & TOP_FACE)]
        opened = find_walkable(after, karma_after)
        soldiers = to_signed(after & karma_after & TOP_FACE)
        # Find the connected groups of squares one by one, each from its lowest square.
        while left != 0:
            reached = cube[REACH + opened * FACE + find_first(left)]
            attacked = cube[NEAR + reached] & soldiers != 0
            kinds[count] = turn + ATTACKED if attacked else turn
            group = reached if whole else reached & left
            picked = karma_after & np.uint64(reached) if whole else ZERO
            children[STATE_WORDS * count] = after | picked | (np.uint64(group) << SQUARES_AT)
            children[STATE_WORDS * count + 1] = karma_after ^ picked
            count += 1
            left &= ~reached
    return count
