"""Mutation of a puzzle: changing or moving a few numbers, and then adding new clues."""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board.glyph_codes import DOT, EMPTY
from engine.games.linjat.deduction.layers import SOLVED
from engine.games.linjat.deduction.placement_masks import (
    NONE,
    find_bit_index,
    get_bit,
    isolate_lowest,
)
from engine.games.linjat.generation.crossover import cross_puzzles
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import (
    CELLS,
    MUTATIONS_STAGE,
    NUMBERS_STAGE,
    add_dots,
    is_clue,
    is_counted,
)
from engine.games.linjat.generation.parameters import setting_index
from engine.jit.decorators import Longs, Words, kernel
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import Site, get_painted_weight, set_cell
from engine.values.rng import draw_below

SHORTER, LONGER, MOVED = range(3)
"""The possible changes to a number."""

_LENGTHS = setting_index("lengths")


@kernel
def make_offspring(
    site: Site,
    workspace: GeneratorWorkspace,
    cells: Longs,
    lines: Words,
    other: Longs,
    crossed: bool,
) -> bool:
    """Mutate a puzzle on a site; return whether adding clues led to a solvable puzzle.

    Args:
        site: The site that receives the mutated puzzle.
        workspace: The arrays to work in.
        cells: The parent, as a code for each cell.
        lines: The cells on the parent's lines, as stored by
            :func:`engine.games.linjat.generation.puzzle_acceptance.mark_lines`.
        other: The second parent, as a code for each cell.
        crossed: True if the two parents should be crossed first.
    """
    settings, stream, layout, choices = site.settings, site.stream, site.layout, workspace.choices
    numbers = strip_clues(site, workspace, cells)
    mark_inherited(site, workspace, cells)
    if crossed:
        cross_puzzles(site, workspace, cells, other, numbers)
    # Another change follows with probability 1/3, so a mutation tries 1.5 changes on average.
    while numbers > 0:
        chosen = draw_below(stream, numbers)
        cell = choices[chosen]
        value = layout[CELLS, cell]
        # A change that would exceed the bounds has no effect, but the offspring may still differ in
        # its clues.
        change = draw_below(stream, 3)
        if change == SHORTER and value > settings[_LENGTHS]:
            set_cell(site, MUTATIONS_STAGE, CELLS, cell, value - 1, NOTHING, chosen)
        elif change == LONGER and value < settings[_LENGTHS + 1]:
            set_cell(site, MUTATIONS_STAGE, CELLS, cell, value + 1, NOTHING, chosen)
        elif change == MOVED:
            choices[chosen] = move_number(site, cell, lines)
        if draw_below(stream, 3) != 0:
            break
    return add_dots(site, MUTATIONS_STAGE, workspace) == SOLVED


@kernel
def mark_inherited(site: Site, workspace: GeneratorWorkspace, cells: Longs) -> None:
    """Mark the parent's clues in the workspace, so that its offspring may inherit them."""
    inherited, inherited_ones = workspace.inherited, workspace.inherited_ones
    for row in range(site.rows):
        inherited[row] = inherited_ones[row] = NONE
        for col in range(site.cols):
            code = cells[row * site.cols + col]
            if code == DOT:
                inherited[row] |= get_bit(col)
            elif is_clue(site, code):
                inherited_ones[row] |= get_bit(col)


@kernel
def strip_clues(site: Site, workspace: GeneratorWorkspace, cells: Longs) -> int:
    """Put a parent on the site without its clues; return the count of numbers that may change.

    Locked cells keep their clues and numbers. ``choices`` in the workspace receives the cells of
    the numbers that may change.
    """
    layout, locked, choices = site.layout, site.locked, workspace.choices
    numbers = 0
    for cell in range(site.rows * site.cols):
        layout[CELLS, cell] = cells[cell]
        if locked[cell] != 0:
            continue
        if is_clue(site, cells[cell]):
            set_cell(site, MUTATIONS_STAGE, CELLS, cell, EMPTY, NOTHING, NOTHING)
        elif is_counted(site, cells[cell]):
            choices[numbers] = cell
            numbers += 1
    return numbers


@kernel
def find_gaps(site: Site, lines: Words, row: int) -> np.uint64:
    """Return the columns in a row that can receive a number and are not on the parent's lines."""
    layout, locked = site.layout, site.locked
    left = ~lines[row] & (get_bit(site.cols) - np.uint64(1))
    gaps = NONE
    while left != NONE:
        single = isolate_lowest(left)
        left ^= single
        cell = row * site.cols + find_bit_index(single)
        if layout[CELLS, cell] != EMPTY or locked[cell] != 0:
            continue
        if get_painted_weight(site, NUMBERS_STAGE, cell, 1) > 0:
            gaps |= single
    return gaps


@kernel
def move_number(site: Site, cell: int, lines: Words) -> int:
    """Move a number to a random cell off the parent's lines, or not at all; return its cell."""
    layout, stream = site.layout, site.stream
    gaps = 0
    for row in range(site.rows):
        left = find_gaps(site, lines, row)
        while left != NONE:
            left ^= isolate_lowest(left)
            gaps += 1
    # The extra choice leaves the number in its cell.
    draw = draw_below(stream, gaps + 1)
    # A second pass finds the chosen gap without storing a list of cells.
    passed = 0
    for row in range(site.rows):
        left = find_gaps(site, lines, row)
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            if passed == draw:
                target = row * site.cols + find_bit_index(single)
                value = layout[CELLS, cell]
                set_cell(site, MUTATIONS_STAGE, CELLS, cell, EMPTY, NOTHING, draw)
                set_cell(site, MUTATIONS_STAGE, CELLS, target, value, NOTHING, draw)
                return target
            passed += 1
    return cell
