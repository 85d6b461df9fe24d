"""Bundles of similar states, which let a layer of a state graph be drawn in limited space.

Every state in a layer is in exactly one bundle, so the bundles' counts add up to the layer's size.

A layer can be divided in four ways, from fine to coarse: into single states; into one bundle for
each kind and distance to win; into one bundle for each kind; or into one bundle for the whole
layer. The finest division that fits is used. If there is room left, the smallest bundles are opened
into single states. For example, suppose that a layer of 40 states has bundles of 3, 5, 12 and 20
states. With room for 10 bundles, those of 3 and 5 are opened, which makes 8 single states and 2
bundles.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from engine.search.maps.statemap import DEAD, StateGroup, StateMap, StateNode

STATES, DISTANCES, KINDS = range(3)
"""The finest division allowed: single states, bundles by kind and distance, or bundles by kind."""

LARGEST_OPENED = 1 << 12
"""The maximum number of states in a layer whose bundles may be opened."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """One state, or several states of one layer that are drawn as one.

    Attributes:
        first: The state with the lowest number.
        count: The number of states.
        kind: The kind of all states; None if their kinds differ.
        kinds_and_distances: The pairs of kind and distance to win that occur among the states;
            empty for a single state.
    """

    first: int
    count: int
    kind: int | None
    kinds_and_distances: frozenset[tuple[int, int | None]] = frozenset()

    @property
    def is_single(self) -> bool:
        """True if the bundle is a single state."""
        return self.count == 1

    @property
    def distances(self) -> tuple[int, ...]:
        """The distinct distances to win of the states, lowest first; empty for a single state."""
        return tuple(sorted({left for _, left in self.kinds_and_distances if left is not None}))


def bundle_layer(
    states: StateMap, depth: int, room: int, pinned: Collection[int] = (), grain: int = STATES
) -> tuple[Bundle, ...]:
    """Divide a layer into at most ``room`` bundles, as finely as possible.

    If all states are single, they are in an order that keeps edges short. Otherwise the bundles are
    sorted by their distance to win, with dead states last.

    Args:
        states: The state graph.
        depth: The depth of the layer.
        room: The maximum number of bundles. It is exceeded only if there is no room for the pinned
            states and one bundle of all the others.
        pinned: The states that must stay single.
        grain: The finest division allowed.
    """
    layer = states.get_layer(depth)
    if grain == STATES and len(layer) <= room:
        kinds = states.get_kinds(depth)
        return tuple(
            Bundle(state, 1, int(kinds[state - layer.start]))
            for state in states.get_ordered_layer(depth).tolist()
        )
    # Pinned states become single bundles; the other states share the remaining room.
    pins = sorted({state for state in pinned if state in layer})
    nodes = [states.get_node(state) for state in pins]
    bundles = _group_states(states, depth, nodes, room - len(nodes), grain)
    # Larger layers are not searched for the members of bundles, because that takes too long.
    if grain == STATES and len(layer) <= LARGEST_OPENED:
        bundles = _open_bundles(states, depth, bundles, pins, room - len(nodes))
    bundles += [Bundle(node.number, 1, node.kind) for node in nodes]
    return tuple(sorted(bundles, key=lambda bundle: _get_sort_key(states, bundle)))


def _get_sort_key(states: StateMap, bundle: Bundle) -> tuple[bool, int, int]:
    """Return a sort key that puts bundles near a win first, then far, unknown and dead ones."""
    if bundle.is_single:
        left = states.get_node(bundle.first).remaining
    else:
        left = min(bundle.distances, default=None)
    return bundle.kind == DEAD, states.count if left is None else left, bundle.first


def find_bundle(bundles: Collection[Bundle], node: StateNode) -> int:
    """Return the index of the bundle that contains ``node``, a state of the same layer."""
    for index, bundle in enumerate(bundles):
        if bundle.is_single and bundle.first == node.number:
            return index
    like = node.kind, node.remaining
    return next(index for index, bundle in enumerate(bundles) if like in bundle.kinds_and_distances)


def _group_states(
    states: StateMap, depth: int, pinned: list[StateNode], room: int, grain: int
) -> list[Bundle]:
    """Group all states except pinned ones: by kind and distance, by kind, or all together."""
    groups = [_exclude_pinned(states, depth, group, pinned) for group in states.get_groups(depth)]
    left = sorted((g for g in groups if g.count), key=lambda group: group.kind)
    by_kind = [list(same) for _, same in groupby(left, key=lambda group: group.kind)]
    choices = [[[group] for group in left], by_kind, [left] if left else []]
    # The choices are ordered from fine to coarse; if none fits, the coarsest one is used.
    finest = choices[max(grain, DISTANCES) - DISTANCES :]
    fitting = [choice for choice in finest if len(choice) <= room]
    return [_create_bundle(groups) for groups in (fitting or choices[-1:])[0]]


def _exclude_pinned(
    states: StateMap, depth: int, group: StateGroup, pinned: list[StateNode]
) -> StateGroup:
    """Return a group without its pinned states."""
    gone = {n.number for n in pinned if (n.kind, n.remaining) == (group.kind, group.remaining)}
    if not gone:
        return group
    count = group.count - len(gone)
    # The members are needed only if the first state is pinned and must be replaced.
    if not count or group.first not in gone:
        return replace(group, count=count)
    members = states.list_members(depth, group.kind, group.remaining)
    return replace(group, count=count, first=int(members[~np.isin(members, [*gone])][0]))


def _create_bundle(groups: list[StateGroup]) -> Bundle:
    kinds = {group.kind for group in groups}
    count = sum(group.count for group in groups)
    alike = frozenset((group.kind, group.remaining) for group in groups)
    first = min(group.first for group in groups)
    return Bundle(first, count, kinds.pop() if len(kinds) == 1 else None, alike)


def _open_bundles(
    states: StateMap, depth: int, bundles: list[Bundle], pinned: list[int], room: int
) -> list[Bundle]:
    """Open bundles into single states, smallest first, as long as there is room."""
    found: list[Bundle] = []
    free = room - len(bundles)
    for bundle in sorted(bundles, key=lambda bundle: bundle.count):
        if bundle.kind is None or bundle.count - 1 > free:
            found.append(bundle)
            continue
        # An opened bundle takes up one place for each of its states instead of a single place.
        free -= bundle.count - 1
        for kind, remaining in bundle.kinds_and_distances:
            members = states.list_members(depth, kind, remaining).tolist()
            found += [Bundle(state, 1, kind) for state in members if state not in pinned]
    return found
