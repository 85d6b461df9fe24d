"""The way to a win, or to one kind of win, from every state of a complete graph."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.jit.marks import Ints
from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph
from engine.search.retrograde import DEAD, distances_toward
from engine.values.guide import HOPELESS, WON, Prospect
from engine.values.judgement import Aim


@dataclass(frozen=True, slots=True)
class GraphGuide:
    """Follows moves through a graph and reads off the distance.

    Attributes:
        graph: all states and their edges.
        distance: moves to the nearest win from each state, as the backward pass left them.
        letters: the move words, by move number.
        kind: the kind of win that counts, None if all do.
    """

    graph: Graph
    distance: Ints
    letters: tuple[str, ...]
    kind: int | None = None

    def prospect(self, moves: tuple[str, ...]) -> Prospect | None:
        """See :meth:`engine.values.guide.Guide.prospect`."""
        arrival = self.graph.follow(map(self.letters.index, moves))
        if arrival is None:
            return None
        state, ending = arrival
        if ending is not None:
            return WON if self._wins(int(self.graph.edges[state, ending])) else HOPELESS
        remaining = int(self.distance[state])
        return HOPELESS if remaining == DEAD else Prospect(remaining, self._best(state, remaining))

    def toward(self, aim: Aim) -> GraphGuide:
        """See :meth:`engine.values.guide.Guide.toward`."""
        return replace(self, distance=distances_toward(self.graph, aim.kind), kind=aim.kind)

    def _wins(self, target: int) -> bool:
        """Whether an edge is a win that counts."""
        return target <= WON_EDGE if self.kind is None else target == WON_EDGE - self.kind

    def _best(self, state: int, remaining: int) -> tuple[str, ...]:
        targets = self.graph.edges[state].tolist()
        return tuple(
            letter
            for letter, target in zip(self.letters, targets, strict=True)
            if (
                self._wins(target)
                if remaining == 1
                else target >= 0 and self.distance[target] == remaining - 1
            )
        )
