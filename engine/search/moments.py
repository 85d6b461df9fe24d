"""The nodes of the published analyser's tree as they stood at a moment, field by field.

The analyser of A. Baldiraghi's article ("The level design process of Skiddy", part 2) is watched
there in a debugger: its dictionary of nodes with value, state, generating move, parent, depth and
secondary parents. All of that follows for every moment from the log of trials that the search
leaves behind, so no search is made again.

A moment is a number of trials made; 0 is the root alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.jit.marks import Bytes, Ints, Longs, Words

LABELS = ("DeadEnd", "MaxCombo", "Ok")
"""What the article calls the labels of nodes, by their numbers."""

NO_MOVE = -1
"""The index of the root, which no move has generated."""

DEAD_END = 0
"""The label of a node that nothing marked; the kind of a win plus one is the label it marks."""

NODE, MOVE, TARGET, SECONDARY = range(4)
"""Columns of the log of trials: the node a move was tried in, the number of the move, the node it
led to (or an edge of :mod:`engine.search.breadth_first`), and the trial before this one that made
its node a secondary parent of the target: -1 for none, NO_PARENT where this one did not do so."""
NO_PARENT = -2


class Nodes(NamedTuple):
    """What the analyser keeps of its nodes.

    Attributes:
        parents, moves, depths: how each was made; the root's parent and move are -1.
        labels: DEAD_END, or the kind of the win that marked it plus one.
        marked_by: the trial that marked it, -1 for none.
        secondary: the last trial that made another node its secondary parent, -1 for none.
    """

    states: Words
    parents: Ints
    moves: Ints
    depths: Ints
    labels: Bytes
    marked_by: Ints
    secondary: Ints


@dataclass(frozen=True, slots=True)
class NodeMoment:
    """A node at a moment, by the fields of the article.

    Attributes:
        value: the packed situation as one number.
        label: DEAD_END, or the kind of win that marked it plus one.
        index: the number of the move that generated it, NO_MOVE for the root.
        parent: the node it was generated from; None for the root.
        depth: moves from the root.
        secondary: its secondary parents, in the order in which it got them.
    """

    number: int
    value: int
    label: int
    index: int
    parent: int | None
    depth: int
    secondary: tuple[int, ...]

    @property
    def state(self) -> str:
        """Its label as the article calls it."""
        return LABELS[self.label]


@dataclass(frozen=True)
class TreeMoments:
    """Describes the nodes of a tree at any moment, by its nodes and its log of trials.

    ``words`` are those of a packed state.

    ``refined`` is the article's final version: a node becomes a secondary parent only while
    nothing has marked it, and once. The first version inserts it at every duplicate; labels are the
    same, for what more it inserts is marked already or twice the same.
    """

    nodes: Nodes
    log: Ints
    words: int
    refined: bool = True

    @property
    def length(self) -> int:
        """The last moment: all trials."""
        return len(self.log)

    @property
    def total(self) -> int:
        """How many nodes there are in the end."""
        return len(self.nodes.parents)

    @cached_property
    def _known_from(self) -> Longs:
        """The moment from which each node is there."""
        log, nodes = self.log, self.nodes
        found = np.zeros(self.total, np.int64)
        trials = np.flatnonzero(log[:, TARGET] > 0)
        targets = log[trials, TARGET]
        created = log[trials, NODE] == nodes.parents[targets]
        created &= log[trials, MOVE] == nodes.moves[targets]
        found[targets[created]] = trials[created] + 1
        return found

    def row(self, number: int) -> int:
        """The row of the trace that generated a node: the moment from which it is there."""
        return int(self._known_from[number])

    def count(self, moment: int) -> int:
        """How many nodes are in the dictionary."""
        return int(np.searchsorted(self._known_from, moment, side="right"))

    def node(self, number: int, moment: int) -> NodeMoment | None:
        """A node at a moment; None if it is not there yet."""
        if not number < self.count(moment):
            return None
        nodes, words = self.nodes, self.words
        packed = nodes.states[number * words : (number + 1) * words].tolist()
        value = sum(int(word) << 64 * place for place, word in enumerate(packed))
        marked = 0 <= int(nodes.marked_by[number]) < moment
        return NodeMoment(
            number,
            value,
            int(nodes.labels[number]) if marked else DEAD_END,
            int(nodes.moves[number]) if number else NO_MOVE,
            int(nodes.parents[number]) if number else None,
            int(nodes.depths[number]),
            self._secondary(number, moment),
        )

    def _secondary(self, number: int, moment: int) -> tuple[int, ...]:
        """Who has become a secondary parent of a node before a moment."""
        log = self.log[:moment]
        met = log[:, TARGET] == number
        if self.refined:
            met &= log[:, SECONDARY] != NO_PARENT
        elif number:
            created = int(self._known_from[number]) - 1
            met[created : created + 1] = False
        return tuple(log[met, NODE].tolist())
