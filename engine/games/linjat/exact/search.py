"""Counting solutions: a search over placements, each step followed by all that it implies.

A *node* of the search is a set of alive placements for every number. Settling it rules out what
cannot be, over and over until nothing changes:

- cells that all placements of a number have are its own; others may not meet them;
- a dot that only one number can still cover is covered by that number.

If choices are left, the node is split along the one with the fewest options: the placements of a
number, or the numbers that may cover a dot. Options exclude each other and leave nothing out, so
each solution is met exactly once.

The search keeps its stack of nodes in arrays and can stop and go on after any node. At most one
level is needed for every number and every dot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.deduce.crosses import (
    NONE,
    bit_index,
    covered,
    has_several,
    home_of,
    lowest,
    meeting,
    ones,
    put,
    shared,
)
from engine.jit.bits import popcount
from engine.jit.marks import Longs, Words, entry, kernel, subroutine

DEPTH, NODES, SOLUTIONS = range(3)
"""State of the search: the level of the stack it is at (-1 once all is searched), nodes settled,
and solutions found."""
SPLIT = 4
"""For every level what its node is split along: a number, or a cell as -1 - cell."""

UNDECIDED, DECIDED, IMPOSSIBLE = range(3)
NO_CHOICE = 1 << 30


class SearchMemory(NamedTuple):
    """The arrays of a search.

    Attributes:
        words, integers: the table; see :mod:`engine.games.linjat.board.table`.
        nodes: the stack, a word for every number on every level.
        options: a word for every level.
        found: receives solutions, as starts of every number, as many as it has room for.
        state: the state, SPLIT and one more for every level.
    """

    words: Words
    integers: Longs
    nodes: Words
    options: Words
    found: Words
    state: Longs


@entry
def open_search(cells: Longs, rows: int, cols: int, memory: SearchMemory) -> None:
    """Begins a search on cells, by their codes, with the node that has every placement."""
    words, integers, nodes, state = memory.words, memory.integers, memory.nodes, memory.state
    table.set_board(cells, rows, cols, 0, words, integers)
    table.begin(words, integers, True)
    table.look(words, integers)
    for number in range(integers[table.NUMBERS]):
        nodes[number] = words[table.ALIVE + number]
    state[DEPTH] = -1
    state[NODES] = 0
    state[SOLUTIONS] = 0
    _enter(memory)


@entry
def search(memory: SearchMemory, control: Longs, limit: int, pause: int) -> None:
    """Goes on until all is searched, or a limit is reached.

    ``limit`` is of solutions, ``pause`` of nodes. The search stops when the first of ``control`` is
    not 0; the second receives the nodes seen.
    """
    integers, nodes, options = memory.integers, memory.nodes, memory.options
    state, numbers = memory.state, integers[table.NUMBERS]
    while state[DEPTH] >= 0 and state[SOLUTIONS] < limit and state[NODES] < pause:
        if control[0] != 0:
            return
        depth = state[DEPTH]
        option = lowest(options[depth])
        if option == NONE:
            state[DEPTH] = depth - 1
            continue
        options[depth] ^= option
        base = (depth + 1) * numbers
        for number in range(numbers):
            nodes[base + number] = nodes[base - numbers + number]
        split = state[SPLIT + depth]
        if split >= 0:
            nodes[base + split] = option
        else:
            _give(integers, nodes, base, -1 - split, bit_index(option))
        _enter(memory)
        control[1] = state[NODES]


@kernel
def _give(integers: Longs, nodes: Words, base: int, cell: int, direction: int) -> None:
    """A dot is covered by the number in one direction, and by no other."""
    for other in range(4):
        if integers[table.REACH + cell] >> other & 1:
            number = integers[table.NEAREST + 4 * cell + other]
            over = _over(integers, number, cell)
            nodes[base + number] &= over if other == direction else ~over


@kernel
def _over(integers: Longs, number: int, cell: int) -> np.uint64:
    """The placements of a number that cover a cell."""
    return meeting(table.bit_of(integers, number, cell), integers[table.VALUE + number])


@subroutine
def _enter(memory: SearchMemory) -> None:
    """Settles the node above the top of the stack; keeps it there if choices are left."""
    words, integers, nodes = memory.words, memory.integers, memory.nodes
    found, state = memory.found, memory.state
    numbers = integers[table.NUMBERS]
    depth = state[DEPTH] + 1
    base = depth * numbers
    state[NODES] += 1
    standing = UNDECIDED if _settle(words, integers, nodes, base) else IMPOSSIBLE
    if standing == UNDECIDED:
        standing = _split(memory, depth)
    if standing == UNDECIDED:
        state[DEPTH] = depth
    elif standing == DECIDED:
        first = state[SOLUTIONS] * numbers
        if first + numbers <= len(found):
            for number in range(numbers):
                found[first + number] = nodes[base + number]
        state[SOLUTIONS] += 1


@kernel
def _settle(words: Words, integers: Longs, nodes: Words, base: int) -> bool:
    """Rules out placements until nothing changes; False if that leaves something impossible."""
    while True:
        if not _own_certain(words, integers, nodes, base):
            return False
        changed = False
        for number in range(integers[table.NUMBERS]):
            value = integers[table.VALUE + number]
            foreign = (
                table.own_view(words, integers, number, table.OWNED) & ~words[table.OWN + number]
            )
            starts = nodes[base + number] & ~meeting(foreign, value)
            if starts == NONE:
                return False
            if starts != nodes[base + number]:
                nodes[base + number] = starts
                changed = True
            words[table.REACHED + number] = covered(starts, value)
        for row in range(integers[table.ROWS]):
            left = words[table.DOTS + row]
            while left != NONE:
                single = lowest(left)
                left ^= single
                cell = table.cell_of(row, bit_index(single))
                reach = table.reaching(words, integers, cell, cell)
                if reach == 0:
                    return False
                if reach & (reach - 1) == 0:
                    number = integers[table.NEAREST + 4 * cell + popcount(reach - 1)]
                    starts = nodes[base + number] & _over(integers, number, cell)
                    if starts != nodes[base + number]:
                        nodes[base + number] = starts
                        words[table.REACHED + number] = covered(
                            starts, integers[table.VALUE + number]
                        )
                        changed = True
        if not changed:
            return True


@kernel
def _own_certain(words: Words, integers: Longs, nodes: Words, base: int) -> bool:
    """Gives every number the cells that it has in any case; False if two have the same."""
    for lane in range(table.LANES):
        words[table.OWNED + lane] = NONE
    for number in range(integers[table.NUMBERS]):
        row, col, starts = (
            integers[table.ROW + number],
            integers[table.COL + number],
            nodes[base + number],
        )
        if starts == NONE:
            return False
        home = home_of(row, col)
        others = shared(starts, integers[table.VALUE + number], home) & ~home
        words[table.OWN + number] = others | home
        put(words, table.OWNED, row, col)
        if not table.occupy(words, integers, number, others):
            return False
    return True


@kernel
def _split(memory: SearchMemory, depth: int) -> int:
    """Chooses what to split a settled node along; DECIDED if no choice is left."""
    words, integers, nodes = memory.words, memory.integers, memory.nodes
    options, state = memory.options, memory.state
    base = depth * integers[table.NUMBERS]
    fewest = NO_CHOICE
    for number in range(integers[table.NUMBERS]):
        starts = nodes[base + number]
        if has_several(starts) and ones(starts) < fewest:
            fewest = ones(starts)
            state[SPLIT + depth] = number
            options[depth] = starts
    if fewest == NO_CHOICE:
        return DECIDED
    for row in range(integers[table.ROWS]):
        left = words[table.DOTS + row]
        while left != NONE:
            single = lowest(left)
            left ^= single
            cell = table.cell_of(row, bit_index(single))
            reach = table.reaching(words, integers, cell, cell)
            if reach & (reach - 1) != 0 and popcount(reach) < fewest:
                fewest = popcount(reach)
                state[SPLIT + depth] = -1 - cell
                options[depth] = np.uint64(reach)
    return UNDECIDED
