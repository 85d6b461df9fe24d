"""Deduction that draws one conclusion at a time, as a person does.

A step tries the rules from easiest to hardest until one has conclusions. It picks one of the
numbers with a conclusion at random and keeps only that conclusion, so later steps have to find the
others again. To undo the others, the table is saved before the rules run and restored afterwards.

The rules are the same as for layers, but in a different order. The two that rely on a unique
solution are tried only if no other rule concludes anything.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.board.glyph_codes import MAX_CELLS
from engine.games.linjat.deduction import rulesets
from engine.games.linjat.deduction.layers import ONGOING, get_outcome
from engine.games.linjat.deduction.number_rules import (
    apply_cover,
    apply_fit,
    apply_single_solution,
    apply_uncontested,
)
from engine.games.linjat.deduction.pair_rules import apply_dependency, apply_one_of, apply_square
from engine.games.linjat.deduction.placement_masks import NONE
from engine.jit.decorators import Longs, Words, entry, kernel
from engine.values.rng import draw_below

COUNT = 0
"""The index of the step count in a deduction's record."""
FIRST_STEP = 1
"""The index of the first step in a record. The other steps follow it."""
KIND, AVAILABLE, NUMBER = range(3)
"""The fields of a step: the kind of rule, how many numbers the rule had a conclusion about, and the
index of the number that was picked."""
FIELDS = 3
MAX_STEPS = 2_048
"""The maximum number of steps. A step claims at least one cell or, much less often, only eliminates
placements."""
RECORD_SIZE = FIRST_STEP + FIELDS * MAX_STEPS
"""The number of integers in a record."""

_ALIVE, _OWN = 0, MAX_CELLS
_OWNED = _OWN + MAX_CELLS
_OPEN_DOTS = _OWNED + deduction_arrays.MASK_WORDS
SAVED_SIZE = _OPEN_DOTS + deduction_arrays.MASK_WORDS
"""The number of words in a saved copy of the table."""


@kernel
def save_table(words: Words, integers: Longs, saved: Words) -> None:
    """Save the alive placements, owned cells and open dots before a step tries the rules."""
    # The rules change nothing else except reach, which is not saved because the next step computes
    # it again.
    for number in range(integers[deduction_arrays.NUMBERS]):
        saved[_ALIVE + number] = words[deduction_arrays.ALIVE + number]
        saved[_OWN + number] = words[deduction_arrays.OWN + number]
    for word in range(deduction_arrays.MASK_WORDS):
        saved[_OWNED + word] = words[deduction_arrays.OWNED + word]
        saved[_OPEN_DOTS + word] = words[deduction_arrays.OPEN_DOTS + word]


@kernel
def find_claims(words: Words, saved: Words, number: int) -> np.uint64:
    """Return the cells that the rules have claimed for a number since the table was saved."""
    return words[deduction_arrays.OWN + number] & ~saved[_OWN + number]


@kernel
def find_ruled_out(words: Words, saved: Words, number: int) -> np.uint64:
    """Return the placements that the rules have eliminated for a number since the last save."""
    return saved[_ALIVE + number] & ~words[deduction_arrays.ALIVE + number]


@kernel
def find_news(words: Words, saved: Words, number: int, kind: int) -> np.uint64:
    """Return a number's new claims or, if ``kind`` is negative, its eliminated placements."""
    return find_claims(words, saved, number) if kind > 0 else find_ruled_out(words, saved, number)


@kernel
def has_ruled_out(words: Words, integers: Longs, saved: Words) -> bool:
    """Return True if the rules have eliminated any placement since the table was saved."""
    for number in range(integers[deduction_arrays.NUMBERS]):
        if find_ruled_out(words, saved, number) != NONE:
            return True
    return False


@kernel
def try_rules(words: Words, integers: Longs, saved: Words) -> int:
    """Apply one rule after another until one of them claims a cell.

    Returns:
        The kind of the rule that claimed a cell; if none did, the negated kind of the first rule
        that eliminated a placement; or 0 if no rule did either.
    """
    switches = integers[deduction_arrays.SWITCHES]
    if apply_cover(words, integers) != 0:
        return rulesets.COVER
    if apply_fit(words, integers) != 0:
        return rulesets.FIT
    if apply_square(words, integers, switches & rulesets.SQUARE_AT_DISTANCE != 0) != 0:
        return rulesets.SQUARE
    # A person remembers eliminated placements only if no sound rule claims a cell.
    kept_in_mind = -rulesets.SQUARE if has_ruled_out(words, integers, saved) else 0
    if apply_dependency(words, integers, switches & rulesets.DEPENDENCY_EVERYWHERE != 0) != 0:
        return rulesets.DEPENDENCY
    if apply_one_of(words, integers) != 0:
        return rulesets.ONE_OF
    if kept_in_mind == 0 and has_ruled_out(words, integers, saved):
        kept_in_mind = -rulesets.ONE_OF
    if kept_in_mind != 0:
        return kept_in_mind
    if apply_uncontested(words, integers) != 0:
        return rulesets.UNCONTESTED
    return rulesets.SINGLE_SOLUTION if apply_single_solution(words, integers) != 0 else 0


@kernel
def restore_table(words: Words, integers: Longs, saved: Words) -> None:
    """Undo all conclusions that the rules have drawn since the table was saved."""
    for number in range(integers[deduction_arrays.NUMBERS]):
        if find_claims(words, saved, number) != NONE:
            # The claims are undone, so fit must try the same placements again later.
            words[deduction_arrays.FITTED + number] = NONE
        words[deduction_arrays.ALIVE + number] = saved[_ALIVE + number]
        words[deduction_arrays.OWN + number] = saved[_OWN + number]
    for word in range(deduction_arrays.MASK_WORDS):
        words[deduction_arrays.OWNED + word] = saved[_OWNED + word]
        words[deduction_arrays.OPEN_DOTS + word] = saved[_OPEN_DOTS + word]


@kernel
def run_step(stream: Words, words: Words, integers: Longs, saved: Words, record: Longs) -> int:
    """Run one step and record it; return the kind of rule, or 0 if no rule has a conclusion."""
    deduction_arrays.update_reach(words, integers)
    save_table(words, integers, saved)
    dots, dead, lost = (
        integers[deduction_arrays.OPEN],
        integers[deduction_arrays.DEAD],
        integers[deduction_arrays.LOST],
    )
    # The rules change the table itself, so their conclusions are its differences from the saved
    # copy.
    kind = try_rules(words, integers, saved)
    available = 0
    for number in range(integers[deduction_arrays.NUMBERS]):
        if find_news(words, saved, number, kind) != NONE:
            available += 1
    # Every number with a conclusion is equally likely to be noticed first.
    left = draw_below(stream, available)
    taken, cells, starts = 0, NONE, NONE
    for number in range(integers[deduction_arrays.NUMBERS]):
        if find_news(words, saved, number, kind) != NONE:
            if left == 0:
                taken = number
                cells, starts = (
                    find_claims(words, saved, number),
                    find_ruled_out(words, saved, number),
                )
            left -= 1
    restore_table(words, integers, saved)
    (
        integers[deduction_arrays.OPEN],
        integers[deduction_arrays.DEAD],
        integers[deduction_arrays.LOST],
        integers[deduction_arrays.KILLED],
    ) = (
        dots,
        dead,
        lost,
        0,
    )
    if kind == 0:
        return 0
    # The restored table receives only the conclusion that was picked.
    deduction_arrays.claim_cells(words, integers, taken, cells)
    deduction_arrays.kill_placements(words, integers, taken, starts)
    base = FIRST_STEP + FIELDS * record[COUNT]
    record[base + KIND] = abs(kind)
    record[base + AVAILABLE] = available
    record[base + NUMBER] = taken
    record[COUNT] += 1
    return abs(kind)


@entry
def run_steps(
    stream: Words, words: Words, integers: Longs, saved: Words, limit: int, record: Longs
) -> int:
    """Continue a deduction step by step from its current state.

    The table must have been prepared by
    :func:`engine.games.linjat.deduction.layers.start_deduction`. ``limit`` is the maximum number of
    steps in the record, and the random ``stream`` decides which conclusions are picked.

    Returns:
        SOLVED, STUCK or IMPOSSIBLE; ONGOING if the limit was reached first.
    """
    outcome = ONGOING
    while outcome == ONGOING and record[COUNT] < limit:
        outcome = get_outcome(words, integers, run_step(stream, words, integers, saved, record))
    return outcome
