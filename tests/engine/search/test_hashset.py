"""A hash set of packed states: open addressing over 8-byte entries."""

from __future__ import annotations

import numpy as np
import pytest

from engine.jit import decorators
from engine.search import hashset
from engine.search.breadth_first import RING_SIZE, create_workspace

# --- the set of states ---------------------------------------------------------------------


@pytest.mark.jitless
@pytest.mark.parametrize("words", [1, 2, 5])
def test_a_rebuilt_set_holds_exactly_the_states(words: int) -> None:
    count = 300 if decorators.is_disabled() else 5000
    rng = np.random.default_rng(words)
    # Few values for the first word, so that only the last ones distinguish states.
    states = rng.integers(0, 2**63, count * words).astype(np.uint64)
    states[::words] %= np.uint64(7 if words > 1 else 2**62)
    others = states.copy()
    others[words - 1 :: words] += np.uint64(1)
    slots = np.full(4 * hashset.count_slots(count), 12345, np.uint64)

    def number(keys: np.ndarray, offset: int, size: int) -> int:
        value = np.uint64(hashset.hash_state(keys, offset, words))
        slot = hashset.locate_slot(slots, size, states, words, keys, offset, value)
        return int(hashset.get_number(slots, slot))

    with np.errstate(over="ignore"):  # kernels called by themselves, perhaps as plain Python
        for size in (hashset.count_slots(count), hashset.get_next_size(hashset.count_slots(count))):
            hashset.rebuild_slots(slots, size, states, words, count)
            assert np.count_nonzero(slots[:size]) == count
            numbers = [number(states, state * words, size) for state in range(count)]
            assert numbers == list(range(count))
            assert {number(others, state * words, size) for state in range(count)} == {-1}


@pytest.mark.jitless
@pytest.mark.parametrize("states", [1, 2048, 2049, 10**5, 10**6, 5 * 10**6])
def test_a_set_has_room_for_twice_its_states(states: int) -> None:
    slots = hashset.count_slots(states)
    assert slots >= max(4096, 2 * states)
    assert slots & (slots - 1) == 0
    # Not more than one step of growth too large.
    assert slots < max(4097, 8 * states)


@pytest.mark.jitless
@pytest.mark.parametrize("limit", [1, 1000, 1983, 1984, 2004, 2048, 8150, 8192, 32_750, 131_060])
def test_a_set_never_outgrows_its_memory(limit: int) -> None:
    # It must hold all states twice over, and those still on their way to it.
    slots = create_workspace(limit, 4, 1, 1).slots
    size = hashset.count_slots(1)
    while size < 2 * (limit + RING_SIZE):
        size = hashset.get_next_size(size)
    assert size <= len(slots)
