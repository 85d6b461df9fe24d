"""Crossover: the numbers from two puzzles in the pool, combined on one board.

A line is chosen between two rows or two columns. The numbers before it are taken from the first
parent, and the numbers beyond it from the second. Both parents have the same count of numbers, and
so must the result. Surplus numbers are removed at random, and missing ones are taken from
either parent, on cells where the result has none. Clues are placed afresh, as after any mutation.
"""

from __future__ import annotations

from engine.games.linjat.board.glyph_codes import EMPTY
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import CELLS, MUTATIONS_STAGE, is_counted
from engine.jit.decorators import Longs, kernel
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import Site, set_cell
from engine.values.rng import draw_below

CROSSED = 1
"""The weight that marks events caused by a crossover. Events for other changes to numbers have no
weight, and those for clues have greater weights."""


@kernel
def cross_puzzles(
    site: Site, workspace: GeneratorWorkspace, cells: Longs, other: Longs, numbers: int
) -> None:
    """Cross the first parent, which is on the site without its clues, with the second parent.

    Args:
        site: The site, which holds the first parent and receives the result.
        workspace: The workspace, whose ``choices`` holds the cells with unlocked numbers
            afterwards.
        cells: The first parent, as a code for each cell.
        other: The second parent, as a code for each cell.
        numbers: The count of unlocked numbers in each parent.
    """
    layout, locked, stream, choices = site.layout, site.locked, site.stream, workspace.choices
    upright = draw_below(stream, 2) == 1
    # There must be at least one row or column on each side of the line.
    line = 1 + draw_below(stream, (site.cols if upright else site.rows) - 1)
    count = 0
    for cell in range(site.rows * site.cols):
        if locked[cell] != 0:
            continue
        if is_beyond(site, cell, upright, line):
            code = other[cell] if is_counted(site, other[cell]) else EMPTY
            # Only changed cells are logged, so the log shows the second parent's contribution.
            if layout[CELLS, cell] != code:
                set_cell(site, MUTATIONS_STAGE, CELLS, cell, code, CROSSED, NOTHING)
        if is_counted(site, layout[CELLS, cell]):
            count += 1
    # Each pass removes one surplus number or adds one missing number.
    while count != numbers:
        few = count < numbers
        free = 0
        for cell in range(site.rows * site.cols):
            outcome = is_counted(site, layout[CELLS, cell])
            # Either parent has a number here, but the result has none.
            missing = not outcome and (
                is_counted(site, cells[cell]) or is_counted(site, other[cell])
            )
            if locked[cell] == 0 and (missing if few else outcome):
                choices[free] = cell
                free += 1
        draw = draw_below(stream, free)
        cell = choices[draw]
        code = EMPTY
        if few:
            code = cells[cell] if is_beyond(site, cell, upright, line) else other[cell]
        set_cell(site, MUTATIONS_STAGE, CELLS, cell, code, CROSSED, draw)
        count += 1 if few else -1
    count = 0
    for cell in range(site.rows * site.cols):
        if locked[cell] == 0 and is_counted(site, layout[CELLS, cell]):
            choices[count] = cell
            count += 1


@kernel
def is_beyond(site: Site, cell: int, upright: bool, line: int) -> bool:
    """Return True if a cell is in the row at ``line`` or below it.

    If ``upright`` is true, the line runs between columns instead, and the cell must be in the
    column at ``line`` or to its right.
    """
    return (cell % site.cols if upright else cell // site.cols) >= line
