"""A priority queue in an array: a binary heap of integers, which begins with the smallest key.

The children of the key at index i are at 2 * i + 1 and 2 * i + 2. No key is less than its parent.
"""

from __future__ import annotations

from engine.jit.decorators import Longs, kernel


@kernel
def push_key(heap: Longs, count: int, key: int) -> None:
    """Add a key to a heap of ``count`` keys; the array must have room for one more."""
    at = count
    # Move larger parents down until the key's position is found.
    while at > 0 and heap[(at - 1) // 2] > key:
        heap[at] = heap[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at] = key


@kernel
def pop_key(heap: Longs, count: int) -> int:
    """Remove and return the smallest key from a heap of ``count`` keys, which must not be empty."""
    least = heap[0]
    last = count - 1
    # The last key fills the gap at the top. Smaller children move up until its position is found.
    key = heap[last]
    at = 0
    while 2 * at + 1 < last:
        below = 2 * at + 1
        if below + 1 < last and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= key:
            break
        heap[at] = heap[below]
        at = below
    heap[at] = key
    return least
