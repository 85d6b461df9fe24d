"""Snapshots of the nodes in the published analyser's tree, after any number of trials.

A. Baldiraghi's article ("The level design process of Skiddy", part 2) shows the analyser in a
debugger. There, a dictionary lists each node's value, state, generating move, parent, depth and
secondary parents. All of these can be computed for any moment from the search's log of trials, so
the search need not be run again.

A moment is the number of trials made so far. At moment 0 there is only the root.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.jit.decorators import Bytes, Ints, Longs, Words

LABELS = ("DeadEnd", "MaxCombo", "Ok")
"""The names that the article gives to node labels, by number."""

NO_MOVE = -1
"""The move number of the root, which no move has generated."""

DEAD_END = 0
"""The label of a node that no win has marked. A win of kind k marks nodes with k + 1."""

NODE, MOVE, TARGET, SECONDARY = range(4)
"""Columns in the log of trials: the node in which a move was tried; the number of the move; the
node that it led to (or an edge of :mod:`engine.search.breadth_first`); and the previous trial that
gave the same target a secondary parent. The last column is -1 if there is no such trial, and
NO_PARENT if this trial did not give its target a secondary parent.
"""
NO_PARENT = -2


class NodeTable(NamedTuple):
    """The data that the analyser keeps about its nodes.

    Attributes:
        parents, moves, depths: The parent, the generating move and the depth of each node. The
            root has -1 as its parent and move.
        labels: The label of each node: DEAD_END, or k + 1 if a win of kind k marked it.
        marked_by: The trial that marked each node; -1 if none did.
        secondary: The last trial that gave each node a secondary parent; -1 if none did.
    """

    states: Words
    parents: Ints
    moves: Ints
    depths: Ints
    labels: Bytes
    marked_by: Ints
    secondary: Ints


@dataclass(frozen=True, slots=True)
class NodeSnapshot:
    """A node at one moment, with the fields that the article shows.

    Attributes:
        number: The number of the node.
        value: The packed position as a single number.
        label: The label: DEAD_END, or k + 1 if a win of kind k has marked the node.
        index: The number of the move that generated the node; NO_MOVE for the root.
        parent: The node from which this one was generated; None for the root.
        depth: The number of moves from the root.
        secondary: The node's secondary parents, in the order in which they were added.
    """

    number: int
    value: int
    label: int
    index: int
    parent: int | None
    depth: int
    secondary: tuple[int, ...]

    @property
    def label_title(self) -> str:
        """The name that the article gives to the label."""
        return LABELS[self.label]


@dataclass(frozen=True)
class TreeSnapshots:
    """The nodes of a tree at any moment, computed from the final nodes and the log of trials.

    Attributes:
        words: The number of words in a packed state.
        is_refined: True for the article's final version of the analyser, in which a node becomes a
            secondary parent of another at most once, and only while it is not marked. The first
            version adds a secondary parent whenever a move leads to a known node. Both versions
            give the same labels, because the extra parents are repeated or already marked.
    """

    nodes: NodeTable
    log: Ints
    words: int
    is_refined: bool = True

    @property
    def last_moment(self) -> int:
        """The moment after all trials."""
        return len(self.log)

    @property
    def node_count(self) -> int:
        """The number of nodes after all trials."""
        return len(self.nodes.parents)

    @cached_property
    def _creation_moments(self) -> Longs:
        """The first moment at which each node exists."""
        log, nodes = self.log, self.nodes
        found = np.zeros(self.node_count, np.int64)
        trials = np.flatnonzero(log[:, TARGET] > 0)
        targets = log[trials, TARGET]
        # A trial created its target if its node and move are the parent and the generating move of
        # the target. No other trial has the same node and move.
        created = log[trials, NODE] == nodes.parents[targets]
        created &= log[trials, MOVE] == nodes.moves[targets]
        found[targets[created]] = trials[created] + 1
        return found

    def get_row(self, number: int) -> int:
        """Return the trace row that generated a node.

        Its index equals the first moment at which the node exists.
        """
        return int(self._creation_moments[number])

    def count_nodes(self, moment: int) -> int:
        """Return the number of nodes that exist at a moment."""
        return int(np.searchsorted(self._creation_moments, moment, side="right"))

    def get_node(self, number: int, moment: int) -> NodeSnapshot | None:
        """Return a snapshot of a node at a moment, or None if it does not exist yet."""
        if not number < self.count_nodes(moment):
            return None
        nodes, words = self.nodes, self.words
        packed = nodes.states[number * words : (number + 1) * words].tolist()
        # The words are joined into one number, whose lowest bits are the first word.
        value = sum(int(word) << 64 * place for place, word in enumerate(packed))
        marked = 0 <= int(nodes.marked_by[number]) < moment
        return NodeSnapshot(
            number,
            value,
            int(nodes.labels[number]) if marked else DEAD_END,
            int(nodes.moves[number]) if number else NO_MOVE,
            int(nodes.parents[number]) if number else None,
            int(nodes.depths[number]),
            self._list_secondary_parents(number, moment),
        )

    def _list_secondary_parents(self, number: int, moment: int) -> tuple[int, ...]:
        """Return the nodes that are secondary parents of a node at a moment."""
        log = self.log[:moment]
        # Each trial that led to the node counts, unless it did not add a secondary parent.
        met = log[:, TARGET] == number
        if self.is_refined:
            met &= log[:, SECONDARY] != NO_PARENT
        elif number:
            # The trial that created the node gave it its parent, which is not a secondary one.
            created = int(self._creation_moments[number]) - 1
            met[created : created + 1] = False
        return tuple(log[met, NODE].tolist())
