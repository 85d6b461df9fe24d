"""Portable streams of random numbers: the same everywhere, for as long as files exist.

The generator is SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014), one 64-bit word of state. Numbers below a bound are drawn without
bias by multiplication and rejection (Lemire, "Fast random integer generation in an
interval", 2019) from the upper 32 bits.

Every stage of every attempt draws from a stream of its own, named by (seed, attempt, stage,
re-roll), so that one stage can be rolled again while all others stay as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from engine.jit.bits import signed
from engine.jit.marks import Words, entry, kernel

T = TypeVar("T")

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_TWO32 = np.uint64(1 << 32)


@kernel
def mix(word: np.uint64) -> np.uint64:
    """SplitMix64's output function: a permutation of the 64-bit words that scatters them."""
    word = (word ^ (word >> _S30)) * _MIX1
    word = (word ^ (word >> _S27)) * _MIX2
    return word ^ (word >> _S31)


@entry
def next_word(stream: Words) -> np.uint64:
    """The next 64 random bits of a stream (an array of one word)."""
    stream[0] = stream[0] + GOLDEN
    return mix(stream[0])


@entry
def open_stream(stream: Words, seed: int, attempt: int, stage: int, reroll: int) -> None:
    """Sets a stream to the beginning of the one that these four numbers name."""
    word = mix(np.uint64(seed) + GOLDEN)
    word = mix((word ^ np.uint64(attempt)) + GOLDEN)
    word = mix((word ^ np.uint64(stage)) + GOLDEN)
    stream[0] = mix((word ^ np.uint64(reroll)) + GOLDEN)


@entry
def below(stream: Words, bound: int) -> int:
    """A number from 0 to ``bound`` - 1, every one equally likely; 0 if ``bound`` is below 2."""
    if bound < 2:
        return 0
    wide = np.uint64(bound)
    product = (next_word(stream) >> _S32) * wide
    if product & _LOW32 < wide:
        threshold = (_TWO32 - wide) % wide
        while product & _LOW32 < threshold:
            product = (next_word(stream) >> _S32) * wide
    return signed(product >> _S32)


@kernel
def between(stream: Words, low: int, high: int) -> int:
    """A number from ``low`` to ``high``, both included."""
    return low + below(stream, high - low + 1)


class RandomNumbers:
    """The numbers of one stream, for ordinary code; what names it is as in :func:`open_stream`."""

    def __init__(self, seed: int, attempt: int = 0, stage: int = 0, reroll: int = 0) -> None:
        self._stream = np.zeros(1, np.uint64)
        open_stream(self._stream, seed, attempt, stage, reroll)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, every one equally likely; 0 if that is below 2."""
        return int(below(self._stream, bound))

    def choice(self, items: Sequence[T]) -> T:
        """One of some items, of which there is at least one, every one equally likely."""
        return items[self.below(len(items))]
