"""Crossing: the numbers of two puzzles of a pool on one board, in as many cells as before.

A line is drawn between two rows or two columns. On this side of it stand the numbers of the first
parent, beyond it those of the other one. Both have the same count of numbers, and so has what is
made of them: numbers that are too many go, and those that are missing come from either parent,
wherever they had one that did not come along. Clues are placed anew, as after any mutation.
"""

from __future__ import annotations

from engine.games.linjat.board.codes import EMPTY
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.stages import CELLS, MUTATIONS_STAGE, is_counted
from engine.jit.marks import Longs, kernel
from engine.staging.generation import NOTHING
from engine.staging.site import Site, put
from engine.values.rng import below

CROSSED = 1
"""The weight of events of a crossing, where other changes of numbers have none; those of clues are
greater."""


@kernel
def cross(site: Site, bench: DeductionBench, cells: Longs, other: Longs, numbers: int) -> None:
    """Crosses the first parent, which is on the site without its clues, with another one.

    ``cells`` and ``other`` have the codes of the cells of both, each with so many numbers that are
    not locked. ``choices`` of the bench receives the cells where numbers stand then.
    """
    layout, locked, stream, choices = site.layout, site.locked, site.stream, bench.choices
    upright = below(stream, 2) == 1
    line = 1 + below(stream, (site.cols if upright else site.rows) - 1)
    count = 0
    for cell in range(site.rows * site.cols):
        if locked[cell] != 0:
            continue
        if is_beyond(site, cell, upright, line):
            code = other[cell] if is_counted(site, other[cell]) else EMPTY
            if layout[CELLS, cell] != code:
                put(site, MUTATIONS_STAGE, CELLS, cell, code, CROSSED, NOTHING)
        if is_counted(site, layout[CELLS, cell]):
            count += 1
    while count != numbers:
        few = count < numbers
        free = 0
        for cell in range(site.rows * site.cols):
            stands = is_counted(site, layout[CELLS, cell])
            missing = not stands and (
                is_counted(site, cells[cell]) or is_counted(site, other[cell])
            )
            if locked[cell] == 0 and (missing if few else stands):
                choices[free] = cell
                free += 1
        draw = below(stream, free)
        cell = choices[draw]
        code = EMPTY
        if few:
            code = cells[cell] if is_beyond(site, cell, upright, line) else other[cell]
        put(site, MUTATIONS_STAGE, CELLS, cell, code, CROSSED, draw)
        count += 1 if few else -1
    count = 0
    for cell in range(site.rows * site.cols):
        if locked[cell] == 0 and is_counted(site, layout[CELLS, cell]):
            choices[count] = cell
            count += 1


@kernel
def is_beyond(site: Site, cell: int, upright: bool, line: int) -> bool:
    """Whether a cell is beyond the line between two columns if it is upright, else rows."""
    return (cell % site.cols if upright else cell // site.cols) >= line
