"""Shortest solutions for each kind of win: their graph, their number and their common states.

Solutions with one extra move are counted too, because a player may take them for shortest ones.

A game may distinguish kinds of wins (outcomes from :data:`engine.search.successors.WON` on). A win
ends the game. Therefore the shortest win of a kind ends with the first edge of that kind in the
order of states, and a shortest solution reaches each of its states at that state's minimum depth.

The states on these solutions are usually a small part of the graph. They are extracted once, as an
acyclic graph in which the paths from the first state are exactly the shortest solutions. Its states
keep the order of the graph, so every step leads to a later state. Two solutions of three moves that
share only their first move have four states::

    layers  [0, 1, 2, 4]     first state of each depth, and the number of states
    steps   0 -> 1    1 -> 2, 1 -> 3    2 -> WINS    3 -> WINS

State 1 is a bottleneck: every solution passes through it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from engine.jit.decorators import Bytes, Ints, entry
from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph

WINS = -1
"""A step that wins with the kind of win that is being examined."""
OFF_PATH = -2
"""A step that leaves the shortest solutions or changes nothing."""
MANY = 1_000_000
"""The limit for counting solutions with one extra move."""


@entry
def mark_states(edges: Ints, moves: int, starts: Ints, length: int, win: int, marks: Ints) -> int:
    """Set ``marks`` to 1 for the states on shortest solutions, and to 0 for all others.

    ``length`` is the length of a shortest solution, and ``win`` is the edge that ends it. ``marks``
    must have room for all states at depths below ``length``.

    Returns:
        The number of marked states.
    """
    found = 0
    # Going backwards from the last layer, a state is marked if a move leads to a marked state one
    # layer deeper. Edges to the same or to earlier layers are on no shortest solution.
    for depth in range(length - 1, -1, -1):
        following = starts[depth + 1]
        for state in range(starts[depth], following):
            marked = 0
            for move in range(moves):
                target = edges[state * moves + move]
                if depth == length - 1:
                    marked |= 1 if target == win else 0
                elif target >= following:
                    marked |= marks[target]
            marks[state] = marked
            found += marked
    return found


@entry
def list_steps(
    edges: Ints,
    moves: int,
    starts: Ints,
    length: int,
    win: int,
    indices: Ints,
    states: Ints,
    layers: Ints,
    steps: Ints,
) -> None:
    """List the marked states and their steps; see :class:`ShortestWins`.

    On entry, ``indices`` holds the marks. On return, it holds the index of every marked state.
    """
    found = 0
    for depth in range(length):
        layers[depth] = found
        for state in range(starts[depth], starts[depth + 1]):
            if indices[state] != 0:
                states[found] = state
                indices[state] = found
                found += 1
            else:
                # For every other state, store OFF_PATH, the step that leads to it. Then the next
                # loop can copy the entry of any target.
                indices[state] = OFF_PATH
    layers[length] = found
    for depth in range(length):
        following = starts[depth + 1]
        for index in range(layers[depth], layers[depth + 1]):
            for move in range(moves):
                target = edges[states[index] * moves + move]
                step = OFF_PATH
                if depth == length - 1:
                    step = WINS if target == win else OFF_PATH
                elif target >= following:
                    step = indices[target]
                steps[index * moves + move] = step


@entry
def find_least_costs(steps: Ints, moves: int, costs: Bytes, least: Ints) -> None:
    """Compute the cost of the cheapest solution from each state, for each possible previous move.

    ``costs`` holds the cost of each move, indexed by state, previous move (``moves`` means none)
    and move. The results, indexed by state and previous move, are written to ``least``.
    """
    # No path costs this much, so this value marks states that no step leads away from.
    never = 2**31 - 1
    # Steps lead to later states, so the totals of all targets are already known.
    for index in range(len(steps) // moves - 1, -1, -1):
        for last in range(moves + 1):
            best = never
            row = index * (moves + 1) + last
            for move in range(moves):
                step = steps[index * moves + move]
                if step != OFF_PATH:
                    after = 0 if step == WINS else least[step * (moves + 1) + move]
                    # In the next state, the current move is the previous move.
                    best = min(best, after + costs[row * moves + move])
            least[row] = best


@entry
def count_longer_sequences(
    edges: Ints, moves: int, starts: Ints, length: int, win: int, early: Ints, late: Ints
) -> int:
    """Count the sequences that end with the edge ``win`` and take one move more than necessary.

    Such a sequence reaches each of its states at that state's minimum depth, or one move later. For
    each state, ``early`` and ``late`` count the sequences in these two cases, up to MANY. They must
    have room for all states at depths up to ``length``, the length of a shortest solution, and must
    be 0 on entry.

    Returns:
        The count; MANY means that many or more.
    """
    early[0] = 1
    found = 0
    # The graph may have no states as deep as ``length``.
    last = min(length, len(starts) - 2)
    for depth in range(last + 1):
        first, following = starts[depth], starts[depth + 1]
        # A move within a layer wastes one move, so it turns early sequences into late ones. Count
        # all of these before passing the counts on to the next layer.
        for state in range(first, following):
            for move in range(moves):
                target = edges[state * moves + move]
                if first <= target < following:
                    late[target] = min(MANY, late[target] + early[state])
        for state in range(first, following):
            for move in range(moves):
                target = edges[state * moves + move]
                # A winning move makes exactly one extra move if it ends a late sequence at the
                # depth where shortest solutions end, or an early sequence one layer deeper.
                if target == win and depth >= length - 1:
                    found = min(MANY, found + (early[state] if depth == length else late[state]))
                elif target >= following and depth < length:
                    early[target] = min(MANY, early[target] + early[state])
                    late[target] = min(MANY, late[target] + late[state])
    return found


class ShortestWins(NamedTuple):
    """All shortest solutions that end with one kind of win.

    Attributes:
        moves: The number of moves that can be tried in each state.
        states: The numbers of the states on the solutions, in ascending order, starting with 0.
        layers: The index in ``states`` of the first state of each depth, followed by the number of
            states.
        steps: The index in ``states`` of the state that each move leads to, or WINS or OFF_PATH;
            shape (states, moves).
    """

    moves: int
    states: Ints
    layers: Ints
    steps: Ints

    @property
    def length(self) -> int:
        """The number of moves in each solution."""
        return len(self.layers) - 1

    @property
    def bottlenecks(self) -> int:
        """The number of states between the start and the win that every solution passes through.

        A solution passes through one state per depth, so these are the only states at their depth.
        """
        return int(np.count_nonzero(np.diff(self.layers)[1:] == 1))

    def count_solutions(self, letters: Collection[int]) -> int:
        """Count the solutions that use only moves whose numbers are in ``letters``."""
        total, layer = 0, {0: 1} if len(self.states) else {}
        while layer:
            following: dict[int, int] = {}
            # ``layer`` holds the number of paths to each state of the current layer.
            for index, ways in layer.items():
                for letter in letters:
                    step = int(self.steps[index, letter])
                    if step == WINS:
                        total += ways
                    elif step != OFF_PATH:
                        following[step] = following.get(step, 0) + ways
            layer = following
        return total

    def find_least_cost(self, costs: Bytes) -> int:
        """Return the cost of the cheapest solution.

        ``costs`` holds the cost of each move, indexed by the index of the state, the previous move
        (the number of moves means none) and the move. An axis along which the costs are constant
        may have length 1.
        """
        count, moves = self.steps.shape
        whole = np.empty((count, moves + 1, moves), np.uint8)
        whole[:] = costs
        totals = np.empty(count * (moves + 1), np.int32)
        find_least_costs(self.steps.reshape(-1), moves, whole.reshape(-1), totals)
        # The cheapest solution begins in state 0, where there is no previous move.
        return int(totals[moves])


def find_shortest_wins(graph: Graph, win: int, length: int) -> ShortestWins:
    """Return the shortest solutions in a complete graph that end with the edge ``win``.

    ``length`` is their number of moves.
    """
    moves, starts, edges = graph.moves, graph.starts, graph.edges.reshape(-1)
    marks = np.empty(int(starts[length]), np.int32)
    count = int(mark_states(edges, moves, starts, length, win, marks))
    states = np.empty(count, np.int32)
    layers = np.empty(length + 1, np.int32)
    steps = np.empty(count * moves, np.int32)
    list_steps(edges, moves, starts, length, win, marks, states, layers, steps)
    return ShortestWins(moves, states, layers, steps.reshape(count, moves))


def count_longer_wins(graph: Graph, win: int, length: int) -> int:
    """Count the sequences that end with the edge ``win`` and take one move more than ``length``.

    The graph must be complete, and ``length`` must be the length of a shortest solution. A count of
    MANY means that many or more.
    """
    room = int(graph.starts[min(length + 1, len(graph.starts) - 1)])
    early, late = np.zeros(room, np.int32), np.zeros(room, np.int32)
    edges = graph.edges.reshape(-1)
    return int(count_longer_sequences(edges, graph.moves, graph.starts, length, win, early, late))


class WinStatistics(NamedTuple):
    """Statistics about one kind of win in a complete graph.

    Attributes:
        edges: The number of moves, over all states, that lead to this kind of win.
        solution: The first of the shortest solutions in the game's move order; None if there is
            none.
        solutions: The number of distinct shortest solutions.
    """

    edges: int = 0
    solution: list[int] | None = None
    solutions: int = 0


def list_win_statistics(graph: Graph, kinds: int) -> tuple[WinStatistics, ...]:
    """Return statistics about each kind of win in a complete graph."""
    return tuple(_measure_win(graph, WON_EDGE - kind) for kind in range(kinds))


def _measure_win(graph: Graph, win: int) -> WinStatistics:
    # States are ordered by depth, so the first such edge ends a shortest solution.
    found = np.flatnonzero(graph.edges.reshape(-1) == win)
    if not len(found):
        return WinStatistics()
    state, move = divmod(int(found[0]), graph.moves)
    path = [*graph.find_path(state), move]
    ways = find_shortest_wins(graph, win, len(path)).count_solutions(range(graph.moves))
    return WinStatistics(len(found), path, ways)
