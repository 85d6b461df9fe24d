"""Portable streams of random numbers, which are the same on all platforms and in all versions.

The generator is SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014). Its state is one 64-bit word, which is incremented by a constant at each step. A
mixing function turns the state into the output. Numbers below a bound are drawn from the upper 32
bits, without bias, by multiplication and rejection (Lemire, "Fast random integer generation in an
interval", 2019).

Each stage of each attempt draws from a separate stream, identified by (seed, attempt, stage,
reroll). Therefore one stage can be rolled again while all others keep their results::

    stream = np.zeros(1, np.uint64)
    open_stream(stream, seed, attempt, stage, reroll)
    row = draw_below(stream, rows)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from engine.jit.bits import to_signed
from engine.jit.decorators import Words, entry, kernel

T = TypeVar("T")

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_TWO32 = np.uint64(1 << 32)


@kernel
def mix_word(word: np.uint64) -> np.uint64:
    """Return SplitMix64's output for a state. Different states have different outputs."""
    # Both xoring a word with its right shift and multiplying it by an odd number can be inverted,
    # so no two words have the same output.
    word = (word ^ (word >> _S30)) * _MIX1
    word = (word ^ (word >> _S27)) * _MIX2
    return word ^ (word >> _S31)


@entry
def draw_word(stream: Words) -> np.uint64:
    """Return the next 64 random bits of ``stream``, an array of one word."""
    stream[0] = stream[0] + GOLDEN
    return mix_word(stream[0])


@entry
def open_stream(stream: Words, seed: int, attempt: int, stage: int, reroll: int) -> None:
    """Set ``stream`` to the beginning of the random stream that the four numbers identify."""
    word = mix_word(np.uint64(seed) + GOLDEN)
    # Mixing after each number keeps streams with neighbouring numbers independent.
    word = mix_word((word ^ np.uint64(attempt)) + GOLDEN)
    word = mix_word((word ^ np.uint64(stage)) + GOLDEN)
    stream[0] = mix_word((word ^ np.uint64(reroll)) + GOLDEN)


@entry
def draw_below(stream: Words, bound: int) -> int:
    """Return a random number from 0 to ``bound`` - 1, or 0 if ``bound`` is below 2."""
    if bound < 2:
        return 0
    wide = np.uint64(bound)
    # The upper half of bits * bound is the result. The lower half shows whether this is one of the
    # few draws that would favour some results. Only such a draw needs the costly division.
    product = (draw_word(stream) >> _S32) * wide
    if product & _LOW32 < wide:
        threshold = (_TWO32 - wide) % wide
        while product & _LOW32 < threshold:
            product = (draw_word(stream) >> _S32) * wide
    return to_signed(product >> _S32)


@kernel
def draw_between(stream: Words, low: int, high: int) -> int:
    """Return a random number from ``low`` to ``high``, inclusive."""
    return low + draw_below(stream, high - low + 1)


class RandomNumbers:
    """A stream of random numbers for ordinary code, identified as in :func:`open_stream`."""

    def __init__(self, seed: int, attempt: int = 0, stage: int = 0, reroll: int = 0) -> None:
        self._stream = np.zeros(1, np.uint64)
        open_stream(self._stream, seed, attempt, stage, reroll)

    def draw_below(self, bound: int) -> int:
        """Return a random number from 0 to ``bound`` - 1, or 0 if ``bound`` is below 2."""
        return int(draw_below(self._stream, bound))

    def draw_item(self, items: Sequence[T]) -> T:
        """Return a random element of ``items``, which must not be empty."""
        return items[self.draw_below(len(items))]
