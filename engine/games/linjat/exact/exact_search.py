"""A search that counts solutions by branching on placements and propagating after each branch.

A *node* in the search holds a set of alive placements for every number. *Settling* a node removes
impossible placements until nothing changes, using two rules:

- a number owns the cells common to all of its placements, and no other number may cover them;
- if only one number can still cover a dot, it covers the dot.

If choices are left, the node is split on the choice with the fewest options. The options are either
the placements of one number or the numbers that may cover one dot. They exclude each other and
cover all cases, so each solution is found exactly once. For example, a dot that either a 3 or a 4
may cover splits the node in two. In the first child the 3 keeps only its placements over the dot,
and the 4 only its others. In the second child it is the other way round.

The search keeps its stack of nodes in arrays and can pause after any node. The stack needs at most
one level for each number and each dot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.deduction.placement_masks import (
    NONE,
    add_cell,
    count_ones,
    cover_cells,
    find_bit_index,
    find_meeting_starts,
    get_home_bits,
    has_several,
    intersect_cells,
    isolate_lowest,
)
from engine.jit.bits import popcount
from engine.jit.decorators import Longs, Words, entry, kernel, subroutine

DEPTH, NODES, SOLUTIONS = range(3)
"""Indices in the search state: the level at the top of the stack (-1 once the search is complete),
the number of nodes settled, and the number of solutions found."""
SPLIT = 4
"""The index in the search state where the choices begin. For each level, there is the number that
the node is split on, or -1 - cell if the node is split on a dot."""

UNDECIDED, DECIDED, IMPOSSIBLE = range(3)
NO_CHOICE = 1 << 30


class ExactSearchMemory(NamedTuple):
    """The arrays that a search works in.

    Attributes:
        words, integers: The two arrays described in
            :mod:`engine.games.linjat.board.deduction_arrays`.
        nodes: The stack, with one word of starts for each number on each level.
        options: The untried options, with one word for each level.
        found: The first solutions, each with one start for each number. Once the array is full, no
            more solutions are stored.
        state: The search state, with the indices DEPTH, NODES and SOLUTIONS. From SPLIT on, it has
            one integer for each level.
    """

    words: Words
    integers: Longs
    nodes: Words
    options: Words
    found: Words
    state: Longs


@entry
def open_search(cells: Longs, rows: int, cols: int, memory: ExactSearchMemory) -> None:
    """Start a search from a root node that holds all placements.

    ``cells`` holds the codes for the board's cells in reading order.
    """
    words, integers, nodes, state = memory.words, memory.integers, memory.nodes, memory.state
    deduction_arrays.set_board(cells, rows, cols, 0, words, integers)
    deduction_arrays.reset_table(words, integers, True)
    deduction_arrays.update_reach(words, integers)
    for number in range(integers[deduction_arrays.NUMBERS]):
        nodes[number] = words[deduction_arrays.ALIVE + number]
    # With an empty stack, the root can be entered like any other node.
    state[DEPTH] = -1
    state[NODES] = 0
    state[SOLUTIONS] = 0
    _enter_node(memory)


@entry
def run_search(memory: ExactSearchMemory, control: Longs, limit: int, pause: int) -> None:
    """Continue a search until it is complete, reaches a limit, or is cancelled.

    The search pauses after ``limit`` solutions or ``pause`` nodes in total. Setting ``control[0]``
    to a value other than 0 cancels it, and ``control[1]`` receives the number of settled nodes.
    """
    integers, nodes, options = memory.integers, memory.nodes, memory.options
    state, numbers = memory.state, integers[deduction_arrays.NUMBERS]
    while state[DEPTH] >= 0 and state[SOLUTIONS] < limit and state[NODES] < pause:
        if control[0] != 0:
            return
        depth = state[DEPTH]
        option = isolate_lowest(options[depth])
        if option == NONE:
            state[DEPTH] = depth - 1
            continue
        # Remove the option before entering its node, so that the search continues with the next
        # option after a pause.
        options[depth] ^= option
        base = (depth + 1) * numbers
        for number in range(numbers):
            # The child starts as a copy of its parent. The option then restricts the copy.
            nodes[base + number] = nodes[base - numbers + number]
        split = state[SPLIT + depth]
        # The option is a placement if the node was split on a number. If it was split on a dot, the
        # option is the direction to the number that covers it.
        if split >= 0:
            nodes[base + split] = option
        else:
            _assign_dot(integers, nodes, base, -1 - split, find_bit_index(option))
        _enter_node(memory)
        control[1] = state[NODES]


@kernel
def _assign_dot(integers: Longs, nodes: Words, base: int, cell: int, direction: int) -> None:
    """Restrict a node so that only the number in ``direction`` covers the dot on ``cell``."""
    for other in range(4):
        if integers[deduction_arrays.REACH + cell] >> other & 1:
            number = integers[deduction_arrays.NEAREST + 4 * cell + other]
            over = _find_covering(integers, number, cell)
            nodes[base + number] &= over if other == direction else ~over


@kernel
def _find_covering(integers: Longs, number: int, cell: int) -> np.uint64:
    """Return the placements of a number that cover the cell with index ``cell``."""
    return find_meeting_starts(
        deduction_arrays.find_cell_bit(integers, number, cell),
        integers[deduction_arrays.VALUE + number],
    )


@subroutine
def _enter_node(memory: ExactSearchMemory) -> None:
    """Settle the node above the top of the stack, and push it if it has choices left.

    A node that is possible and has no choices left is counted as a solution.
    """
    words, integers, nodes = memory.words, memory.integers, memory.nodes
    found, state = memory.found, memory.state
    numbers = integers[deduction_arrays.NUMBERS]
    depth = state[DEPTH] + 1
    base = depth * numbers
    state[NODES] += 1
    outcome = UNDECIDED if _settle_node(words, integers, nodes, base) else IMPOSSIBLE
    if outcome == UNDECIDED:
        outcome = _choose_split(memory, depth)
    if outcome == UNDECIDED:
        state[DEPTH] = depth
    elif outcome == DECIDED:
        first = state[SOLUTIONS] * numbers
        # Once ``found`` is full, solutions are only counted.
        if first + numbers <= len(found):
            for number in range(numbers):
                found[first + number] = nodes[base + number]
        state[SOLUTIONS] += 1


@kernel
def _settle_node(words: Words, integers: Longs, nodes: Words, base: int) -> bool:
    """Remove impossible placements until nothing changes; return False on a contradiction."""
    while True:
        if not _claim_certain_cells(words, integers, nodes, base):
            return False
        changed = False
        for number in range(integers[deduction_arrays.NUMBERS]):
            value = integers[deduction_arrays.VALUE + number]
            # A placement must not cover a cell that another number owns.
            foreign = (
                deduction_arrays.view_masks(words, integers, number, deduction_arrays.OWNED)
                & ~words[deduction_arrays.OWN + number]
            )
            starts = nodes[base + number] & ~find_meeting_starts(foreign, value)
            if starts == NONE:
                return False
            if starts != nodes[base + number]:
                nodes[base + number] = starts
                changed = True
            # Only the cells that each number reaches are updated. The bits of REACH and the nearest
            # numbers stay as they were on the empty board.
            words[deduction_arrays.REACHED + number] = cover_cells(starts, value)
        for row in range(integers[deduction_arrays.ROWS]):
            left = words[deduction_arrays.DOTS + row]
            while left != NONE:
                single = isolate_lowest(left)
                left ^= single
                cell = deduction_arrays.get_cell_index(row, find_bit_index(single))
                reach = deduction_arrays.find_common_reach(words, integers, cell, cell)
                if reach == 0:
                    return False
                # A single bit means that only one number is left, so it must cover the dot.
                if reach & (reach - 1) == 0:
                    number = integers[deduction_arrays.NEAREST + 4 * cell + popcount(reach - 1)]
                    starts = nodes[base + number] & _find_covering(integers, number, cell)
                    if starts != nodes[base + number]:
                        nodes[base + number] = starts
                        words[deduction_arrays.REACHED + number] = cover_cells(
                            starts, integers[deduction_arrays.VALUE + number]
                        )
                        changed = True
        if not changed:
            return True


@kernel
def _claim_certain_cells(words: Words, integers: Longs, nodes: Words, base: int) -> bool:
    """Give each number the cells common to its placements; return False on a contradiction."""
    for word in range(deduction_arrays.MASK_WORDS):
        words[deduction_arrays.OWNED + word] = NONE
    for number in range(integers[deduction_arrays.NUMBERS]):
        row, col, starts = (
            integers[deduction_arrays.ROW + number],
            integers[deduction_arrays.COL + number],
            nodes[base + number],
        )
        if starts == NONE:
            return False
        # The number's own cell has two bits, so ``occupy_cells`` would report a conflict for it.
        home = get_home_bits(row, col)
        others = intersect_cells(starts, integers[deduction_arrays.VALUE + number], home) & ~home
        words[deduction_arrays.OWN + number] = others | home
        add_cell(words, deduction_arrays.OWNED, row, col)
        if not deduction_arrays.occupy_cells(words, integers, number, others):
            return False
    return True


@kernel
def _choose_split(memory: ExactSearchMemory, depth: int) -> int:
    """Choose the number or dot to split a settled node on; return DECIDED if there is none."""
    words, integers, nodes = memory.words, memory.integers, memory.nodes
    options, state = memory.options, memory.state
    base = depth * integers[deduction_arrays.NUMBERS]
    fewest = NO_CHOICE
    for number in range(integers[deduction_arrays.NUMBERS]):
        starts = nodes[base + number]
        # The choice with the fewest options keeps the tree narrow. A dot replaces a number below
        # only if it has fewer options.
        if has_several(starts) and count_ones(starts) < fewest:
            fewest = count_ones(starts)
            state[SPLIT + depth] = number
            options[depth] = starts
    if fewest == NO_CHOICE:
        return DECIDED
    for row in range(integers[deduction_arrays.ROWS]):
        left = words[deduction_arrays.DOTS + row]
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            cell = deduction_arrays.get_cell_index(row, find_bit_index(single))
            reach = deduction_arrays.find_common_reach(words, integers, cell, cell)
            if reach & (reach - 1) != 0 and popcount(reach) < fewest:
                fewest = popcount(reach)
                state[SPLIT + depth] = -1 - cell
                options[depth] = np.uint64(reach)
    return UNDECIDED
