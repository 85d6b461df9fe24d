"""Layers of a state graph cut to what there is room for: states that are alike become a bundle.

Every state of a layer is in exactly one bundle, so the counts always add up to the layer.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from engine.search.maps.statemap import DEAD, StateGroup, StateMap, StateNode

STATES, DISTANCES, KINDS = range(3)
"""How fine bundles are at the finest: single states; the same kind and distance to a win; the
same kind."""

LARGEST_OPENED = 1 << 12
"""States of a layer that is searched for the members of bundles that there is room to open."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """One state, or several of one layer that are drawn as one.

    Attributes:
        first: the state with the lowest number.
        kind: of all of them, None if they differ.
        alike: kind and distance of each; empty for a single state.
    """

    first: int
    count: int
    kind: int | None
    alike: frozenset[tuple[int, int | None]] = frozenset()

    @property
    def single(self) -> bool:
        """Whether it is one state."""
        return self.count == 1

    @property
    def distances(self) -> tuple[int, ...]:
        """The distances to a win among several states, lowest first."""
        return tuple(sorted({left for _, left in self.alike if left is not None}))


def fold(
    states: StateMap, depth: int, room: int, pinned: Collection[int] = (), grain: int = STATES
) -> tuple[Bundle, ...]:
    """A layer as at most so many bundles, as fine as that allows.

    A layer of single states is in the order that keeps edges short, any other in that of the
    distance to a win, dead states last.

    Bundles of pinned states stay single, and there always may be one more; ``grain`` says how fine
    bundles may be.
    """
    layer = states.layer(depth)
    if grain == STATES and len(layer) <= room:
        kinds = states.kinds(depth)
        return tuple(
            Bundle(state, 1, int(kinds[state - layer.start]))
            for state in states.arranged(depth).tolist()
        )
    pins = sorted({state for state in pinned if state in layer})
    nodes = [states.node(state) for state in pins]
    bundles = _gathered(states, depth, nodes, room - len(nodes), grain)
    if grain == STATES and len(layer) <= LARGEST_OPENED:
        bundles = _opened(states, depth, bundles, pins, room - len(nodes))
    bundles += [Bundle(node.number, 1, node.kind) for node in nodes]
    return tuple(sorted(bundles, key=lambda bundle: _hope(states, bundle)))


def _hope(states: StateMap, bundle: Bundle) -> tuple[bool, int, int]:
    """Sorts bundles: near to a win, far from one, unknown, dead."""
    if bundle.single:
        left = states.node(bundle.first).remaining
    else:
        left = min(bundle.distances, default=None)
    return bundle.kind == DEAD, states.count if left is None else left, bundle.first


def holding(bundles: Collection[Bundle], node: StateNode) -> int:
    """The index of the bundle that a state of their layer is in."""
    for index, bundle in enumerate(bundles):
        if bundle.single and bundle.first == node.number:
            return index
    like = node.kind, node.remaining
    return next(index for index, bundle in enumerate(bundles) if like in bundle.alike)


def _gathered(
    states: StateMap, depth: int, pinned: list[StateNode], room: int, grain: int
) -> list[Bundle]:
    """The states that are not pinned, by kind and distance, or by kind, or all together."""
    groups = [_without(states, depth, group, pinned) for group in states.groups(depth)]
    left = sorted((g for g in groups if g.count), key=lambda group: group.kind)
    by_kind = [list(same) for _, same in groupby(left, key=lambda group: group.kind)]
    choices = [[[group] for group in left], by_kind, [left] if left else []]
    finest = choices[max(grain, DISTANCES) - DISTANCES :]
    fitting = [choice for choice in finest if len(choice) <= room]
    return [_bundle(groups) for groups in (fitting or choices[-1:])[0]]


def _without(
    states: StateMap, depth: int, group: StateGroup, pinned: list[StateNode]
) -> StateGroup:
    """A group without the pinned states in it."""
    gone = {n.number for n in pinned if (n.kind, n.remaining) == (group.kind, group.remaining)}
    if not gone:
        return group
    count = group.count - len(gone)
    if not count or group.first not in gone:
        return replace(group, count=count)
    members = states.members(depth, group.kind, group.remaining)
    return replace(group, count=count, first=int(members[~np.isin(members, [*gone])][0]))


def _bundle(groups: list[StateGroup]) -> Bundle:
    kinds = {group.kind for group in groups}
    count = sum(group.count for group in groups)
    alike = frozenset((group.kind, group.remaining) for group in groups)
    first = min(group.first for group in groups)
    return Bundle(first, count, kinds.pop() if len(kinds) == 1 else None, alike)


def _opened(
    states: StateMap, depth: int, bundles: list[Bundle], pinned: list[int], room: int
) -> list[Bundle]:
    """The bundles with the smallest of them taken apart, as long as there is room."""
    found: list[Bundle] = []
    free = room - len(bundles)
    for bundle in sorted(bundles, key=lambda bundle: bundle.count):
        if bundle.kind is None or bundle.count - 1 > free:
            found.append(bundle)
            continue
        free -= bundle.count - 1
        for kind, remaining in bundle.alike:
            members = states.members(depth, kind, remaining).tolist()
            found += [Bundle(state, 1, kind) for state in members if state not in pinned]
    return found
