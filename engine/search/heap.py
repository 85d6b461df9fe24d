"""A priority queue in an array: a binary heap of whole numbers, the least of them first."""

from __future__ import annotations

from engine.jit.marks import Longs, kernel


@kernel
def push(heap: Longs, count: int, key: int) -> None:
    """Puts a key into a heap of ``count`` keys, which has room for one more."""
    at = count
    while at > 0 and heap[(at - 1) // 2] > key:
        heap[at] = heap[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at] = key


@kernel
def pop(heap: Longs, count: int) -> int:
    """Takes the least key out of a heap of ``count`` keys, one at least."""
    least = heap[0]
    last = count - 1
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
