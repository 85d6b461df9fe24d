"""The ways to win of each kind: the shortest ones, how many, and what all of them have in common.

Those that take one move more are counted too, as what a player may take for the shortest.

A game may distinguish kinds of winning (outcomes from :data:`engine.search.successors.WON` on).
A win ends the game, so the shortest win of a kind ends with the first edge of that kind in the
order of states, and every shortest sequence goes through states at their least depth.

The states on these ways are a small part of the graph as a rule, so they are taken out of it once:
as a graph of their own without cycles, in which every way from the first state on is a shortest
solution and every shortest solution is such a way. Its states keep the order of the graph, so every
step leads on to a later one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from engine.jit.marks import Bytes, Ints, entry
from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph

WINS = -1
"""A step that wins in the way in question."""
ASIDE = -2
"""A step that leads off the shortest ways, or changes nothing."""
MANY = 1_000_000
"""Sequences that are a move too long are counted up to here."""


@entry
def mark_ways(edges: Ints, moves: int, starts: Ints, length: int, win: int, marks: Ints) -> int:
    """Marks the states on shortest ways to a win: in ``marks``, 1 for those and 0 for others.

    ``marks`` has room for the states that are less than ``length`` deep, the moves of a shortest
    win, which ends with the edge ``win``.

    Returns:
        How many states are marked.
    """
    found = 0
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
def list_ways(
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
    """Lists the states that are marked, and their steps; see :class:`ShortestWins`.

    ``indices`` has the marks at first, and then the index of every marked state in the list.
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
                indices[state] = ASIDE
    layers[length] = found
    for depth in range(length):
        following = starts[depth + 1]
        for index in range(layers[depth], layers[depth + 1]):
            for move in range(moves):
                target = edges[states[index] * moves + move]
                step = ASIDE
                if depth == length - 1:
                    step = WINS if target == win else ASIDE
                elif target >= following:
                    step = indices[target]
                steps[index * moves + move] = step


@entry
def least_total(steps: Ints, moves: int, costs: Bytes, least: Ints) -> None:
    """The least that a way to the win costs, from every state and after every last move.

    ``costs`` has by state, last move (``moves`` stands for none) and move what the move costs;
    ``least`` receives the least total by state and last move.
    """
    never = 2**31 - 1
    for index in range(len(steps) // moves - 1, -1, -1):
        for last in range(moves + 1):
            best = never
            row = index * (moves + 1) + last
            for move in range(moves):
                step = steps[index * moves + move]
                if step != ASIDE:
                    after = 0 if step == WINS else least[step * (moves + 1) + move]
                    best = min(best, after + costs[row * moves + move])
            least[row] = best


@entry
def count_longer(
    edges: Ints, moves: int, starts: Ints, length: int, win: int, early: Ints, late: Ints
) -> int:
    """Counts the sequences of moves that win by the edge ``win`` with one move more than they need.

    ``length`` is that of a shortest such win. On the way such a sequence comes to each state as
    early as can be, or one move later. ``early`` and ``late`` count these by state, up to MANY;
    they have room for all states of depths up to ``length``, and are 0 at first.

    Returns:
        How many there are, MANY for that or more.
    """
    early[0] = 1
    found = 0
    last = min(length, len(starts) - 2)
    for depth in range(last + 1):
        first, following = starts[depth], starts[depth + 1]
        for state in range(first, following):
            for move in range(moves):
                target = edges[state * moves + move]
                if first <= target < following:
                    late[target] = min(MANY, late[target] + early[state])
        for state in range(first, following):
            for move in range(moves):
                target = edges[state * moves + move]
                if target == win and depth >= length - 1:
                    found = min(MANY, found + (early[state] if depth == length else late[state]))
                elif target >= following and depth < length:
                    early[target] = min(MANY, early[target] + early[state])
                    late[target] = min(MANY, late[target] + late[state])
    return found


@dataclass(frozen=True, slots=True)
class ShortestWins:
    """All shortest solutions of one kind.

    Attributes:
        moves: steps of a state.
        states: the states on them by number, in ascending order; the first is the start.
        layers: index in ``states`` of the first of each depth, and the number of states.
        steps: shape (states, moves): the index in ``states`` that a move leads to, WINS or ASIDE.
    """

    moves: int
    states: Ints
    layers: Ints
    steps: Ints

    @property
    def length(self) -> int:
        """Moves of each of the solutions."""
        return len(self.layers) - 1

    @property
    def bottlenecks(self) -> int:
        """States between start and win that every solution goes through.

        No solution is at one depth twice, so they are those that are alone at their depth.
        """
        return int(np.count_nonzero(np.diff(self.layers)[1:] == 1))

    def solutions(self, letters: Collection[int]) -> int:
        """How many solutions are spelt with some moves only."""
        total, layer = 0, {0: 1} if len(self.states) else {}
        while layer:
            following: dict[int, int] = {}
            for index, ways in layer.items():
                for letter in letters:
                    step = int(self.steps[index, letter])
                    if step == WINS:
                        total += ways
                    elif step != ASIDE:
                        following[step] = following.get(step, 0) + ways
            layer = following
        return total

    def least(self, costs: Bytes) -> int:
        """What the cheapest of the solutions costs.

        ``costs`` says what a move costs, by index of the state, last move (one more than the
        greatest stands for none) and move; axes of one value may have the length 1.
        """
        count, moves = self.steps.shape
        whole = np.empty((count, moves + 1, moves), np.uint8)
        whole[:] = costs
        totals = np.empty(count * (moves + 1), np.int32)
        least_total(self.steps.reshape(-1), moves, whole.reshape(-1), totals)
        return int(totals[moves])


def shortest_wins(graph: Graph, win: int, length: int) -> ShortestWins:
    """The shortest solutions of a complete graph that end with one kind of edge."""
    moves, starts, edges = graph.moves, graph.starts, graph.edges.reshape(-1)
    marks = np.empty(int(starts[length]), np.int32)
    count = int(mark_ways(edges, moves, starts, length, win, marks))
    states = np.empty(count, np.int32)
    layers = np.empty(length + 1, np.int32)
    steps = np.empty(count * moves, np.int32)
    list_ways(edges, moves, starts, length, win, marks, states, layers, steps)
    return ShortestWins(moves, states, layers, steps.reshape(count, moves))


def longer_wins(graph: Graph, win: int, length: int) -> int:
    """How many sequences win by one kind of edge with a move more than the ``length`` they need.

    The graph is complete. From MANY on they are not distinguished.
    """
    room = int(graph.starts[min(length + 1, len(graph.starts) - 1)])
    early, late = np.zeros(room, np.int32), np.zeros(room, np.int32)
    edges = graph.edges.reshape(-1)
    return int(count_longer(edges, graph.moves, graph.starts, length, win, early, late))


@dataclass(frozen=True, slots=True)
class Ending:
    """One kind of winning, as far as a complete graph has it.

    Attributes:
        edges: how many moves, over all states, win in this way.
        solution: the first of the shortest solutions in the game's move order, None if there is
            none.
        solutions: how many distinct shortest solutions there are.
    """

    edges: int = 0
    solution: list[int] | None = None
    solutions: int = 0


def endings(graph: Graph, kinds: int) -> tuple[Ending, ...]:
    """The ways to win that a complete graph has, for so many kinds."""
    return tuple(_ending(graph, WON_EDGE - kind) for kind in range(kinds))


def _ending(graph: Graph, win: int) -> Ending:
    found = np.flatnonzero(graph.edges.reshape(-1) == win)
    if not len(found):
        return Ending()
    state, move = divmod(int(found[0]), graph.moves)
    path = [*graph.path(state), move]
    ways = shortest_wins(graph, win, len(path)).solutions(range(graph.moves))
    return Ending(len(found), path, ways)
