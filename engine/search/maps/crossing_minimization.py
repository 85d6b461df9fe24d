"""Edge-crossing minimization, which orders the states within the layers of a drawn state graph.

This is Sugiyama's heuristic. From top to bottom, every layer is sorted by the mean rank of each
state's neighbours in the layer above; then, from bottom to top, by the mean rank of its neighbours
in the layer below; and so on. The order with the fewest crossings is kept. Only adjacent small
layers are sorted, because only their edges can be drawn.

For example, with edges a-d, b-c, a-e between the layers (a, b) and (c, d, e), the mean ranks of c,
d and e are 1, 0 and 0. Sorting gives d, e, c, and no edges cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from engine.jit.decorators import Ints, Longs
from engine.search.graph import Graph

MAX_LAYER_SIZE = 128
"""The maximum number of states in a layer that is sorted."""
SWEEPS = 4
"""The maximum number of passes; a downward pass and an upward pass count as two."""

LayerEdges = tuple[Longs, Longs]
"""The sources and targets of the edges from one layer to the next, as indices within the layers."""


def arrange_layers(graph: Graph, starts: Ints) -> dict[int, Longs]:
    """Return the states of each small layer in drawing order, keyed by depth.

    Layers of more than MAX_LAYER_SIZE states are left out. ``starts`` holds the first state of each
    layer, followed by the number of states.
    """
    sizes = np.diff(starts)
    found: dict[int, Longs] = {}
    for first, last in _list_stretches(sizes <= MAX_LAYER_SIZE):
        between = [_list_edges(graph, starts, depth) for depth in range(first, last)]
        orders = [np.arange(sizes[depth]) for depth in range(first, last + 1)]
        for depth, order in enumerate(_minimize_crossings(orders, between), start=first):
            found[depth] = order + int(starts[depth])
    return found


def _list_stretches(small: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last index of every run of true values in ``small``."""
    padded = np.concatenate(([False], small, [False]))
    bounds = np.flatnonzero(padded[1:] != padded[:-1])
    for start, end in zip(bounds[::2].tolist(), bounds[1::2].tolist(), strict=True):
        yield start, end - 1


def _list_edges(graph: Graph, starts: Ints, depth: int) -> LayerEdges:
    """Return the edges from the layer at ``depth`` to the next layer, without duplicates."""
    start, middle = int(starts[depth]), int(starts[depth + 1])
    rows: Ints = graph.edges[start : min(middle, graph.expanded)]
    sources, moves = np.nonzero(rows >= middle)
    pairs = np.unique(np.stack((sources, rows[sources, moves] - middle)), axis=1)
    return pairs[0], pairs[1]


def _minimize_crossings(orders: list[Longs], between: list[LayerEdges]) -> list[Longs]:
    best, fewest = list(orders), _count_crossings(orders, between)
    # Even passes go downwards and sort each layer by the one above; odd passes go upwards.
    for sweep in range(SWEEPS):
        if not fewest:
            break
        orders = list(orders)
        if sweep % 2 == 0:
            for upper, (sources, targets) in enumerate(between):
                orders[upper + 1] = _sort_layer(orders[upper], orders[upper + 1], sources, targets)
        else:
            for upper, (sources, targets) in reversed(list(enumerate(between))):
                orders[upper] = _sort_layer(orders[upper + 1], orders[upper], targets, sources)
        crossings = _count_crossings(orders, between)
        if crossings < fewest:
            best, fewest = list(orders), crossings
    return best


def _sort_layer(fixed: Longs, moved: Longs, near: Longs, far: Longs) -> Longs:
    """Return the layer ``moved``, sorted by the mean rank of each state's neighbours in ``fixed``.

    States with equal means keep their order. Edge i connects the state ``near[i]`` of the layer
    ``fixed`` with the state ``far[i]`` of the layer ``moved``.
    """
    degrees = np.bincount(far, minlength=len(moved))
    # Add up the ranks of each state's neighbours; dividing by the degrees gives the means.
    sums = np.bincount(far, weights=_compute_ranks(fixed)[near], minlength=len(moved))
    # A state without neighbours keeps its rank, scaled to the length of the fixed layer.
    own = _compute_ranks(moved) * len(fixed) / len(moved)
    means = np.where(degrees > 0, sums / np.maximum(degrees, 1), own)
    return moved[np.argsort(means[moved], kind="stable")]


def _compute_ranks(order: Longs) -> Longs:
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _count_crossings(orders: list[Longs], between: list[LayerEdges]) -> int:
    total = 0
    for (above, below), (sources, targets) in zip(pairwise(orders), between, strict=True):
        upper, lower = _compute_ranks(above)[sources], _compute_ranks(below)[targets]
        # Two edges cross if their ends are in opposite orders. Each pair is counted only once,
        # because the upper ends are compared in one direction only.
        crossed = (upper[:, None] < upper[None, :]) & (lower[:, None] > lower[None, :])
        total += int(np.count_nonzero(crossed))
    return total
