"""Kernels that run the layers of a deduction, either one at a time for a trace or all together.

A layer updates the reach of every cell and then tries the rules in order. The first rule that
claims cells ends the layer, after drawing all of its conclusions. A deduction ends as solved, as
impossible, or as stuck if no rule claims any cells.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.deduction import rulesets
from engine.games.linjat.deduction.number_rules import (
    apply_cover,
    apply_fit,
    apply_single_solution,
    apply_uncontested,
)
from engine.games.linjat.deduction.pair_rules import apply_dependency, apply_one_of, apply_square
from engine.jit.decorators import Longs, Words, entry, kernel, subroutine

ONGOING, SOLVED, STUCK, IMPOSSIBLE = range(4)
"""The possible outcomes of a deduction."""
OUTCOME_NAMES = ("going on", "solved", "stuck", "impossible")

COUNT = 0
"""The index of the layer count in a deduction's record."""
FIRST_LAYER = 1
"""The index of the kind of the first layer. The width of that layer follows, and then the kind and
width of each further layer."""
MAX_LAYERS = 256
"""The maximum number of layers. It is enough, because every layer adds at least one owned cell."""
RECORD_SIZE = FIRST_LAYER + 2 * MAX_LAYERS
"""The number of integers in a record."""


@entry
def start_deduction(
    cells: Longs, rows: int, cols: int, switches: int, words: Words, integers: Longs
) -> None:
    """Store a board in the arrays and reset them, so that a deduction can begin.

    The arrays are described in :mod:`engine.games.linjat.board.deduction_arrays`.
    """
    deduction_arrays.set_board(cells, rows, cols, switches, words, integers)
    deduction_arrays.reset_table(words, integers, switches & rulesets.SINGLE_ONE != 0)


@entry
def claim_for_number(words: Words, integers: Longs, number: int, cells: np.uint64) -> None:
    """Make a number the owner of ``cells``, none of which may have an owner yet."""
    deduction_arrays.claim_cells(words, integers, number, cells)


@subroutine
def conclude_layer(words: Words, integers: Longs) -> tuple[int, int]:
    """Try the rules in order until one claims cells; return its kind and width, or (0, 0).

    Rules that are switched off are skipped
    (see :data:`engine.games.linjat.deduction.rulesets.OFF_SWITCH`).
    """
    switches = integers[deduction_arrays.SWITCHES]
    # Reach is updated only here, so all rules in a layer work from the reach at its beginning.
    integers[deduction_arrays.KILLED] = 0
    deduction_arrays.update_reach(words, integers)
    # A table of functions would be shorter, but it could not be compiled ahead of time.
    off = switches >> rulesets.OFF_SWITCH
    kind = rulesets.UNCONTESTED
    width = 0
    if off >> rulesets.UNCONTESTED & 1 == 0:
        width = apply_uncontested(words, integers)
    if width == 0 and off >> rulesets.COVER & 1 == 0:
        kind = rulesets.COVER
        width = apply_cover(words, integers)
    if width == 0 and off >> rulesets.SINGLE_SOLUTION & 1 == 0:
        kind = rulesets.SINGLE_SOLUTION
        width = apply_single_solution(words, integers)
    if width == 0 and off >> rulesets.FIT & 1 == 0:
        kind = rulesets.FIT
        width = apply_fit(words, integers)
    if width == 0 and off >> rulesets.SQUARE & 1 == 0:
        kind = rulesets.SQUARE
        width = apply_square(words, integers, switches & rulesets.SQUARE_AT_DISTANCE != 0)
    if width == 0 and off >> rulesets.DEPENDENCY & 1 == 0:
        kind = rulesets.DEPENDENCY
        width = apply_dependency(words, integers, switches & rulesets.DEPENDENCY_EVERYWHERE != 0)
    if width == 0 and off >> rulesets.ONE_OF & 1 == 0:
        kind = rulesets.ONE_OF
        width = apply_one_of(words, integers)
    if width == 0:
        kind = 0
    return kind, width


@kernel
def get_outcome(words: Words, integers: Longs, kind: int) -> int:
    """Return the outcome after a layer, where ``kind`` is 0 if no rule claimed any cells."""
    # If no rule claimed anything, the board can be decided only if every number on it is a 1.
    asked = kind != 0 or integers[deduction_arrays.SWITCHES] & rulesets.SINGLE_ONE != 0
    if asked and deduction_arrays.is_decided(words, integers):
        if integers[
            deduction_arrays.SWITCHES
        ] & rulesets.OVERLAP_CHECK != 0 and deduction_arrays.has_overlap(words, integers):
            return IMPOSSIBLE
        return SOLVED
    if kind == 0:
        # Rules about pairs may eliminate placements without claiming cells, and another layer may
        # then claim some.
        retry = (
            integers[deduction_arrays.SWITCHES] & rulesets.RETRY != 0
            and integers[deduction_arrays.KILLED] != 0
        )
        return ONGOING if retry else STUCK
    if integers[deduction_arrays.DEAD] != 0 or integers[deduction_arrays.LOST] != 0:
        return IMPOSSIBLE
    return ONGOING


@entry
def run_layer(words: Words, integers: Longs) -> tuple[int, int, int]:
    """Run one layer; return its kind (0 if no rule claimed cells), its width and the outcome."""
    kind, width = conclude_layer(words, integers)
    return kind, width, get_outcome(words, integers, kind)


@entry
def update_reach_now(words: Words, integers: Longs) -> None:
    """Update the reach of every cell, as a layer does before it tries the rules."""
    deduction_arrays.update_reach(words, integers)


@kernel
def run_layers(words: Words, integers: Longs, limit: int, record: Longs) -> int:
    """Run at most ``limit`` layers, record their kinds and widths, and return the outcome."""
    layers = 0
    outcome = ONGOING
    while outcome == ONGOING and layers < limit:
        kind, width = conclude_layer(words, integers)
        if kind != 0:
            record[FIRST_LAYER + 2 * layers] = kind
            record[FIRST_LAYER + 2 * layers + 1] = width
            layers += 1
        outcome = get_outcome(words, integers, kind)
    record[COUNT] = layers
    return outcome


@entry
def run_deduction(
    cells: Longs,
    rows: int,
    cols: int,
    switches: int,
    limit: int,
    words: Words,
    integers: Longs,
    record: Longs,
) -> int:
    """Apply the rules to a board until they solve it, get stuck, or reach a limit.

    ``cells`` holds the codes of the cells in reading order, and ``switches`` has one bit for each
    correction in :mod:`engine.games.linjat.deduction.rulesets`. Afterwards the two arrays hold the
    final state of the deduction, and ``record`` holds its layers.

    Returns:
        SOLVED, STUCK or IMPOSSIBLE; ONGOING if the limit was reached first.
    """
    deduction_arrays.set_board(cells, rows, cols, switches, words, integers)
    deduction_arrays.reset_table(words, integers, switches & rulesets.SINGLE_ONE != 0)
    return run_layers(words, integers, limit, record)
