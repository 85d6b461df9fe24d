"""Room for a search: how many states, and what happens if there is no memory for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from engine.errors import EngineError
from engine.jit.arrays import Bytes, Ints, Words
from engine.values.budget import Budget

_MOST_STATES = 500_000_000
"""State numbers, and edges' places in the reverse lists, are 32-bit integers."""


def states_room(budget: Budget, moves: int) -> int:
    """States that a search must have room for; a budget is told from the last expansion's."""
    return min(max(budget.max_states, 1), _MOST_STATES) + moves


def expansion_memory(moves: int, words: int, scratch: int) -> tuple[Words, Bytes, Ints]:
    """Memory for one expansion: successors, outcomes, and what the game's kernel needs itself."""
    return (
        np.empty(moves * words, np.uint64),
        np.empty(moves, np.uint8),
        np.empty(scratch, np.int32),
    )


@contextmanager
def memory_for(states: int) -> Iterator[None]:
    """Turns a failed allocation into an error that names the budget.

    Raises:
        EngineError: the memory cannot be had.
    """
    try:
        yield
    except MemoryError as error:
        raise EngineError(
            f"not enough memory for a search of {states:,} states; set a smaller limit"
        ) from error
