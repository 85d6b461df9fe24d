"""Annealing: a loss is borne by chance, the less likely the greater it is and the later."""

from __future__ import annotations

import numpy as np

from engine.jit.arrays import Words
from engine.jit.bits import signed
from engine.jit.marks import kernel
from engine.values.rng import next_word

_UNIT = 1024
"""Parts that halvings and degrees are counted in."""
_TOP, _MANTISSA = np.uint64(63), np.uint64(53)
_ZERO, _ONE, _PART = np.uint64(0), np.uint64(1), np.uint64(_UNIT - 1)


@kernel
def bears(stream: Words, loss: int, temperature: int, left: int, whole: int) -> bool:
    """Whether a loss is borne.

    Args:
        stream: draws for it.
        loss: how much worse it gets; below 1 it is always borne.
        temperature: a loss that is borne every other time at first.
        left: iterations until no loss is borne any more.
        whole: how many there were at first.
    """
    if loss <= 0:
        return True
    degrees = _UNIT * temperature * left // whole
    return loss * _UNIT * _UNIT <= degrees * halvings(stream)


@kernel
def halvings(stream: Words) -> int:
    """How often one must be halved to come below a random share of it, in parts of _UNIT.

    At least n with probability 2 to the power of -n, but for a small error between whole numbers:
    integers alone, because floating-point logarithms differ between machines.
    """
    word = next_word(stream)
    count = 1
    while word >> _TOP == _ZERO and count < 50:
        word <<= _ONE
        count += 1
    part = (word >> _MANTISSA) & _PART
    return count * _UNIT - signed(part)
