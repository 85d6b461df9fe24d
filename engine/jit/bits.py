"""Single machine instructions that kernels need and Numba has no name for.

Each is a plain function with the same meaning; compiled code gets the instruction.
"""

from __future__ import annotations

import numpy as np

from engine.jit.marks import Ints, Words, kernel


@kernel
def signed(word: np.uint64) -> int:
    """A word as an index; words stay apart from indices, or Numba makes floats of them."""
    return np.int64(word)  # type: ignore[return-value]


def popcount(word: int | np.uint64) -> int:
    """Number of ones of a non-negative integer."""
    return int(word).bit_count()


def prefetch(array: Words | Ints, index: int) -> None:
    """Asks for an array element to be brought near, because it will be needed soon."""
