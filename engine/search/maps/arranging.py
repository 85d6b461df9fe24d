"""The order of states within the layers of a graph, so that drawn edges cross as little as may be.

Sugiyama's heuristic: every layer is sorted by the mean rank of its neighbours in the layer
above, then by that in the layer below, and so on; the order with the fewest crossings stays.
Only neighbouring small layers are arranged, for only there edges can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from engine.jit.marks import Ints, Longs
from engine.search.graph import Graph

LARGEST = 128
"""States of a layer that is arranged."""
SWEEPS = 4
"""Passes down and up, as long as they lead to fewer crossings."""

Edges = tuple[Longs, Longs]
"""Sources and targets, as indices within their layers, of the edges from a layer to the next."""


def arrange(graph: Graph, starts: Ints) -> dict[int, Longs]:
    """The states of every small layer in order, by depth; layers left out have no order.

    ``starts`` are the first states of every layer, and the count after the last.
    """
    sizes = np.diff(starts)
    found: dict[int, Longs] = {}
    for first, last in _stretches(sizes <= LARGEST):
        between = [_edges(graph, starts, depth) for depth in range(first, last)]
        orders = [np.arange(sizes[depth]) for depth in range(first, last + 1)]
        for depth, order in enumerate(_fewest_crossings(orders, between), start=first):
            found[depth] = order + int(starts[depth])
    return found


def _stretches(small: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Iterator[tuple[int, int]]:
    """First and last of every stretch of true values."""
    padded = np.concatenate(([False], small, [False]))
    bounds = np.flatnonzero(padded[1:] != padded[:-1])
    for start, end in zip(bounds[::2].tolist(), bounds[1::2].tolist(), strict=True):
        yield start, end - 1


def _edges(graph: Graph, starts: Ints, depth: int) -> Edges:
    """The edges from a layer to the next, each pair of states once."""
    start, middle = int(starts[depth]), int(starts[depth + 1])
    rows: Ints = graph.edges[start : min(middle, graph.expanded)]
    sources, moves = np.nonzero(rows >= middle)
    pairs = np.unique(np.stack((sources, rows[sources, moves] - middle)), axis=1)
    return pairs[0], pairs[1]


def _fewest_crossings(orders: list[Longs], between: list[Edges]) -> list[Longs]:
    best, fewest = list(orders), _crossings(orders, between)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        orders = list(orders)
        if sweep % 2 == 0:
            for upper, (sources, targets) in enumerate(between):
                orders[upper + 1] = _sorted(orders[upper], orders[upper + 1], sources, targets)
        else:
            for upper, (sources, targets) in reversed(list(enumerate(between))):
                orders[upper] = _sorted(orders[upper + 1], orders[upper], targets, sources)
        crossings = _crossings(orders, between)
        if crossings < fewest:
            best, fewest = list(orders), crossings
    return best


def _sorted(fixed: Longs, moved: Longs, near: Longs, far: Longs) -> Longs:
    """The order of a layer by the mean rank of its neighbours in a fixed one.

    The order of the layer so far decides between equals. Edges have ``near`` ends in the fixed
    layer and ``far`` ones in the moved.
    """
    degrees = np.bincount(far, minlength=len(moved))
    sums = np.bincount(far, weights=_ranks(fixed)[near], minlength=len(moved))
    # A state without neighbours stays where it is, as far as that can be said.
    own = _ranks(moved) * len(fixed) / len(moved)
    means = np.where(degrees > 0, sums / np.maximum(degrees, 1), own)
    return moved[np.argsort(means[moved], kind="stable")]


def _ranks(order: Longs) -> Longs:
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _crossings(orders: list[Longs], between: list[Edges]) -> int:
    total = 0
    for (above, below), (sources, targets) in zip(pairwise(orders), between, strict=True):
        upper, lower = _ranks(above)[sources], _ranks(below)[targets]
        crossed = (upper[:, None] < upper[None, :]) & (lower[:, None] > lower[None, :])
        total += int(np.count_nonzero(crossed))
    return total
