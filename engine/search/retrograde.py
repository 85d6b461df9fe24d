"""Retrograde analysis, back from the wins: distances, dead states, counts of solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.jit.bits import prefetch
from engine.jit.marks import Ints, Longs, entry, kernel
from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest import shortest_wins

TRANSITIONS, WINNING, LOSING, ALIVE, SHORTEST, SOLUTIONS = range(6)
"""Indices in the array of facts. SOLUTIONS is -1 where the count exceeds 63 bits."""

DEAD = -1
"""Distance of a state from which no win can be reached."""

_LEAST_EDGE = -(1 << 31)
_TOO_MANY = (1 << 62) - 1
_NEAR = 8
"""How many states of the queue lie between two steps of asking for what they need."""
_AHEAD = 32
"""How many edges ahead a target is asked for; targets lie all over memory."""


class RetrogradeArrays(NamedTuple):
    """The arrays of a backward pass.

    Attributes:
        offsets, sources: the reverse edges; see :func:`reverse_edges`.
        distance: moves to a win from each state, DEAD where there is none.
        queue, ways: memory for the pass.
        facts: the numbers found; indices above.
    """

    offsets: Ints
    sources: Ints
    distance: Ints
    queue: Ints
    ways: Longs
    facts: Longs


def retrograde_arrays(count: int, moves: int) -> RetrogradeArrays:
    """Arrays for a backward pass over up to ``count`` states."""
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
    """The edges by their target: ``sources[offsets[t]:offsets[t + 1]]`` lead to state t - 1.

    Those that lead to no state are counted as if to one before the first: which edges these are
    is hard to foretell, and a branch for them would cost more. What kinds they are is counted on
    the way, because reading all edges once more would keep the memory busy.
    """
    offsets, sources, facts = behind.offsets, behind.sources, behind.facts
    for target in range(count + 2):
        offsets[target] = 0
    last = count * moves - 1
    losing = staying = winning = 0
    for edge in range(count * moves):
        prefetch(offsets, max(edges[min(edge + _AHEAD, last)], 0))
        target = edges[edge]
        offsets[max(target, -1) + 1] += 1
        losing += int(target == LOST_EDGE)
        staying += int(target == STAY_EDGE)
        winning += int(target <= WON_EDGE)
    facts[TRANSITIONS] = last + 1 - losing - staying
    facts[WINNING] = winning
    facts[LOSING] = losing
    total = 0
    for target in range(count + 2):
        total += offsets[target]
        offsets[target] = total
    for state in range(count - 1, -1, -1):
        for edge in range(state * moves, (state + 1) * moves):
            prefetch(offsets, max(edges[max(edge - _AHEAD, 0)], 0))
            target = max(edges[edge], -1) + 1
            at = offsets[target] - 1
            offsets[target] = at
            sources[at] = state


@kernel
def distances_to_win(
    edges: Ints, count: int, moves: int, least: int, most: int, behind: RetrogradeArrays
) -> int:
    """Fills in the moves from each state to a win by the edges that are reversed already.

    Wins are the edges from ``least`` to ``most``, numbers from WON_EDGE on downwards.

    Returns:
        How many states are not dead.
    """
    offsets, sources = behind.offsets, behind.sources
    distance, queue = behind.distance, behind.queue
    found = 0
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
        # What is three steps away in memory is asked for in three steps, well ahead.
        prefetch(offsets, queue[min(head + 3 * _NEAR, found - 1)])
        prefetch(sources, offsets[queue[min(head + 2 * _NEAR, found - 1)] + 1])
        coming = queue[min(head + _NEAR, found - 1)]
        for index in range(offsets[coming + 1], offsets[coming + 2]):
            prefetch(distance, sources[index])
        state = queue[head]
        head += 1
        for index in range(offsets[state + 1], offsets[state + 2]):
            source = sources[index]
            if distance[source] == DEAD:
                distance[source] = distance[state] + 1
                queue[found] = source
                found += 1
    return found


@kernel
def count_solutions(edges: Ints, moves: int, starts: Ints, distance: Ints, ways: Longs) -> int:
    """The number of distinct shortest move sequences; -1 if it exceeds 62 bits.

    Only states on some shortest solution are counted through; ``ways`` is touched only there.
    """
    shortest = distance[0]
    if shortest == DEAD:
        return 0
    ways[0] = 1
    for depth in range(shortest - 1):
        for target in range(starts[depth + 1], starts[depth + 2]):
            if distance[target] == shortest - depth - 1:
                ways[target] = 0
        for state in range(starts[depth], starts[depth + 1]):
            if distance[state] != shortest - depth:
                continue
            for move in range(moves):
                target = edges[state * moves + move]
                # A target nearer the win on a shortest path is one deeper, never shallower.
                if target >= 0 and distance[target] == shortest - depth - 1:
                    ways[target] += ways[state]
                    if ways[target] > _TOO_MANY:
                        return -1
    total = 0
    for state in range(starts[shortest - 1], starts[shortest]):
        if distance[state] == 1:
            for move in range(moves):
                if edges[state * moves + move] <= WON_EDGE:
                    total += ways[state]
                    if total > _TOO_MANY:
                        return -1
    return total


@entry
def look_back(edges: Ints, count: int, moves: int, starts: Ints, behind: RetrogradeArrays) -> None:
    """Fills in the distances and facts of a complete graph."""
    facts, distance = behind.facts, behind.distance
    reverse_edges(edges, count, moves, behind)
    facts[ALIVE] = distances_to_win(edges, count, moves, _LEAST_EDGE, WON_EDGE, behind)
    facts[SHORTEST] = distance[0]
    facts[SOLUTIONS] = count_solutions(edges, moves, starts, distance, behind.ways)


@entry
def look_toward(edges: Ints, count: int, moves: int, win: int, behind: RetrogradeArrays) -> None:
    """Fills in the distances to the wins by one kind of edge in a complete graph."""
    reverse_edges(edges, count, moves, behind)
    distances_to_win(edges, count, moves, win, win, behind)


@dataclass(frozen=True, slots=True)
class RetrogradeFacts:
    """What lies ahead of the states of a complete graph.

    The counts are facts of a verdict, see :data:`engine.search.solved.FACTS_AHEAD`.

    Attributes:
        distance: moves to the nearest win from each state, DEAD where none, shape (count,).
        transitions: moves that do not lose, those that win included.
        winning_moves, losing_moves: moves that end the game.
    """

    distance: Ints
    transitions: int
    winning_moves: int
    losing_moves: int
    dead_states: int
    shortest_solutions: int


def look_from_wins(graph: Graph) -> RetrogradeFacts:
    """The backward pass over a complete graph."""
    count, moves = graph.count, graph.moves
    behind = retrograde_arrays(count, moves)
    look_back(graph.edges.reshape(-1), count, moves, graph.starts, behind)
    facts, distance = behind.facts, behind.distance
    solutions = int(facts[SOLUTIONS])
    if solutions < 0:  # more than a word holds
        wins = np.unique(graph.edges[graph.edges <= WON_EDGE]).tolist()
        each = (shortest_wins(graph, win, int(distance[0])) for win in wins)
        solutions = sum(ways.solutions(range(moves)) for ways in each)
    transitions, winning, losing, alive = facts[:SHORTEST].tolist()
    return RetrogradeFacts(distance, transitions, winning, losing, count - alive, solutions)


def distances_toward(graph: Graph, kind: int) -> Ints:
    """Moves to the nearest win of one kind from each state of a complete graph, DEAD where none."""
    behind = retrograde_arrays(graph.count, graph.moves)
    look_toward(graph.edges.reshape(-1), graph.count, graph.moves, WON_EDGE - kind, behind)
    return behind.distance


def solution(graph: Graph) -> list[int] | None:
    """The first of the shortest solutions in the game's move order, None if there is none.

    Breadth-first order makes the first winning move found the end of that solution, in a
    partial graph too: every shallower state was expanded before.
    """
    if graph.won is None:
        return None
    state, move = graph.won
    return [*graph.path(state), move]
