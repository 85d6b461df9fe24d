"""The article's analyser: a tree that knows parents only, and marks what can be won.

Situations are generated breadth first from a queue, with a dictionary from each to its node. A
node knows its parent, the move that made it, its depth, and its *secondary parents*: the nodes
from which it was met again, each once and only while nothing had marked it, for only then is there
something to mark. Children are not kept. Every node starts as a dead end. A win marks the current
node and all its ancestors; so does a move to a situation known not to be a dead end. Marking goes
through parents and secondary parents and stops at nodes marked already. What is never marked is a
dead end.

A node's label says which kind of win reached it first, nothing more; shortest solutions come
from the winning moves themselves, each with the breadth-first path to it.

Source: A. Baldiraghi, "The level design process of Skiddy", part 2, without the slips of its
printed pseudo-code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.jit.marks import Bytes, IntRows, Ints, Longs, Words, entry, kernel
from engine.search import running
from engine.search.breadth_first import STAY_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.hashset import begin_set, enter, hash_of, make_room, slots_for
from engine.search.moments import DEAD_END, MOVE, NO_PARENT, NODE, SECONDARY, TARGET, Nodes
from engine.search.successors import MOVED, STAY, WON, Expansion, SearchLevel, expand_state
from engine.values.budget import Budget, Control

COUNT, NEXT, TRIALS, SLOTS, STATUS = range(5)
"""Indices in the cursor."""

_POLL = 1023


class TreeMemory(NamedTuple):
    """The arrays of an analysis.

    Attributes:
        cursor: where the analysis stands; indices above.
        log: every trial, columns of :mod:`engine.search.moments`.
    """

    nodes: Nodes
    cursor: Longs
    slots: Words
    log: IntRows
    stack: Ints
    expansion: Expansion


@kernel
def add_node(nodes: Nodes, number: int, parent: int, move: int) -> None:
    """Enters a node of which the state is there, a dead end so far."""
    depths = nodes.depths
    nodes.parents[number] = parent
    nodes.moves[number] = move
    depths[number] = depths[parent] + 1 if parent >= 0 else 0
    nodes.labels[number] = DEAD_END
    nodes.marked_by[number] = -1
    nodes.secondary[number] = -1


@kernel
def mark_one(nodes: Nodes, stack: Ints, height: int, node: int, label: int, trial: int) -> int:
    """Marks one node and puts it on a stack, unless it is marked already; the stack's height."""
    if nodes.labels[node] != DEAD_END:
        return height
    nodes.labels[node] = label
    nodes.marked_by[node] = trial
    stack[height] = node
    return height + 1


@kernel
def mark(nodes: Nodes, log: Ints, stack: Ints, first: int, label: int, trial: int) -> None:
    """Marks a node and all its ancestors, except through nodes that are marked already."""
    height = mark_one(nodes, stack, 0, first, label, trial)
    while height > 0:
        height -= 1
        node = stack[height]
        if node > 0:
            height = mark_one(nodes, stack, height, nodes.parents[node], label, trial)
        link = nodes.secondary[node]
        while link >= 0:
            height = mark_one(nodes, stack, height, log[link, NODE], label, trial)
            link = log[link, SECONDARY]


@kernel
def insert_parent(nodes: Nodes, log: Ints, target: int, node: int, trial: int) -> int:
    """Makes a node a secondary parent, unless it is marked or is one already.

    The moves of a node are tried one after the other, so it would be the last one.

    Returns:
        The trial of the secondary parent before it; NO_PARENT if there is nothing to do.
    """
    last = nodes.secondary[target]
    if nodes.labels[node] != DEAD_END or (last >= 0 and log[last, NODE] == node):
        return NO_PARENT
    nodes.secondary[target] = trial
    return last


@kernel
def try_moves(work: TreeMemory, node: int, moves: int, words: int) -> None:
    """Logs every move of an expanded node, and grows and marks the tree by it."""
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
        log[trial, TARGET] = -1 - np.int64(outcome)
        log[trial, SECONDARY] = NO_PARENT
        if outcome >= WON:
            mark(nodes, log, stack, node, WON_EDGE - log[trial, TARGET] + 1, trial)
        elif outcome == MOVED:
            at, size, count = move * words, cursor[SLOTS], cursor[COUNT]
            value = hash_of(successors, at, words)
            target = enter(work.slots, size, nodes.states, words, count, successors, at, value)
            if target == count:
                cursor[COUNT] = count + 1
                add_node(nodes, target, node, move)
            else:
                log[trial, SECONDARY] = insert_parent(nodes, log, target, node, trial)
                if nodes.labels[target] != DEAD_END:
                    mark(nodes, log, stack, node, nodes.labels[target], trial)
            log[trial, TARGET] = target


@entry
def grow_tree(level: SearchLevel, control: Longs, limit: int, chunk: int, work: TreeMemory) -> None:
    """Begins an analysis (a cursor of zeros) or goes on with it, for up to ``chunk`` nodes."""
    moves, words = level.rules.moves, level.rules.words
    states, cursor, slots = work.nodes.states, work.cursor, work.slots
    if cursor[COUNT] == 0:
        cursor[SLOTS] = begin_set(slots, states, level.start, words)
        add_node(work.nodes, 0, -1, -1)
        cursor[COUNT] = 1
    last = cursor[NEXT] + chunk
    while cursor[STATUS] == running.RUNNING and cursor[NEXT] < last:
        node = cursor[NEXT]
        if node == cursor[COUNT]:
            cursor[STATUS] = running.DONE
        elif cursor[COUNT] + moves > limit:
            cursor[STATUS] = running.FULL
        elif node & _POLL == 0 and control[0] != 0:
            cursor[STATUS] = running.STOPPED
        else:
            count = cursor[COUNT]
            cursor[SLOTS] = make_room(slots, cursor[SLOTS], states, words, count, moves)
            expand_state(level, states, node * words, work.expansion)
            try_moves(work, node, moves, words)
            cursor[NEXT] = node + 1
    control[1] = cursor[COUNT]


@dataclass(frozen=True)
class ReversedTree:
    """What the analyser leaves behind.

    Attributes:
        level_moves: moves of the game; words: words of a packed state.
        log: every trial in order, shape (trials, 4), columns of :mod:`engine.search.moments`.
        expanded: nodes whose moves were all tried.
        status: DONE, FULL or STOPPED.
    """

    level_moves: int
    words: int
    nodes: Nodes
    log: Ints
    expanded: int
    status: int

    @property
    def complete(self) -> bool:
        """Whether every situation was generated."""
        return self.status == running.DONE

    @property
    def count(self) -> int:
        """Number of nodes."""
        return len(self.nodes.parents)

    @property
    def labels(self) -> Bytes:
        """Of every node DEAD_END, or one more than the kind of win that marked it."""
        return self.nodes.labels

    @property
    def wins(self) -> list[tuple[int, int, int]]:
        """The winning moves in the order in which they were found: node, move, kind of win."""
        found = self.log[self.log[:, TARGET] <= WON_EDGE]
        return [(int(n), int(m), int(WON_EDGE - edge)) for n, m, edge, _ in found]

    def path(self, node: int) -> list[int]:
        """The moves by which a node was made, from the root on."""
        return [int(self.nodes.moves[at]) for at in running.rows_to(self.nodes.parents, node)[1:]]

    def ways(self, nodes: Iterable[int]) -> int:
        """How many shortest move sequences lead to some nodes.

        A node that is there several times counts so often.
        """
        layer: dict[int, int] = Counter(nodes)
        trials = self.log[: np.searchsorted(self.log[:, NODE], max(layer, default=0))]
        steps = trials[trials[:, TARGET] > 0]
        depths = self.nodes.depths
        steps = steps[depths[steps[:, TARGET]] > depths[steps[:, NODE]]]
        steps = steps[np.argsort(steps[:, TARGET], kind="stable")]
        total = 0
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

    def graph(self) -> Graph:
        """The same as a graph, for the trace."""
        moves = self.level_moves
        edges = np.full((self.count, moves), STAY_EDGE, np.int32)
        edges[self.log[:, NODE], self.log[:, MOVE]] = self.log[:, TARGET]
        depths = self.nodes.depths
        layers = int(depths[-1]) + 1
        starts = np.searchsorted(depths, np.arange(layers + 1)).astype(np.int32)
        wins, nodes = self.wins, self.nodes
        won, ends = wins[0][:2] if wins else None, (self.expanded, self.status)
        return Graph(self.words, moves, nodes.states, nodes.parents, edges, starts, *ends, won)


def analyse(
    level: SearchLevel, budget: Budget | None = None, control: Control | None = None
) -> ReversedTree:
    """Analyses a level within a budget.

    Raises:
        EngineError: too little memory for the budget.
    """
    budget, control = budget or Budget(), control or Control()
    moves, words = level.rules.moves, level.rules.words
    room = running.states_room(budget, moves)
    with running.memory_for(room):
        kinds = (np.int32, np.int32, np.int32, np.uint8, np.int32, np.int32)
        nodes = Nodes._make(
            [np.empty(room * words, np.uint64), *(np.empty(room, kind) for kind in kinds)]
        )
        work = TreeMemory(
            nodes,
            np.zeros(5, np.int64),
            np.empty(slots_for(room), np.uint64),
            np.empty((moves * room, 4), np.int32),
            np.empty(room, np.int32),
            running.expansion_memory(moves, words, level.scratch),
        )
    cursor = work.cursor

    def stretch(portion: int) -> None:
        """Expands up to so many nodes."""
        grow_tree(level, control.cells, room, portion, work)

    running.run(stretch, cursor, STATUS, budget, control)
    count = int(cursor[COUNT])
    kept = Nodes._make([nodes.states[: count * words], *(array[:count] for array in nodes[1:])])
    trials = work.log[: int(cursor[TRIALS])]
    return ReversedTree(moves, words, kept, trials, int(cursor[NEXT]), int(cursor[STATUS]))
