"""A hash set of packed states, which uses open addressing and entries of 8 bytes.

The states are in one flat array, in the order in which they were found. An entry holds the upper
half of a state's hash, which serves as a tag that makes needless comparisons rare, and the number
of the state plus one. An entry of 0 is a free slot::

    63            32 31             0
    |  tag of hash  | state number + 1 |

The lower bits of the hash select the first slot; after a collision, the next slots are tried in
order. At most half of the slots are used. The set grows within the buffer that it was given: all
entries are cleared, and every state is entered again. Therefore no second buffer is needed, and a
small set stays in the processor's cache.
"""

from __future__ import annotations

import numpy as np

from engine.jit.bits import prefetch, to_signed
from engine.jit.decorators import Words, entry, kernel, subroutine
from engine.values.rng import mix_word

FIRST_SLOTS = 4096
_FAST_GROWTH = 1 << 20
_AHEAD = 16
"""The number of states by which prefetching runs ahead while the set is rebuilt."""
_S32 = np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)
_FREE = np.uint64(0)


def count_slots(states: int) -> int:
    """Return the number of slots that a set of up to ``states`` states needs."""
    slots = FIRST_SLOTS
    # At most half of the slots are used, so probing stays short and always finds a free slot.
    while slots < 2 * states:
        slots = get_next_size(slots)
    return slots


@entry
def get_next_size(slots: int) -> int:
    """Return the next size: four times ``slots`` below 2**20 slots, otherwise twice ``slots``."""
    return slots * 4 if slots < _FAST_GROWTH else slots * 2


@kernel
def hash_state(states: Words, offset: int, words: int) -> np.uint64:
    """Return the hash of the state whose first word is at ``offset``."""
    value = mix_word(states[offset])
    for word in range(1, words):
        value = mix_word(value ^ states[offset + word])
    return value


@kernel
def get_first_slot(value: np.uint64, size: int) -> int:
    """Return the slot where the search for a state with hash ``value`` begins."""
    # The size is a power of two, so the mask takes the hash modulo the size.
    return to_signed(value & np.uint64(size - 1))


@kernel
def locate_slot(
    slots: Words, size: int, states: Words, words: int, keys: Words, offset: int, value: np.uint64
) -> int:
    """Return the slot of the state at ``keys[offset]``, or the free slot where it belongs.

    ``value`` is the hash of the state.
    """
    mask = size - 1
    slot = get_first_slot(value, size)
    tag = value >> _S32
    while True:
        held = slots[slot]
        if held == _FREE:
            return slot
        # The tag is compared first, because the state itself is in another cache line.
        if held >> _S32 == tag:
            start = (to_signed(held & _LOW32) - 1) * words
            # Different states can have the same tag, so the whole state is compared.
            word = 0
            while word < words and states[start + word] == keys[offset + word]:
                word += 1
            if word == words:
                return slot
        slot = (slot + 1) & mask


@kernel
def get_number(slots: Words, slot: int) -> int:
    """Return the number of the state in a slot, or -1 if the slot is free."""
    return to_signed(slots[slot] & _LOW32) - 1


@kernel
def put_number(slots: Words, slot: int, value: np.uint64, number: int) -> None:
    """Enter the number of a state with hash ``value`` into a free slot."""
    slots[slot] = (value >> _S32 << _S32) | np.uint64(number + 1)


@subroutine
def rebuild_slots(slots: Words, size: int, states: Words, words: int, count: int) -> None:
    """Fill the first ``size`` slots with exactly the first ``count`` states."""
    for slot in range(size):
        slots[slot] = _FREE
    mask = size - 1
    for number in range(count):
        # Hash a later state now, so that its slot is in the cache when that state is entered.
        if number + _AHEAD < count:
            coming = hash_state(states, (number + _AHEAD) * words, words)
            prefetch(slots, get_first_slot(coming, size))
        value = hash_state(states, number * words, words)
        slot = get_first_slot(value, size)
        # The states are known to be distinct, so they need not be compared.
        while slots[slot] != _FREE:
            slot = (slot + 1) & mask
        put_number(slots, slot, value, number)


@kernel
def begin_set(slots: Words, states: Words, start: Words, words: int) -> int:
    """Reset a set so that it holds only the start state, and return its size."""
    for word in range(words):
        states[word] = start[word]
    rebuild_slots(slots, FIRST_SLOTS, states, words, 1)
    return FIRST_SLOTS


@kernel
def make_room(slots: Words, size: int, states: Words, words: int, count: int, more: int) -> int:
    """Grow a set of ``count`` states until ``more`` further states fit, and return its size."""
    while 2 * (count + more) > size:
        size = get_next_size(size)
        rebuild_slots(slots, size, states, words, count)
    return size


@kernel
def insert_state(
    slots: Words,
    size: int,
    states: Words,
    words: int,
    count: int,
    keys: Words,
    offset: int,
    value: np.uint64,
) -> int:
    """Return the number of the state at ``keys[offset]``, adding the state to the set if needed.

    ``value`` is the hash of the state. A state that is added gets the number ``count``.
    """
    slot = locate_slot(slots, size, states, words, keys, offset, value)
    number = get_number(slots, slot)
    if number < 0:
        number = count
        put_number(slots, slot, value, number)
        for word in range(words):
            states[number * words + word] = keys[offset + word]
    return number
