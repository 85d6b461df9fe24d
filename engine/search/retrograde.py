"""Retrograde analysis, backwards from the wins: distances, dead states and solution counts.

A breadth-first search over the reversed edges starts from all states with a winning move, at
distance 1. A state that it does not reach is dead. A counting sort reverses the edges:
``offsets`` assigns each target its section of the array ``sources``::

    edges    0 -> 1, 0 -> 2, 1 -> 2
    sources  [0 | 0, 1]             states that lead to 1, and to 2

The search needs a random memory access for nearly every edge, so each loop prefetches the data that
later iterations will read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.jit.bits import prefetch
from engine.jit.decorators import Ints, Longs, entry, kernel
from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest_solutions import find_shortest_wins

TRANSITIONS, WINNING, LOSING, ALIVE, SHORTEST, SOLUTIONS = range(6)
"""Indices in the array of facts. The value at SOLUTIONS is -1 if the count exceeds 62 bits."""

DEAD = -1
"""The distance of a state from which no win can be reached."""

_LEAST_EDGE = -(1 << 31)
_TOO_MANY = (1 << 62) - 1
_NEAR = 8
"""The number of queue entries between two stages of prefetching."""
_AHEAD = 32
"""The number of edges by which prefetching runs ahead; their targets are scattered over memory."""


class RetrogradeArrays(NamedTuple):
    """The arrays for a backward pass.

    Attributes:
        offsets, sources: The reversed edges; see :func:`reverse_edges`.
        distance: The distance to win of each state; DEAD if no win can be reached.
        queue, ways: Scratch memory for the pass.
        facts: The resulting facts, indexed by the constants above.
    """

    offsets: Ints
    sources: Ints
    distance: Ints
    queue: Ints
    ways: Longs
    facts: Longs


def create_arrays(count: int, moves: int) -> RetrogradeArrays:
    """Create the arrays for a backward pass over up to ``count`` states."""
    return RetrogradeArrays(
        np.empty(count + 2, np.int32),
        np.empty(count * moves, np.int32),
        np.empty(count, np.int32),
        np.empty(count, np.int32),
        np.empty(count, np.int64),
        np.zeros(6, np.int64),
    )


@kernel
def reverse_edges(edges: Ints, count: int, moves: int, behind: RetrogradeArrays) -> None:
    """Sort the edges by target: ``sources[offsets[t + 1]:offsets[t + 2]]`` lead to state t.

    Edges that lead to no state are counted as if they led to a state -1. A branch for them would
    be slower, because it is hard to predict. The kinds of edges are counted in the same pass,
    because a separate one would have to read all edges from memory again.
    """
    offsets, sources, facts = behind.offsets, behind.sources, behind.facts
    for target in range(count + 2):
        offsets[target] = 0
    last = count * moves - 1
    losing = staying = winning = 0
    # The counts by target determine how long each section of ``sources`` must be.
    for edge in range(count * moves):
        prefetch(offsets, max(edges[min(edge + _AHEAD, last)], 0))
        target = edges[edge]
        # Index 0 collects the edges that lead to no state.
        offsets[max(target, -1) + 1] += 1
        losing += int(target == LOST_EDGE)
        staying += int(target == STAY_EDGE)
        winning += int(target <= WON_EDGE)
    facts[TRANSITIONS] = last + 1 - losing - staying
    facts[WINNING] = winning
    facts[LOSING] = losing
    # Cumulative sums turn the counts into the end of each section.
    total = 0
    for target in range(count + 2):
        total += offsets[target]
        offsets[target] = total
    # Each section is filled from its end; after that, its offset points to its beginning.
    for state in range(count - 1, -1, -1):
        for edge in range(state * moves, (state + 1) * moves):
            prefetch(offsets, max(edges[max(edge - _AHEAD, 0)], 0))
            target = max(edges[edge], -1) + 1
            at = offsets[target] - 1
            offsets[target] = at
            sources[at] = state


@kernel
def find_distances(
    edges: Ints, count: int, moves: int, least: int, most: int, behind: RetrogradeArrays
) -> int:
    """Compute the distance of each state to the nearest win, using the reversed edges.

    The edges with values from ``least`` to ``most`` count as wins; the kinds of wins are numbered
    from WON_EDGE downwards.

    Returns:
        The number of states that are not dead.
    """
    offsets, sources = behind.offsets, behind.sources
    distance, queue = behind.distance, behind.queue
    found = 0
    # All states with a winning move enter the queue first, at distance 1.
    for state in range(count):
        distance[state] = DEAD
        for move in range(moves):
            if least <= edges[state * moves + move] <= most:
                distance[state] = 1
        if distance[state] == 1:
            queue[found] = state
            found += 1
    head = 0
    while head < found:
        # A distance requires three reads, each of which depends on the one before. Each is
        # prefetched at its own stage: first an entry's offsets, later its sources, and then their
        # distances.
        prefetch(offsets, queue[min(head + 3 * _NEAR, found - 1)])
        prefetch(sources, offsets[queue[min(head + 2 * _NEAR, found - 1)] + 1])
        coming = queue[min(head + _NEAR, found - 1)]
        for index in range(offsets[coming + 1], offsets[coming + 2]):
            prefetch(distance, sources[index])
        state = queue[head]
        head += 1
        for index in range(offsets[state + 1], offsets[state + 2]):
            source = sources[index]
            # DEAD also marks a state that is not in the queue yet.
            if distance[source] == DEAD:
                distance[source] = distance[state] + 1
                queue[found] = source
                found += 1
    return found


@kernel
def count_solutions(edges: Ints, moves: int, starts: Ints, distance: Ints, ways: Longs) -> int:
    """Count the distinct shortest solutions; return -1 if the count exceeds 62 bits.

    The number of shortest paths to each state on a shortest solution is written to ``ways``; its
    other entries are left unchanged.
    """
    shortest = distance[0]
    if shortest == DEAD:
        return 0
    ways[0] = 1
    # A state is on a shortest solution if its depth and distance add up to the shortest length.
    for depth in range(shortest - 1):
        for target in range(starts[depth + 1], starts[depth + 2]):
            if distance[target] == shortest - depth - 1:
                # Clear the next layer before adding to it, because the array is not initialised.
                ways[target] = 0
        for state in range(starts[depth], starts[depth + 1]):
            if distance[state] != shortest - depth:
                continue
            for move in range(moves):
                target = edges[state * moves + move]
                # On a shortest path, the next state is closer to the win and one layer deeper.
                if target >= 0 and distance[target] == shortest - depth - 1:
                    ways[target] += ways[state]
                    if ways[target] > _TOO_MANY:
                        return -1
    total = 0
    for state in range(starts[shortest - 1], starts[shortest]):
        if distance[state] == 1:
            for move in range(moves):
                # All kinds of wins are numbered from WON_EDGE downwards.
                if edges[state * moves + move] <= WON_EDGE:
                    total += ways[state]
                    if total > _TOO_MANY:
                        return -1
    return total


@entry
def analyse_graph(
    edges: Ints, count: int, moves: int, starts: Ints, behind: RetrogradeArrays
) -> None:
    """Compute the distances and facts of a complete graph."""
    facts, distance = behind.facts, behind.distance
    reverse_edges(edges, count, moves, behind)
    facts[ALIVE] = find_distances(edges, count, moves, _LEAST_EDGE, WON_EDGE, behind)
    facts[SHORTEST] = distance[0]
    facts[SOLUTIONS] = count_solutions(edges, moves, starts, distance, behind.ways)


@entry
def find_distances_by_kind(
    edges: Ints, count: int, moves: int, win: int, behind: RetrogradeArrays
) -> None:
    """Compute the distance of each state to the nearest win with edge ``win``.

    The graph must be complete.
    """
    reverse_edges(edges, count, moves, behind)
    find_distances(edges, count, moves, win, win, behind)


class RetrogradeFacts(NamedTuple):
    """The result of a retrograde analysis of a complete graph.

    The counts are facts of a verdict; see :data:`engine.search.solver_result.RETROGRADE_FACTS`.

    Attributes:
        distance: The distance to win of each state, shape (count,); DEAD if no win can be reached.
        transitions: The number of moves that change something and do not lose, including wins.
        winning_moves, losing_moves: The number of moves that win, and the number of moves that
            lose, over all states.
        dead_states: The number of dead states.
        shortest_solutions: The number of shortest solutions.
    """

    distance: Ints
    transitions: int
    winning_moves: int
    losing_moves: int
    dead_states: int
    shortest_solutions: int


def analyse_retrograde(graph: Graph) -> RetrogradeFacts:
    """Analyse a complete graph backwards from its wins."""
    count, moves = graph.count, graph.moves
    behind = create_arrays(count, moves)
    analyse_graph(graph.edges.reshape(-1), count, moves, graph.starts, behind)
    facts, distance = behind.facts, behind.distance
    solutions = int(facts[SOLUTIONS])
    # Python integers have no size limit, so a count that overflowed is computed again here.
    if solutions < 0:
        wins = np.unique(graph.edges[graph.edges <= WON_EDGE]).tolist()
        each = (find_shortest_wins(graph, win, int(distance[0])) for win in wins)
        solutions = sum(ways.count_solutions(range(moves)) for ways in each)
    transitions, winning, losing, alive = facts[:SHORTEST].tolist()
    return RetrogradeFacts(distance, transitions, winning, losing, count - alive, solutions)


def find_distances_toward(graph: Graph, kind: int) -> Ints:
    """Return each state's distance to the nearest win of the given kind, or DEAD if it has none."""
    behind = create_arrays(graph.count, graph.moves)
    find_distances_by_kind(
        graph.edges.reshape(-1), graph.count, graph.moves, WON_EDGE - kind, behind
    )
    return behind.distance


def get_solution(graph: Graph) -> list[int] | None:
    """Return the first of the shortest solutions in the game's move order; None if there is none.

    The search is breadth first, so the first win that it finds ends this solution. This holds even
    in a partial graph, because all shallower states were expanded first.
    """
    if graph.first_win is None:
        return None
    state, move = graph.first_win
    return [*graph.find_path(state), move]
