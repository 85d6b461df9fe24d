"""The trace of the article's analyser: every trial, and what it marked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.games.skiddy.published.reversed_tree import ReversedTree
from engine.jit.marks import Longs
from engine.search.breadth_first import WON_EDGE
from engine.search.moments import DEAD_END, LABELS, NO_PARENT, SECONDARY, TARGET, TreeMoments
from engine.search.traces.graph_trace import GraphTrace
from engine.values.trace import Sieve, TraceRow

if TYPE_CHECKING:
    from engine.values.trace import Mask

_INSERTED = ("secondary", "parent")
_NAMED = 4
"""How many of the nodes that a trial marks are named."""


@dataclass(frozen=True)
class ReversedTreeTrace(GraphTrace):
    """Rows as those of the graph; what is never marked is a dead end."""

    tree: ReversedTree = field(kw_only=True)

    @cached_property
    def _marked(self) -> tuple[Longs, Longs]:
        """The marked nodes in the order of the trials that marked them, and those trials."""
        by = self.tree.nodes.marked_by
        nodes = np.flatnonzero(by >= 0)
        order = nodes[np.argsort(by[nodes], kind="stable")]
        return order, by[order].astype(np.int64)

    def moments(self, *, refined: bool = True) -> TreeMoments:
        """The nodes at every moment; after row N so many trials have been made."""
        return TreeMoments(self.tree.nodes, self.tree.log, self.tree.words, refined)

    def _marks(self, trial: int) -> list[int]:
        """The nodes that a trial marked."""
        nodes, trials = self._marked
        low, high = np.searchsorted(trials, (trial, trial + 1))
        return [int(node) for node in nodes[low:high]]

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""
        row = super().__getitem__(index)
        if not self._inserts(index):
            return row
        result = f"{row.result}, {' '.join(_INSERTED)}"
        return TraceRow(row.name, row.parent, row.move, row.depth, result, row.on_path, row.dead)

    def _inserts(self, index: int) -> bool:
        """Whether a row made the node that it was tried from a secondary parent."""
        return index > 0 and int(self.tree.log[index - 1, SECONDARY]) != NO_PARENT

    def _was_marked(self, node: int, index: int) -> bool:
        """Whether a node had been marked when a row was tried."""
        return 0 <= int(self.tree.nodes.marked_by[node]) < index - 1

    def _is_dead(self, state: int) -> bool:
        return self.tree.complete and int(self.tree.labels[state]) == DEAD_END

    def saying(self, word: str, start: int, stop: int) -> Sieve:
        """Rows with a word for a name or among the words of the result."""
        certain, unsure = super().saying(word, start, stop)
        if word in _INSERTED:
            trials = self.tree.log[max(start - 1, 0) : max(stop - 1, 0), SECONDARY]
            certain[stop - start - len(trials) :] |= trials != NO_PARENT
            unsure &= ~certain
        return Sieve(certain, unsure)

    def dead(self, start: int, stop: int) -> Mask:
        """Rows that lead to a dead end."""
        targets = np.zeros(stop - start, np.int32)
        first = 1 if start == 0 else 0
        trials = self.tree.log[max(start - 1, 0) : max(stop - 1, 0), TARGET]
        targets[first : first + len(trials)] = trials
        dead = self.tree.labels[np.maximum(targets, 0)] == DEAD_END
        found: Mask = dead & (targets >= 0) & self.tree.complete
        return found

    def explain(self, index: int) -> str:
        """What came of a row, and what it marked by what was known then, in short sentences."""
        said = super().explain(index)
        if index == 0:
            return said
        node, _, target, _ = (int(value) for value in self.tree.log[index - 1])
        if target > WON_EDGE and not self[index].seen:
            return said
        if self._inserts(index):
            said = f"{said.removesuffix('.')}, S{node} its secondary parent."
        marked = self._marks(index - 1)
        if marked:
            named = ", ".join(f"S{number}" for number in marked[:_NAMED])
            more = len(marked) - _NAMED
            rest = f" and {more:,} more" if more > 0 else ""
            label = LABELS[int(self.tree.labels[marked[0]])]
            return f"{said} It marks {named}{rest} as {label}, no dead end."
        if self._was_marked(node, index):
            return f"{said} It marks nothing: S{node} is marked already."
        there = "" if self._inserts(index) else f"S{node} is its secondary parent already. "
        return f"{said} {there}It marks nothing: S{target} is not marked yet."
