"""Layers of deduction: one at a time for a trace, or all of them at once.

A layer looks at the board and tries the rules in their order; the first that makes progress ends
it, all its conclusions together. A deduction ends solved, stuck (no rule makes progress) or
impossible.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.deduce import rulesets
from engine.games.linjat.deduce.deductions import cover, fit, single_solution, uncontested
from engine.games.linjat.deduce.pairs import dependency, one_of, square
from engine.jit.marks import Longs, Words, entry, kernel, subroutine

GOING_ON, SOLVED, STUCK, IMPOSSIBLE = range(4)
"""How a deduction stands."""
ENDS = ("going on", "solved", "stuck", "impossible")

COUNT = 0
"""The number of layers, in a record of a deduction."""
FIRST_LAYER = 1
"""Where the kind and the width of the first layer are; those of the others follow."""
MOST_LAYERS = 256
"""Layers that a deduction can have: after each one more cell is owned."""
RECORD = FIRST_LAYER + 2 * MOST_LAYERS
"""Integers of a record."""


@entry
def start(cells: Longs, rows: int, cols: int, switches: int, words: Words, integers: Longs) -> None:
    """Puts a board up for deduction; see :func:`engine.games.linjat.board.table.set_board`."""
    table.set_board(cells, rows, cols, switches, words, integers)
    table.begin(words, integers, switches & rulesets.SINGLE_ONE != 0)


@entry
def claim(words: Words, integers: Longs, number: int, cells: np.uint64) -> None:
    """Give a number cells that nobody owns; see :func:`engine.games.linjat.board.table.claim`."""
    table.claim(words, integers, number, cells)


@subroutine
def one_layer(words: Words, integers: Longs) -> tuple[int, int]:
    """Tries the rules until one makes progress: its kind and how much; kind 0 if none does.

    Rules that are switched off are passed over (:data:`rulesets.OFF_AT`).
    """
    switches = integers[table.SWITCHES]
    integers[table.KILLED] = 0
    table.look(words, integers)
    off = switches >> rulesets.OFF_AT
    kind = rulesets.UNCONTESTED
    width = 0
    if off >> rulesets.UNCONTESTED & 1 == 0:
        width = uncontested(words, integers)
    if width == 0 and off >> rulesets.COVER & 1 == 0:
        kind = rulesets.COVER
        width = cover(words, integers)
    if width == 0 and off >> rulesets.SINGLE_SOLUTION & 1 == 0:
        kind = rulesets.SINGLE_SOLUTION
        width = single_solution(words, integers)
    if width == 0 and off >> rulesets.FIT & 1 == 0:
        kind = rulesets.FIT
        width = fit(words, integers)
    if width == 0 and off >> rulesets.SQUARE & 1 == 0:
        kind = rulesets.SQUARE
        width = square(words, integers, switches & rulesets.SQUARE_AT_DISTANCE != 0)
    if width == 0 and off >> rulesets.DEPENDENCY & 1 == 0:
        kind = rulesets.DEPENDENCY
        width = dependency(words, integers, switches & rulesets.DEPENDENCY_EVERYWHERE != 0)
    if width == 0 and off >> rulesets.ONE_OF & 1 == 0:
        kind = rulesets.ONE_OF
        width = one_of(words, integers)
    if width == 0:
        kind = 0
    return kind, width


@kernel
def standing(words: Words, integers: Longs, kind: int) -> int:
    """How a deduction stands after a layer of some kind, 0 for one without progress."""
    # Only a board of nothing but 1s is decided before any rule has fired.
    asked = kind != 0 or integers[table.SWITCHES] & rulesets.SINGLE_ONE != 0
    if asked and table.is_decided(words, integers):
        if integers[table.SWITCHES] & rulesets.OVERLAP_CHECK != 0 and table.overlaps(
            words, integers
        ):
            return IMPOSSIBLE
        return SOLVED
    if kind == 0:
        retry = integers[table.SWITCHES] & rulesets.RETRY != 0 and integers[table.KILLED] != 0
        return GOING_ON if retry else STUCK
    if integers[table.DEAD] != 0 or integers[table.LOST] != 0:
        return IMPOSSIBLE
    return GOING_ON


@entry
def advance(words: Words, integers: Longs) -> tuple[int, int, int]:
    """One layer of a deduction: its kind (0 for none), its width, and how it stands then."""
    kind, width = one_layer(words, integers)
    return kind, width, standing(words, integers, kind)


@entry
def look_now(words: Words, integers: Longs) -> None:
    """Looks at the board, as the next layer will do first."""
    table.look(words, integers)


@kernel
def deduce(words: Words, integers: Longs, limit: int, record: Longs) -> int:
    """The layers of a deduction, at most so many, kinds and widths recorded; how it stands then."""
    layers = 0
    stands = GOING_ON
    while stands == GOING_ON and layers < limit:
        kind, width = one_layer(words, integers)
        if kind != 0:
            record[FIRST_LAYER + 2 * layers] = kind
            record[FIRST_LAYER + 2 * layers + 1] = width
            layers += 1
        stands = standing(words, integers, kind)
    record[COUNT] = layers
    return stands


@entry
def run(
    cells: Longs,
    rows: int,
    cols: int,
    switches: int,
    limit: int,
    words: Words,
    integers: Longs,
    record: Longs,
) -> int:
    """Deduces as much as the rules allow.

    The cells are codes in reading order, ``switches`` corrections of
    :mod:`engine.games.linjat.deduce.rulesets`, one bit each. The table of words and integers holds
    the end of the deduction afterwards, ``record`` its layers.

    Returns:
        SOLVED, STUCK or IMPOSSIBLE; GOING_ON if the limit came first.
    """
    table.set_board(cells, rows, cols, switches, words, integers)
    table.begin(words, integers, switches & rulesets.SINGLE_ONE != 0)
    return deduce(words, integers, limit, record)
