"""The priority queue in an array."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.search.heap import pop_key, push_key


@given(st.lists(st.one_of(st.none(), st.integers(0, 2**62))))
def test_the_least_comes_first(keys):
    """None takes one out."""
    heap, expected = np.zeros(len(keys) + 1, np.int64), []
    for key in keys:
        if key is not None:
            push_key(heap, len(expected), key)
            expected = sorted([*expected, key])
        elif expected:
            assert pop_key(heap, len(expected)) == expected.pop(0)
    while expected:
        assert pop_key(heap, len(expected)) == expected.pop(0)
