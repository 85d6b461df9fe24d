"""The article's analyser, which builds a tree with links to parents and marks winnable nodes.

Situations are generated breadth first from a queue, and a dictionary maps each one to its node. A
node records its parent, the move that made it, its depth, and its *secondary parents*, which are
the nodes from which it was met again. A node is recorded as a secondary parent only once, and only
while it is unmarked, because a marked node needs no further marking. Children are not recorded.

Every node starts as a dead end. A win marks the current node and all its ancestors. A move to a
situation that is known not to be a dead end does the same. Marking follows parents and secondary
parents, and stops at marked nodes. Nodes that are never marked are dead ends. For example, with the
moves 0→1, 1→2, 2→1 and a win from 2::

    trial 0   node 0 makes node 1
    trial 1   node 1 makes node 2
    trial 2   node 2 meets node 1 again: 2 is a secondary parent of 1
    trial 3   node 2 wins: mark 2, its parent 1, and 1's parent 0

A node's label is the kind of win that marked it. The breadth-first path to a node, followed by a
winning move there, is a solution.

Source: A. Baldiraghi, "The level design process of Skiddy", part 2, with the errors in its printed
pseudo-code corrected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.jit.decorators import Bytes, IntRows, Ints, Longs, Words, entry, kernel
from engine.search import search_memory
from engine.search.breadth_first import STAY_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.hashset import begin_set, count_slots, hash_state, insert_state, make_room
from engine.search.successors import MOVED, STAY, WON, Expansion, SearchLevel, expand_state
from engine.search.tree_snapshots import (
    DEAD_END,
    MOVE,
    NO_PARENT,
    NODE,
    SECONDARY,
    TARGET,
    NodeTable,
)
from engine.values.budget import Budget, Control

COUNT, NEXT, TRIALS, SLOTS, STATUS = range(5)
"""Indices in the cursor of an analysis: the number of nodes, the next node to expand, the number of
trials, the number of slots in the hash set, and the status."""

_POLL = 1023


class TreeWorkspace(NamedTuple):
    """The arrays that an analysis uses.

    Attributes:
        nodes: The nodes of the tree.
        cursor: The progress of the analysis, indexed by COUNT and the constants after it.
        slots: The hash set of situations.
        log: The trials in order, with the columns defined in
            :mod:`engine.search.tree_snapshots`.
        stack: The marked nodes whose parents still need to be visited.
        expansion: Memory for the successors of one node.
    """

    nodes: NodeTable
    cursor: Longs
    slots: Words
    log: IntRows
    stack: Ints
    expansion: Expansion


@kernel
def add_node(nodes: NodeTable, number: int, parent: int, move: int) -> None:
    """Write a node's data, except for its state, and label it a dead end."""
    depths = nodes.depths
    nodes.parents[number] = parent
    nodes.moves[number] = move
    depths[number] = depths[parent] + 1 if parent >= 0 else 0
    nodes.labels[number] = DEAD_END
    nodes.marked_by[number] = -1
    nodes.secondary[number] = -1


@kernel
def mark_node(nodes: NodeTable, stack: Ints, height: int, node: int, label: int, trial: int) -> int:
    """Mark a node and push it onto the stack, or do nothing if it is already marked.

    Returns:
        The new height of the stack.
    """
    if nodes.labels[node] != DEAD_END:
        return height
    nodes.labels[node] = label
    nodes.marked_by[node] = trial
    stack[height] = node
    return height + 1


@kernel
def mark_ancestors(
    nodes: NodeTable, log: Ints, stack: Ints, first: int, label: int, trial: int
) -> None:
    """Mark a node and its ancestors, stopping at nodes that are already marked."""
    height = mark_node(nodes, stack, 0, first, label, trial)
    while height > 0:
        height -= 1
        node = stack[height]
        # The root has no parent, but may have secondary parents.
        if node > 0:
            height = mark_node(nodes, stack, height, nodes.parents[node], label, trial)
        # A node's secondary parents form a linked list in the log: each trial that inserted one
        # links to the trial that inserted the previous one.
        link = nodes.secondary[node]
        while link >= 0:
            height = mark_node(nodes, stack, height, log[link, NODE], label, trial)
            link = log[link, SECONDARY]


@kernel
def insert_parent(nodes: NodeTable, log: Ints, target: int, node: int, trial: int) -> int:
    """Make ``node`` a secondary parent of ``target``, unless ``node`` is marked or already is one.

    The moves from a node are tried one after another. So if ``node`` is already a secondary parent
    of ``target``, it is the last one that was inserted.

    Returns:
        The trial that inserted the previous secondary parent, or NO_PARENT if nothing was inserted.
    """
    last = nodes.secondary[target]
    if nodes.labels[node] != DEAD_END or (last >= 0 and log[last, NODE] == node):
        return NO_PARENT
    nodes.secondary[target] = trial
    return last


@kernel
def try_moves(work: TreeWorkspace, node: int, moves: int, words: int) -> None:
    """Log each move from an expanded node, add the new nodes reached, and mark winnable nodes."""
    nodes, cursor, log, stack = work.nodes, work.cursor, work.log, work.stack
    successors = work.expansion.successors
    for move in range(moves):
        outcome = work.expansion.outcomes[move]
        if outcome == STAY:
            continue
        trial = cursor[TRIALS]
        cursor[TRIALS] = trial + 1
        log[trial, NODE] = node
        log[trial, MOVE] = move
        # Moves that end the game have negative targets, which cannot be confused with nodes.
        log[trial, TARGET] = -1 - np.int64(outcome)
        log[trial, SECONDARY] = NO_PARENT
        if outcome >= WON:
            # The label is the number of the kind of win plus one, because 0 is a dead end.
            mark_ancestors(nodes, log, stack, node, WON_EDGE - log[trial, TARGET] + 1, trial)
        elif outcome == MOVED:
            at, size, count = move * words, cursor[SLOTS], cursor[COUNT]
            value = hash_state(successors, at, words)
            target = insert_state(
                work.slots, size, nodes.states, words, count, successors, at, value
            )
            if target == count:
                cursor[COUNT] = count + 1
                add_node(nodes, target, node, move)
            else:
                log[trial, SECONDARY] = insert_parent(nodes, log, target, node, trial)
                if nodes.labels[target] != DEAD_END:
                    mark_ancestors(nodes, log, stack, node, nodes.labels[target], trial)
            log[trial, TARGET] = target


@entry
def grow_tree(
    level: SearchLevel, control: Longs, limit: int, chunk: int, work: TreeWorkspace
) -> None:
    """Begin or continue an analysis, and expand up to ``chunk`` nodes.

    An analysis whose cursor is all zeros has not begun.
    """
    moves, words = level.rules.moves, level.rules.words
    states, cursor, slots = work.nodes.states, work.cursor, work.slots
    if cursor[COUNT] == 0:
        cursor[SLOTS] = begin_set(slots, states, level.start, words)
        add_node(work.nodes, 0, -1, -1)
        cursor[COUNT] = 1
    last = cursor[NEXT] + chunk
    while cursor[STATUS] == search_memory.RUNNING and cursor[NEXT] < last:
        node = cursor[NEXT]
        # The capacity is tested before a node is expanded, so an analysis never stops halfway
        # through a node.
        if node == cursor[COUNT]:
            cursor[STATUS] = search_memory.DONE
        elif cursor[COUNT] + moves > limit:
            cursor[STATUS] = search_memory.FULL
        elif node & _POLL == 0 and control[0] != 0:
            cursor[STATUS] = search_memory.STOPPED
        else:
            count = cursor[COUNT]
            cursor[SLOTS] = make_room(slots, cursor[SLOTS], states, words, count, moves)
            expand_state(level, states, node * words, work.expansion)
            try_moves(work, node, moves, words)
            cursor[NEXT] = node + 1
    control[1] = cursor[COUNT]


@dataclass(frozen=True)
class ReversedTree:
    """The tree that an analysis has built, with the log of its trials.

    Attributes:
        level_moves: The number of moves to try in each situation.
        words: The number of words in a packed state.
        nodes: The nodes of the tree.
        log: The trials in order, an array of shape (trials, 4) with the columns defined in
            :mod:`engine.search.tree_snapshots`.
        expanded: The number of nodes whose moves have all been tried.
        status: The final status of the analysis: DONE, FULL or STOPPED.
    """

    level_moves: int
    words: int
    nodes: NodeTable
    log: Ints
    expanded: int
    status: int

    @property
    def is_complete(self) -> bool:
        """True if every situation was generated."""
        return self.status == search_memory.DONE

    @property
    def count(self) -> int:
        """The number of nodes in the tree."""
        return len(self.nodes.parents)

    @property
    def labels(self) -> Bytes:
        """The label of each node.

        It is DEAD_END, or one more than the number of the kind of win that marked the node.
        """
        return self.nodes.labels

    @property
    def wins(self) -> list[tuple[int, int, int]]:
        """The node, move and kind of each win, in the order in which the wins were found."""
        found = self.log[self.log[:, TARGET] <= WON_EDGE]
        return [(int(n), int(m), int(WON_EDGE - edge)) for n, m, edge, _ in found]

    def list_path_moves(self, node: int) -> list[int]:
        """Return the moves that lead from the root to a node."""
        return [
            int(self.nodes.moves[at])
            for at in search_memory.list_ancestors(self.nodes.parents, node)[1:]
        ]

    def count_ways(self, nodes: Iterable[int]) -> int:
        """Return the number of shortest move sequences to the given nodes.

        If a node occurs in ``nodes`` more than once, its sequences are counted that many times.
        """
        layer: dict[int, int] = Counter(nodes)
        # Only trials from earlier nodes can lead to the given ones, and only moves to the next
        # depth are part of shortest sequences.
        trials = self.log[: np.searchsorted(self.log[:, NODE], max(layer, default=0))]
        steps = trials[trials[:, TARGET] > 0]
        depths = self.nodes.depths
        steps = steps[depths[steps[:, TARGET]] > depths[steps[:, NODE]]]
        steps = steps[np.argsort(steps[:, TARGET], kind="stable")]
        total = 0
        # Go back layer by layer, adding up the numbers of sequences at common parents.
        while layer:
            above: dict[int, int] = {}
            for here, number in layer.items():
                if here == 0:
                    total += number
                    continue
                low, high = np.searchsorted(steps[:, TARGET], (here, here + 1))
                for parent in map(int, steps[low:high, NODE]):
                    above[parent] = above.get(parent, 0) + number
            layer = above
        return total

    def make_graph(self) -> Graph:
        """Return the tree's situations as a graph, for the trace."""
        moves = self.level_moves
        edges = np.full((self.count, moves), STAY_EDGE, np.int32)
        edges[self.log[:, NODE], self.log[:, MOVE]] = self.log[:, TARGET]
        depths = self.nodes.depths
        layers = int(depths[-1]) + 1
        starts = np.searchsorted(depths, np.arange(layers + 1)).astype(np.int32)
        wins, nodes = self.wins, self.nodes
        won, ends = wins[0][:2] if wins else None, (self.expanded, self.status)
        return Graph(self.words, moves, nodes.states, nodes.parents, edges, starts, *ends, won)


def analyse_level(
    level: SearchLevel, budget: Budget | None = None, control: Control | None = None
) -> ReversedTree:
    """Analyse a level within a budget, and return the resulting tree.

    Raises:
        EngineError: There is not enough memory for the budget.
    """
    budget, control = budget or Budget(), control or Control()
    moves, words = level.rules.moves, level.rules.words
    room = search_memory.compute_room(budget, moves)
    with search_memory.report_memory_error(room):
        kinds = (np.int32, np.int32, np.int32, np.uint8, np.int32, np.int32)
        nodes = NodeTable._make(
            [np.empty(room * words, np.uint64), *(np.empty(room, kind) for kind in kinds)]
        )
        work = TreeWorkspace(
            nodes,
            np.zeros(5, np.int64),
            np.empty(count_slots(room), np.uint64),
            np.empty((moves * room, 4), np.int32),
            np.empty(room, np.int32),
            search_memory.create_expansion(moves, words, level.scratch),
        )
    cursor = work.cursor

    def stretch(portion: int) -> None:
        grow_tree(level, control.shared_cells, room, portion, work)

    search_memory.run_search(stretch, cursor, STATUS, budget, control)
    count = int(cursor[COUNT])
    kept = NodeTable._make([nodes.states[: count * words], *(array[:count] for array in nodes[1:])])
    trials = work.log[: int(cursor[TRIALS])]
    return ReversedTree(moves, words, kept, trials, int(cursor[NEXT]), int(cursor[STATUS]))
