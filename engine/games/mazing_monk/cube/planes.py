"""The cube as two words: what stands on its cells, and what a turn makes of it.

Bit n of the *path plane* is set where cell n holds path or soldiers, bit n of the *karma plane*
where it holds karma or soldiers. The monk is one bit of the top face, or a set of them: *squares*
that he may choose from, all connected with each other. They stand in the nine bits above the path
plane, and both together are the first word of a state; the karma plane is the second.

A state is *whole* if the monk has picked up all karma that he can reach, and his squares are all
that he can reach. Walking is free, and to pick up more or sooner never hurts, so whole states are
enough to find the fewest turns.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import cube
from engine.games.mazing_monk.cube.codes import KARMA, PATH
from engine.games.mazing_monk.cube.cube import CELLS, EXIT, FACE, MASKS, TARGETS
from engine.games.mazing_monk.cube.net import COLS, PLACES
from engine.games.mazing_monk.search import patterns
from engine.jit.bits import popcount, signed
from engine.jit.marks import Bytes, Longs, Words, entry, kernel

TURN_COUNT = 6
TARGET = 0
"""For every turn, then every cell, the cell to which it takes the content."""
LINE = TARGET + TURN_COUNT * CELLS
"""For every turn the mask of the line of the top face that it moves."""
NEAR = LINE + TURN_COUNT
"""For every mask the mask of the cells beside its cells."""
REACH = NEAR + MASKS
"""For every mask of open cells, then every cell, the mask of the cells reached from it."""
NET_CELL = REACH + MASKS * FACE
"""For every cell of the cube the cell of the net, in reading order."""
CYCLES = NET_CELL + CELLS
"""For every turn the cells that it moves, in fours: see :data:`cube.CYCLES`."""
CYCLE, CYCLES_SIZE = 4, 20
TABLE_SIZE = CYCLES + TURN_COUNT * CYCLES_SIZE


@cache
def cube_tables() -> Longs:
    """The tables of :mod:`engine.games.mazing_monk.cube.cube` as one flat array, for kernels."""
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
def reach(tables: Longs, walkable: int, cell: int) -> int:
    """The mask of the cells of the top face reached from one, which is one of them if walkable."""
    return tables[REACH + walkable * FACE + cell]


@kernel
def attacked(tables: Longs, walkable: int, soldiers: int, monk: int) -> bool:
    """See :func:`engine.games.mazing_monk.cube.cube.attacked`."""
    reached = reach(tables, walkable | 1 << monk, monk)
    return tables[NEAR + reached] & soldiers != 0


STATE_WORDS = 2
MOST_CHILDREN = 32
"""Children that a state can have: a turn leaves six squares, in up to four groups."""
ATTACKED = 8
"""Added to the number of a turn after which soldiers reach the monk."""

SQUARES_AT = np.uint64(CELLS)
PLANE = np.uint64((1 << CELLS) - 1)
TOP_FACE = np.uint64(MASKS - 1)
ZERO = np.uint64(0)
_FACE_BITS = np.uint64(FACE)
FACES = 6
NO_WAY = 255


class Tables(NamedTuple):
    """What kernels know of the cube.

    Attributes:
        cube: see :mod:`engine.games.mazing_monk.cube.planes`.
        turned: by turn, face and what is set on that face, where a turn takes it.
        steps: by mask of open cells, cell and cell, the steps of a shortest way; NO_WAY for none.
        values, offsets, greatest: see :class:`engine.games.mazing_monk.search.patterns.Patterns`.
        choose: row n, column k: ways to choose k of n.
    """

    cube: Longs
    turned: Words
    steps: Bytes
    values: Bytes
    offsets: Longs
    greatest: Longs
    choose: Longs


CHOOSE_COLUMNS = patterns.MOST_CELLS + 1

_SET = np.arange(MASKS, dtype=np.uint64)[:, None] >> np.arange(FACE, dtype=np.uint64) & np.uint64(1)
"""By mask, then cell: 1 where the mask has the cell, else 0."""


@cache
def tables_of_cube() -> Tables:
    """The tables, made once."""
    known = patterns.patterns()
    choose = np.zeros((CELLS + 1, CHOOSE_COLUMNS), np.int64)
    choose[:, 0] = 1
    for n in range(1, CELLS + 1):
        choose[n, 1:] = choose[n - 1, 1:] + choose[n - 1, :-1]
    return Tables(
        cube_tables(),
        _turned(),
        _steps(),
        known.values,
        np.array(known.offsets, np.int64),
        np.array(known.greatest, np.int64),
        choose.reshape(-1),
    )


def _turned() -> Words:
    """Attribute ``turned`` of :class:`Tables`: a mask's bits, each where a turn takes it."""
    bits = np.uint64(1) << np.array(TARGETS, np.uint64).reshape(TURN_COUNT, FACES, FACE)
    return (bits @ _SET.T).reshape(-1)


def _steps() -> Bytes:
    """Attribute ``steps`` of :class:`Tables`: breadth first, for all masks and cells at once."""
    opened = np.arange(MASKS)[:, None]
    frontier = opened & 1 << np.arange(FACE)
    near, reached = np.array(cube.NEAR), frontier
    found = np.full((MASKS, FACE, FACE), NO_WAY, np.uint8)
    for steps in range(FACE):
        found[_SET[frontier] != 0] = steps
        frontier = near[frontier] & opened & ~reached
        reached = reached | frontier
    return found.reshape(-1)


@kernel
def pack(codes: Longs, monk: int, state: Words) -> None:
    """Writes the state of some tile codes, with the monk on a square of the top face."""
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
def squares_of(word: np.uint64) -> int:
    """The mask of the squares of a state, from its first word."""
    return signed(word >> SQUARES_AT)


@kernel
def walkable(word: np.uint64, karma: np.uint64) -> int:
    """The mask of path and karma on the top face."""
    return signed((word ^ karma) & TOP_FACE)


@kernel
def first_of(mask: int) -> int:
    """The lowest cell of a mask."""
    return popcount((mask & -mask) - 1)


@kernel
def karma_cells(word: np.uint64, karma: np.uint64) -> np.uint64:
    """The cells with karma, soldiers left out."""
    return karma & ~word


@kernel
def nearest_of(steps: Bytes, opened: int, square: int, cells: int) -> int:
    """The nearest of some cells on a way over open cells, the lowest of several; -1 for none."""
    base = FACE * (FACE * opened + square)
    nearest, least = -1, FACE
    for cell in range(FACE):
        if cells >> cell & 1 and steps[base + cell] < least:
            nearest, least = cell, steps[base + cell]
    return nearest


@kernel
def make_whole(cube: Longs, states: Words, at: int) -> None:
    """Lets the monk pick up all he can reach; his squares become all that he can reach."""
    word, karma = states[at], states[at + 1]
    reached = cube[REACH + walkable(word, karma) * FACE + first_of(squares_of(word))]
    picked = karma & np.uint64(reached)
    states[at] = (word & PLANE) | picked | (np.uint64(reached) << SQUARES_AT)
    states[at + 1] = karma ^ picked


@kernel
def is_won(word: np.uint64, missing: int) -> bool:
    """Whether the monk can walk out, for a whole state that still misses so much karma."""
    return missing <= 0 and squares_of(word) >> EXIT & 1 != 0


@entry
def expand(
    tables: Tables,
    word: np.uint64,
    karma: np.uint64,
    whole: bool,
    children: Words,
    kinds: Longs,
) -> int:
    """All that the turns make of a state, in the order of the turns and then of the squares.

    Children are made whole if ``whole``; else the monk stays, and picks up nothing. ``kinds``
    receives for each the turn, and ATTACKED added to it if it ends the game.

    Returns:
        How many there are.
    """
    cube, turned = tables.cube, tables.turned
    squares, plane = squares_of(word), word & PLANE
    count = 0
    for turn in range(TURN_COUNT):
        left = squares & ~cube[LINE + turn]
        if left == 0:
            continue
        after, karma_after = ZERO, ZERO
        for face in range(FACES):
            base = (turn * FACES + face) * MASKS
            shift = np.uint64(face) * _FACE_BITS
            after |= turned[base + signed(plane >> shift & TOP_FACE)]
            karma_after |= turned[base + signed(karma >> shift & TOP_FACE)]
        opened = walkable(after, karma_after)
        soldiers = signed(after & karma_after & TOP_FACE)
        while left != 0:
            reached = cube[REACH + opened * FACE + first_of(left)]
            attacked = cube[NEAR + reached] & soldiers != 0
            kinds[count] = turn + ATTACKED if attacked else turn
            group = reached if whole else reached & left
            picked = karma_after & np.uint64(reached) if whole else ZERO
            children[STATE_WORDS * count] = after | picked | (np.uint64(group) << SQUARES_AT)
            children[STATE_WORDS * count + 1] = karma_after ^ picked
            count += 1
            left &= ~reached
    return count
