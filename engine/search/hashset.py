"""A hash set of packed states: open addressing over 8-byte entries.

The states themselves stand in one flat array in the order in which they were found; an entry
is the upper half of a state's hash (a tag that makes false comparisons rare) and the state's
number plus one, 0 for a free slot. The set is kept at most half full. It grows inside the one
buffer it was given, by forgetting all entries and entering every state again, so no second
buffer is ever needed and a small set stays in the processor's cache.
"""

from __future__ import annotations

import numpy as np

from engine.jit.bits import prefetch, signed
from engine.jit.marks import Words, entry, kernel, subroutine
from engine.values.rng import mix

FIRST_SLOTS = 4096
_FAST_GROWTH = 1 << 20
_AHEAD = 16
"""How many states ahead a slot is asked for while the set is rebuilt."""
_S32 = np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_FREE = np.uint64(0)


def slots_for(states: int) -> int:
    """Slots of a buffer in which a set of that many states can grow."""
    slots = FIRST_SLOTS
    while slots < 2 * states:
        slots = grown(slots)
    return slots


@entry
def grown(slots: int) -> int:
    """The next size: four times up to a million slots, then double."""
    return slots * 4 if slots < _FAST_GROWTH else slots * 2


@kernel
def hash_of(states: Words, offset: int, words: int) -> np.uint64:
    """The hash of the state whose first word is at ``offset``."""
    value = mix(states[offset])
    for word in range(1, words):
        value = mix(value ^ states[offset + word])
    return value


@kernel
def first_slot(value: np.uint64, size: int) -> int:
    """The slot at which the state with that hash is looked for first."""
    return signed(value & np.uint64(size - 1))


@kernel
def locate(
    slots: Words, size: int, states: Words, words: int, keys: Words, offset: int, value: np.uint64
) -> int:
    """The slot of the state at ``keys[offset]`` with hash ``value``, or the free slot for it."""
    mask = size - 1
    slot = first_slot(value, size)
    tag = value >> _S32
    while True:
        held = slots[slot]
        if held == _FREE:
            return slot
        if held >> _S32 == tag:
            start = (signed(held & _LOW32) - 1) * words
            word = 0
            while word < words and states[start + word] == keys[offset + word]:
                word += 1
            if word == words:
                return slot
        slot = (slot + 1) & mask


@kernel
def number_in(slots: Words, slot: int) -> int:
    """The number of the state in a slot; -1 for a free slot."""
    return signed(slots[slot] & _LOW32) - 1


@kernel
def put(slots: Words, slot: int, value: np.uint64, number: int) -> None:
    """Enters a state's number under its hash in a free slot."""
    slots[slot] = (value >> _S32 << _S32) | np.uint64(number + 1)


@subroutine
def rebuild(slots: Words, size: int, states: Words, words: int, count: int) -> None:
    """Makes the first ``size`` slots hold exactly the first ``count`` states."""
    for slot in range(size):
        slots[slot] = _FREE
    mask = size - 1
    for number in range(count):
        if number + _AHEAD < count:
            coming = hash_of(states, (number + _AHEAD) * words, words)
            prefetch(slots, first_slot(coming, size))
        value = hash_of(states, number * words, words)
        slot = first_slot(value, size)
        while slots[slot] != _FREE:
            slot = (slot + 1) & mask
        put(slots, slot, value, number)


@kernel
def begin_set(slots: Words, states: Words, start: Words, words: int) -> int:
    """Makes a set hold one state and nothing else; its size."""
    for word in range(words):
        states[word] = start[word]
    rebuild(slots, FIRST_SLOTS, states, words, 1)
    return FIRST_SLOTS


@kernel
def make_room(slots: Words, size: int, states: Words, words: int, count: int, more: int) -> int:
    """Grows a set of ``count`` states as far as it must for some more; its size."""
    while 2 * (count + more) > size:
        size = grown(size)
        rebuild(slots, size, states, words, count)
    return size


@kernel
def enter(
    slots: Words,
    size: int,
    states: Words,
    words: int,
    count: int,
    keys: Words,
    offset: int,
    value: np.uint64,
) -> int:
    """The number of the state at ``keys[offset]`` with hash ``value``.

    A state that is not among the ``count`` of the set becomes one of them, with that number.
    """
    slot = locate(slots, size, states, words, keys, offset, value)
    number = number_in(slots, slot)
    if number < 0:
        number = count
        put(slots, slot, value, number)
        for word in range(words):
            states[number * words + word] = keys[offset + word]
    return number
