"""Removal of the dots that the best puzzle does not need.

A dot is needed if deduction without it does not solve the puzzle, or takes a different number of
layers (:mod:`engine.evaluation.relevance`). Few puzzles need all of their dots, because dots that
are added later can make an earlier one unnecessary.
"""

from __future__ import annotations

from engine.games.linjat.board.glyph_codes import DOT, EMPTY
from engine.games.linjat.deduction.layers import COUNT
from engine.games.linjat.generation import puzzle_acceptance
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import CELLS, MUTATIONS_STAGE
from engine.games.linjat.generation.parameters import REMOVED, SPARE_DOTS
from engine.jit.decorators import Longs, entry
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import EVENT_COUNT, Site, set_cell
from engine.values.parameter_schema import RELEVANCE, Parameters

_INERT, _NEEDED_SHARE = (fact.key for fact in RELEVANCE)


def should_remove_dots(parameters: Parameters) -> bool:
    """Return True if the parameters limit inert dots and do not forbid removing them."""
    few = parameters.get_range(_INERT).high is not None or parameters.get_range(_NEEDED_SHARE).low
    return bool(few) and parameters.get_word(SPARE_DOTS) == REMOVED


@entry
def remove_spare_dots(site: Site, workspace: GeneratorWorkspace, cells: Longs) -> None:
    """Put a puzzle on the site, and remove dots until every remaining one is needed.

    Dots are tried in reading order, in repeated passes. Locked dots are kept, and so are dots
    without which the puzzle would be rejected. If the site has a log, it receives the events.
    """
    layout, locked = site.layout, site.locked
    for cell in range(site.rows * site.cols):
        layout[CELLS, cell] = cells[cell]
    site.scratch[EVENT_COUNT] = 0
    puzzle_acceptance.solve_again(site, workspace)
    # Removing dots must not change the number of layers.
    layers = workspace.record[COUNT]
    # Removing one dot can make another dot spare, so repeat until nothing changes.
    going = True
    while going:
        going = False
        for cell in range(site.rows * site.cols):
            if layout[CELLS, cell] != DOT or locked[cell] != 0:
                continue
            layout[CELLS, cell] = EMPTY
            spare = (
                puzzle_acceptance.solve_again(site, workspace) and workspace.record[COUNT] == layers
            )
            spare = spare and puzzle_acceptance.is_unique(site, workspace)
            spare = spare and puzzle_acceptance.find_fault(site.settings, workspace) < 0
            # Put the dot back, because the log records a removal as a change from a dot.
            layout[CELLS, cell] = DOT
            if spare:
                set_cell(site, MUTATIONS_STAGE, CELLS, cell, EMPTY, NOTHING, NOTHING)
                going = True
