"""Dots that a puzzle does not need are taken from it once it is the best.

A dot is needed if without it deduction no longer solves the puzzle, or in another number of layers
(:mod:`engine.evaluation.relevance`). Few puzzles need all of theirs by chance: a dot that served
the deduction when it was put down may follow from those that came later.
"""

from __future__ import annotations

from engine.games.linjat.board.codes import DOT, EMPTY
from engine.games.linjat.deduce.layers import COUNT
from engine.games.linjat.generate import judging
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.parameters import REMOVED, SPARE_DOTS
from engine.games.linjat.generate.stages import CELLS, MUTATIONS_STAGE
from engine.jit.marks import Longs, entry
from engine.staging.generation import NOTHING
from engine.staging.site import NOTED, Site, put
from engine.values.parameters import RELEVANCE, Parameters

_INERT, _NEEDED_SHARE = (fact.key for fact in RELEVANCE)


def takes_dots(parameters: Parameters) -> bool:
    """Whether dots that are not needed are to go: facts ask for few of them, and they may."""
    few = parameters.range(_INERT).high is not None or parameters.range(_NEEDED_SHARE).low
    return bool(few) and parameters.word(SPARE_DOTS) == REMOVED


@entry
def tidy(site: Site, bench: DeductionBench, cells: Longs) -> None:
    """Puts a puzzle on the site and takes dots from it, until it needs all that are left.

    They go in reading order, over and over; none that is locked, and none without which the puzzle
    would not be accepted. If the site has a log, that receives the events.
    """
    layout, locked = site.layout, site.locked
    for cell in range(site.rows * site.cols):
        layout[CELLS, cell] = cells[cell]
    site.scratch[NOTED] = 0
    judging.solve_again(site, bench)
    layers = bench.record[COUNT]
    going = True
    while going:
        going = False
        for cell in range(site.rows * site.cols):
            if layout[CELLS, cell] != DOT or locked[cell] != 0:
                continue
            layout[CELLS, cell] = EMPTY
            spare = judging.solve_again(site, bench) and bench.record[COUNT] == layers
            spare = spare and judging.is_unique(site, bench)
            spare = spare and judging.judge(site.settings, bench) < 0
            layout[CELLS, cell] = DOT
            if spare:
                put(site, MUTATIONS_STAGE, CELLS, cell, EMPTY, NOTHING, NOTHING)
                going = True
