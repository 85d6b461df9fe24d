"""Operations for kernels that compile to single machine instructions.

Numba has no functions for these instructions. The functions here also work in plain Python, with
the same results.
"""

from __future__ import annotations

import numpy as np

from engine.jit.decorators import Ints, Words, kernel


@kernel
def to_signed(word: np.uint64) -> int:
    """Convert a 64-bit word to an index.

    Without the conversion, Numba would turn arithmetic on words and indices into floats.
    """
    return np.int64(word)  # type: ignore[return-value]


def popcount(word: int | np.uint64) -> int:
    """Return the number of set bits in a non-negative integer."""
    return int(word).bit_count()


def prefetch(array: Words | Ints, index: int) -> None:
    """Load into the processor's cache an array element that will soon be needed."""
