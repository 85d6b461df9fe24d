"""Mutation: a few numbers of a puzzle are changed or moved, and get new dots."""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board.codes import DOT, EMPTY
from engine.games.linjat.deduce.crosses import NONE, bit, bit_index, lowest
from engine.games.linjat.deduce.layers import SOLVED
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.crossing import cross
from engine.games.linjat.generate.parameters import setting_index
from engine.games.linjat.generate.stages import (
    CELLS,
    MUTATIONS_STAGE,
    NUMBERS_STAGE,
    add_dots,
    is_clue,
    is_counted,
)
from engine.jit.marks import Longs, Words, kernel
from engine.staging.generation import NOTHING
from engine.staging.site import Site, painted_weight, put
from engine.values.rng import below

SHORTER, LONGER, MOVED = range(3)
"""What can happen to a number."""

_LENGTHS = setting_index("lengths")


@kernel
def make_offspring(
    site: Site, bench: DeductionBench, cells: Longs, lines: Words, other: Longs, crossed: bool
) -> bool:
    """Mutates a puzzle on a site; whether adding dots solves the outcome.

    Of the parent ``cells`` has the codes, ``lines`` the cells of the lines; see
    :func:`judging.mark_lines`. It is crossed with another one first if it is to be, of which
    ``other`` has the codes.
    """
    settings, stream, layout, choices = site.settings, site.stream, site.layout, bench.choices
    numbers = strip(site, bench, cells)
    inherit(site, bench, cells)
    if crossed:
        cross(site, bench, cells, other, numbers)
    while numbers > 0:
        chosen = below(stream, numbers)
        cell = choices[chosen]
        value = layout[CELLS, cell]
        change = below(stream, 3)
        if change == SHORTER and value > settings[_LENGTHS]:
            put(site, MUTATIONS_STAGE, CELLS, cell, value - 1, NOTHING, chosen)
        elif change == LONGER and value < settings[_LENGTHS + 1]:
            put(site, MUTATIONS_STAGE, CELLS, cell, value + 1, NOTHING, chosen)
        elif change == MOVED:
            choices[chosen] = move(site, cell, lines)
        if below(stream, 3) != 0:
            break
    return add_dots(site, MUTATIONS_STAGE, bench) == SOLVED


@kernel
def inherit(site: Site, bench: DeductionBench, cells: Longs) -> None:
    """Marks the clues of a parent, which its offspring can have too."""
    inherited, inherited_ones = bench.inherited, bench.inherited_ones
    for row in range(site.rows):
        inherited[row] = inherited_ones[row] = NONE
        for col in range(site.cols):
            code = cells[row * site.cols + col]
            if code == DOT:
                inherited[row] |= bit(col)
            elif is_clue(site, code):
                inherited_ones[row] |= bit(col)


@kernel
def strip(site: Site, bench: DeductionBench, cells: Longs) -> int:
    """Puts a parent on the site, but for its clues; how many numbers may change.

    What is locked stays. ``choices`` of the bench receives the cells of the numbers.
    """
    layout, locked, choices = site.layout, site.locked, bench.choices
    numbers = 0
    for cell in range(site.rows * site.cols):
        layout[CELLS, cell] = cells[cell]
        if locked[cell] != 0:
            continue
        if is_clue(site, cells[cell]):
            put(site, MUTATIONS_STAGE, CELLS, cell, EMPTY, NOTHING, NOTHING)
        elif is_counted(site, cells[cell]):
            choices[numbers] = cell
            numbers += 1
    return numbers


@kernel
def gaps_in_row(site: Site, lines: Words, row: int) -> np.uint64:
    """The cells of a row without any line of the parent, as columns, that a number can take."""
    layout, locked = site.layout, site.locked
    left = ~lines[row] & (bit(site.cols) - np.uint64(1))
    gaps = NONE
    while left != NONE:
        single = lowest(left)
        left ^= single
        cell = row * site.cols + bit_index(single)
        if layout[CELLS, cell] != EMPTY or locked[cell] != 0:
            continue
        if painted_weight(site, NUMBERS_STAGE, cell, 1) > 0:
            gaps |= single
    return gaps


@kernel
def move(site: Site, cell: int, lines: Words) -> int:
    """Moves a number into a gap between the parent's lines, or leaves it; where it is then."""
    layout, stream = site.layout, site.stream
    gaps = 0
    for row in range(site.rows):
        left = gaps_in_row(site, lines, row)
        while left != NONE:
            left ^= lowest(left)
            gaps += 1
    draw = below(stream, gaps + 1)
    passed = 0
    for row in range(site.rows):
        left = gaps_in_row(site, lines, row)
        while left != NONE:
            single = lowest(left)
            left ^= single
            if passed == draw:
                target = row * site.cols + bit_index(single)
                value = layout[CELLS, cell]
                put(site, MUTATIONS_STAGE, CELLS, cell, EMPTY, NOTHING, draw)
                put(site, MUTATIONS_STAGE, CELLS, target, value, NOTHING, draw)
                return target
            passed += 1
    return cell
