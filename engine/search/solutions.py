"""All solutions of a complete graph, as lists: one of each winning move, or all shortest ones.

The first list is that of the published analyser of Skiddy (A. Baldiraghi, "The level design
process of Skiddy", part 2), which saves every winning node and rebuilds its solution by the
parents: an entry for each winning move, each with the breadth-first path to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest import WINS, shortest_wins


@dataclass(frozen=True, slots=True)
class Solution:
    """Moves that win.

    Attributes:
        kind: the number of the kind of win.
        moves: from the start.
        state: the number of the state that the last move is made in.
    """

    kind: int
    moves: tuple[str, ...]
    state: int


@dataclass(frozen=True, slots=True, eq=False)
class SolutionFinder:
    """Lists the solutions of a complete graph.

    Attributes:
        letters: the moves, by number.
        kinds: what the kinds of winning are called; empty where there is only one.
    """

    graph: Graph
    letters: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    def title(self, solution: Solution) -> str:
        """What the kind of a solution is called; empty where there is only one."""
        return self.kinds[solution.kind] if self.kinds else ""

    def by_move(self) -> Iterator[Solution]:
        """The solution of each winning move, in the order in which a search tries them."""
        for index in np.flatnonzero(self.graph.edges.reshape(-1) <= WON_EDGE).tolist():
            state, move = divmod(index, self.graph.moves)
            kind = WON_EDGE - int(self.graph.edges[state, move])
            yield Solution(kind, self._spelt([*self.graph.path(state), move]), state)

    def shortest(self, kind: int) -> Iterator[Solution]:
        """All shortest solutions of one kind, in the order of the game's moves."""
        win = WON_EDGE - kind
        found = np.flatnonzero(self.graph.edges.reshape(-1) == win)
        if not len(found):
            return
        length = self.graph.depth(int(found[0]) // self.graph.moves) + 1
        ways = shortest_wins(self.graph, win, length)
        # Depth first, the first move on top; each entry is a state and the moves to it.
        going: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        while going:
            index, moves = going.pop()
            steps = ways.steps[index].tolist()
            for move, step in enumerate(steps):
                if step == WINS:
                    yield Solution(kind, self._spelt((*moves, move)), int(ways.states[index]))
            deeper = [(step, (*moves, move)) for move, step in enumerate(steps) if step >= 0]
            going += reversed(deeper)

    def all_shortest(self) -> Iterator[Solution]:
        """All shortest solutions of the first kind, then those of the others."""
        for kind in self._kinds:
            yield from self.shortest(kind)

    def firsts(self) -> tuple[Solution, ...]:
        """The first shortest solution of each kind that there is, the shorter ones first.

        Of equal length, that of the better kind comes first: kinds stand in that order.
        """
        firsts = (next(self.shortest(kind), None) for kind in self._kinds)
        return tuple(sorted(filter(None, firsts), key=lambda found: len(found.moves)))

    @property
    def _kinds(self) -> range:
        return range(max(len(self.kinds), 1))

    def _spelt(self, moves: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.letters[move] for move in moves)
