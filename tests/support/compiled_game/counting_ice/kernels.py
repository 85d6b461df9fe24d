"""The kernels of the game: a sum, and rules for the searches that all games share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.jit.decorators import Bytes, Ints, Longs, Words, entry, kernel
from engine.search.successors import LOST, MOVED, WON, register_rules


@entry
def total(numbers: Longs) -> int:
    """Return the sum of numbers."""
    found = 0
    for number in numbers:
        found += number
    return found


class CountRules(NamedTuple):
    """Rules of counting down from a number, by as much as a move says, to 0 and no further."""

    moves: int
    words: int


@kernel
def expand(
    rules: CountRules,
    table: Ints,
    states: Words,
    offset: int,
    skipped: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Take each number from the state."""
    for move in range(rules.moves):
        step, state = np.uint64(table[move]), states[offset]
        if state == step:
            outcomes[move] = WON
        elif state < step:
            outcomes[move] = LOST
        else:
            outcomes[move] = MOVED
            successors[move] = state - step


register_rules(CountRules, expand)
