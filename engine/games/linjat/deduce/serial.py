"""Deduction as a person does it: one conclusion at a time.

A step looks at the board and asks one rule after another, the easiest first, which numbers it
concludes anything of. The first rule with an answer is the step's, and one of its numbers, drawn
from a stream, gets its conclusion. All else that the rule found has to be found again.

The rules are those of the layers in another order. Those that follow from the rules of the game
come first; the two that trust in a single solution come last, when nothing else is left.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.board.codes import MAX_CELLS
from engine.games.linjat.deduce import rulesets
from engine.games.linjat.deduce.crosses import NONE
from engine.games.linjat.deduce.deductions import cover, fit, single_solution, uncontested
from engine.games.linjat.deduce.layers import GOING_ON, standing
from engine.games.linjat.deduce.pairs import dependency, one_of, square
from engine.jit.marks import Longs, Words, entry, kernel
from engine.values.rng import below

COUNT = 0
"""The number of steps, in a record of a deduction."""
FIRST_STEP = 1
"""Where the first step is; the others follow."""
KIND, AVAILABLE, NUMBER = range(3)
"""What is recorded of a step: its rule, how many numbers that rule had an answer for, and the one
that was taken."""
FIELDS = 3
MOST_STEPS = 2_048
"""Steps that a deduction may have: each takes a cell or, much more seldom, some placements."""
RECORD = FIRST_STEP + FIELDS * MOST_STEPS
"""Integers of a record."""

_ALIVE, _OWN = 0, MAX_CELLS
_OWNED = _OWN + MAX_CELLS
_OPEN_DOTS = _OWNED + table.LANES
SAVED = _OPEN_DOTS + table.LANES
"""Words of what a step keeps while it tries the rules."""


@kernel
def save(words: Words, integers: Longs, saved: Words) -> None:
    """Keeps all that rules change, but for what the next look computes anew."""
    for number in range(integers[table.NUMBERS]):
        saved[_ALIVE + number] = words[table.ALIVE + number]
        saved[_OWN + number] = words[table.OWN + number]
    for lane in range(table.LANES):
        saved[_OWNED + lane] = words[table.OWNED + lane]
        saved[_OPEN_DOTS + lane] = words[table.OPEN_DOTS + lane]


@kernel
def claims(words: Words, saved: Words, number: int) -> np.uint64:
    """The cells that rules have claimed for a number since the table was saved."""
    return words[table.OWN + number] & ~saved[_OWN + number]


@kernel
def ruled_out(words: Words, saved: Words, number: int) -> np.uint64:
    """The placements of a number that rules have ruled out since the table was saved."""
    return saved[_ALIVE + number] & ~words[table.ALIVE + number]


@kernel
def news(words: Words, saved: Words, number: int, kind: int) -> np.uint64:
    """What a step by some kind is about: cells claimed, or for minus the kind what is ruled out."""
    return claims(words, saved, number) if kind > 0 else ruled_out(words, saved, number)


@kernel
def some_ruled_out(words: Words, integers: Longs, saved: Words) -> bool:
    """Whether rules have ruled out any placement since the table was saved."""
    for number in range(integers[table.NUMBERS]):
        if ruled_out(words, saved, number) != NONE:
            return True
    return False


@kernel
def try_rules(words: Words, integers: Longs, saved: Words) -> int:
    """Lets the rules conclude all they can, one after another, until one claims a cell.

    Returns:
        Its kind. If none does: minus the kind of the first that has ruled out a placement; 0 if
        none has.
    """
    switches = integers[table.SWITCHES]
    if cover(words, integers) != 0:
        return rulesets.COVER
    if fit(words, integers) != 0:
        return rulesets.FIT
    if square(words, integers, switches & rulesets.SQUARE_AT_DISTANCE != 0) != 0:
        return rulesets.SQUARE
    kept_in_mind = -rulesets.SQUARE if some_ruled_out(words, integers, saved) else 0
    if dependency(words, integers, switches & rulesets.DEPENDENCY_EVERYWHERE != 0) != 0:
        return rulesets.DEPENDENCY
    if one_of(words, integers) != 0:
        return rulesets.ONE_OF
    if kept_in_mind == 0 and some_ruled_out(words, integers, saved):
        kept_in_mind = -rulesets.ONE_OF
    if kept_in_mind != 0:
        return kept_in_mind
    if uncontested(words, integers) != 0:
        return rulesets.UNCONTESTED
    return rulesets.SINGLE_SOLUTION if single_solution(words, integers) != 0 else 0


@kernel
def restore(words: Words, integers: Longs, saved: Words) -> None:
    """Takes back what rules have concluded since the table was saved."""
    for number in range(integers[table.NUMBERS]):
        if claims(words, saved, number) != NONE:
            words[table.FITTED + number] = NONE  # it was not in vain, and is to be tried again
        words[table.ALIVE + number] = saved[_ALIVE + number]
        words[table.OWN + number] = saved[_OWN + number]
    for lane in range(table.LANES):
        words[table.OWNED + lane] = saved[_OWNED + lane]
        words[table.OPEN_DOTS + lane] = saved[_OPEN_DOTS + lane]


@kernel
def step(stream: Words, words: Words, integers: Longs, saved: Words, record: Longs) -> int:
    """One step: its kind, recorded after the others; 0 if no rule has anything to say."""
    table.look(words, integers)
    save(words, integers, saved)
    dots, dead, lost = integers[table.OPEN], integers[table.DEAD], integers[table.LOST]
    kind = try_rules(words, integers, saved)
    available = 0
    for number in range(integers[table.NUMBERS]):
        if news(words, saved, number, kind) != NONE:
            available += 1
    left = below(stream, available)
    taken, cells, starts = 0, NONE, NONE
    for number in range(integers[table.NUMBERS]):
        if news(words, saved, number, kind) != NONE:
            if left == 0:
                taken = number
                cells, starts = claims(words, saved, number), ruled_out(words, saved, number)
            left -= 1
    restore(words, integers, saved)
    integers[table.OPEN], integers[table.DEAD], integers[table.LOST], integers[table.KILLED] = (
        dots,
        dead,
        lost,
        0,
    )
    if kind == 0:
        return 0
    table.claim(words, integers, taken, cells)
    table.kill(words, integers, taken, starts)
    base = FIRST_STEP + FIELDS * record[COUNT]
    record[base + KIND] = abs(kind)
    record[base + AVAILABLE] = available
    record[base + NUMBER] = taken
    record[COUNT] += 1
    return abs(kind)


@entry
def walk(
    stream: Words, words: Words, integers: Longs, saved: Words, limit: int, record: Longs
) -> int:
    """Goes on with a deduction, step by step.

    The table is as :func:`engine.games.linjat.deduce.layers.start` leaves it. ``limit`` is how many
    steps the record may come to have; the stream decides which of several conclusions comes first.

    Returns:
        SOLVED, STUCK or IMPOSSIBLE; GOING_ON if the limit came first.
    """
    stands = GOING_ON
    while stands == GOING_ON and record[COUNT] < limit:
        stands = standing(words, integers, step(stream, words, integers, saved, record))
    return stands
