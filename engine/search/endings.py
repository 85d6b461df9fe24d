"""The ways to win, kind by kind: how many edges, the shortest solution, how many of them.

A game may tell kinds of winning apart (outcomes from :data:`engine.search.successors.WON` on).
A win ends the game, so the shortest win of a kind ends with the first edge of that kind in the
order of states, and every shortest sequence goes through states at their least depth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest import shortest_wins


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
