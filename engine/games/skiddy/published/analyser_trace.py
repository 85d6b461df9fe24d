"""The trace of the article's analyser: each trial, and the nodes that it marked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.games.skiddy.published.parent_linked_tree import ReversedTree
from engine.jit.decorators import Longs
from engine.search.breadth_first import WON_EDGE
from engine.search.traces.graph_trace import GraphTrace
from engine.search.tree_snapshots import (
    DEAD_END,
    LABELS,
    NO_PARENT,
    SECONDARY,
    TARGET,
    TreeSnapshots,
)
from engine.values.solver_trace import RowFilter, TraceRow

if TYPE_CHECKING:
    from engine.values.solver_trace import Mask

_INSERTED = ("secondary", "parent")
_MAX_NAMED = 4
"""The maximum number of marked nodes that the explanation of a trial lists."""


@dataclass(frozen=True)
class ReversedTreeTrace(GraphTrace):
    """A trace with the same rows as a graph trace.

    Nodes that the analyser never marks are shown as dead ends.
    """

    tree: ReversedTree = field(kw_only=True)

    @cached_property
    def _marked_nodes(self) -> tuple[Longs, Longs]:
        """The marked nodes in the order of marking, and the trial that marked each of them."""
        by = self.tree.nodes.marked_by
        nodes = np.flatnonzero(by >= 0)
        order = nodes[np.argsort(by[nodes], kind="stable")]
        return order, by[order].astype(np.int64)

    def create_snapshots(self, *, refined: bool = True) -> TreeSnapshots:
        """Return snapshots of the tree, one before the first trial and one after each trial.

        The row at index N of the trace belongs to the snapshot after N trials.
        """
        return TreeSnapshots(self.tree.nodes, self.tree.log, self.tree.words, refined)

    def _list_marked(self, trial: int) -> list[int]:
        """Return the numbers of the nodes that a trial marked."""
        nodes, trials = self._marked_nodes
        low, high = np.searchsorted(trials, (trial, trial + 1))
        return [int(node) for node in nodes[low:high]]

    def __getitem__(self, index: int) -> TraceRow:
        """Return the row at ``index``, counted from 0."""
        row = super().__getitem__(index)
        if not self._has_secondary(index):
            return row
        result = f"{row.result}, {' '.join(_INSERTED)}"
        return replace(row, result=result)

    def _has_secondary(self, index: int) -> bool:
        """Return True if a row's trial made its node a secondary parent of the node reached."""
        return index > 0 and int(self.tree.log[index - 1, SECONDARY]) != NO_PARENT

    def _is_marked_before(self, node: int, index: int) -> bool:
        """Return True if a node had already been marked when a row's move was tried."""
        return 0 <= int(self.tree.nodes.marked_by[node]) < index - 1

    def _is_dead(self, state: int) -> bool:
        return self.tree.is_complete and int(self.tree.labels[state]) == DEAD_END

    def filter_by_word(self, word: str, start: int, stop: int) -> RowFilter:
        """Return the rows whose name is ``word`` or whose result contains ``word``."""
        certain, unsure = super().filter_by_word(word, start, stop)
        if word in _INSERTED:
            trials = self.tree.log[max(start - 1, 0) : max(stop - 1, 0), SECONDARY]
            # Row 0 is the start and has no trial, so there may be one more row than trials.
            certain[stop - start - len(trials) :] |= trials != NO_PARENT
            unsure &= ~certain
        return RowFilter(certain, unsure)

    def find_dead_rows(self, start: int, stop: int) -> Mask:
        """Return a mask of the rows from ``start`` up to ``stop`` that lead to a dead end."""
        targets = np.zeros(stop - start, np.int32)
        first = 1 if start == 0 else 0
        trials = self.tree.log[max(start - 1, 0) : max(stop - 1, 0), TARGET]
        targets[first : first + len(trials)] = trials
        dead = self.tree.labels[np.maximum(targets, 0)] == DEAD_END
        # A move that ends the game has a negative target. In an incomplete tree, an unmarked node
        # need not be a dead end.
        found: Mask = dead & (targets >= 0) & self.tree.is_complete
        return found

    def explain_row(self, index: int) -> str:
        """Return sentences that explain a row's result and name the nodes that its trial marked."""
        said = super().explain_row(index)
        if index == 0:
            return said
        node, _, target, _ = (int(value) for value in self.tree.log[index - 1])
        if target > WON_EDGE and not self[index].seen:
            return said
        if self._has_secondary(index):
            said = f"{said.removesuffix('.')}, S{node} its secondary parent."
        marked = self._list_marked(index - 1)
        if marked:
            named = ", ".join(f"S{number}" for number in marked[:_MAX_NAMED])
            more = len(marked) - _MAX_NAMED
            rest = f" and {more:,} more" if more > 0 else ""
            label = LABELS[int(self.tree.labels[marked[0]])]
            return f"{said} It marks {named}{rest} as {label}, no dead end."
        if self._is_marked_before(node, index):
            return f"{said} It marks nothing: S{node} is marked already."
        there = "" if self._has_secondary(index) else f"S{node} is its secondary parent already. "
        return f"{said} {there}It marks nothing: S{target} is not marked yet."
