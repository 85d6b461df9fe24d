"""The ways to win, kind by kind: how many edges, the shortest solution, how many of them.

A game may tell kinds of winning apart (outcomes from :data:`engine.search.successors.WON` on).
A win ends the game, so the shortest win of a kind ends with the first edge of that kind in the
order of states, and every shortest sequence goes through states at their least depth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.jit.marks import Ints, Longs, entry
from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph

_TOO_MANY = (1 << 62) - 1


@dataclass(frozen=True, slots=True)
class Ending:
    """One kind of winning, as far as a complete graph has it.

    Attributes:
        edges: how many moves, over all states, win in this way.
        first: (state, move) of the first of them, None if there is none.
        moves: length of the shortest solution of this kind, None if there is none.
        solutions: how many distinct shortest solutions there are.
    """

    edges: int
    first: tuple[int, int] | None
    moves: int | None
    solutions: int

    def solution(self, graph: Graph) -> list[int] | None:
        """The first of the shortest solutions in the game's move order, None if there is none."""
        if self.first is None:
            return None
        state, move = self.first
        return [*graph.path(state), move]


@entry
def count_ways(edges: Ints, moves: int, starts: Ints, depth: int, ways: Longs) -> bool:
    """Counts the shortest ways to all states down to a depth; False if 62 bits do not hold them."""
    ways[0] = 1
    for layer in range(depth):
        for state in range(starts[layer + 1], starts[layer + 2]):
            ways[state] = 0
        for state in range(starts[layer], starts[layer + 1]):
            for move in range(moves):
                target = edges[state * moves + move]
                if target >= starts[layer + 1]:
                    ways[target] += ways[state]
                    if ways[target] > _TOO_MANY:
                        return False
    return True


def endings(graph: Graph, kinds: int) -> tuple[Ending, ...]:
    """The ways to win that a complete graph has, for so many kinds."""
    flat = graph.edges.reshape(-1)
    places = np.flatnonzero(flat <= WON_EDGE)
    kind_of = WON_EDGE - flat[places]
    by_kind = [places[kind_of == kind] for kind in range(kinds)]
    firsts = [divmod(int(found[0]), graph.moves) if len(found) else None for found in by_kind]
    depths = [graph.depth(first[0]) if first is not None else None for first in firsts]
    ways = _ways(graph, max((depth for depth in depths if depth is not None), default=0))
    made = []
    for found, first, depth in zip(by_kind, firsts, depths, strict=True):
        if first is None or depth is None:
            made.append(Ending(0, None, None, 0))
            continue
        states = found // graph.moves
        last = states[: int(np.searchsorted(states, graph.starts[depth + 1]))]
        solutions = sum(ways[int(state)] for state in last)
        made.append(Ending(len(found), first, depth + 1, int(solutions)))
    return tuple(made)


def _ways(graph: Graph, depth: int) -> Longs | dict[int, int]:
    """The number of shortest ways to the states of every depth down to one."""
    ways = np.empty(int(graph.starts[depth + 1]), np.int64)
    if count_ways(graph.edges.reshape(-1), graph.moves, graph.starts, depth, ways):
        return ways
    exact = {0: 1}
    for layer in range(depth):
        first = int(graph.starts[layer + 1])
        for state in range(int(graph.starts[layer]), first):
            for target in graph.edges[state].tolist():
                if target >= first:
                    exact[target] = exact.get(target, 0) + exact[state]
    return exact
