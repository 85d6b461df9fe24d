"""Lists of solutions in a complete graph: one solution for each winning move, or all shortest ones.

The first list is the one that the published analyser of Skiddy makes (A. Baldiraghi, "The level
design process of Skiddy", part 2). The analyser saves every winning node and reconstructs its
solution from the parents. Here, each winning move has an entry with the breadth-first path to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest_solutions import WINS, find_shortest_wins
from engine.values.moves import name_moves


class Solution(NamedTuple):
    """A winning sequence of moves.

    Attributes:
        kind: The number of the kind of win.
        moves: The moves from the start to the win.
        state: The number of the state in which the winning move is made.
    """

    kind: int
    moves: tuple[str, ...]
    state: int


@dataclass(frozen=True, slots=True, eq=False)
class SolutionFinder:
    """A finder for the solutions in a complete graph.

    Attributes:
        graph: The complete graph.
        move_words: The word of each move, by its number.
        kinds: The titles of the kinds of wins; empty if there is only one kind.
    """

    graph: Graph
    move_words: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    def get_title(self, solution: Solution) -> str:
        """Return the title of a solution's kind of win; empty if there is only one kind."""
        return self.kinds[solution.kind] if self.kinds else ""

    def list_by_move(self) -> Iterator[Solution]:
        """Yield a solution for each winning move, in the order in which a search tries moves."""
        # The flat index of an edge is its state times the number of moves, plus the move.
        for index in np.flatnonzero(self.graph.edges.reshape(-1) <= WON_EDGE).tolist():
            state, move = divmod(index, self.graph.moves)
            kind = WON_EDGE - int(self.graph.edges[state, move])
            path = (*self.graph.find_path(state), move)
            yield Solution(kind, name_moves(self.move_words, path), state)

    def list_shortest(self, kind: int) -> Iterator[Solution]:
        """Yield all shortest solutions of one kind, in the order of the game's moves."""
        win = WON_EDGE - kind
        found = np.flatnonzero(self.graph.edges.reshape(-1) == win)
        if not len(found):
            return
        length = self.graph.get_depth(int(found[0]) // self.graph.moves) + 1
        ways = find_shortest_wins(self.graph, win, length)
        # The stack makes the search depth first. Each entry is a state and the moves to it.
        going: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        while going:
            index, moves = going.pop()
            steps = ways.steps[index].tolist()
            for move, step in enumerate(steps):
                if step == WINS:
                    words = name_moves(self.move_words, (*moves, move))
                    yield Solution(kind, words, int(ways.states[index]))
            # The moves are pushed in reverse, because the last entry is popped first.
            deeper = [(step, (*moves, move)) for move, step in enumerate(steps) if step >= 0]
            going += reversed(deeper)

    def list_all_shortest(self) -> Iterator[Solution]:
        """Yield all shortest solutions of the first kind, and then those of the other kinds."""
        for kind in self._kind_numbers:
            yield from self.list_shortest(kind)

    def list_firsts(self) -> tuple[Solution, ...]:
        """Return the first shortest solution of each possible kind, shorter solutions first.

        Among solutions of the same length, the best kind comes first, because kinds are numbered
        from best to worst and the sort is stable.
        """
        firsts = (next(self.list_shortest(kind), None) for kind in self._kind_numbers)
        return tuple(sorted(filter(None, firsts), key=lambda found: len(found.moves)))

    @property
    def _kind_numbers(self) -> range:
        return range(max(len(self.kinds), 1))
